import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import type { Operation } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ids } from '../../../contracts/world/index.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { type CanonicalRequest, ResponseCache } from '../../../server/cache/response-cache.ts';
import { contentTag } from '../../../server/cache/tags.ts';
import { channels, StoreUnavailable } from '../../../server/store/index.ts';
import { countStatuses } from '../../support/http/client-pool.ts';
import { answersIn, sendPipelined } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

const mega = 1_048_576;
/** Counts as 1,028 bytes: twice its own two, and a kilobyte of headers. */
const reply = new Representation(Buffer.from('[]'), { type: 'application/json', headers: [] });
const { operation, params, json } = readRequest('GET', '/api/v1/us/events');
const canonicalOf = (key: string, isPage = false): CanonicalRequest => ({
  ...{ operation: operation as Operation, params, json, key, isPage },
});
const load = async () => ({ value: reply, tags: [] });
const away = async () => {
  throw new StoreUnavailable('gone');
};

describe('ResponseCache', () => {
  let cache: ResponseCache;
  beforeEach(() => {
    cache = new ResponseCache({ bytes: 1_000_000, now: () => 1_000_000 });
  });

  const longKey = (length: number) => '/events?'.padEnd(length, 'x');
  const bytes = 25_600;
  type Keep = (small: ResponseCache, key: string) => unknown;
  const ways: Record<string, Keep> = {
    plain: (small, key) => small.read(key, canonicalOf(key), load),
    other: (small, key) => small.read(key, canonicalOf('/events'), load),
    page: (small, key) => small.setTransient(key, canonicalOf('/events')),
    unknown: (small, key) => small.cacheNotFound(key, canonicalOf('/events'), reply, 0),
  };
  for (const [way, longest] of [
    ['plain', bytes / 8 - 300],
    ['other', bytes / 16 - 300],
    ['page', bytes / 64 - 300],
    ['unknown', bytes / 8 - 300 - 1_028],
  ] as const) {
    it(`bounds the bytes of ${way} addresses`, async () => {
      for (const [length, isKept] of [
        [longest, true],
        [longest + 1, false],
      ] as const) {
        const small = new ResponseCache({ bytes });
        await ways[way]?.(small, longKey(length));
        const found = small.get(longKey(length)) ?? small.getTransient(longKey(length));
        expect(found !== undefined, `${length}`).to.equal(isKept);
      }
    });
  }

  for (const settings of [{ bytes: 0 }, { bytes: 100_000, isOff: true }]) {
    it(`keeps nothing with ${JSON.stringify(settings)}`, async () => {
      cache = new ResponseCache(settings);
      await cache.read('/events', canonicalOf('/events'), load);
      cache.cacheNotFound('/events/7', canonicalOf('/events/7'), reply, 0);
      cache.setTransient('/events?cursor=x', canonicalOf('/events'));
      expect([cache.get('/events'), cache.get('/events/7')]).to.deep.equal([undefined, undefined]);
      expect(cache.getTransient('/events?cursor=x')).to.equal(undefined);
      expect(cache.has('/events')).to.equal(false);
    });
  }

  it('finds a reply by each address that led to it', async () => {
    for (const target of ['/events', '/events?x=1']) {
      expect(cache.has(target)).to.equal(false);
      await cache.read(target, canonicalOf('/events'), load);
      expect(cache.has(target)).to.equal(true);
      expect(cache.get(target)?.value).to.equal(reply);
    }
    expect(cache.get('/events/')).to.equal(undefined);
    expect(cache.peek('/events')).to.include({ value: reply, loadedMs: 1_000_000 });
  });

  it('marks replies as stale while its store is late', async () => {
    await cache.read('/events', canonicalOf('/events'), load);
    cache.setAway(true);
    expect(cache.get('/events')).to.include({ isStale: true, loadedMs: 1_000_000 });
    cache.setAway(false);
    expect(cache.get('/events')?.isStale).to.equal(false);
  });

  it('serves nothing from before a lost connection', async () => {
    await cache.read('/events', canonicalOf('/events'), load);
    cache.setConnected(false);
    expect(cache.get('/events')).to.equal(undefined);
    expect(cache.has('/events')).to.equal(true);
  });

  it('is away while its store is late or lost', () => {
    const seen = [cache.isAway];
    for (const isAway of [true, false]) {
      cache.setAway(isAway);
      seen.push(cache.isAway);
      cache.setConnected(!isAway);
      seen.push(cache.isAway);
    }
    expect(seen).to.deep.equal([false, true, true, true, false]);
  });

  it('remembers which page an address led to', async () => {
    const canonical = canonicalOf('/events?limit=2', true);
    const address = '/events?limit=2&cursor=bm93aGVyZQ';
    cache.setTransient(address, canonical);
    expect(cache.has(address)).to.equal(false);
    await cache.read(undefined, canonical, load);
    expect([cache.has(address), cache.has('/events?limit=2')]).to.deep.equal([true, false]);
    expect(cache.getTransient(address)).to.equal(canonical);
  });

  it('keeps the last ten thousand pages that lists link to', () => {
    for (let page = 0; page <= 10_000; page++) cache.markLinked(`/${page}`);
    expect([0, 1, 10_000].map((page) => cache.isLinked(`/${page}`))).to.deep.equal([false, true, true]);
  });

  it('keeps plain addresses however many others clients make up', async () => {
    cache = new ResponseCache({ bytes: 100_000 });
    const plain = ['/events', '/events.json', '/events/', '/events.json/'];
    for (const target of plain) await cache.read(target, canonicalOf('/events'), load);
    for (let nth = 0; nth < 1_000; nth++) await cache.read(`/events?x=${nth}`, canonicalOf('/events'), load);
    expect(plain.filter((target) => cache.get(target))).to.deep.equal(plain);
  });

  it('loads at most two unlinked pages at once', async () => {
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
    const reads = ['/1', '/2', '/3', '/linked'].map((key) => begin(key, true));
    reads.push(begin('/4', false));
    expect(begun).to.deep.equal(['/1', '/2', '/linked', '/4']);
    while (begun.length < 5 || ends.length > 0) {
      ends.shift()?.resolve();
      await new Promise(setImmediate);
    }
    await Promise.all(reads);
    expect(begun.at(-1)).to.equal('/3');
  });
});

