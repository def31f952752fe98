import { expect } from 'chai';
import pino from 'pino';
import { ids } from '../../../contracts/world/ids.ts';
import { readConfig } from '../../../server/config.ts';
import { type RunningServer, startServer } from '../../../server/http/server.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import type { Answer } from '../../support/http/send.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import { openStore } from '../../support/redis/redis.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';

const { fightInProgress, fightInProgressFighter1Statid: blue, fightInProgressFighter2Statid: red } = ids;
const votePath = `/api/v3/mobile/fights/${fightInProgress}/vote`;
const scorePath = '/api/v1/us/events/score_round';
const vote = (client_id: string, fighter_statid: number = blue, round_num = 2) => ({
  ...{ round_num, fighter_statid, client_id },
});
const card = (client_id: string, fighter1_score = 10) => ({
  ...{ event_id: ids.liveEvent, fight_id: fightInProgress, round_num: 2, client_id },
  ...{ fighter1_score, fighter2_score: 9 },
});

/** The two fields of a reply as structured fields (RFC 9651); undefined if it has neither. */
function fieldsOf({ headers }: Answer) {
  const [policy, limit] = [headers['ratelimit-policy'], headers.ratelimit];
  if (policy === undefined && limit === undefined) return undefined;
  const [, policyName, q, w] = /^"([a-z]+)";q=(\d+);w=(\d+)$/.exec(policy ?? '') ?? [];
  const [, name, r, t] = /^"([a-z]+)";r=(\d+);t=(\d+)$/.exec(limit ?? '') ?? [];
  expect(name, `${policy} ${limit}`).to.be.a('string').that.equals(policyName);
  return { name, q: Number(q), w: Number(w), r: Number(r), t: Number(t) };
}

describe('rate limits', () => {
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight({ requestLimit: 60 });
    pool = openClientPool(night.url);
  });
  beforeEach(() => {
    for (const limiter of Object.values(night.server.limiters)) limiter.clear('127.0.0.1');
  });
  after(async () => {
    await pool.close();
    await night.close();
  });

  it('E01: allow 10 changes of a vote in 10 s', async () => {
    const answers: Answer[] = [];
    for (let n = 0; n < 11; n++)
      answers.push(await pool.sendOnce('POST', votePath, vote('moving-client-0001', n % 2 ? red : blue)));
    const fields = answers.map(fieldsOf);
    expect(countStatuses(answers)).to.deep.equal({ 200: 9, 201: 1, 429: 1 });
    expect(fields.map((field) => field?.r)).to.deep.equal([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
    for (const field of fields) {
      expect(field).to.include({ name: 'votes', q: 10, w: 10 });
      expect(field?.t).to.be.within(1, 10);
    }
    const last = answers.at(-1) as Answer;
    expect(Number(last.headers['retry-after'])).to.be.within(fields.at(-1)?.t ?? 0, 12);
  });

  it('E01: count votes and scorecards, but no repeats', async () => {
    for (const [path, body, status, left] of [
      [votePath, vote('sharing-client-001'), 201, 9],
      [scorePath, card('sharing-client-001'), 201, 8],
      [votePath, vote('sharing-client-001'), 200, 8],
      [scorePath, card('sharing-client-001'), 200, 8],
      [votePath, vote('sharing-client-001', blue, 1), 409, 8],
      [votePath, vote('sharing-client-001', blue, 3), 409, 8],
      [scorePath, card('sharing-client-001', 8), 200, 7],
      [votePath, vote('sharing-client-002'), 201, 9],
    ] as const) {
      const answer = await pool.sendOnce('POST', path, body);
      expect([answer.status, fieldsOf(answer)?.r], JSON.stringify(body)).to.deep.equal([status, left]);
    }
  });

  it('E01: are separate for reads and writes', async () => {
    for (const [policy, ...request] of [
      ['reads', 'GET', `/api/v3/mobile/fights/${fightInProgress}/votes`],
      ['writes', 'POST', votePath, vote('addressed-client-1')],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 120 }, () => pool.sendOnce(...(request as Parameters<ClientPool['sendOnce']>))),
      );
      const refused = answers.filter(({ status }) => status === 429);
      // On a slow machine another request may be allowed by now: one every 167 ms.
      expect(refused.length, policy).to.be.within(30, 60);
      expect(fieldsOf(refused[0] as Answer)).to.include({ name: policy, q: 60, w: 10, r: 0 });
      expect(refused[0]?.headers['retry-after']).to.match(/^[1-9]\d*$/);
      expect(refused[0]?.headers['cache-control']).to.equal('no-store');
    }
  });

  it('E07: are in no header of a cacheable reply', async () => {
    for (const path of ['/fighters', '/news', `/fights/${fightInProgress}/votes`, '/live', '/fighters/1']) {
      const answer = await pool.sendOnce('GET', `/api/v3/mobile${path}`);
      expect(answer.headers['cache-control'], path).to.match(/^public, /);
      expect(fieldsOf(answer), path).to.equal(undefined);
    }
  });

  it('E08: run no script in Redis for refused votes', async () => {
    const scriptsRun = async () => {
      const text = await night.writes.info('commandstats');
      return Number(/cmdstat_evalsha:calls=(\d+)/.exec(text)?.[1] ?? 0);
    };
    const body = vote('refused-client-0001');
    for (let n = 0; n < 60; n++) await pool.sendOnce('POST', votePath, body);
    const before = await scriptsRun();
    expect(before, 'one for each that passes, since they came one by one').to.be.at.least(60);
    const answers = await Promise.all(Array.from({ length: 500 }, () => pool.sendOnce('POST', votePath, body)));
    // Some pass meanwhile, since a place becomes free every 170 ms; reads of windows and tallies are few.
    const passed = countStatuses(answers)[200] ?? 0;
    expect(countStatuses(answers)[429]).to.be.above(300);
    expect((await scriptsRun()) - before).to.be.at.most(passed + 20);
  });
});

