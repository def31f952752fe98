import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { readRequest } from '../../../common/wire/request-context.ts';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import type { Operation } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { contentTag } from '../../../server/cache/invalidation.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { type CanonicalRequest, ResponseCache } from '../../../server/cache/response-cache.ts';
import { Governor } from '../../../server/limits/governor.ts';
import { countStatuses } from '../../support/http/client-pool.ts';
import { answersIn, sendPipelined } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

const mega = 1_048_576;
/** Counts as 1,028 bytes: twice its own two, and a kilobyte of headers. */
const reply = new Representation(Buffer.from('[]'), { type: 'application/json', headers: [] });
const { operation, params, json } = readRequest('GET', '/api/v1/us/events');
const canonicalOf = (key: string, isPage = false): CanonicalRequest => ({
  ...{ operation: operation as Operation, params, json, key, isPage },
});

describe('ResponseCache', () => {
  it('keeps plain addresses, and few made-up ones', async () => {
    const cache = new ResponseCache({ governor: new Governor(), bytes: 100_000, now: () => 1_000_000 });
    const canonical = canonicalOf('/events');
    const load = async () => ({ value: reply, tags: [] });
    const plain = ['/events', '/events.json', '/events/', '/events.json/'];
    for (const target of plain) await cache.read(target, canonical, load);
    for (let n = 0; n < 1_000; n++) {
      await cache.read(`/events?x=${n}`, canonical, load);
      cache.cacheNotFound(`/events/${n}`, canonical, reply, 0);
      cache.cacheNotFound('/events/'.padEnd(20_000, String(n)), canonical, reply, 0);
    }
    expect(plain.filter((target) => cache.get(target))).to.deep.equal(plain);
    const numbers = Array.from({ length: 1_000 }, (_, n) => n);
    for (const [what, count, most] of [
      ['variations', numbers.filter((n) => cache.get(`/events?x=${n}`)).length, 20],
      ['unknown ids', numbers.filter((n) => cache.get(`/events/${n}`)).length, 10],
    ] as const) {
      expect(count, what).to.be.within(1, most);
    }
    expect(cache.bytes).to.be.below(50_000);
  });
});

describe('ResponseCache: the 404 of an unknown id', () => {
  const target = '/events/7';
  let cache: ResponseCache;
  const store = (since = cache.contentChanges) => cache.cacheNotFound(target, canonicalOf(target), reply, since);
  beforeEach(() => {
    cache = new ResponseCache({ governor: new Governor(), bytes: 1_000_000 });
  });

  it('is read again once content has changed, even meanwhile', () => {
    store();
    cache.invalidate(contentTag('fighters'));
    expect(cache.get(target)).to.equal(undefined);
    expect(cache.contentChanges).to.equal(1);
    store(0);
    expect(cache.get(target)).to.equal(undefined);
  });

  it('is read again once a change may be missed', () => {
    for (const isConnected of [false, true]) {
      store();
      cache.setConnected(isConnected);
      expect(cache.get(target), `connected: ${isConnected}`).to.equal(undefined);
    }
  });

  it('J06: takes no memory once it is evicted', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const usedBytes = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const ask = (from: number, to: number) => {
      for (let n = from; n < to; n++) cache.cacheNotFound(`/events/${n}`, canonicalOf(target), reply, 0);
    };
    // By then the cache is full.
    ask(0, 10_000);
    const before = usedBytes();
    ask(10_000, 100_000);
    expect(usedBytes() - before).to.be.below(2 * mega);
    expect(cache.get('/events/99999')?.value).to.equal(reply);
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
      const cache = new ResponseCache({ governor: new Governor(), bytes: 1_000_000, now: () => nowMs });
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
