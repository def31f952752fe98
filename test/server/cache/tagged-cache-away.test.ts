import { expect } from 'chai';
import type { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import { Away, Clock, cacheAt, every, Maker, waiting } from '../../support/fixtures/cache-fixtures.ts';

describe('TaggedCache, when its source is away', () => {
  let clock: Clock;
  let cache: TaggedCache<string>;
  let maker: Maker;
  beforeEach(() => {
    clock = new Clock();
    cache = cacheAt(clock);
    maker = new Maker(clock);
  });
  const stale = { value: 'first', isStale: true, loadedMs: 1_000_000 };

  for (const [kind, policy] of [
    ['waiting', waiting],
    ['minIntervalMs', every],
  ] as const) {
    it(`serves the cached value, marked stale; only the first reader waits, and the load is retried (${kind})`, async () => {
      const read = () => cache.read('key', policy, maker.make);
      const held = read();
      await maker.at(0).land('first');
      await held;
      clock.ms += 10_000;

      const first = [read(), read()];
      await maker.at(1).fail();
      expect(await Promise.all(first)).to.deep.equal([stale, stale]);
      let [tries, most] = [maker.count, 0];
      for (let ms = 0; ms < 10_000; ms += 50) {
        clock.ms += 50;
        // Settles although no load finishes.
        expect(await read()).to.deep.equal(stale);
        most = Math.max(most, maker.count - tries);
        tries = maker.count;
        if (ms % 500 === 0) await maker.at(-1).fail();
      }
      expect(most, 'one try at a time').to.equal(1);
      expect(tries).to.be.within(10, 42);

      await read();
      await maker.at(-1).land('second');
      expect(await read()).to.deep.equal({ value: 'second', isStale: false });
    });
  }

  it('throws the error of the load when nothing is cached', async () => {
    const reading = cache.read('key', waiting, maker.make).catch((error) => error);
    await maker.at(0).fail();
    expect(await reading).to.be.instanceOf(Away);
    expect(cache.count).to.equal(0);
  });

  it('lets a reader long after the last failure wait again', async () => {
    const held = cache.read('key', waiting, maker.make);
    await maker.at(0).land('first');
    await held;
    clock.ms += 10_000;
    const failed = cache.read('key', waiting, maker.make);
    await maker.at(1).fail();
    expect(await failed).to.deep.equal(stale);
    clock.ms += 5_000;
    const reading = cache.read('key', waiting, maker.make);
    await maker.at(2).land('second');
    expect(await reading).to.deep.equal({ value: 'second', isStale: false });
  });
});