describe('ResponseCache: the 404 of an unknown id', () => {
  const target = '/events/7';
  let cache: ResponseCache;
  const store = (since = cache.contentChanges) => cache.cacheNotFound(target, canonicalOf(target), reply, since);
  beforeEach(() => {
    cache = new ResponseCache({ bytes: 1_000_000 });
  });

  it('stays cached while votes and feeds change', () => {
    const since = cache.contentChanges;
    cache.invalidate(channels.tally(88001));
    store(since);
    for (const tag of [channels.tally(88001), channels.live('811'), 'live']) cache.invalidate(tag);
    expect(cache.get(target)).to.deep.equal({ canonical: canonicalOf(target), value: reply, isStale: false });
    expect(cache.has(target)).to.equal(false);
  });

  it('is asked again once content has changed, even meanwhile', () => {
    store();
    cache.invalidate(contentTag('fighters'));
    expect(cache.get(target)).to.equal(undefined);
    expect(cache.contentChanges).to.equal(1);
    store(0);
    expect(cache.get(target)).to.equal(undefined);
  });

  it('is asked again once a change may be missed', () => {
    for (const isConnected of [false, true]) {
      store();
      cache.setConnected(isConnected);
      expect(cache.get(target), `connected: ${isConnected}`).to.equal(undefined);
    }
  });

  it('is forgotten after five seconds', async () => {
    const startMs = performance.now();
    store();
    await eventually(() => cache.get(target) === undefined, 'it is forgotten', 20_000);
    expect(performance.now() - startMs).to.be.above(4_900);
  });
});

