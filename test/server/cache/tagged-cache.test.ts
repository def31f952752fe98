import { expect } from 'chai';
import { Problem } from '../../../common/wire/problem.ts';
import { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import { Clock, cacheAt, ManualLoader, waiting } from '../../support/fixtures/cache-fixtures.ts';

/** Of each `Clock`. */
const startMs = 1_000_000;
const fresh = (value: string) => ({ value, isStale: false });

describe('TaggedCache', () => {
  let clock: Clock;
  let cache: TaggedCache<string>;
  let loader: ManualLoader;
  beforeEach(() => {
    clock = new Clock();
    cache = cacheAt(clock);
    loader = new ManualLoader();
  });
  const read = () => cache.read('key', waiting, loader.load);

  it('invalidates entries with the tag, and no others', async () => {
    const tagsOf: Record<string, string[]> = { a: ['x'], b: ['x', 'y'], c: ['y'], d: [] };
    for (const [key, tags] of Object.entries(tagsOf)) {
      await cache.read(key, waiting, async () => ({ value: key, tags }));
    }
    const cached = () => Object.keys(tagsOf).filter((key) => cache.get(key) !== undefined);
    cache.invalidate('z');
    expect(cached()).to.deep.equal(['a', 'b', 'c', 'd']);
    cache.invalidate('x');
    expect(cached()).to.deep.equal(['c', 'd']);
    cache.invalidate('y');
    expect(cached()).to.deep.equal(['d']);
    await cache.read('b', waiting, async () => ({ value: 'b', tags: ['z'] }));
    cache.invalidate('x');
    expect(cached(), 'the tags of a replaced entry are forgotten').to.deep.equal(['b', 'd']);
  });

  it('limits entries with unbounded keys to an eighth', async () => {
    for (const isUnbounded of [true, false]) {
      const small = cacheAt(clock, { bytes: 80_000 });
      for (const key of ['a1', 'a2', 'a3'])
        await small.read(key, waiting, async () => ({ value: 'x'.repeat(8_000), tags: [], isUnbounded }));
      expect(small.count).to.equal(isUnbounded ? 1 : 3);
    }
  });

  it('reports each value that differs from the one before', async () => {
    const noticed: string[] = [];
    const values = ['first', 'first', 'second', 'second', 'first'];
    const noticing = new TaggedCache<string>({
      ...{ bytes: 1_000_000, now: clock.now, sizeOf: (value) => value.length },
      peers: {
        onLoad: (key) => void noticed.push(`${key} ${noticing.peek(key)?.value}`),
        onRemove: () => undefined,
        fetch: async () => undefined,
      },
    });
    for (const value of values) {
      await noticing.read('key', waiting, async () => ({ value, tags: ['tag'] }));
      noticing.invalidate('tag');
    }
    expect(noticed).to.deep.equal(['key first', 'key second', 'key first']);
  });

  it('loads a missing value again after an invalidation', async () => {
    const before = read().catch((error) => error);
    cache.invalidate('tag');
    const after = read();
    expect(loader.count, 'the tags of the load are not yet known').to.equal(1);
    await loader.at(0).fail(new Problem('fight-not-found'));
    expect(await before).to.be.instanceOf(Problem);
    await loader.at(1).finish('new');
    expect(await after).to.deep.equal(fresh('new'));
    expect(loader.count).to.equal(2);
  });

  it('counts age from the start of the load', async () => {
    const reading = read();
    clock.ms += 1_500;
    await loader.at(0).finish('first');
    await reading;
    expect(cache.get('key')).to.equal(undefined);
    clock.ms -= 3_600_000;
    expect(cache.get('key')).to.equal(undefined);
  });

  it('evicts the least recently used entry first', async () => {
    cache = cacheAt(clock, { bytes: 30_000 });
    const put = (key: string, length: number) =>
      cache.read(key, waiting, async () => ({ value: 'x'.repeat(length), tags: ['tag'] }));
    for (const key of ['a', 'b', 'c']) await put(key, 8_000);
    cache.get('a');
    await put('d', 8_000);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).to.deep.equal(['a', 'c', 'd']);
    expect((await put('large', 30_000)).value).to.have.length(30_000);
    expect(cache.get('large')).to.equal(undefined);
    expect(cache.count).to.equal(3);
  });
});

describe('TaggedCache: while its source is unreachable', () => {
  let clock: Clock;
  let cache: TaggedCache<string>;
  let loader: ManualLoader;
  beforeEach(() => {
    clock = new Clock();
    loader = new ManualLoader();
    cache = cacheAt(clock);
  });
  const stale = (value: string, loadedMs: number) => ({ value, isStale: true, loadedMs });
  const read = () => cache.read('key', waiting, loader.load);
  async function store(value: string): Promise<void> {
    const reading = read();
    await loader.at(-1).finish(value);
    await reading;
  }

  it('serves the stale value and retries the load', async () => {
    await store('first');
    clock.ms += 10_000;
    const first = [read(), read()];
    await loader.at(1).fail();
    expect(await Promise.all(first)).to.deep.equal([stale('first', startMs), stale('first', startMs)]);
    let [tries, max] = [loader.count, 0];
    for (let ms = 0; ms < 10_000; ms += 50) {
      clock.ms += 50;
      // Settles although no load finishes.
      expect(await read()).to.deep.equal(stale('first', startMs));
      max = Math.max(max, loader.count - tries);
      tries = loader.count;
      if (ms % 500 === 0) await loader.at(-1).fail();
    }
    expect(max, 'one attempt at a time').to.equal(1);
    expect(tries).to.be.within(10, 42);
    await read();
    await loader.at(-1).finish('second');
    expect(await read()).to.deep.equal(fresh('second'));
  });
});
