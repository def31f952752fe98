import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { contractId, type Interaction } from '../../contracts/interactions/interaction.ts';
import { replySchema } from '../../contracts/operations.ts';
import { schemaRules } from '../../contracts/pact/body-rules.ts';
import { findEchoes, headersOf } from '../../contracts/pact/expectations.ts';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import { findMismatches } from '../../contracts/schemas/validation/mismatches.ts';
import type { VoteTally } from '../../contracts/schemas/votes.ts';
import { ids } from '../../contracts/world/index.ts';
import type { Rule } from '../../mock/contracts/pacts/matching-rules.ts';
import { findMisfit } from '../../mock/contracts/pacts/pact-file.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { prefixes } from '../support/expected/headers.ts';

const fight = ids.fightInProgress;
const [blue, red] = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid];
const client = 'memory-client-0001';

describe('the mock: memory', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  interface Answer {
    status: number;
    headers: Headers;
    body: unknown;
  }

  async function ask(session: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const reply = await fetch(mock.url + path, {
      method,
      headers: { 'Mock-Session': session, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const answer = { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
    if (path.startsWith('/api') && reply.status < 300) checkReply(answer);
    return answer;
  }

  /** Checks that a stateful reply fits its schema, and the rules that the schema gives its contract. */
  function checkReply({ headers, body }: Answer): void {
    const id = headers.get('contract-id');
    const interaction = interactions.find((one) => contractId(one) === id) as Interaction;
    const { route, family, reply } = interaction;
    const schema = replySchema(route, family);
    expect(findMismatches(schema, body, 'en'), interaction.receiving).to.deep.equal([]);
    const rules = Object.entries(schemaRules(schema, reply.body, new Map([...findEchoes({ request: {} })])));
    const byPath = new Map(rules.map(([path, { matchers }]): [string, Rule[]] => [path, matchers as Rule[]]));
    expect(findMisfit(reply.body, body, byPath), interaction.receiving).to.equal(undefined);
    const expected = Object.entries(headersOf(interaction)).filter(([name]) => name !== 'Location');
    for (const [name, { example, pattern }] of expected) {
      const value = headers.get(name);
      if (pattern) expect(value, name).to.match(new RegExp(pattern));
      else expect(value, name).to.equal(example);
    }
  }

  const cast = (session: string, fighter_statid: number, round_num = 2, client_id = client) =>
    ask(session, 'POST', `/api/v3/mobile/fights/${fight}/vote`, { round_num, fighter_statid, client_id });
  const tally = async (session: string) =>
    (await ask(session, 'GET', `/api/v3/mobile/fights/${fight}/votes`)).body as VoteTally;
  const read = (session: string, fighter: number, round = 2, client_id = client) =>
    ask(session, 'GET', `/api/v3/mobile/fights/${fight}/round/${round}/fighter/${fighter}/vote/${client_id}`);

  it('counts a vote once, moves it, and returns it by client id', async () => {
    const before = await tally('votes');
    expect((await read('votes', blue)).status).to.equal(404);
    const first = await cast('votes', blue);
    expect([first.status, first.headers.get('contract-match')]).to.deep.equal([201, 'remembered']);
    expect(first.headers.get('location')).to.equal(
      `/api/v3/mobile/fights/${fight}/round/2/fighter/${blue}/vote/${client}`,
    );
    expect((await cast('votes', blue)).status).to.equal(200);
    const counted = await tally('votes');
    expect(counted.total_votes).to.equal(before.total_votes + 1);
    expect(counted.rounds[1]?.fighter1_votes).to.equal((before.rounds[1]?.fighter1_votes ?? 0) + 1);
    expect((await read('votes', blue)).body).to.deep.equal(first.body);

    expect((await cast('votes', red)).status).to.equal(200);
    const moved = await tally('votes');
    expect(moved.total_votes).to.equal(before.total_votes + 1);
    expect(moved.rounds[1]?.fighter2_votes).to.equal((before.rounds[1]?.fighter2_votes ?? 0) + 1);
    expect([(await read('votes', blue)).status, (await read('votes', red)).status]).to.deep.equal([404, 200]);
    expect((await tally('other')).total_votes, 'another session').to.equal(before.total_votes);
  });

  it('refuses the votes that the server refuses', async () => {
    const closed = await cast('refused', blue, 1);
    expect(closed.status).to.equal(409);
    expect(closed.body).to.include({ type: 'urn:problem-type:voting-closed', closed_at: '2031-04-05T23:38:00Z' });
    const notStarted = await cast('refused', blue, 3);
    expect([notStarted.status, (notStarted.body as { opens_at: null }).opens_at]).to.deep.equal([409, null]);
    const wrong = await cast('refused', ids.championStatid, 9);
    expect(wrong.status).to.equal(422);
    const path = `/api/v3/mobile/fights/${ids.upcomingFight}/vote`;
    const upcoming = await ask('refused', 'POST', path, {
      round_num: 1,
      fighter_statid: ids.championStatid,
      client_id: client,
    });
    expect(upcoming.status).to.equal(409);
    const before = await tally('unused');
    expect((await tally('refused')).total_votes).to.equal(before.total_votes);
  });

  for (const family of ['v3', 'v1'] as const) {
    it(`${family}: stores one scorecard per client and round, and includes it in the means`, async () => {
      const session = `scores-${family}`;
      const prefix = prefixes[family];
      const scores = async () => {
        const { body } = await ask(session, 'GET', `${prefix}/events/round_scoring/${ids.liveEvent}`);
        const found = (body as RoundScoring).fights.find(({ fight_id }) => fight_id === fight)?.rounds[1];
        return [found?.scores_count, found?.fighter1_score, found?.fighter2_score];
      };
      const score = (fighter1_score: number, fighter2_score: number, about: object = { fight_id: fight }) =>
        ask(session, 'POST', `${prefix}/events/score_round`, {
          ...{ event_id: ids.liveEvent, round_num: 2, fighter1_score, fighter2_score, client_id: client },
          ...about,
        });
      const [count = 0] = (await scores()) as [number];
      expect((await score(10, 8)).status).to.equal(201);
      expect((await score(10, 8)).status).to.equal(200);
      expect((await scores())[0]).to.equal(count + 1);
      expect((await score(8, 10, { fight_statid: ids.fightInProgressStatid })).status).to.equal(200);
      // The contract's own two cards, 10–9 and 9–9, beside this one.
      expect(await scores()).to.deep.equal([count + 1, '9.00', '9.33']);
      expect((await score(10, 9, { fight_id: fight, round_num: 1 })).status).to.equal(409);
      expect((await score(10, 9, { fight_id: ids.pastFight })).status).to.equal(404);
      expect((await score(10, 9, { fight_id: fight, event_id: 5 })).status).to.equal(404);
    });
  }

  it('is exported, imported and reset', async () => {
    await cast('saved', blue);
    const before = await tally('fresh');
    const { body: saved } = await ask('saved', 'GET', '/__mock/session');
    const { session: _, ...file } = saved as { session: string; votes: unknown[] };
    expect(file.votes).to.have.length(1);
    expect((await ask('loaded', 'PUT', '/__mock/session', file)).status).to.equal(200);
    expect((await tally('loaded')).total_votes).to.equal(before.total_votes + 1);
    expect((await cast('loaded', blue)).status).to.equal(200);
    expect((await ask('loaded', 'DELETE', '/__mock/session')).status).to.equal(204);
    expect((await tally('loaded')).total_votes).to.equal(before.total_votes);
    expect((await cast('loaded', blue)).status).to.equal(201);
    const broken = await ask('loaded', 'PUT', '/__mock/session', {
      state: null,
      votes: [{ fightId: 1 }],
      scorecards: [],
    });
    expect(broken.status).to.equal(422);
    expect((broken.body as { errors: { pointer: string }[] }).errors[0]?.pointer).to.match(/^#\/votes\/0\//);
  });
});
