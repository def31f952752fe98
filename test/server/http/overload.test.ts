import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { cors, languages, problemType, security } from '../../support/expected/headers.ts';
import { refusals } from '../../support/expected/problems.ts';
import { json, send } from '../../support/http/send.ts';
import { sendOpenLoop } from '../../support/load/open-loop.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import { blockEventLoop } from '../../support/run/block.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { type Logged, refusesAll, startLogged } from '../../support/server/logged-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const asJson = { 'Content-Type': 'application/json' };
/** Refuses every request that may be refused, whenever a turn of the event loop is late. */
const none = { lateMs: -10, afterMs: -1, maxRequestWaitMs: { urgent: -1, others: -1 } };

describe('overload', () => {
  let night: FightNight;
  afterEach(() => night.close());

  it('H11: refuses no request for one long turn', async () => {
    night = await startFightNight({ overload: {} });
    const ask = () => send(night.url, 'GET', '/api/v1/us/news?limit=3');
    await ask();
    blockEventLoop(120);
    expect((await ask()).status).to.equal(200);
  });

  it('refuses no part of a page', async () => {
    night = await startFightNight({ overload: none });
    const statusOf = async (path: string) => (await send(night.url, 'GET', path)).status;
    expect(await statusOf('/api/v1/us/news?limit=3')).to.equal(503);
    for (const path of ['/', '/board?lang=en', '/board/board.js', '/shared/tokens.css', '/openapi.json']) {
      expect(await statusOf(path), path).to.equal(200);
    }
    for (const path of ['/boards', '/elsewhere']) expect(await statusOf(path), path).to.equal(503);
  });

  it('passes live updates with a valid feed key only', async () => {
    // Refuses what may be refused before votes.
    night = await startFightNight({ overload: { ...none, maxRequestWaitMs: { urgent: 60_000, others: -1 } } });
    const update = JSON.stringify({ sequence: 1, FMLiveFeed: { EventID: '870' } });
    const statusWith = async (headers: Record<string, string>) =>
      (await send(night.url, 'POST', updatePath, { ...asJson, ...headers }, update)).status;
    expect(await statusWith({}), 'no key').to.equal(503);
    expect(await statusWith({ Authorization: `Bearer ${wrongFeedKey}` }), 'a wrong key').to.equal(503);
    expect(await statusWith({ Authorization: `Bearer ${feedKey}` }), 'a valid key').to.equal(200);
    expect((await send(night.url, 'POST', votePath, asJson, '{}')).status, 'a vote').to.equal(422);
  });

  it('H04: answers health, and counts accepted votes only', async () => {
    night = await startFightNight({ overload: none }, { changesPerTenSeconds: 0 });
    const answers = await sendOpenLoop(night.url, {
      ...{ perSecond: 10_000, total: 300, connections: 1 },
      request: (index) => {
        if (index % 30 === 29) blockEventLoop(30);
        if (index % 3 === 0) return { method: 'GET', path: '/api/v3/mobile/health' };
        const client_id = `crowding-client-${String(index).padStart(7, '0')}`;
        const body = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id };
        return { method: 'POST', path: votePath, body };
      },
    });
    const healths = answers.filter((_, index) => index % 3 === 0);
    const votes = answers.filter((_, index) => index % 3 !== 0);
    expect(new Set(healths.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const refused = votes.filter(({ status }) => status === 503);
    const accepted = votes.filter(({ status }) => status === 201);
    expect(refused).to.have.length.above(0);
    expect(refused.length + accepted.length, 'no connection was reset').to.equal(votes.length);
    const waits = refused.map(({ headers }) => Number(headers['retry-after']));
    expect(Math.min(...waits)).to.be.at.least(1);
    expect(Math.max(...waits)).to.be.at.most(16);
    const [tally] = await readVotes(night.store, [ids.fightInProgress]);
    expect(tally?.get(2)?.get(ids.fightInProgressFighter1Statid) ?? 0).to.equal(accepted.length);
  });
});

describe('an overloaded server', () => {
  let logged: Logged;
  let url: string;
  before(async () => {
    const maxRequestWaitMs = { urgent: 60_000, others: 60_000 };
    let nowMs = Date.now();
    const overload = { ...refusesAll, maxRequestWaitMs };
    logged = await startLogged('warn', { overload, regionSegments: true, now: () => nowMs });
    url = logged.night.url;
    for (const path of ['/api/v1/us/alerts', '/api/v1/us/events']) await send(url, 'GET', path);
    nowMs += 3_600_000;
    await send(url, 'GET', '/api/v1/us/events');
    // From now on nothing may wait.
    Object.assign(maxRequestWaitMs, refusesAll.maxRequestWaitMs);
  });
  after(() => logged.night.close());

  const { es, en } = refusals['service-unavailable'] as (typeof refusals)[string];

  for (const [method, path] of [
    ['GET', '/api/v1/us/alerts'],
    ['GET', '/api/v1/us/events'],
    ['HEAD', '/api/v1/us/events'],
    ['GET', '/api/v1/us/health'],
    ['GET', '//api/v3/mobile/health/?a=b'],
  ] as const) {
    it(`answers ${method} ${path}`, async () => expect((await send(url, method, path)).status).to.equal(200));
  }

  for (const [method, target, family, path = target] of [
    ['GET', '/api/v1/us/news?limit=7&a=/health', 'v1', '/api/v1/us/news'],
    ['HEAD', '/api/v1/us/news', 'v1'],
    ['GET', '/update_live_event', 'v1'],
    ['GET', '/api/v3/us/news', 'v3'],
    ['GET', '/api/v3/iphone/12/news.json', 'v3'],
    ['GET', '//api/v3/mobile/news', 'v3', '/api/v3/mobile/news'],
    ['GET', 'http://elsewhere.example/api/v3/mobile/news', 'v3', '/api/v3/mobile/news'],
    // Records and clients may be named like what is always answered.
    ['GET', '/api/v3/mobile/translations/health', 'v3'],
    ['GET', '/api/v3/mobile/fights/88001/round/1/fighter/1822/vote/update_live_event', 'v3'],
    ['POST', votePath, 'v3'],
    ['POST', '/api/v1/us/events/score_round', 'v1'],
    ['POST', updatePath, 'v1'],
  ] as const) {
    it(`refuses ${method} ${target}`, async () => {
      const answer = await send(url, method, target);
      expect(answer.status).to.equal(503);
      expect(answer.headers).to.include({ ...security, ...(method !== 'POST' && cors), 'cache-control': 'no-store' });
      expect(answer.headers).to.include({ 'content-language': languages[family], 'content-type': problemType });
      if (method === 'POST') expect(answer.headers).not.to.have.property('access-control-allow-origin');
      expect(Number(answer.headers['retry-after'])).to.be.within(1, 16);
      const [title, detail] = family === 'v3' ? es : en;
      const body = { type: 'urn:problem-type:service-unavailable', title, status: 503, detail, instance: path };
      if (method === 'HEAD') expect(answer.body).to.have.length(0);
      else expect(json(answer)).to.deep.equal(body);
    });
  }

  it('keeps the connection after bodies up to 64 KiB', async () => {
    const connectionOf = async (headers: Record<string, string>, body?: string) =>
      (await send(url, 'POST', votePath, { Connection: 'keep-alive', ...headers }, body)).headers.connection;
    expect(await connectionOf({})).to.equal('keep-alive');
    expect(await connectionOf({ 'Content-Length': '65536' }, 'x'.repeat(65_536))).to.equal('keep-alive');
    expect(await connectionOf({ 'Content-Length': '65537' }, 'x'.repeat(65_537))).to.equal('close');
    expect(await connectionOf({ 'Transfer-Encoding': 'chunked' }, 'x')).to.equal('close');
  });

  it('logs when it begins, ends, and how many it refused', async () => {
    const begin = 'overloaded: requests that would have to wait are answered 503';
    const end = 'no longer overloaded';
    const hasEnded = () => logged.lines().some(({ msg }) => msg === end);
    await eventually(hasEnded, 'the end of the tests before');
    for (const count of [2, 3]) {
      logged.text.length = 0;
      for (let nth = 0; nth < count; nth++) await send(url, 'GET', '/api/v1/us/news');
      await eventually(hasEnded, 'the end of this overload');
      const own = logged.lines().filter(({ msg }) => msg === begin || msg === end);
      expect(own.map(({ msg, refused }) => [msg, refused])).to.deep.equal([
        [begin, undefined],
        [end, count],
      ]);
    }
  });
});
