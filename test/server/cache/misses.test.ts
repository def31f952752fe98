import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import { ids } from '../../../contracts/world/index.ts';
import { LoadQueue, type LoadQueuesSettings, TooManyLoads } from '../../../server/cache/load-queue.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { json, send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { type Night, startFightNight } from '../../support/server/fight-night.ts';

const unbounded = { concurrency: Number.POSITIVE_INFINITY, maxQueued: 0, maxWaitMs: 60_000 };
const tight: LoadQueuesSettings = {
  ordinary: { concurrency: 16, maxQueued: 512, maxWaitMs: 60_000 },
  pages: { concurrency: 2, maxQueued: 4, maxWaitMs: 60_000 },
};

describe('LoadQueue', () => {
  it('runs as many loads as allowed, queues some, and refuses the others without running them', async () => {
    const lane = new LoadQueue({ concurrency: 2, maxQueued: 3, maxWaitMs: 60_000 });
    const loads: PromiseWithResolvers<number>[] = [];
    const run = () =>
      lane.run(() => {
        const load = Promise.withResolvers<number>();
        loads.push(load);
        return load.promise;
      });
    const all = Array.from({ length: 10 }, () => run().catch((error) => error));
    await sleep(0);
    expect(loads).to.have.length(2);
    for (let n = 0; n < 5; n++) {
      await sleep(0);
      loads[n]?.resolve(n);
    }
    const found = await Promise.all(all);
    expect(found.slice(0, 5)).to.deep.equal([0, 1, 2, 3, 4]);
    for (const error of found.slice(5)) expect(error).to.be.instanceOf(TooManyLoads);
    expect([lane.peak, loads.length]).to.deep.equal([2, 5]);
  });

  it('fails queued loads when the store is away or they wait too long, and goes on', async () => {
    const lane = new LoadQueue({ concurrency: 1, maxQueued: 10, maxWaitMs: 20 });
    const first = Promise.withResolvers<string>();
    const away = [first.promise, Promise.resolve('second')].map((load) =>
      lane.run(() => load).catch((error) => error.message),
    );
    first.reject(new StoreUnavailable('gone'));
    expect(await Promise.all(away)).to.deep.equal(Array(2).fill('The store is not available: gone'));
    const slow = lane.run(() => sleep(200, 'slow'));
    expect(await lane.run(async () => 'late').catch((error) => error)).to.be.instanceOf(TooManyLoads);
    expect(await slow).to.equal('slow');
    expect(await lane.run(async () => 'again')).to.equal('again');
  });
});

describe('H: clients that request any number of pages', function () {
  this.timeout(120_000);

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
    const night = await startFightNight({ loadQueues: tight });
    const { loadQueues } = night.server.responseCache;
    try {
      await send(night.url, 'GET', '/api/v3/mobile/fighters');
      const { statuses, votes, cached } = await attack(night, scaled(400));
      console.log(
        `      H: pages ${JSON.stringify(statuses)}, ${loadQueues.pages.peak} at a time; votes ${votes.length}`,
      );
      expect(loadQueues.pages.peak).to.be.at.most(2);
      expect(loadQueues.ordinary.peak).to.be.at.most(16);
      expect(Object.keys(statuses).every((status) => ['200', '503'].includes(status))).to.equal(true);
      expect(new Set(votes)).to.deep.equal(new Set([201]));
      expect(new Set(cached)).to.deep.equal(new Set([200]));
    } finally {
      await night.close();
    }
  });

  it('H (control): without bounds all 32 are loaded at the same time', async () => {
    const night = await startFightNight({ loadQueues: { ordinary: unbounded, pages: unbounded } });
    try {
      await attack(night, 400);
      expect(night.server.responseCache.loadQueues.pages.peak).to.be.above(2);
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
