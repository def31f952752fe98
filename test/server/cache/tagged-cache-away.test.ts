import { expect } from 'chai';
import type { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import { Away, Clock, cacheAt, every, ManualLoader, waiting } from '../../support/fixtures/cache-fixtures.ts';

describe('TaggedCache, when its source is away', () => {
  let clock: Clock;
  let cache: TaggedCache<string>;
  let loader: ManualLoader;
  beforeEach(() => {
    clock = new Clock();
    cache = cacheAt(clock);
    loader = new ManualLoader(clock);
  });
  const stale = { value: 'first', isStale: true, loadedMs: 1_000_000 };

  for (const [kind, policy] of [
    ['waiting', waiting],
    ['minIntervalMs', every],
  ] as const) {
    it(`serves the cached value, marked stale; only the first reader waits, and the load is retried (${kind})`, async () => {
      const read = () => cache.read('key', policy, loader.load);
      const cached = read();
      await loader.at(0).finish('first');
      await cached;
      clock.ms += 10_000;

      const first = [read(), read()];
      await loader.at(1).fail();
      expect(await Promise.all(first)).to.deep.equal([stale, stale]);
      let [tries, most] = [loader.count, 0];
      for (let ms = 0; ms < 10_000; ms += 50) {
        clock.ms += 50;
        // Settles although no load finishes.
        expect(await read()).to.deep.equal(stale);
        most = Math.max(most, loader.count - tries);
        tries = loader.count;
        if (ms % 500 === 0) await loader.at(-1).fail();
      }
      expect(most, 'one attempt at a time').to.equal(1);
      expect(tries).to.be.within(10, 42);

      await read();
      await loader.at(-1).finish('second');
      expect(await read()).to.deep.equal({ value: 'second', isStale: false });
    });
  }

  it('throws the error of the load when nothing is cached', async () => {
    const reading = cache.read('key', waiting, loader.load).catch((error) => error);
    await loader.at(0).fail();
    expect(await reading).to.be.instanceOf(Away);
    expect(cache.count).to.equal(0);
  });

  it('lets a reader long after the last failure wait again', async () => {
    const cached = cache.read('key', waiting, loader.load);
    await loader.at(0).finish('first');
    await cached;
    clock.ms += 10_000;
    const failed = cache.read('key', waiting, loader.load);
    await loader.at(1).fail();
    expect(await failed).to.deep.equal(stale);
    clock.ms += 5_000;
    const reading = cache.read('key', waiting, loader.load);
    await loader.at(2).finish('second');
    expect(await reading).to.deep.equal({ value: 'second', isStale: false });
  });
});
