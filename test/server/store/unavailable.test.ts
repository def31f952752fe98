import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { type Answer, json, send } from '../../support/http/send.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

describe('the server without Redis', () => {
  let night: FightNight;
  let fresh: Answer;
  before(async () => {
    night = await startFightNight({}, productionDeadlines);
    fresh = await send(night.url, 'GET', '/api/v3/mobile/fighters');
    night.useProductionTimeouts();
    process.kill(night.redis.pid, 'SIGSTOP');
  });
  after(async () => {
    process.kill(night.redis.pid, 'SIGCONT');
    await night.close();
  });

  it('sends cached replies, marked stale', async () => {
    // Until the process notices the lost connection, its cached replies count as current.
    await eventually(async () => {
      const stale = await send(night.url, 'GET', '/api/v3/mobile/fighters/?unknown=1');
      expect(stale.status).to.equal(200);
      expect(stale.body.equals(fresh.body)).to.equal(true);
      return stale.headers['cache-status'] === 'fightcard; hit; detail=stale' && /^\d+$/.test(stale.headers.age ?? '');
    }, 'it is marked stale, with its age');
    const ifNoneMatch = { 'If-None-Match': fresh.headers.etag ?? '' };
    const cached = await send(night.url, 'GET', '/api/v3/mobile/fighters.json', ifNoneMatch);
    expect(cached.status).to.equal(304);
    expect(cached.headers['cache-status']).to.equal('fightcard; hit; detail=stale');
  });

  it('E06: answers 503 to writes and uncached reads', async () => {
    const voted = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'client-000000000001' };
    const vote = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
    const answers = await Promise.all([
      send(night.url, 'GET', '/api/v1/us/events'),
      send(night.url, 'GET', '/api/v3/mobile/fighters?limit=3'),
      send(night.url, 'POST', vote, { 'Content-Type': 'application/json' }, JSON.stringify(voted)),
    ]);
    for (const answer of answers) {
      expect(answer.status).to.equal(503);
      expect(json(answer).type).to.equal('urn:problem-type:service-unavailable');
      expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
      expect(answer.headers['cache-control']).to.equal('no-store');
    }
  });

  it('L07: reports degraded, with 200', async () => {
    const answer = await send(night.url, 'GET', '/api/v1/us/health');
    expect(answer.status).to.equal(200);
    expect(json(answer).status).to.equal('degraded');
  });

  it('recovers, and has counted no refused vote', async () => {
    process.kill(night.redis.pid, 'SIGCONT');
    const isOk = async () => json(await send(night.url, 'GET', '/api/v3/mobile/health')).status === 'ok';
    await eventually(isOk, 'it reports ok');
    const tally = json(await send(night.url, 'GET', `/api/v3/mobile/fights/${ids.fightInProgress}/votes`));
    expect(tally.total_votes).to.equal(0);
  });
});

describe('a damaged stored record', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  it('K16: causes one internal error without its cause', async () => {
    for (const key of await night.writes.keys('{content}:*:fighters*')) {
      if ((await night.writes.type(key)) === 'hash') await night.writes.hset(key, String(ids.champion), '{"id":');
    }
    const answer = await send(night.url, 'GET', `/api/v1/us/fighters/${ids.champion}`);
    expect(answer.status).to.equal(500);
    expect(Object.keys(json(answer))).to.deep.equal(['type', 'title', 'status', 'detail', 'instance']);
    expect((await send(night.url, 'GET', `/api/v1/us/fighters/${ids.fighter}`)).status).to.equal(200);
  });
});
