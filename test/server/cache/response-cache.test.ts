import { expect } from 'chai';
import type { Operation } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { type CanonicalRequest, ResponseCache } from '../../../server/cache/response-cache.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

/** Counts as 1,028 bytes: twice its own two, and a kilobyte of headers. */
const reply = new Representation(Buffer.from('[]'), { type: 'application/json', headers: [] });
const { operation, params, json } = readRequest('GET', '/api/v1/us/events');
const canonicalOf = (key: string, isPage = false): CanonicalRequest => ({
  ...{ operation: operation as Operation, params, json, key, isPage },
});
const load = async () => ({ value: reply, tags: [] });

describe('the bytes of a response cache', () => {
  it('are those of its replies and of the addresses that lead to them', async () => {
    const cache = new ResponseCache({ bytes: 1_000_000 });
    expect([cache.bytes, cache.count]).to.deep.equal([0, 0]);
    const canonical = canonicalOf('/events');
    const steps: [step: () => unknown, bytes: number][] = [
      [() => cache.read(undefined, canonical, load), 512 + '/events'.length + 1_028],
      [() => cache.read('/events.json', canonical, load), 300 + '/events.json'.length],
      [() => cache.read('/events?x=1', canonical, load), 300 + '/events?x=1'.length],
      [() => cache.setTransient('/events?cursor=x', canonical), 300 + '/events?cursor=x'.length],
      [() => cache.cacheNotFound('/events/7', canonical, reply, 0), 300 + '/events/7'.length + 1_028],
    ];
    let sum = 0;
    for (const [step, bytes] of steps) {
      await step();
      sum += bytes;
      expect(cache.bytes).to.equal(sum);
    }
    expect(cache.count).to.equal(1);
  });

  it('are an eighth for plain addresses and for what does not exist, a sixteenth for others, and less for pages', async () => {
    const bytes = 25_600;
    const isKept = {
      async plain(length: number) {
        const cache = new ResponseCache({ bytes });
        const target = 'x'.repeat(length);
        await cache.read(target, canonicalOf(target), load);
        return cache.get(target) !== undefined;
      },
      async other(length: number) {
        const cache = new ResponseCache({ bytes });
        const target = '/events?'.padEnd(length, 'x');
        await cache.read(target, canonicalOf('/events'), load);
        return cache.get(target) !== undefined;
      },
      async transient(length: number) {
        const cache = new ResponseCache({ bytes });
        cache.setTransient('x'.repeat(length), canonicalOf('/events'));
        return cache.getTransient('x'.repeat(length)) !== undefined;
      },
      async unknown(length: number) {
        const cache = new ResponseCache({ bytes });
        cache.cacheNotFound('x'.repeat(length), canonicalOf('/events'), reply, 0);
        return cache.get('x'.repeat(length)) !== undefined;
      },
    };
    for (const [kind, longest] of [
      ['plain', 3_200 - 300],
      ['other', 1_600 - 300],
      ['transient', 400 - 300],
      ['unknown', 3_200 - 300 - 1_028],
    ] as const) {
      expect([await isKept[kind](longest), await isKept[kind](longest + 1)], kind).to.deep.equal([true, false]);
    }
  });

  it('may be none: then it keeps nothing, and so it does while it is off', async () => {
    for (const settings of [{ bytes: 0 }, { bytes: 100_000, isOff: true }]) {
      const cache = new ResponseCache(settings);
      await cache.read('/events', canonicalOf('/events'), load);
      cache.cacheNotFound('/events/7', canonicalOf('/events/7'), reply, 0);
      cache.setTransient('/events?cursor=x', canonicalOf('/events'));
      const found = [cache.get('/events'), cache.get('/events/7'), cache.getTransient('/events?cursor=x')];
      expect(found, JSON.stringify(settings)).to.deep.equal([undefined, undefined, undefined]);
      expect(cache.has('/events')).to.equal(false);
    }
    expect([new ResponseCache({ bytes: 0 }).bytes, new ResponseCache({ bytes: 0 }).count]).to.deep.equal([0, 0]);
  });
});

