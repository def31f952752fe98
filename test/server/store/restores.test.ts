import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { backUp, restore } from '../../../server/store/backup/backup.ts';
import { RestoredStore } from '../../../server/store/backup/write-store.ts';
import { fillStore } from '../../support/fixtures/busy-store.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const progress = () => undefined;

describe('restores', () => {
  let folder: string;
  let target: TestNode;
  let empty: TestStore;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-restores-'));
    const redis = await startRedis();
    target = await startRedis();
    const filled = await openStore(redis.url);
    await fillStore(filled.store);
    file = join(folder, 'night.backup');
    await backUp({ client: filled.connections.bulk, file, signal, progress });
    filled.close();
    await redis.close();
    empty = await openStore(target.url);
  });
  after(async () => {
    empty?.close();
    await target?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => target.client.flushall());

  const restoreFrom = (path: string, replace = false) =>
    restore({ client: empty.connections.bulk, file: path, signal, progress, replace });

  /** Begins a restore over any data; it stands still before it looks for servers. Returns how it ends once it may go on. */
  async function beginAndStop() {
    const connection = empty.connections.bulk;
    const { pubsub } = connection;
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    Object.assign(connection, {
      async pubsub(...args: unknown[]) {
        asked.resolve();
        await goOn.promise;
        return Reflect.apply(pubsub, connection, args);
      },
    });
    const ended = reasonOf(restoreFrom(file, true));
    await asked.promise;
    Object.assign(connection, { pubsub });
    return () => {
      goOn.resolve();
      return ended;
    };
  }

  it('go into an empty Redis only, unless its data may be replaced; other programs keep their keys', async () => {
    await target.client.set('sessions:1', 'kept');
    await target.client.hset('{77:05cc}:votes:1', 'somebody-else-000000', '11|1000');
    expect(await reasonOf(restoreFrom(file))).to.equal(
      'StoreRefused: This Redis has data of Fightcard already (1 keys): restore into an empty one, or remove them with --replace.',
    );
    expect((await target.client.keys('*')).sort()).to.deep.equal(['sessions:1', '{77:05cc}:votes:1']);
    await restoreFrom(file, true);
    expect(await target.client.exists('{77:05cc}:votes:1')).to.equal(0);
    expect(await target.client.get('sessions:1')).to.equal('kept');
    const again = join(folder, 'again.backup');
    expect((await backUp({ client: empty.connections.bulk, file: again, signal, progress })).others).to.equal(1);
    expect(await readFile(again, 'utf8')).not.to.include('sessions');
  });

  it('remove no data that were there, although an earlier restore was killed while it looked for them', async () => {
    const ballots = ['somebody-else-000000', '11|1000'];
    await target.client.hset('{77:05cc}:votes:1', ballots);
    await beginAndStop();
    expect(await reasonOf(openStore(target.url)), 'a server meanwhile').to.match(/^StoreRefused/);
    expect(await reasonOf(restoreFrom(file))).to.match(/^StoreRefused: This Redis has data of Fightcard already/);
    expect(await target.client.hgetall('{77:05cc}:votes:1')).to.deep.equal({ [ballots[0] as string]: ballots[1] });
    const opened = await openStore(target.url);
    opened.close();
  });

  it('are done by one command at a time: the later one goes on, and the earlier writes nothing more', async () => {
    const [earlier, later] = [0, 1].map(() => new RestoredStore(empty.connections.bulk)) as [
      RestoredStore,
      RestoredStore,
    ];
    const part = { key: 'live:events', type: 'zset', values: ['77', '1'] } as const;
    await earlier.begin(false, signal);
    await later.begin(false, signal);
    const refused = 'StoreRefused: Another restore has begun on this Redis: let one of them end, then restore again.';
    expect(await reasonOf(earlier.write({ ...part, values: [...part.values] }))).to.equal(refused);
    const header = { fightcard: 'backup', format: 1, schema: 1, least: 1, buckets: 8, madeAt: '' } as const;
    expect(await reasonOf(earlier.finish({ ...header }, signal, progress))).to.equal(refused);
    expect(await target.client.exists('live:events')).to.equal(0);
    expect(await reasonOf(openStore(target.url))).to.match(/^StoreRefused/);
  });

  it('have 64 commands under way, or about four megabytes', async () => {
    const connection = empty.connections.bulk;
    const { call } = connection;
    for (const [length, most] of [
      [1, 64],
      [1_048_576, 4],
    ] as const) {
      await target.client.flushall();
      const store = new RestoredStore(connection);
      await store.begin(false, signal);
      let sent = 0;
      const goOn = Promise.withResolvers<void>();
      Object.assign(connection, { call: () => ++sent && goOn.promise });
      try {
        const write = () => store.write({ key: 'live:events', type: 'string', values: ['x'.repeat(length)] });
        const written = Array.from({ length: most + 1 }).reduce<Promise<void>>((last) => last.then(write), write());
        await eventually(() => sent > 0, 'the first is sent');
        await turn();
        expect(sent, `of ${length} bytes each`).to.equal(most);
        goOn.resolve();
        await written;
        expect(sent).to.equal(most + 2);
      } finally {
        goOn.resolve();
        Object.assign(connection, { call });
      }
    }
  });

  it('of which one is refused leave no half-filled store without its mark, whatever the other does', async () => {
    await target.client.hset('{77:05cc}:votes:1', 'somebody-else-000000', '11|1000');
    const goOn = await beginAndStop();
    expect(await reasonOf(restoreFrom(file))).to.match(/^StoreRefused: This Redis has data of Fightcard already/);
    expect(await goOn()).to.match(/^StoreRefused: Another restore has begun on this Redis/);
    expect(await target.client.keys('*'), 'nothing was removed or written').to.deep.equal(['{77:05cc}:votes:1']);
  });

  it('go into a Redis that only a server without content has used', async () => {
    const opened = await openStore(target.url);
    await opened.store.ping();
    opened.close();
    expect(await target.client.dbsize()).to.be.above(1);
    expect(await reasonOf(restoreFrom(file))).to.equal('done');
  });

  it('are not restored under a running server', async () => {
    const opened = await openStore(target.url);
    const subscribed = Promise.withResolvers<void>();
    const { close } = opened.store.subscriptions.subscribe(['content'], {
      onMessage: () => undefined,
      onSubscribe: () => subscribed.resolve(),
    });
    await subscribed.promise;
    for (const replace of [false, true]) {
      expect(await reasonOf(restoreFrom(file, replace))).to.match(
        /^StoreRefused: Servers use this Redis: stop them first/,
      );
    }
    expect(await target.client.hgetall('{votes:buckets}:schema')).to.deep.equal({ version: '2', least: '1' });
    close();
    opened.close();
  });

  it('that were restored in part let no server start, and the same restore ends it', async () => {
    for (const stopAt of [1, 30, 90]) {
      await target.client.flushall();
      const interrupt = new AbortController();
      let parts = 0;
      const stopping = (what: string) => {
        if (what === 'bytes restored' && ++parts === stopAt) interrupt.abort();
      };
      const { bulk } = empty.connections;
      const interrupted = restore({ client: bulk, file, signal: interrupt.signal, progress: stopping, replace: false });
      expect(await reasonOf(interrupted)).to.match(/^AbortError/);
      expect(await reasonOf(openStore(target.url))).to.equal(
        'StoreRefused: A restore into this Redis has not ended, so data are missing: run it again to its end (npm run restore).',
      );
      expect(await reasonOf(backUp({ client: bulk, file: join(folder, 'half.backup'), signal, progress }))).to.match(
        /^StoreRefused: A restore into this Redis has not ended/,
      );
      await target.client.hset('{content}:1:news', 'remains', 'of the first attempt');
      expect(await reasonOf(restoreFrom(file))).to.equal('done');
      expect(await target.client.hexists('{content}:1:news', 'remains')).to.equal(0);
      const opened = await openStore(target.url);
      opened.close();
    }
  });
});
