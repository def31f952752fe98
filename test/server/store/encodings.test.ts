import { expect } from 'chai';
import { Redis } from 'ioredis';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { digestOf } from '../../../server/store/live/snapshot.ts';
import { StoreFault, StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { readOutcomes, readVotes } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, productionDeadlines, startRedis, storeIsBack } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

/** Resolves to what a promise was rejected with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe('digestOf', () => {
  it('is independent of the order of members, at any depth', () => {
    // Of {"a":{"c":"x","d":[{"e":null,"f":1}]},"b":1}. Stored digests depend on it.
    const digest = 'CyXtEr4yYbNV1egAiVL5zv5JYKbdHxa1TdsveLw0_cA';
    expect(digestOf({ b: 1, a: { d: [{ f: 1, e: null }], c: 'x' } })).to.equal(digest);
    expect(digestOf({ a: { c: 'x', d: [{ e: null, f: 1 }] }, b: 1 })).to.equal(digest);
  });
});

describe('the store', () => {
  let redis: TestNode;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());

  it('K08: has only constant scripts that start with #!lua', async () => {
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
    it(`${id}: refuses writes while Redis is ${title}, then recovers`, async () => {
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
      expect(await readVotes(store, [1])).to.deep.equal([new Map()]);
      await admin.call(undo, ...undoArgs);
      await storeIsBack(store);
      const isTaken = async () => (await readOutcomes([store.votes.cast(vote)]))[0] === 'not-opened';
      await eventually(isTaken, 'votes are taken again');
      close();
      admin.disconnect();
    });
  }

  it('F11: reconnects only after a write to a replica', async () => {
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
    await eventually(() => closed === 1, 'its connection is closed', 20_000);
    await admin.call('REPLICAOF', 'NO', 'ONE');
    close();
    admin.disconnect();
  });

  it('gives each of many concurrent readers its own record', async () => {
    const { store, close } = await openStore(redis.url, { buckets: 4 });
    const ids = Array.from({ length: 150 }, (_, index) => index + 1);
    await publishRecords(store, { fighters: ids.map((id) => rawFighter(id)) });
    const asked = [...ids.flatMap((id) => [id, id]), 999];
    const found = await Promise.all(asked.map((id) => store.content.get('fighters', id)));
    expect(found.map((record) => record?.id)).to.deep.equal([...asked.slice(0, -1), undefined]);
    close();
  });

  it('F22: distinguishes broken data from an unavailable store', async () => {
    const { store, connections, close } = await openStore(redis.url, { buckets: 4 });
    await connections.writes.set(keys.bucket(7, 0).tally, 'a string');
    const error = await rejection(readVotes(store, [7]));
    expect(error).to.be.instanceOf(StoreFault);
    expect((error as Error).message).to.equal('WRONGTYPE Operation against a key holding the wrong kind of value');
    close();
  });
});
