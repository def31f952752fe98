import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

/** One load at a time; of sixteen that may wait records have twelve, lists eight, pages two, each with those below. */
const loads = {
  limit: { min: 1, max: 1, start: 1, targetMs: 60_000 },
  ...{ maxQueued: 16, maxLoadWaitMs: 60_000, standingWaitMs: 60_000 },
};

describe('loads while Redis hangs', () => {
  let night: FightNight;
  let nowMs = Date.now();
  afterEach(() => night.close());

  const get = (path: string, method = 'GET') => send(night.url, method, `/api/v3/mobile${path}`);

  it('are refused by class, pages first', async () => {
    night = await startFightNight({ loads, now: () => nowMs });
    expect((await get('/octagon_girls')).status, 'cached from now on').to.equal(200);
    nowMs += 3_600_000;
    process.kill(night.redis.pid, 'SIGSTOP');
    const ofFighter = `/fighters/${ids.fighter}/news`;
    const waiting: Promise<number>[] = [];
    let health: Promise<Answer> | undefined;
    try {
      for (const [paths, admitted] of [
        // The first is loaded at once, and hangs.
        [[1, 2, 3, 4, 5, 6].map((limit) => `/news?limit=${limit}`), 1 + 2],
        [[...['/news', '/media', '/events', '/fighters', '/alerts', '/fighters/title_holders'], ofFighter], 6],
        [[1, 2, 3, 4, 5, 6, 7].map((id) => `/fighters/${id}`), 4],
        [['/live', '/live_content', ...[1, 2, 3, 4].map((id) => `/fights/${id}/votes`)], 4],
      ] as const) {
        const refused: Awaited<ReturnType<typeof get>>[] = [];
        for (const path of paths) {
          const answer = get(path).then((found) => {
            if (found.status === 503) refused.push(found);
            return found.status;
          });
          answer.catch(() => undefined);
          waiting.push(answer);
        }
        await eventually(() => refused.length >= paths.length - admitted, `${paths[0]} is refused`);
        expect(refused, paths[0]).to.have.length(paths.length - admitted);
        for (const { headers, body } of refused) {
          expect(JSON.parse(String(body))).to.include({ type: 'urn:problem-type:service-unavailable', status: 503 });
          expect(headers['retry-after']).to.match(/^[1-4]$/);
          expect(headers['cache-control']).to.equal('no-store');
        }
      }
      expect((await get('/events?limit=1', 'HEAD')).status, 'HEAD of a page').to.equal(503);
      expect((await get('/octagon_girls')).status, 'a list cached an hour ago').to.equal(200);
      health = get('/health');
      health.catch(() => undefined);
      expect((await get('/news?limit=8')).status, 'after health').to.equal(503);
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
    }
    // Some of these records do not exist.
    const statuses = await Promise.all(waiting);
    expect(statuses.filter((status) => status === 503)).to.have.length(3 + 1 + 3 + 2);
    expect(statuses.filter((status) => status === 200 || status === 404)).to.have.length(3 + 6 + 4 + 4);
    expect((await health)?.status, 'health').to.equal(200);
  });
});
