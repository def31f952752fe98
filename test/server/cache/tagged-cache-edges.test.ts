import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { TaggedCache } from '../../../server/cache/tagged-cache.ts';
import type { CachedValue, CacheSettings } from '../../../server/cache/tagged-cache-types.ts';
import { Away, Clock, every, ManualLoader, waiting } from '../../support/fixtures/cache-fixtures.ts';

const fresh = (value: string) => ({ value, isStale: false });
const stale = (value: string, loadedMs: number) => ({ value, isStale: true, loadedMs });

describe('TaggedCache, step by step', () => {
  let clock: Clock;
  let cache: TaggedCache<string>;
  let loader: ManualLoader;
  /** What the owner of the cache was told, and what other processes were asked for. */
  const noticed: string[] = [];
  let peers: (() => Promise<CachedValue<string> | undefined>) | undefined;

  const open = (more: Partial<CacheSettings<string>> = {}) => {
    cache = new TaggedCache<string>({
      ...{ bytes: 1_000_000, now: clock.now, sizeOf: (value) => value.length },
      isNotFound: (error) => !(error instanceof Away),
      onLoad: (key) => noticed.push(`loaded ${key}`),
      onRemove: (key) => noticed.push(`removed ${key}`),
      fetchFromPeers(key) {
        noticed.push(`asked for ${key}`);
        return peers?.() ?? Promise.resolve(undefined);
      },
      ...more,
    });
  };

  beforeEach(() => {
    clock = new Clock();
    loader = new ManualLoader(clock);
    noticed.length = 0;
    peers = undefined;
    open();
  });
  afterEach(() => mock.reset());

  const read = (policy = waiting, admit?: () => void) => cache.read('key', policy, loader.load, admit);
  const failure = (reading: Promise<unknown>) =>
    reading.catch(({ message, constructor: { name } }) => `${name} ${message}`);

  async function store(value: string, policy = waiting): Promise<void> {
    const reading = read(policy);
    await loader.at(-1).finish(value);
    await reading;
  }

  it('goes by the clock of the machine if it is given no other', async () => {
    mock.method(Date, 'now', () => 5_000);
    cache = new TaggedCache<string>({ bytes: 1_000, sizeOf: () => 1, isNotFound: () => false });
    await store('first');
    expect([cache.get('key'), cache.peek('key')?.loadedMs]).to.deep.equal([fresh('first'), 5_000]);
  });

  it('marks every value as stale while its source is away, and none afterwards', async () => {
    await store('first');
    cache.setAway(true);
    expect(cache.get('key')).to.deep.equal(stale('first', 1_000_000));
    clock.ms += 1_000;
    expect(cache.get('key'), 'while it is loaded again').to.deep.equal(stale('first', 1_000_000));
    await loader.at(1).finish('second');
    expect(cache.get('key')).to.deep.equal(stale('second', 1_001_000));
    cache.setAway(false);
    expect(cache.get('key')).to.deep.equal(fresh('second'));
  });

  it('serves what was invalidated at the moment of its load, where no reader waits', async () => {
    await store('first', every);
    cache.invalidate('tag');
    expect([cache.get('key'), loader.count]).to.deep.equal([fresh('first'), 1]);
  });

  it('asks for the admission of each load once, and begins none that is refused', async () => {
    let admitted = 0;
    const admit = () => {
      admitted++;
    };
    const readings = [read(waiting, admit), read(waiting, admit)];
    expect(admitted).to.equal(1);
    await loader.at(0).finish('first');
    await Promise.all(readings);
    await read(waiting, admit);
    expect([admitted, loader.count]).to.deep.equal([1, 1]);
    clock.ms += 2_000;
    const refuse = () => {
      throw new Error('refused');
    };
    expect(await failure(read(waiting, refuse))).to.equal('Error refused');
    expect([loader.count, cache.peek('key')?.value]).to.deep.equal([1, 'first']);
  });

  it('says which cached values are gone, and asks no other process for them', async () => {
    peers = async () => ({ value: 'of another', loadedMs: 1 });
    const unknown = failure(read());
    await loader.at(0).fail(new Error('gone'));
    expect([await unknown, noticed]).to.deep.equal(['Error gone', []]);
    for (const isUnbounded of [false, true]) {
      noticed.length = 0;
      loader = new ManualLoader(clock, { isUnbounded });
      await store('first');
      expect([cache.get('key'), cache.peek('key')?.value, cache.count]).to.deep.equal([fresh('first'), 'first', 1]);
      clock.ms += 2_000;
      const gone = failure(read());
      await loader.at(-1).fail(new Error('gone'));
      expect([await gone, cache.count, cache.peek('key')]).to.deep.equal(['Error gone', 0, undefined]);
      expect(noticed).to.deep.equal(['loaded key', 'removed key']);
    }
  });

  it('keeps a value that came after what is gone now, found by a reader or in the background', async () => {
    for (const isBehindTheBack of [false, true]) {
      noticed.length = 0;
      await store('first');
      clock.ms += isBehindTheBack ? 1_000 : 2_000;
      const first = failure(read());
      cache.invalidate('tag');
      const second = read();
      await loader.at(-1).finish('second');
      await loader.at(-2).fail(new Error('gone'));
      expect([await first, await second]).to.deep.equal([
        isBehindTheBack ? fresh('first') : 'Error gone',
        fresh('second'),
      ]);
      expect([cache.get('key'), noticed]).to.deep.equal([fresh('second'), ['loaded key', 'loaded key']]);
      clock.ms += 10_000;
      const over = failure(read());
      await loader.at(-1).fail(new Error('gone'));
      await over;
    }
  });

  it('serves what another process has while its source is away, and loads it as soon as it can', async () => {
    peers = async () => ({ value: 'of another', loadedMs: 400_000 });
    const reading = read();
    await loader.at(0).fail();
    expect(await reading).to.deep.equal(stale('of another', 400_000));
    expect([noticed, cache.count, cache.bytes]).to.deep.equal([['asked for key'], 1, 512 + 3 + 10]);
    expect(cache.get('key'), 'it may have changed').to.equal(undefined);
    expect(await read(), 'without waiting').to.deep.equal(stale('of another', 400_000));
    expect(loader.count).to.equal(1);
    clock.ms += 250;
    expect(await read()).to.deep.equal(stale('of another', 400_000));
    expect(loader.at(1).cached).to.deep.include({ value: 'of another', tags: [], version: undefined });
    await loader.at(1).finish('own');
    expect([cache.get('key'), noticed]).to.deep.equal([fresh('own'), ['asked for key', 'loaded key']]);
  });

  it('asks no other process for what it has, and prefers what came meanwhile', async () => {
    await store('first');
    clock.ms += 10_000;
    const reading = read();
    await loader.at(1).fail();
    expect(await reading).to.deep.equal(stale('first', 1_000_000));
    expect(noticed).to.deep.equal(['loaded key']);

    open();
    const asked = Promise.withResolvers<CachedValue<string>>();
    peers = () => asked.promise;
    const early = read();
    await loader.at(2).fail();
    const late = read();
    await loader.at(3).finish('own');
    asked.resolve({ value: 'of another', loadedMs: 1 });
    expect([await early, await late]).to.deep.equal([stale('own', 1_010_000), fresh('own')]);
    expect(cache.peek('key')?.value).to.equal('own');
  });

  it('has the value of another process among those of its kind', async () => {
    for (const [isUnbounded, count] of [
      [true, 1],
      [false, 2],
    ] as const) {
      open({ bytes: 8_000 });
      peers = async () => ({ value: 'x'.repeat(480), loadedMs: 1, isUnbounded });
      for (const key of ['a', 'b']) {
        const reading = cache.read(key, waiting, loader.load);
        await loader.at(-1).fail();
        await reading;
      }
      expect(cache.count).to.equal(count);
    }
  });

  it('applies each of several invalidations to a load in progress', async () => {
    const reading = read();
    for (const tag of ['tag', 'other']) cache.invalidate(tag);
    await loader.at(0).finish('first');
    expect([await reading, cache.get('key')]).to.deep.equal([fresh('first'), undefined]);
  });

  it('shares the latest load with later readers, although an earlier one has ended', async () => {
    await store('first');
    clock.ms += 2_000;
    const overtaken = read();
    cache.invalidate('tag');
    const second = read();
    await loader.at(1).finish('old');
    const third = read();
    expect(loader.count).to.equal(3);
    await loader.at(2).finish('new');
    expect(await Promise.all([overtaken, second, third])).to.deep.equal([fresh('old'), fresh('new'), fresh('new')]);
  });

  it('trusts none of its values once a change may have been missed', async () => {
    for (const isUnbounded of [false, true]) {
      open();
      loader = new ManualLoader(clock, { isUnbounded });
      await store('first');
      cache.markSuspect();
      expect(cache.get('key'), `${isUnbounded}`).to.equal(undefined);
    }
  });

  it('lets no reader wait twice in the moment of a failure', async () => {
    await store('first');
    clock.ms += 10_000;
    const reading = read();
    await loader.at(1).fail();
    await reading;
    expect([await read(), loader.count]).to.deep.equal([stale('first', 1_000_000), 2]);
  });

  it('loads nothing again for a reader after a change if the source is away', async () => {
    const before = failure(read());
    cache.invalidate('tag');
    const after = failure(read());
    await loader.at(0).fail();
    expect([await before, await after, loader.count]).to.deep.equal(['Away ', 'Away ', 1]);
  });

  it('marks a value as stale once it could not be loaded behind the back of readers', async () => {
    await store('first');
    clock.ms += 1_000;
    expect(cache.get('key')).to.deep.equal(fresh('first'));
    await loader.at(1).fail();
    expect(cache.get('key')).to.deep.equal(stale('first', 1_000_000));
    expect(loader.count).to.equal(2);
    clock.ms += 249;
    expect([cache.get('key')?.isStale, loader.count]).to.deep.equal([true, 2]);
    clock.ms += 1;
    expect([cache.get('key')?.isStale, loader.count]).to.deep.equal([true, 3]);
    expect([cache.get('key')?.isStale, loader.count], 'one at a time').to.deep.equal([true, 3]);
  });

  it('counts the bytes of a key, its value and what it was built from, and half a kilobyte', async () => {
    loader = new ManualLoader(clock, { sources: { bytes: 1_000 } });
    await store('first');
    expect(cache.bytes).to.equal(512 + 3 + 5 + 1_000);
  });

  it('has a value once, although it becomes ordinary or unbounded', async () => {
    for (const isUnbounded of [true, false, true]) {
      loader = new ManualLoader(clock, { isUnbounded });
      clock.ms += 2_000;
      await store(`${isUnbounded}`);
      expect([cache.count, cache.peek('key')?.value]).to.deep.equal([1, `${isUnbounded}`]);
    }
  });

  it('gives the loader all that it knows of the cached value, and itself again', async () => {
    const sources = { bytes: 7 };
    loader = new ManualLoader(clock, { version: 3, sources, isUnbounded: false, untilMs: 9_000_000 });
    await store('first');
    clock.ms += 2_000;
    const reading = read();
    expect(loader.at(1).cached).to.deep.include({
      ...{ value: 'first', tags: ['tag'], untilMs: 9_000_000, version: 3, sources, isUnbounded: false },
      ...{ loadedMs: 1_000_000, isInvalidated: false, isSuspect: false, failedMs: 0, size: 512 + 3 + 5 + 7 },
    });
    await loader.at(1).finish('second');
    await reading;
    clock.ms += 1_000;
    cache.get('key');
    await turn();
    expect(loader.at(2).cached).to.include({ value: 'second' });
  });

  it('takes a replaced value out of the lists of its tags, and no other', async () => {
    const put = (key: string, tags: string[]) => cache.read(key, waiting, async () => ({ value: key, tags }));
    const cached = () => ['a', 'b', 'c'].filter((key) => cache.get(key) !== undefined).join('');
    await put('a', ['x', 'y']);
    await put('b', ['x']);
    await put('c', ['y']);
    clock.ms += 2_000;
    for (const [key, tags] of Object.entries({ a: ['z'], b: ['x'], c: ['y'] })) await put(key, tags);
    const seen = [cached()];
    for (const tag of ['x', 'y', 'z']) {
      cache.invalidate(tag);
      seen.push(cached());
    }
    expect(seen).to.deep.equal(['abc', 'ac', 'a', '']);
  });

  it('waits for a change while no invalidation can arrive only where readers would wait anyway', async () => {
    for (const [policy, expected] of [
      [waiting, undefined],
      [every, fresh('first')],
    ] as const) {
      open();
      cache.setConnected(false);
      await store('first', policy);
      cache.invalidate('tag');
      expect(cache.get('key')).to.deep.equal(expected);
    }
  });
});
