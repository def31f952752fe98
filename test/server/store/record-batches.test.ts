import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { type AskRecords, RecordBatches } from '../../../server/store/content/record-batches.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('records that are read in one turn of the event loop', () => {
  /** A reader whose records are named after their keys, and the calls that it was asked. */
  function recording(generation = 7) {
    const calls: unknown[][] = [];
    const ask: AskRecords = async (asked, collection, keys) => {
      calls.push([asked, collection, ...keys]);
      return [generation, ...keys.map((key) => (key === 'none' ? null : `${collection} ${key}`))];
    };
    return { calls, batches: new RecordBatches(ask) };
  }

  it('are asked for together, and each reader gets its own in the order of its keys', async () => {
    const { calls, batches } = recording();
    const found = await Promise.all([
      batches.read('', 'fighters', [3, 1]),
      batches.read('', 'fighters', ['none']),
      batches.read('', 'fighters', [1]),
      batches.read('', 'fighters', []),
    ]);
    expect(found).to.deep.equal([[7, 'fighters 3', 'fighters 1'], [7, null], [7, 'fighters 1'], [7]]);
    expect(calls).to.deep.equal([['', 'fighters', 3, 1, 'none', 1]]);
    await batches.read('', 'fighters', [2]);
    expect(calls.slice(1)).to.deep.equal([['', 'fighters', 2]]);
  });

  it('are asked for apart where collection or generation differ', async () => {
    const { calls, batches } = recording();
    await Promise.all([
      batches.read('', 'fighters', [1]),
      batches.read(7, 'fighters', [2]),
      batches.read('', 'news', [3]),
      batches.read(7, 'fighters', [4]),
    ]);
    expect(calls).to.deep.equal([
      ['', 'fighters', 1],
      [7, 'fighters', 2, 4],
      ['', 'news', 3],
    ]);
  });

  it('are at most 64 in one call; a read of as many makes its own call', async () => {
    const { calls, batches } = recording();
    const keys = (count: number) => Array.from({ length: count }, (_, index) => index);
    const found = await Promise.all([40, 30, 24, 64, 200].map((count) => batches.read('', 'news', keys(count))));
    expect(found.map(({ length }) => length - 1)).to.deep.equal([40, 30, 24, 64, 200]);
    expect(calls.map(({ length }) => length - 2).sort((a, b) => a - b)).to.deep.equal([40, 54, 64, 200]);
  });

  it('fail together, and so do those of a reply that has too few or too many', async () => {
    const away = new StoreUnavailable('no answer');
    const failing = new RecordBatches(() => Promise.reject(away));
    const reads = [failing.read('', 'news', ['a']), failing.read('', 'news', ['b'])].map(failureOf);
    expect(await Promise.all(reads)).to.deep.equal([away, away]);
    for (const reply of [[7], [7, 'a'], [7, 'a', 'b', 'c']] as [number][]) {
      const wrong = new RecordBatches(async () => reply);
      const both = [wrong.read('', 'news', ['a']), wrong.read('', 'news', ['b'])].map(failureOf);
      for (const error of await Promise.all(both)) expect(error, String(reply)).to.be.instanceOf(StoreUnavailable);
    }
  });

  it('are none where there is no content, or the generation is gone', async () => {
    for (const none of [0, -1]) {
      const batches = new RecordBatches(async () => [none, 0]);
      const both = await Promise.all([batches.read('', 'news', ['a']), batches.read('', 'news', ['b'])]);
      expect(both.map(([generation]) => generation)).to.deep.equal([none, none]);
    }
  });
});

describe('records of Redis that are read in one turn', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    await publishRecords(opened.store, world);
  });
  after(async () => {
    opened?.close();
    await redis?.close();
  });

  it('take one script call, however many readers ask', async () => {
    const { content } = opened.store;
    const ids = world.fighters.map(({ id }) => Number(id));
    await content.get('fighters', ids[0] ?? 0);
    await redis.client.call('CONFIG', 'RESETSTAT');
    const found = await Promise.all(ids.slice(0, 30).map((id) => content.snapshot().get('fighters', id)));
    expect(found.map((record) => record?.id)).to.deep.equal(ids.slice(0, 30));
    const stats = await redis.client.info('commandstats');
    const calls = [...stats.matchAll(/cmdstat_evalsha:calls=(\d+)/g)].map(([, count]) => Number(count));
    expect(calls).to.deep.equal([1]);
  });
});