describe('a response cache', () => {
  it('has what does not exist by its address alone, until content changes', () => {
    const cache = new ResponseCache({ bytes: 1_000_000 });
    const canonical = canonicalOf('/events/7');
    cache.cacheNotFound('/events/7', canonical, reply, 0);
    expect(cache.get('/events/7')).to.deep.equal({ canonical, value: reply, isStale: false });
    expect([cache.has('/events/7'), cache.contentChanges]).to.deep.equal([false, 0]);
    cache.invalidate('content:events');
    cache.cacheNotFound('/events/7', canonical, reply, 0);
    expect([cache.get('/events/7'), cache.contentChanges]).to.deep.equal([undefined, 1]);
  });

  it('finds a reply by each address that led to it, and says where its store is away', async () => {
    const cache = new ResponseCache({ bytes: 1_000_000, now: () => 1_000_000 });
    const canonical = canonicalOf('/events');
    expect([cache.has('/events'), cache.peek('/events')]).to.deep.equal([false, undefined]);
    for (const target of ['/events', '/events?x=1']) {
      await cache.read(target, canonical, load);
      expect([cache.has(target), cache.get(target)?.value === reply], target).to.deep.equal([true, true]);
    }
    expect([cache.has('/events/'), cache.get('/events/')]).to.deep.equal([false, undefined]);
    expect(cache.peek('/events')).to.include({ value: reply, loadedMs: 1_000_000 });
    cache.setAway(true);
    expect(cache.get('/events')).to.deep.equal({ canonical, value: reply, isStale: true, loadedMs: 1_000_000 });
    cache.setAway(false);
    expect(cache.get('/events')?.isStale).to.equal(false);
    cache.setConnected(false);
    expect([cache.get('/events'), cache.has('/events')]).to.deep.equal([undefined, true]);
  });
});

describe('the other processes of a response cache', () => {
  const away = async () => {
    throw new StoreUnavailable('gone');
  };

  /** What they are told and asked; they have a reply that was loaded at 5. */
  function openCache(more: { isOff?: boolean } = {}) {
    const told: string[] = [];
    const cache = new ResponseCache({
      ...{ bytes: 1_000_000, now: () => 1_000_000, ...more },
      peers: {
        onLoad: (key) => void told.push(`loaded ${key}`),
        onRemove: (key) => void told.push(`removed ${key}`),
        async fetch(key) {
          told.push(`asked for ${key}`);
          return { value: reply, loadedMs: 5 };
        },
      },
    });
    return { told, cache };
  }

  it('are told what was loaded and what is gone, and asked for what cannot be loaded', async () => {
    const { told, cache } = openCache();
    const gone = async () => {
      throw new Problem('event-not-found');
    };
    await cache.read('/a', canonicalOf('/a'), load);
    expect(cache.get('/a')).to.deep.equal({
      ...{ canonical: canonicalOf('/a'), value: reply, isStale: false, loadedMs: undefined },
    });
    cache.setConnected(true);
    expect(await reasonOf(cache.read('/a', canonicalOf('/a'), gone))).to.include('event-not-found');
    expect(await reasonOf(cache.read('/c', canonicalOf('/c'), gone))).to.include('event-not-found');
    const fetched = await cache.read('/b', canonicalOf('/b'), away);
    expect(fetched).to.deep.equal({ value: reply, isStale: true, loadedMs: 5 });
    expect(told).to.deep.equal(['loaded /a', 'removed /a', 'asked for /b']);
    expect([cache.has('/a'), cache.has('/b'), cache.peek('/b')?.loadedMs]).to.deep.equal([false, true, 5]);
  });

  it('are not there: then what cannot be loaded is an error', async () => {
    const cache = new ResponseCache({ bytes: 1_000_000 });
    expect(await reasonOf(cache.read('/a', canonicalOf('/a'), away))).to.include('StoreUnavailable');
  });

  it('serve while it is off only what cannot be loaded', async () => {
    const { told, cache } = openCache({ isOff: true });
    for (let time = 0; time < 2; time++) {
      expect(await cache.read('/a', canonicalOf('/a'), load)).to.deep.equal({ value: reply, isStale: false });
      expect(cache.get('/a')).to.equal(undefined);
    }
    expect(await cache.read('/a', canonicalOf('/a'), away)).to.deep.equal({
      ...{ value: reply, isStale: true, loadedMs: 1_000_000 },
    });
    expect(told).to.deep.equal(['loaded /a']);
  });
});

