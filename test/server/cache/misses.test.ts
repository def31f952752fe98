import { expect } from 'chai';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { openClientPool } from '../../support/http/client-pool.ts';
import { type Follower, follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const limit = { min: 16, max: 16, start: 16, targetMs: 60_000 };
/** Of 16 places pages have 2; of 32 in the queue, 4. */
const loads = { limit, maxQueued: 32, maxLoadWaitMs: 60_000, standingWaitMs: 60_000 };

describe('a client that misses the cache', () => {
  let night: FightNight;
  afterEach(() => night.close());
  const from = (address: string, path: string) => send(night.url, 'GET', path, { 'X-Forwarded-For': address });
  const fighter = (id: number) => `/api/v3/mobile/fighters/${id}`;

  it('H03: delays no vote, health or cached reply', async () => {
    night = await startFightNight({ loads });
    const list = '/api/v3/mobile/fighters';
    await send(night.url, 'GET', list);
    const pool = openClientPool(night.url, 32);
    const statuses = new Set<number>();
    // At once 32, where pages have two places.
    const pages = Array.from({ length: 400 }, async (_, n) => {
      const key = `${new Date(n * 7_000_000_000).toISOString().slice(0, 19)}Z\u00000000000001`;
      const path = `/api/v3/mobile/events?limit=${(n % 500) + 1}&cursor=${cursorOf(key)}`;
      statuses.add((await pool.sendOnce('GET', path)).status);
    });
    const body = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid };
    for (let n = 0; n < 20; n++) {
      const vote = JSON.stringify({ ...body, client_id: `client-${String(n).padStart(12, '0')}` });
      const path = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
      const answers = [
        send(night.url, 'POST', path, { 'Content-Type': 'application/json' }, vote),
        send(night.url, 'GET', list),
        send(night.url, 'GET', '/api/v3/mobile/health'),
      ];
      expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal([201, 200, 200]);
    }
    await Promise.all(pages);
    await pool.close();
    expect([...statuses].sort(), 'of pages').to.deep.equal([200, 503]);
  });

  it('is refused beyond the limit of its address', async () => {
    night = await startFightNight({ missLimit: 50, trustedProxies: 1, now: () => 1_000_000 });
    await from('192.0.2.1', '/api/v3/mobile/fighters');
    const answers = [];
    for (let id = 1; id <= 120; id++) answers.push(await from('192.0.2.1', fighter(id)));
    const refused = answers.findLast(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).to.match(/^[1-9]\d*$/);
    expect(refused?.headers.ratelimit).to.match(/^"misses";r=0;t=\d+$/);
    expect(json(refused as never).type).to.equal('urn:problem-type:too-many-requests');
    expect((await from('192.0.2.1', '/api/v3/mobile/fighters')).status, 'cached').to.equal(200);
    expect((await from('192.0.2.1', fighter(1))).status, 'a cached 404').to.equal(404);
    expect((await from('192.0.2.2', fighter(ids.champion))).status, 'another address').to.equal(200);
    expect((await from('192.0.2.1', fighter(ids.champion))).status, 'loaded for another').to.equal(200);
  });

  it('counts a stream, unless its state is shared', async () => {
    night = await startFightNight({ missLimit: 4, now: () => 1_000_000 });
    const feed = (id: number) => `/api/v1/us/fight_metrics/live_event/${id}`;
    const readers: Follower[] = [];
    for (let n = 0; n < 20; n++) readers.push(await follow(night.url + feed(ids.liveEventStatid)));
    for (const { status } of readers) expect(status, 'of a shared state').to.equal(200);
    for (const [method, id] of [
      ['HEAD', ids.liveEventStatid],
      ['GET', 999],
    ] as const) {
      let status = 0;
      for (let n = 0; n < 50 && status !== 429; n++)
        status = (await send(night.url, method, feed(id), { Accept: 'text/event-stream' })).status;
      expect(status, `${method} of a stream`).to.equal(429);
    }
    for (const reader of readers) reader.close();
  });
});
