import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Store } from '../../../server/store/index.ts';
import { checksummedUpdate, readSequence } from '../../support/fixtures/checksummed-feed.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { answersIn, sendPipelined } from '../../support/http/raw.ts';
import { type TestServer, uncached } from '../../support/server/server.ts';
import { countScriptCalls, type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const pathOf = (eventId: number) => `/api/v1/us/fight_metrics/live_event/${eventId}`;
/** How long the reply of a feed is fresh, in seconds. */
const ttlSeconds = 1;

describe('many readers of one live event', () => {
  let pair: ServerPair;
  before(async () => {
    pair = await startServerPair();
    await pair.night.store.live.update(checksummedUpdate(9_601, 1));
    await pair.night.store.live.update(checksummedUpdate(9_602, 1));
  });
  after(() => pair.close());

  const reads = () => countScriptCalls(pair.night.writes);

  /** Sends all requests for a feed at once, and delays reads of feeds until every request has arrived. */
  async function herd({ url, responseCache }: TestServer, { live }: Store, eventId: number, count: number) {
    const allArrived = Promise.withResolvers<void>();
    const read = live.event;
    live.event = async (id) => {
      await allArrived.promise;
      return read(id);
    };
    let waiting = 0;
    const ask = responseCache.read.bind(responseCache);
    responseCache.read = (...request) => {
      if (++waiting === count) allArrived.resolve();
      return ask(...request);
    };
    const eachConnection = Array.from({ length: 50 }, () => pathOf(eventId));
    const connections = Array.from({ length: count / 50 }, () => sendPipelined(url, eachConnection));
    const text = (await Promise.all(connections)).map((reply) => reply.text).join('');
    live.event = read;
    responseCache.read = ask;
    expect(countStatuses(answersIn(text))).to.deep.equal({ 200: count });
    expect(text.match(/"Venue":"Arena 1 /g)).to.have.length(count);
  }

  it('H06: 10,000 requests at once for an uncached feed: Redis is read once per process', async () => {
    const { night, first, second } = pair;
    const before = await reads();
    await Promise.all([herd(first, night.store, 9_601, 5_000), herd(second, second.store, 9_601, 5_000)]);
    const asked = (await reads()) - before;
    console.log(`      H06: 10,000 GETs on 2 processes: ${asked} Redis reads`);
    expect(asked).to.equal(2);
  });

  it('H06 (control): without the cache Redis is read for each request', async () => {
    const without = await startServerPair(uncached);
    try {
      await without.night.store.live.update(checksummedUpdate(9_601, 1));
      const before = await countScriptCalls(without.night.writes);
      await herd(without.first, without.night.store, 9_601, 500);
      const asked = (await countScriptCalls(without.night.writes)) - before;
      console.log(`      H06 (control): 500 GETs without cache: ${asked} Redis reads`);
      expect(asked).to.equal(500);
    } finally {
      await without.close();
    }
  });

  it('H07: pollers with the ETag get 304, and Redis is read once per second at most', async () => {
    const [pollers, polls, updates] = [200, 50, 1];
    const { store } = pair.night;
    const update = async (sequence: number) => {
      const before = await reads();
      await store.live.update(checksummedUpdate(9_602, sequence));
      return (await reads()) - before;
    };
    // The calls of an update without readers, since Redis counts its scripts too.
    const ofUpdate = await update(2);
    await sleep(10);
    const before = await reads();
    const startedMs = Date.now();
    const pool = openClientPool(pair.first.url, pollers);
    const counts: Record<number, number> = {};
    let latest = 0;
    const poll = async () => {
      let etag = '';
      for (let n = 0; n < polls; n++) {
        const { status, headers, body } = await pool.sendOnce('GET', pathOf(9_602), undefined, {
          'If-None-Match': etag,
        });
        counts[status] = (counts[status] ?? 0) + 1;
        etag = headers.etag ?? '';
        if (status === 200) latest = Math.max(latest, readSequence(body.toString()));
        await sleep(Math.random() * 60);
      }
    };
    const polling = Array.from({ length: pollers }, poll);
    await sleep(500);
    for (let n = 0; n < updates; n++) await store.live.update(checksummedUpdate(9_602, 3 + n));
    await Promise.all(polling);
    const seconds = (Date.now() - startedMs) / 1_000;
    await pool.close();
    const asked = (await reads()) - before - updates * ofUpdate;
    const share = (100 * (counts[304] ?? 0)) / (pollers * polls);
    console.log(
      `      H07: ${pollers} pollers, ${pollers * polls} polls in ${seconds.toFixed(1)} s, ${updates} update: ${share.toFixed(1)} % 304, ${asked} Redis reads`,
    );
    expect(latest).to.equal(2 + updates);
    expect(Object.keys(counts)).to.deep.equal(['200', '304']);
    expect(share).to.be.at.least(95);
    expect(asked).to.be.at.most(1 + updates + Math.ceil(seconds / ttlSeconds));
  });
});
