import { expect } from 'chai';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { bucketOf } from '../../../server/store/ballots/buckets.ts';
import { boundAfter, listMember } from '../../../server/store/content/sort-key-encoding.ts';
import { StoreFault, StoreUnavailable } from '../../../server/store/index.ts';
import { keys } from '../../../server/store/keys.ts';
import { digestOf } from '../../../server/store/live/snapshot.ts';
import { RedisClock } from '../../../server/store/redis/clock.ts';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { createClient, type RedisClient } from '../../../server/store/redis/connection/client.ts';
import { connect, RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
import { defineScript, ScriptCommand } from '../../../server/store/redis/script-command.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, productionDeadlines, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

/** Resolves to what a promise was rejected with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe('the slot of a key', () => {
  it('is that of its first hash tag, which may not be empty, as Redis says', () => {
    // CLUSTER KEYSLOT of Redis 7.0.
    const slots = {
      foo: 12_182,
      '{foo}bar': 12_182,
      'a{foo}{bar}': 12_182,
      'a{foo}}': 12_182,
      bar: 5_061,
      'foo{}{bar}': 8_363,
    };
    expect(Object.keys(slots).map(slotOf)).to.deep.equal(Object.values(slots));
  });
});

describe('a script', () => {
  it('travels whole once for each connection, and again after Redis has lost it', () => {
    const script = defineScript('return 1');
    const sent = (socket: object) => {
      const command = new ScriptCommand(script, [], [], 'utf8');
      const text = String(command.toWritable(socket));
      return { command, isWhole: text.includes('return 1') };
    };
    const [one, other] = [{}, {}];
    expect([one, one, other, other].map((socket) => sent(socket).isWhole)).to.deep.equal([true, false, true, false]);
    sent(one).command.markUnknown();
    expect([one, one, other].map((socket) => sent(socket).isWhole)).to.deep.equal([true, false, false]);
  });
});

describe('list members', () => {
  const compareUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const anyText = fc.string({
    unit: fc.constantFrom('\0', '\u0001', 'a', 'b', 'é', 'ñ', '\ue000', '\uffff', '😀', '\ud800'),
  });

  it('have each half of a surrogate pair for itself, and all other characters in UTF-8', () => {
    expect(listMember('éñ€', 'k').toString('hex')).to.equal('c3a9c3b1e282ac00006b');
    expect(listMember('é😀ñ€\0a', 'k').toString('hex')).to.equal('c3a9eda0bdedb880c3b1e282ac00016100006b');
  });

  it('are in the code-unit order of their sort keys', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const order = Buffer.compare(listMember(a, '1'), listMember(b, '1'));
        expect(Math.sign(order)).to.equal(compareUnits(a, b));
      }),
    );
  });

  it('are cut by a bound exactly after a sort key, in both directions', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.string({ minLength: 1 }), (after, sort, key) => {
        const member = listMember(sort, key);
        const order = compareUnits(sort, after);
        expect(Buffer.compare(member, boundAfter(after, 'ascending').subarray(1)) > 0).to.equal(order > 0);
        expect(Buffer.compare(member, boundAfter(after, 'descending').subarray(1)) < 0).to.equal(order < 0);
      }),
    );
  });
});

describe('the digest of a live update', () => {
  it('is the SHA-256 of its JSON with the members in alphabetical order, at any depth', () => {
    // Of {"a":{"c":"x","d":[{"e":null,"f":1}]},"b":1}. Stored digests depend on it.
    const digest = 'CyXtEr4yYbNV1egAiVL5zv5JYKbdHxa1TdsveLw0_cA';
    expect(digestOf({ b: 1, a: { d: [{ f: 1, e: null }], c: 'x' } })).to.equal(digest);
    expect(digestOf({ a: { c: 'x', d: [{ e: null, f: 1 }] }, b: 1 })).to.equal(digest);
  });
});

describe('bucketOf', () => {
  it('spreads clients evenly and always the same way', () => {
    const counts = new Array<number>(8).fill(0);
    for (let client = 0; client < 8000; client++) {
      const bucket = bucketOf(`client-${client}-abcdefgh`, 8);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    expect(Math.max(...counts)).to.be.below(1150);
    expect(Math.min(...counts)).to.be.above(850);
    // Stored votes depend on these.
    expect([bucketOf('u7Qm2x9LkT4sBv0Z', 8), bucketOf('a', 8), bucketOf('', 8)]).to.deep.equal([
      bucketOf('u7Qm2x9LkT4sBv0Z', 8),
      0xe40c292c % 8,
      0x811c9dc5 % 8,
    ]);
    expect(bucketOf('votante-ñandú-🥊', 97), 'over UTF-8').to.equal(0xb04cef88 % 97);
  });
});

describe('RedisClock', () => {
  it('never runs ahead of the observed clock', async () => {
    const clock = new RedisClock(() => Promise.reject(new Error('is not asked')));
    clock.observe(Date.now() + 5000 - 3000);
    clock.observe(Date.now() + 5000 - 10);
    clock.observe(Date.now() + 5000 - 2000);
    expect((await clock.now()) - Date.now()).to.be.within(4000, 5000);
  });
});

describe('connect', () => {
  it('sends each command once and waits a quarter of a second for it, half a minute when publishing', async () => {
    const options = (client: RedisClient) => {
      if ('nodes' in client) throw new Error('it is one Redis');
      const { autoResendUnfulfilledCommands, maxRetriesPerRequest, enableOfflineQueue, ...others } = client.options;
      const { commandTimeout, socketTimeout, connectTimeout } = others;
      return {
        ...{ autoResendUnfulfilledCommands, maxRetriesPerRequest, enableOfflineQueue },
        ...{ commandTimeout, socketTimeout, connectTimeout },
      };
    };
    const { reads, writes, ballotConnection, bulk, close } = await connect('redis://127.0.0.1:1', { mayBeAway: true });
    close();
    const once = { autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0, enableOfflineQueue: false };
    const quick = { ...once, commandTimeout: 250, socketTimeout: 1_500, connectTimeout: 500 };
    for (const client of [reads, writes, ballotConnection]) expect(options(client)).to.deep.equal(quick);
    expect(options(bulk)).to.deep.equal({ ...quick, commandTimeout: 30_000, socketTimeout: 30_000 });
  });

  it('waits as long for what Sentinels name, as the user of the address', () => {
    const client = createClient(parseAddress('redis+sentinel://ann:secret@127.0.0.1:1/night/3'));
    if ('nodes' in client) throw new Error('it is one Redis');
    expect(client.options).to.include({
      ...{ autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0, enableOfflineQueue: false },
      ...{ commandTimeout: 250, socketTimeout: 1_500, connectTimeout: 500 },
      ...{ username: 'ann', password: 'secret', name: 'night', db: 3 },
    });
  });

  const rows: [string, string, RegExp][] = [
    [
      'no Redis answers',
      'redis://user:secret@127.0.0.1:1',
      /^Redis cannot be reached at redis:\/\/user:\*\*\*@127\.0\.0\.1:1 \(.*ECONNREFUSED.*\): /,
    ],
    ['the address is invalid', 'http://127.0.0.1', /^REDIS_URL is not an address such as redis:/],
  ];
  for (const [title, url, message] of rows) {
    it(`reports in one sentence what to do when ${title}`, async () => {
      const error = await rejection(connect(url));
      expect(error).to.be.instanceOf(RedisUnreachable);
      expect((error as Error).message).to.match(message);
    });
  }
});

describe('the store', () => {
  let redis: TestNode;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());

  it('K08: has only constant scripts that start with #!lua and check before they write', async () => {
    const client = new Redis(redis.url);
    // Scripts that free memory, and the lock that they need, must run in a full Redis.
    const makeRoom = ['collectContent', 'touchLock'];
    for (const [name, { lua }] of Object.entries(scripts)) {
      const [first] = lua.split('\n', 1);
      if (makeRoom.includes(name)) expect(first).to.equal('#!lua flags=allow-oom');
      else expect(first, name).to.match(/^#!lua( flags=no-writes)?$/);
      // What a client sends is an argument, never a part of a script.
      expect(lua, name).not.to.match(/\bload(string)?\s*\(|\$\{/);
      await client.script('LOAD', lua);
    }
    client.disconnect();
  });

  it('refuses to start with another number of buckets than votes were stored with', async () => {
    const opened = await openStore(redis.url, { buckets: 4 });
    opened.close();
    const error = await rejection(openStore(redis.url, { buckets: 8 }));
    expect((error as Error).message).to.match(/^Votes in this Redis are spread over 4 buckets, but the setting says 8/);
  });

  const refusals: [id: string, title: string, command: string[], undo: string[]][] = [
    ['F09', 'full (OOM)', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['F11', 'a replica (READONLY)', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    [
      'F11',
      'without enough replicas (NOREPLICAS)',
      ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
      ['CONFIG', 'SET', 'min-replicas-to-write', '0'],
    ],
    ['F03', 'paused for writes', ['CLIENT', 'PAUSE', '5000', 'WRITE'], ['CLIENT', 'UNPAUSE']],
  ];
  for (const [id, title, [command = '', ...args], [undo = '', ...undoArgs]] of refusals) {
    it(`${id}: is unavailable for writes while Redis is ${title}, and comes back by itself`, async () => {
      const admin = new Redis(redis.url);
      const { store, useProductionTimeouts, close } = await openStore(redis.url, {
        buckets: 4,
        ...productionDeadlines,
      });
      useProductionTimeouts();
      const vote = { fightId: 1, roundNumber: 1, fighterStatid: 11, clientId: 'abcdefghijklmnop' };
      await admin.call(command, ...args);
      expect(await rejection(store.votes.cast(vote))).to.be.instanceOf(StoreUnavailable);
      expect(await rejection(store.ping())).to.be.instanceOf(StoreUnavailable);
      expect(await store.votes.tallies([1])).to.deep.equal([new Map()]);
      await admin.call(undo, ...undoArgs);
      const cast = () =>
        store.votes.cast(vote).then(
          ({ outcome }) => outcome,
          ({ name }: Error) => name,
        );
      const pinged = () =>
        store.ping().then(
          () => true,
          () => false,
        );
      await eventually(async () => !/Unavailable|Unknown/.test(await cast()), 'votes are taken again');
      expect(await cast()).to.equal('not-opened');
      await eventually(pinged, 'it answers again');
      close();
      admin.disconnect();
    });
  }

  it('F11: connects again after a write to a replica, and after no other refusal: the master may be elsewhere', async () => {
    const admin = new Redis(redis.url);
    const { store, connections, close } = await openStore(redis.url, { buckets: 4 });
    let closed = 0;
    connections.writes.on('close', () => closed++);
    await admin.call('CONFIG', 'SET', 'maxmemory', '1');
    expect(await rejection(store.ping())).to.be.instanceOf(StoreUnavailable);
    await admin.call('CONFIG', 'SET', 'maxmemory', '0');
    await store.ping();
    expect(closed, 'after OOM').to.equal(0);
    await admin.call('REPLICAOF', '127.0.0.1', '1');
    expect(await rejection(store.ping())).to.be.instanceOf(StoreUnavailable);
    await eventually(() => closed === 1, 'its connection is closed');
    await admin.call('REPLICAOF', 'NO', 'ONE');
    close();
    admin.disconnect();
  });

  it('is unavailable at once when the connection is closed, and finds its scripts again after SCRIPT FLUSH', async () => {
    const { store, connections, close } = await openStore(redis.url, { buckets: 4 });
    expect(await store.content.isEmpty()).to.equal(true);
    await connections.writes.script('FLUSH');
    expect(await store.content.isEmpty()).to.equal(true);
    close();
    expect(await rejection(store.content.isEmpty())).to.be.instanceOf(StoreUnavailable);
  });

  it('F22: distinguishes broken stored data from an unavailable store', async () => {
    const { store, connections, close } = await openStore(redis.url, { buckets: 4 });
    await connections.writes.set(keys.bucket(7, 0).tally, 'a string');
    const error = await rejection(store.votes.tallies([7]));
    expect(error).to.be.instanceOf(StoreFault);
    expect((error as Error).message).to.equal('WRONGTYPE Operation against a key holding the wrong kind of value');
    close();
  });
});
