import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import { ids } from '../../../contracts/world/index.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { type Night, startFightNight } from '../../support/server/fight-night.ts';

const limitOf = (places: number) => ({ least: places, most: places, start: places, targetMs: 60_000 });
/** Of 16 places pages have 2; of 32 in the queue, 4. */
const tight = { limit: limitOf(16), maxQueued: 32, maxWaitMs: 60_000, standingWaitMs: 60_000 };
const unbounded = { limit: limitOf(100_000), maxQueued: 0, maxWaitMs: 60_000, standingWaitMs: 60_000 };

describe('H: clients that request any number of pages', () => {
  const page = (n: number) => {
    const key = `${new Date(n * 7_000_000_000).toISOString().slice(0, 19)}Z\u00000000000001`;
    return `/api/v3/mobile/events?limit=${(n % 500) + 1}&cursor=${cursorOf(key)}`;
  };

  /** 32 connections request one page after the other, while others send votes and read a cached reply. */
  async function attack(night: Night, count: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const { hostname, port } = new URL(night.url);
    const statuses: Record<number, number> = {};
    const ask = (path: string) =>
      new Promise<void>((resolve, reject) => {
        const headers = { 'Accept-Encoding': 'br' };
        const sent = request({ hostname, port, path, agent, headers }, (answer) => {
          statuses[answer.statusCode ?? 0] = (statuses[answer.statusCode ?? 0] ?? 0) + 1;
          answer.resume().on('end', resolve);
        });
        sent.on('error', reject).end();
      });
    const pages = Promise.all(Array.from({ length: count }, (_, n) => ask(page(n))));
    const votes: number[] = [];
    const cached: number[] = [];
    for (let n = 0; n < 20; n++) {
      const body = {
        round_num: 2,
        fighter_statid: ids.fightInProgressFighter1Statid,
        client_id: `client-${String(n).padStart(12, '0')}`,
      };
      const vote = send(
        night.url,
        'POST',
        `/api/v3/mobile/fights/${ids.fightInProgress}/vote`,
        { 'Content-Type': 'application/json' },
        JSON.stringify(body),
      );
      const read = send(night.url, 'GET', '/api/v3/mobile/fighters');
      votes.push((await vote).status);
      cached.push((await read).status);
    }
    await pages;
    agent.destroy();
    return { statuses, votes, cached };
  }

  it('delay no vote and no cached reply; beyond 2 at a time and 4 queued they are 503', async () => {
    const night = await startFightNight({ admission: tight });
    const { admission } = night.server.responseCache;
    try {
      await send(night.url, 'GET', '/api/v3/mobile/fighters');
      const { statuses, votes, cached } = await attack(night, scaled(400));
      console.log(
        `      H: pages ${JSON.stringify(statuses)}, ${admission.peak} loads at a time; votes ${votes.length}`,
      );
      // Two pages, the list and what votes are checked against.
      expect(admission.peak).to.be.at.most(4);
      expect(statuses[503], 'refused').to.be.above(0);
      expect(Object.keys(statuses).every((status) => ['200', '503'].includes(status))).to.equal(true);
      expect(new Set(votes)).to.deep.equal(new Set([201]));
      expect(new Set(cached)).to.deep.equal(new Set([200]));
    } finally {
      await night.close();
    }
  });

  it('H (control): without bounds all 32 are loaded at the same time', async () => {
    const night = await startFightNight({ admission: unbounded });
    try {
      await attack(night, 400);
      expect(night.server.responseCache.admission.peak).to.be.above(4);
    } finally {
      await night.close();
    }
  });

  it('beyond the limit of one address are 429 with Retry-After; cached replies and other addresses are not', async () => {
    const night = await startFightNight({ missLimit: 50, trustedProxies: 1, now: () => 1_000_000 });
    const from = (address: string, path: string) => send(night.url, 'GET', path, { 'X-Forwarded-For': address });
    const fighter = (id: number) => `/api/v3/mobile/fighters/${id}`;
    try {
      await from('192.0.2.1', '/api/v3/mobile/fighters');
      let refused: Awaited<ReturnType<typeof from>> | undefined;
      for (let id = 1; id <= 120; id++) {
        const answer = await from('192.0.2.1', fighter(id));
        if (answer.status === 429) refused = answer;
      }
      expect(refused?.headers['retry-after']).to.match(/^[1-9]\d*$/);
      expect(refused?.headers.ratelimit).to.match(/^"misses";r=0;t=\d+$/);
      expect(json(refused as never).type).to.equal('urn:problem-type:too-many-requests');
      expect((await from('192.0.2.1', '/api/v3/mobile/fighters')).status, 'cached').to.equal(200);
      expect((await from('192.0.2.1', fighter(1))).status, 'a cached 404').to.equal(404);
      expect((await from('192.0.2.2', fighter(ids.champion))).status, 'another address').to.equal(200);
      expect((await from('192.0.2.1', fighter(ids.champion))).status, 'loaded for another').to.equal(200);
    } finally {
      await night.close();
    }
  });

  it('count streams, but for those whose state is shared', async () => {
    const night = await startFightNight({ missLimit: 4, now: () => 1_000_000 });
    const accept = { Accept: 'text/event-stream' };
    const feed = (id: number) => `/api/v1/us/fight_metrics/live_event/${id}`;
    try {
      const readers: Awaited<ReturnType<typeof follow>>[] = [];
      for (let n = 0; n < 20; n++) readers.push(await follow(night.url + feed(ids.liveEventStatid)));
      expect(readers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      for (const [method, id] of [
        ['HEAD', ids.liveEventStatid],
        ['GET', 999],
      ] as const) {
        const statuses: number[] = [];
        while (statuses.at(-1) !== 429 && statuses.length < 50) {
          statuses.push((await send(night.url, method, feed(id), accept)).status);
        }
        expect(statuses, `${method} of a stream`).to.include(429);
      }
      const refused = await send(night.url, 'GET', feed(998), accept);
      expect(refused.headers.ratelimit).to.match(/^"misses";r=0;t=\d+$/);
      expect((await follow(night.url + feed(ids.liveEventStatid))).status, 'of a state that is shared').to.equal(200);
      for (const reader of readers) reader.close();
    } finally {
      await night.close();
    }
  });

  it('are charged by the size of the replies loaded for them', async () => {
    const night = await startFightNight({ missLimit: 30, now: () => 1_000_000 });
    try {
      const { length } = (await send(night.url, 'GET', '/api/v1/us/fighters?limit=500')).body;
      const left = 30 - Math.ceil(length / 4_096);
      let passed = 0;
      while ((await send(night.url, 'GET', `/api/v3/mobile/fighters/${1_000 + passed}`)).status === 404) passed++;
      // The allowance grows by three a second.
      expect(passed).to.be.within(left, left + 15);
    } finally {
      await night.close();
    }
  });
});