describe('default limits for many clients behind an address', () => {
  let night: FightNight;
  let server: RunningServer;
  let pool: ClientPool;
  let closeStore: () => void;
  beforeEach(async () => {
    night = await startFightNight(uncached);
    const opened = await openStore(night.redis.url);
    closeStore = opened.close;
    server = await startServer(readConfig({ PORT: '0', HOST: '127.0.0.1' }), opened.store, pino({ level: 'silent' }));
    pool = openClientPool(server.url.replace('localhost', '127.0.0.1'), 100);
  });
  afterEach(async () => {
    await pool.close();
    await server.close();
    closeStore();
    await night.close();
  });

  const counted = async () => {
    const [tally] = await readVotes(night.store, [fightInProgress]);
    return [...(tally?.get(2)?.values() ?? [])].reduce((sum, votes) => sum + votes, 0);
  };

  it('E04: let 1,000 clients vote and score at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 2000 }, async (_, n) => {
        const client = `carrier-client-${Math.floor(n / 2)}`;
        const [path, body] = n % 2 === 0 ? [votePath, vote(client)] : [scorePath, card(client)];
        const answer = await pool.sendOnce('POST', path, body);
        if (answer.status !== 503) return answer;
        // A busy machine is late, and says so: the client repeats, and where the outcome was unknown it is stored already.
        const { status } = await pool.send('POST', path, body);
        return { status: status === 200 ? 201 : status };
      }),
    );
    expect(countStatuses(answers)).to.deep.equal({ 201: 2000 });
    expect(await counted()).to.equal(1000);
  });

  it('E05: bound invented client ids, admit known clients', async () => {
    expect((await pool.sendOnce('POST', votePath, vote('known-client-00001'))).status).to.equal(201);
    const answers = await Promise.all(
      Array.from({ length: 4_000 }, (_, n) => pool.sendOnce('POST', votePath, vote(`invented-client-${n}`))),
    );
    const byName: Record<string, number> = {};
    for (const answer of answers.filter(({ status }) => status === 429)) {
      const { name = '' } = fieldsOf(answer) ?? {};
      byName[name] = (byName[name] ?? 0) + 1;
    }
    // Thirty-three more may pass in each second.
    const admitted = countStatuses(answers)[201] ?? 0;
    expect(admitted).to.be.within(1_999, 4_000);
    expect(await counted()).to.equal(admitted + 1);
    expect(byName.clients).to.be.above(0);
    server.app.limiters.writes.clear('127.0.0.1');
    expect((await pool.sendOnce('POST', votePath, vote('known-client-00001', red))).status).to.equal(200);
    const late = await Promise.all(
      Array.from({ length: 500 }, (_, n) => pool.sendOnce('POST', scorePath, card(`late-client-00${1000 + n}`))),
    );
    const refused = late.filter(({ status }) => status === 429);
    expect(refused).to.have.length.above(250);
    for (const answer of refused) expect(fieldsOf(answer)).to.include({ name: 'clients', q: 2000, w: 60, r: 0 });
  });
});

describe('the limit of new clients', () => {
  it('E05: does not count ballots on closed rounds', async () => {
    const night = await startFightNight({ newClientLimit: 2 });
    const pool = openClientPool(night.url);
    const ask = async (path: string, body: object) => (await pool.sendOnce('POST', path, body)).status;
    for (let n = 0; n < 4; n++) {
      expect(await ask(votePath, vote(`closed-client-000${n}`, blue, 1))).to.equal(409);
      expect(await ask(votePath, vote(`early-client-0000${n}`, blue, 3))).to.equal(409);
      expect(await ask(scorePath, { ...card(`closed-scorer-000${n}`), round_num: 1 })).to.equal(409);
    }
    expect(await ask(votePath, vote('open-client-00001'))).to.equal(201);
    expect(await ask(votePath, vote('open-client-00001', blue, 1))).to.equal(409);
    expect(await ask(scorePath, card('open-client-00002'))).to.equal(201);
    expect(await ask(votePath, vote('open-client-00003'))).to.equal(429);
    await pool.close();
    await night.close();
  });
});
