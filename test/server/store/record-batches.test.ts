import { expect } from 'chai';
import { type AskRecords, RecordBatches } from '../../../server/store/content/record-batches.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('RecordBatches', () => {
  /** A reader whose records are named after their keys, and the calls that it was asked. */
  function recording(generation = 7) {
    const calls: unknown[][] = [];
    const ask: AskRecords = async (asked, collection, keys) => {
      calls.push([asked, collection, ...keys]);
      return [generation, ...keys.map((key) => (key === 'none' ? null : `${collection} ${key}`))];
    };
    return { calls, batches: new RecordBatches(ask) };
  }

  it('asks once, and gives each reader its own', async () => {
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

  it('asks for at most 64 in one call', async () => {
    const { calls, batches } = recording();
    const keys = (count: number) => Array.from({ length: count }, (_, index) => index);
    const found = await Promise.all([40, 30, 24, 64, 200].map((count) => batches.read('', 'news', keys(count))));
    expect(found.map(({ length }) => length - 1)).to.deep.equal([40, 30, 24, 64, 200]);
    expect(calls.map(({ length }) => length - 2).sort((a, b) => a - b)).to.deep.equal([40, 54, 64, 200]);
  });

  it('fails all readers of a malformed reply', async () => {
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

  it('finds nothing without content or its generation', async () => {
    for (const none of [0, -1]) {
      const batches = new RecordBatches(async () => [none, 0]);
      const both = await Promise.all([batches.read('', 'news', ['a']), batches.read('', 'news', ['b'])]);
      expect(both.map(([generation]) => generation)).to.deep.equal([none, none]);
    }
  });
});