describe('what a response cache admits', () => {
  it('is its own of sixteen loads at once, by how important each is; a page that a list links to is a list', async () => {
    const cache = new ResponseCache({ bytes: 1_000_000 });
    expect(cache.admission.limit).to.equal(16);
    const begun: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    const begin = (key: string, isPage: boolean) =>
      cache.read(key, canonicalOf(key, isPage), async () => {
        begun.push(key);
        const end = Promise.withResolvers<void>();
        ends.push(end);
        await end.promise;
        return load();
      });
    cache.markLinked('/linked');
    expect([cache.isLinked('/linked'), cache.isLinked('/1')]).to.deep.equal([true, false]);
    const reads = ['/1', '/2', '/3'].map((key) => begin(key, true));
    reads.push(begin('/linked', true), begin('/4', false));
    expect(begun, 'an eighth for pages').to.deep.equal(['/1', '/2', '/linked', '/4']);
    while (begun.length < 5 || ends.length > 0) {
      ends.shift()?.resolve();
      await new Promise(setImmediate);
    }
    await Promise.all(reads);
    expect(begun.at(-1)).to.equal('/3');
  });

  it('is asked before each load', async () => {
    const cache = new ResponseCache({ bytes: 1_000_000 });
    let asked = 0;
    const admit = () => void asked++;
    for (let time = 0; time < 2; time++) await cache.read('/a', canonicalOf('/a'), load, admit);
    expect(asked).to.equal(1);
  });
});

describe('a cached reply of a given age', () => {
  const fight = '/api/v3/mobile/fights/88005';
  const feed = '/api/v1/us/fight_metrics/live_event/811';
  const vote = `${fight}/round/1/fighter/11/vote/u7Qm2x9LkT4sBv0Z`;
  const rows: [path: string, ageMs: number, isChanged: boolean, found: string][] = [
    ['/api/v3/mobile/news', 59_999, false, 'fresh'],
    ['/api/v3/mobile/news', 60_000, false, 'reload'],
    ['/api/v3/mobile/news', 359_999, false, 'reload'],
    ['/api/v3/mobile/news', 360_000, false, 'miss'],
    ['/api/v3/mobile/news', 250, true, 'miss'],
    [feed, 999, false, 'fresh'],
    [feed, 1_000, false, 'reload'],
    [feed, 2_000, false, 'miss'],
    [feed, 250, true, 'miss'],
    [`${fight}/votes`, 1_999, false, 'reload'],
    [`${fight}/votes`, 2_000, false, 'miss'],
    [`${fight}/votes`, 249, true, 'fresh'],
    [`${fight}/votes`, 250, true, 'reload'],
    ['/api/v3/mobile/health', 0, false, 'miss'],
    [vote, 0, false, 'miss'],
  ];
  for (const [path, ageMs, isChanged, expected] of rows) {
    it(`is ${expected}: ${path}, ${ageMs} ms${isChanged ? ' after a change' : ''}`, async () => {
      let [nowMs, loads] = [1_000_000, 0];
      const cache = new ResponseCache({ bytes: 1_000_000, now: () => nowMs });
      const request = readRequest('GET', path);
      const canonical = { ...canonicalOf(path), operation: request.operation as Operation };
      await cache.read(path, canonical, async () => {
        loads++;
        return { value: reply, tags: ['tag'] };
      });
      if (isChanged) cache.invalidate('tag');
      nowMs += ageMs;
      const found = cache.get(path) !== undefined;
      expect(found ? (loads > 1 ? 'reload' : 'fresh') : 'miss').to.equal(expected);
    });
  }

  it('is forgotten after five seconds if it is a 404', async () => {
    const cache = new ResponseCache({ bytes: 1_000_000 });
    const startMs = performance.now();
    cache.cacheNotFound('/events/7', canonicalOf('/events/7'), reply, 0);
    await eventually(() => cache.get('/events/7') === undefined, 'it is forgotten', 20_000);
    expect(performance.now() - startMs).to.be.above(4_900);
  });
});
