import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Changes } from '../../mock/session/sessions.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const v3 = '/api/v3/mobile';
const client = (number: number) => `client-00000000000${number}`;
const ballot = { round_num: 2, client_id: client(1) };
const card = { ...ballot, event_id: 7001, fight_id: 88005, fighter1_score: 10, fighter2_score: 8 };

describe('ballots on the mock', () => {
  let mock: Mock;
  before(async () => {
    const text = readFileSync(new URL('../../contracts/generated/openapi.json', import.meta.url), 'utf8');
    // 28 and 27 points: the mean of 28 is rounded down.
    const scored = text.replaceAll('"fighter1_score": "9.50"', '"fighter1_score": "9.33"');
    const document = JSON.parse(scored.replaceAll('"scores_count": 2', '"scores_count": 3'));
    mock = await startMock({ port: 0, host: '127.0.0.1', document });
  });
  after(() => mock.close());

  const post = (session: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const all = { 'Content-Type': 'application/json', 'Mock-Session': session, ...headers };
    return send(mock.url, 'POST', v3 + path, all, JSON.stringify(body));
  };
  const savedOf = async (session: string) =>
    json(await send(mock.url, 'GET', '/__mock/session', { 'Mock-Session': session }));

  for (const [name, path, body, stored] of [
    ['vote', '/fights/88005/vote', { ...ballot, fighter_statid: 1803 }, { votes: 1, scorecards: 0 }],
    ['scorecard', '/events/score_round', card, { votes: 0, scorecards: 1 }],
  ] as const) {
    for (const fault of ['reset', 'truncate']) {
      it(`count a ${name} once after ${fault} and a retry`, async () => {
        const session = `${name}-${fault}`;
        const lost = await post(session, path, body, { Prefer: `fault=${fault}` }).catch(() => undefined);
        expect(lost, 'the first reply').to.equal(undefined);
        expect((await post(session, path, body)).status).to.equal(200);
        const { votes, scorecards } = await savedOf(session);
        expect({ votes: votes.length, scorecards: scorecards.length }).to.deep.equal(stored);
      });
    }
  }

  it('add scorecards to the scores of the contract', async () => {
    const rounds = async () => {
      const headers = { 'Mock-Session': 'scores' };
      const { fights } = json(await send(mock.url, 'GET', `${v3}/events/round_scoring/7001`, headers));
      const { rounds } = fights.find(({ fight_id }: { fight_id: number }) => fight_id === 88005);
      return rounds.map((one: Record<string, unknown>) => [one.scores_count, one.fighter1_score, one.fighter2_score]);
    };
    const none = [0, '0.00', '0.00'];
    expect(await rounds()).to.deep.equal([none, [3, '9.33', '9.00'], none]);
    for (const nth of [1, 2]) await post('scores', '/events/score_round', { ...card, client_id: client(nth) });
    // And two scorecards of 10 and 8.
    expect(await rounds()).to.deep.equal([none, [5, '9.60', '8.60'], none]);
  });

  it('add restored votes to the tally of the contract', async () => {
    const headers = { 'Content-Type': 'application/json', 'Mock-Session': 'tally' };
    const totals = async () => {
      const { total_votes, rounds } = json(await send(mock.url, 'GET', `${v3}/fights/88005/votes`, headers));
      return [total_votes, ...rounds.map((one: Record<string, number>) => [one.fighter1_votes, one.fighter2_votes])];
    };
    expect(await totals()).to.deep.equal([40, [20, 17], [1, 2], [0, 0]]);
    const votes = [2, 3].map((roundNumber) => ({
      ...{ fightId: 88005, roundNumber, clientId: client(1), fighterStatid: 1803, createdMs: 1 },
    }));
    const saved = JSON.stringify({ state: null, votes, scorecards: [] });
    await send(mock.url, 'PUT', '/__mock/session', headers, saved);
    expect(await totals()).to.deep.equal([42, [20, 17], [2, 2], [1, 0]]);
  });

  it('refuse the eleventh change in ten seconds', async () => {
    const left = ({ headers }: Awaited<ReturnType<typeof post>>) =>
      Number(/^"votes";r=(\d+);t=([1-9]|10)$/.exec(String(headers.ratelimit))?.[1] ?? -1);
    const vote = (fighter_statid: number, round_num = 2, nth = 2) =>
      post('changes', '/fights/88005/vote', { round_num, fighter_statid, client_id: client(nth) });
    const score = (fighter1_score: number) =>
      post('changes', '/events/score_round', { ...card, fighter1_score, client_id: client(2) });

    const closed = await vote(1803, 1);
    expect([closed.status, left(closed)], 'a closed round').to.deep.equal([409, 10]);
    const [first, same] = [await vote(1803), await vote(1803)];
    expect([first.status, left(first), same.status, left(same)]).to.deep.equal([201, 9, 200, 9]);
    expect(first.headers['ratelimit-policy']).to.equal('"votes";q=10;w=10');
    const seen: number[] = [];
    for (let change = 1; change <= 4; change++) {
      for (const answer of [await vote(change % 2 ? 1804 : 1803), await score(6 + change)]) seen.push(left(answer));
    }
    expect(seen, 'votes and scorecards together').to.deep.equal([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(left(await vote(1804))).to.equal(0);
    const refused = await vote(1803);
    expect([refused.status, json(refused).type]).to.deep.equal([429, 'urn:problem-type:too-many-requests']);
    expect(left(refused)).to.equal(0);
    expect(refused.headers['retry-after']).to.match(/^([1-9]|10)$/);
    expect([(await vote(1804)).status, (await score(10)).status], 'the same again').to.deep.equal([200, 200]);
    expect((await vote(1803, 2, 3)).status, 'another client').to.equal(201);
    const restored = { state: null, votes: [], scorecards: [] };
    const headers = { 'Content-Type': 'application/json', 'Mock-Session': 'changes' };
    await send(mock.url, 'PUT', '/__mock/session', headers, JSON.stringify(restored));
    expect(left(await vote(1803)), 'in a restored session').to.equal(9);
  });
});

describe('Changes', () => {
  it('makes changes available ten seconds after the first', () => {
    const changes = new Changes();
    for (const atMs of [0, 400, 9_000]) changes.count(1, 'a', atMs);
    const look = (atMs: number) => {
      const { left, retryAfter } = changes.read(1, 'a', atMs);
      return `${left} ${retryAfter}`;
    };
    expect([9_000, 9_001, 9_999, 10_000].map(look)).to.deep.equal(['7 1', '7 1', '7 1', '10 10']);
    changes.count(1, 'a', 10_000);
    expect([10_000, 10_001, 18_999, 19_000].map(look)).to.deep.equal(['9 10', '9 10', '9 2', '9 1']);
    const others = [changes.read(2, 'a', 10_000), changes.read(1, 'b', 10_000)];
    expect(others.map(({ left }) => left)).to.deep.equal([10, 10]);
  });
});
