import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import { Clock, cacheAt, every, ManualLoader, waiting } from '../../support/fixtures/cache-fixtures.ts';

const fresh = (value: string) => ({ value, isStale: false });

describe('TaggedCache', () => {
  let clock: Clock;
  let cache: TaggedCache<string>;
  let loader: ManualLoader;
  beforeEach(() => {
    clock = new Clock();
    cache = cacheAt(clock);
    loader = new ManualLoader(clock);
  });
  const read = (policy = waiting) => cache.read('key', policy, loader.load);

  /** Loads and caches a value. */
  async function store(value = 'first', policy = waiting): Promise<void> {
    const reading = read(policy);
    await loader.at(-1).finish(value);
    await reading;
  }

  it('loads a value once for 1,000 concurrent readers, and for later ones', async () => {
    const readings = Array.from({ length: 1_000 }, () => read());
    await loader.at(0).finish('first');
    const found = await Promise.all(readings);
    expect(new Set(found.map(({ value }) => value))).to.deep.equal(new Set(['first']));
    expect(await read()).to.deep.equal(fresh('first'));
    expect(loader.count).to.equal(1);
  });

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

  it('gives an eighth of its bytes to entries with unbounded keys, and all of them to the others', async () => {
    const half = 'x'.repeat(488 - 'a1'.length);
    for (const isUnbounded of [true, false]) {
      const small = cacheAt(clock, { bytes: 8_000 });
      for (const key of ['a1', 'a2', 'a3'])
        await small.read(key, waiting, async () => ({ value: half, tags: [], isUnbounded }));
      // An entry takes 512 bytes beside its value and its key: here 1,000 together.
      expect([small.count, small.bytes]).to.deep.equal(isUnbounded ? [1, 1_000] : [3, 3_000]);
    }
  });

  it('gives notice of each value that differs from the one before, and of no other', async () => {
    const noticed: string[] = [];
    const values = ['first', 'first', 'second', 'second', 'first'];
    const noticing = new TaggedCache<string>({
      ...{ bytes: 1_000_000, now: clock.now, sizeOf: (value) => value.length, isNotFound: () => false },
      onLoad: (key) => noticed.push(`${key} ${noticing.peek(key)?.value}`),
    });
    for (const value of values) {
      await noticing.read('key', waiting, async () => ({ value, tags: ['tag'] }));
      noticing.invalidate('tag');
    }
    expect(noticed).to.deep.equal(['key first', 'key second', 'key first']);
  });

  it('gives readers before an invalidation the load in progress, and readers after it a later load', async () => {
    const before = read();
    cache.invalidate('tag');
    const after = read();
    const later = read();
    expect(loader.count, 'the tags of the load are not yet known').to.equal(1);
    await loader.at(0).finish('old');
    expect(await before).to.deep.equal(fresh('old'));
    expect(cache.get('key'), 'it was loaded before the change').to.equal(undefined);
    await loader.at(1).finish('new');
    expect([await after, await later]).to.deep.equal([fresh('new'), fresh('new')]);
    expect(cache.get('key')).to.deep.equal(fresh('new'));
    expect(loader.count).to.equal(2);
  });

  it('answers that there is no value only to readers from before the last invalidation, who may have missed it', async () => {
    const before = read().catch(({ message }) => message);
    cache.invalidate('tag');
    const after = read();
    expect(loader.count, 'the tags of the load are not yet known').to.equal(1);
    await loader.at(0).fail(new Error('gone'));
    expect(await before).to.equal('gone');
    await loader.at(1).finish('new');
    expect(await after).to.deep.equal(fresh('new'));
    expect(loader.count).to.equal(2);
  });

  it('does not reload for the invalidation of another tag', async () => {
    await store();
    clock.ms += 2_000;
    const before = read();
    cache.invalidate('other');
    const after = read();
    expect(loader.count).to.equal(2);
    await loader.at(1).finish('second');
    expect([await before, await after]).to.deep.equal([fresh('second'), fresh('second')]);
    expect(cache.get('key')).to.deep.equal(fresh('second'));
  });

  it('does not wait for a load in progress that is known to be outdated', async () => {
    await store();
    clock.ms += 2_000;
    const before = read();
    cache.invalidate('tag');
    const after = read();
    expect(loader.count).to.equal(3);
    await loader.at(2).finish('new');
    expect(await after).to.deep.equal(fresh('new'));
    await loader.at(1).finish('old');
    expect(await before).to.deep.equal(fresh('old'));
  });

  it('never replaces an entry by one whose load began earlier', async () => {
    await store('first');
    clock.ms += 2_000;
    const before = read();
    cache.invalidate('tag');
    const after = read();
    await loader.at(2).finish('new');
    await loader.at(1).finish('old');
    expect([await before, await after]).to.deep.equal([fresh('old'), fresh('new')]);
    expect(cache.get('key')).to.deep.equal(fresh('new'));
  });

  it('invalidates every load in progress, also an overtaken one', async () => {
    loader = new ManualLoader(clock, { tags: ['tag', 'other'] });
    await store();
    clock.ms += 2_000;
    const first = read();
    cache.invalidate('other');
    const second = read();
    cache.invalidate('tag');
    await loader.at(1).finish('old');
    expect(cache.get('key')).to.equal(undefined);
    await loader.at(2).finish('also old');
    expect([await first, await second]).to.deep.equal([fresh('old'), fresh('also old')]);
    expect(cache.get('key')).to.equal(undefined);
  });

  it('with minIntervalMs no reader waits for a change, and at most one load begins in that time', async () => {
    await store('0', every);
    let changes = 0;
    const begun: number[] = [];
    for (let ms = 0; ms < 3_000; ms += 10) {
      clock.ms += 10;
      cache.invalidate('tag');
      changes++;
      const loads = loader.count;
      expect(cache.get('key'), 'no reader waits').to.not.equal(undefined);
      if (loader.count > loads) {
        begun.push(clock.ms);
        await loader.at(-1).finish(String(changes));
      }
    }
    const gaps = begun.slice(1).map((ms, index) => ms - (begun[index] ?? 0));
    expect(begun).to.have.length(12);
    expect(Math.min(...gaps)).to.be.at.least(250);
  });

  it('is fresh for ttlMs; in staleMs it is served while it is reloaded; then readers wait', async () => {
    await store();
    clock.ms += 999;
    expect(await read()).to.deep.equal(fresh('first'));
    expect(loader.count).to.equal(1);
    clock.ms += 1;
    expect(await read()).to.deep.equal(fresh('first'));
    expect(await read()).to.deep.equal(fresh('first'));
    expect(loader.count, 'one is on its way').to.equal(2);
    await loader.at(1).finish('second');
    expect(await read()).to.deep.equal(fresh('second'));
    clock.ms += 1_500;
    const reading = read();
    expect(loader.count).to.equal(3);
    await loader.at(2).finish('third');
    expect(await reading).to.deep.equal(fresh('third'));
  });

  it('counts age from the start of the load, and trusts nothing from the future', async () => {
    const reading = read();
    clock.ms += 1_500;
    await loader.at(0).finish('first');
    await reading;
    expect(cache.get('key')).to.equal(undefined);
    clock.ms -= 3_600_000;
    expect(cache.get('key')).to.equal(undefined);
  });

  it('expires at untilMs, whatever the policy', async () => {
    loader = new ManualLoader(clock, { untilMs: clock.ms + 100 });
    await store();
    clock.ms += 99;
    expect(cache.get('key')).to.deep.equal(fresh('first'));
    clock.ms += 1;
    expect(cache.get('key')).to.equal(undefined);
  });

  it('passes the cached entry to the loader, which may return it unchanged', async () => {
    loader = new ManualLoader(clock, { version: 7 });
    await store();
    expect(loader.at(0).cached).to.equal(undefined);
    clock.ms += 2_000;
    await store('second');
    expect(loader.at(1).cached).to.include({ value: 'first', version: 7 });
    cache.invalidate('tag');
    await store('third');
    expect(loader.at(2).cached, 'it was invalidated').to.include({ value: 'second', version: undefined });
    cache.markSuspect();
    await store('fourth');
    expect(loader.at(3).cached, 'a change may have been missed').to.include({ value: 'third', version: undefined });
  });

  it('serves no suspect entry', async () => {
    await store();
    clock.ms += 2_000;
    const underWay = read();
    cache.markSuspect();
    const after = read();
    expect(loader.count).to.equal(3);
    await loader.at(1).finish('second');
    expect(cache.get('key')).to.equal(undefined);
    await loader.at(2).finish('third');
    expect([await underWay, await after]).to.deep.equal([fresh('second'), fresh('third')]);
    expect(cache.get('key')).to.deep.equal(fresh('third'));
  });

  for (const [kind, policy] of [
    ['waiting', { ttlMs: 60_000, staleMs: 300_000 }],
    ['minIntervalMs', { ttlMs: 5_000, staleMs: 5_000, minIntervalMs: 250 }],
  ] as const) {
    it(`serves nothing for longer than a second while disconnected (${kind})`, async () => {
      await store('first', policy);
      cache.setConnected(false);
      expect(cache.get('key')).to.equal(undefined);
      await store('second', policy);
      clock.ms += 999;
      expect(cache.get('key')).to.deep.equal(fresh('second'));
      clock.ms += 1;
      expect(cache.get('key')).to.equal(undefined);
      await store('third', policy);
      cache.setConnected(true);
      expect(cache.get('key'), 'it was loaded while disconnected').to.equal(undefined);
      await store('fourth', policy);
      clock.ms += 4_000;
      expect(cache.get('key')).to.deep.equal(fresh('fourth'));
    });
  }

  it('removes a value that no longer exists, found by a reader or in the background', async () => {
    for (const isBehindTheBack of [true, false]) {
      await store();
      clock.ms += isBehindTheBack ? 1_000 : 2_000;
      const reading = read().catch(({ message }) => message);
      await loader.at(-1).fail(new Error('gone'));
      expect(await reading).to.deep.equal(isBehindTheBack ? fresh('first') : 'gone');
      expect(cache.count).to.equal(0);
      const next = read().catch((error) => error);
      await loader.at(-1).fail();
      expect(await next, 'nothing is left to be served').to.be.an('error');
      clock.ms += 10_000;
    }
  });

  it('off, serves cached values only while the source is away', async () => {
    cache = cacheAt(clock, { isOff: true });
    await store('first');
    expect(cache.get('key')).to.equal(undefined);
    const readings = [read(), read()];
    expect(loader.count).to.equal(3);
    await loader.at(2).finish('third');
    await loader.at(1).finish('second');
    expect(await Promise.all(readings)).to.deep.equal([fresh('second'), fresh('third')]);
    const stale = read();
    await loader.at(-1).fail();
    expect(await stale).to.deep.equal({ value: 'third', isStale: true, loadedMs: clock.ms });
    await store('fourth');
    const last = read();
    await loader.at(-1).fail();
    expect(await last).to.deep.equal({ value: 'fourth', isStale: true, loadedMs: clock.ms });
  });

  it('of 0 bytes caches nothing, and still loads once for concurrent readers', async () => {
    cache = cacheAt(clock, { bytes: 0 });
    const readings = [read(), read()];
    await loader.at(0).finish('first');
    await Promise.all(readings);
    expect([loader.count, cache.count, cache.bytes, cache.get('key')]).to.deep.equal([1, 0, 0, undefined]);
  });

  it('stays within its bytes over 1,000,000 keys', async () => {
    const bytes = 1_000_000;
    cache = cacheAt(clock, { bytes });
    let [most, loads] = [0, 0];
    const make = async () => {
      loads++;
      return { value: 'x', tags: ['tag'] };
    };
    for (let key = 0; key < 1_000_000; key += 1_000) {
      await Promise.all(Array.from({ length: 1_000 }, (_, n) => cache.read(String(key + n), waiting, make)));
      most = Math.max(most, cache.bytes);
    }
    console.log(`      1,000,000 keys: at most ${most} of ${bytes} bytes, ${cache.count} values cached`);
    expect(loads).to.equal(1_000_000);
    expect(most).to.be.within(bytes * 0.9, bytes);
    cache.invalidate('tag');
    expect(cache.get('999999')).to.equal(undefined);
  });

  it('evicts the least recently used entry, and never stores an entry larger than the cache', async () => {
    cache = cacheAt(clock, { bytes: 3_000 });
    const put = (key: string, length: number) =>
      cache.read(key, waiting, async () => ({ value: 'x'.repeat(length), tags: ['tag'] }));
    for (const key of ['a', 'b', 'c']) await put(key, 400);
    cache.get('a');
    await put('d', 400);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).to.deep.equal(['a', 'c', 'd']);
    expect((await put('large', 3_000)).value).to.have.length(3_000);
    expect(cache.get('large')).to.equal(undefined);
    expect(cache.count).to.equal(3);
    await put('a', 3_000);
    expect(cache.get('a')?.value).to.have.length(400);
    cache.invalidate('tag');
    await put('a', 3_000);
    expect(cache.get('a')).to.equal(undefined);
    await turn();
    expect(cache.count).to.equal(2);
  });
});
