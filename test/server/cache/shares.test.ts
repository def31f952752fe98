import { expect } from 'chai';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import type { Operation } from '../../../contracts/operations.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ids } from '../../../contracts/world/index.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { ResponseCache } from '../../../server/cache/response-cache.ts';
import { send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

const mega = 1_048_576;
const reply = new Representation(Buffer.alloc(2_000), { type: 'application/json', headers: [] });

/** Caches 200 replies for ordinary clients, then replies that only a scraper requests. */
async function scrape(isUnbounded: boolean, count: number) {
  const responseCache = new ResponseCache({ bytes: 4 * mega });
  const { operation, params, json } = readRequest('GET', '/api/v3/mobile/events');
  const canonical = (key: string, isPage: boolean) => ({
    ...{ operation: operation as Operation, params, json, key, isPage },
  });
  const real = Array.from({ length: 200 }, (_, id) => `/api/v3/mobile/events/${id}`);
  const read = (key: string, isPage: boolean) =>
    responseCache.read(key, canonical(key, isPage), async () => ({
      ...{ value: reply, tags: ['tag'], isUnbounded: isPage && isUnbounded },
    }));
  for (const key of real) await read(key, false);
  let mostBytes = 0;
  for (let n = 0; n < count; n++) {
    await read(`/api/v3/mobile/events?limit=${(n % 500) + 1}&cursor=${n}`, true);
    mostBytes = Math.max(mostBytes, responseCache.bytes);
  }
  const left = real.filter((key) => responseCache.peek(key)).length;
  return { left, targets: real.filter((key) => responseCache.get(key)).length, mostBytes };
}

describe('J06: unbounded keys', () => {
  it('J06: any number of pages and filters evicts nothing else', async () => {
    const count = scaled(10_000);
    const { left, mostBytes } = await scrape(true, count);
    console.log(`      J06: ${count} pages: ${left} of 200 others still cached, at most ${mostBytes} bytes`);
    expect(left).to.equal(200);
    expect(mostBytes).to.be.below(1.5 * 4 * mega);
  });

  it('J06 (control): in one partition with other entries they evict them', async () => {
    expect((await scrape(false, 10_000)).left).to.equal(0);
  });

  it('J06: replies to made-up filters, cursors and page sizes are unbounded', async () => {
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
        [...n.toString(26)].map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[Number.parseInt(digit, 26)]);
      const count = scaled(700);
      for (let n = 0; n < count; n++) {
        await get(`/api/v3/mobile/fighters/stats/born_country/Q${letters(n).join('')}`);
        await get(`/api/v3/mobile/${['news', 'events', 'fighters', 'media'][n % 4]}?limit=${(n % 500) + 1}`);
        const date = new Date(n * 3_000_000_000).toISOString().slice(0, 19);
        await get(`/api/v1/us/events?limit=${(n % 500) + 1}&cursor=${cursorOf(`${date}Z\u00000000000001`)}`);
      }
      const left = real.filter((path) => responseCache.get(path));
      console.log(
        `      J06: ${3 * count} made-up lists: ${left.length} of ${real.length} others cached, ${responseCache.bytes} bytes`,
      );
      expect(left).to.deep.equal(real);
    } finally {
      await night.close();
    }
  });

  it('J06: what targets mean until content changes takes a 64th of the bytes, and 10,000 pages are linked to', () => {
    const responseCache = new ResponseCache({ bytes: 64 * 800 });
    const { operation, params, json } = readRequest('GET', '/api/v3/mobile/news');
    const targets = [1, 2, 3, 4].map((n) => `/api/v3/mobile/news?cursor=${String(n).padStart(73, '0')}`);
    for (const target of targets) {
      expect(target).to.have.length(100);
      responseCache.setTransient(target, {
        operation: operation as Operation,
        params,
        json,
        key: target,
        isPage: true,
      });
    }
    // A target takes 300 bytes beside its own.
    expect(targets.filter((target) => responseCache.getTransient(target))).to.deep.equal(targets.slice(2));
    expect(responseCache.bytes).to.equal(800);
    for (let n = 0; n <= 10_000; n++) responseCache.markLinked(`${n}`);
    expect(['0', '1', '10000'].map((key) => responseCache.isLinked(key))).to.deep.equal([false, true, true]);
  });

  it('J06: pages that an ordinary list links to are cached like the list', async () => {
    const night = await startFightNight({ cacheBytes: 4 * mega, now: () => 1_000_000 });
    try {
      const { responseCache } = night.server;
      await send(night.url, 'GET', '/api/v3/mobile/news');
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
});