describe('ResponseCache: other processes', () => {
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

  it('learn what was loaded and what is gone', async () => {
    const { told, cache } = openCache();
    const gone = async () => {
      throw new Problem('event-not-found');
    };
    await cache.read('/a', canonicalOf('/a'), load);
    cache.setConnected(true);
    for (const key of ['/a', '/c']) {
      expect(await reasonOf(cache.read(key, canonicalOf(key), gone))).to.include('event-not-found');
    }
    expect(told).to.deep.equal(['loaded /a', 'removed /a']);
    expect(cache.has('/a')).to.equal(false);
  });

  it('are asked for what cannot be loaded', async () => {
    const { told, cache } = openCache();
    const fetched = await cache.read('/b', canonicalOf('/b'), away);
    expect(fetched).to.deep.equal({ value: reply, isStale: true, loadedMs: 5 });
    expect(cache.peek('/b')?.loadedMs).to.equal(5);
    expect(told).to.deep.equal(['asked for /b']);
    const alone = new ResponseCache({ bytes: 1_000_000 });
    expect(await reasonOf(alone.read('/b', canonicalOf('/b'), away))).to.include('StoreUnavailable');
  });

  it('are not asked while the cache is off', async () => {
    const { told, cache } = openCache({ isOff: true });
    for (let time = 0; time < 2; time++) {
      expect(await cache.read('/a', canonicalOf('/a'), load)).to.deep.equal({ value: reply, isStale: false });
    }
    expect(await cache.read('/a', canonicalOf('/a'), away)).to.include({ isStale: true, loadedMs: 1_000_000 });
    expect(told).to.deep.equal(['loaded /a']);
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
      const canonical = { ...canonicalOf(path), operation: readRequest('GET', path).operation as Operation };
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
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after a garbage collection. */
function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('J06: the cache of a server', () => {
  it('J06: keeps ordinary replies, whatever lists clients make up', async () => {
    const night = await startFightNight({ cacheBytes: 400_000, now: () => 1_000_000 });
    const { responseCache } = night.server;
    const get = async (path: string) => expect((await send(night.url, 'GET', path)).status, path).to.equal(200);
    try {
      const real = [
        `/api/v3/mobile/fighters/${ids.champion}`,
        `/api/v1/us/events/${ids.liveEvent}`,
        '/api/v3/mobile/news',
        '/api/v3/mobile/fighters/stats/weight_class/lw',
      ];
      for (const path of real) await get(path);
      const letters = (n: number) =>
        n.toString(26).replaceAll(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)] ?? '');
      for (let n = 0; n < scaled(700); n++) {
        await get(`/api/v3/mobile/fighters/stats/born_country/q${letters(n)}`);
        await get(`/api/v3/mobile/${['news', 'events', 'fighters', 'media'][n % 4]}?limit=${(n % 500) + 1}`);
        const date = new Date(n * 3_000_000_000).toISOString().slice(0, 19);
        await get(`/api/v1/us/events?limit=${(n % 500) + 1}&cursor=${cursorOf(`${date}Z\u00000000000001`)}`);
      }
      expect(real.filter((path) => responseCache.get(path))).to.deep.equal(real);
    } finally {
      await night.close();
    }
  });

  it('J06: treats pages that a list links to like the list', async () => {
    const night = await startFightNight({ cacheBytes: 4 * mega, now: () => 1_000_000 });
    try {
      const { responseCache } = night.server;
      // The sample has no second page; a longer list would have this link.
      const page = `/api/v3/mobile/news?limit=100&cursor=${cursorOf('2031-04-05T12:00:00Z\u00000000090208')}`;
      const other = page.replace('100', '99');
      responseCache.markLinked(page);
      for (const path of [page, other]) await send(night.url, 'GET', path);
      expect(responseCache.peek(page)?.isUnbounded).to.equal(false);
      expect(responseCache.peek(other)?.isUnbounded).to.equal(true);
    } finally {
      await night.close();
    }
  });

  it('J06: leaves nothing of 100,000 unknown ids', async () => {
    const cache = new ResponseCache({ bytes: mega });
    await cache.read('/known', canonicalOf('/known'), load);
    const before = used();
    for (let id = 1; id <= 100_000; id++) {
      cache.cacheNotFound(`/events/${id}`, canonicalOf(`/events/${id}`), reply, 0);
      if (id % 1_000 === 0) await new Promise(setImmediate);
    }
    // Cached bytes are estimated; the engine needs more for maps and their entries.
    expect(used() - before).to.be.below(1.5 * mega);
    expect(cache.bytes).to.be.at.most(mega);
    expect(cache.get('/known')?.value).to.equal(reply);
    expect(cache.get('/events/100000')?.value).to.equal(reply);
  });

  it('J06: stays within its bytes over 10,000 made-up addresses', async () => {
    const night = await startFightNight({ cacheBytes: mega });
    try {
      const { responseCache } = night.server;
      const popular = '/api/v3/mobile/fighters/3107';
      await send(night.url, 'GET', popular);
      const targetOf = (n: number) =>
        [
          `/api/v3/mobile/fighters/${1_000_000 + n}`,
          `/api/v1/us/events/${1_000_000 + n}?x=${n}`,
          `/api/v3/mobile/alerts?x=${n}`,
          `/api/v3/mobile/news/:${1_000_000 + n}.json`,
        ][n % 4] as string;
      let mostBytes = 0;
      for (let from = 0; from < 10_000; from += 200) {
        const targets = Array.from({ length: 200 }, (_, n) => targetOf(from + n));
        const { text } = await sendPipelined(night.url, targets);
        expect(countStatuses(answersIn(text))).to.deep.equal({ 200: 50, 404: 150 });
        expect(responseCache.get(popular)?.value.status).to.equal(200);
        mostBytes = Math.max(mostBytes, responseCache.bytes);
      }
      expect(mostBytes).to.be.at.most(1.25 * mega);
    } finally {
      await night.close();
    }
  });
});
