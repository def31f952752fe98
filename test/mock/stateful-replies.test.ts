import { expect } from 'chai';
import { ballotsOf } from '../../contracts/rules/ballots.ts';
import type { Alert } from '../../contracts/schemas/alerts.ts';
import type { MetricsEntry } from '../../contracts/schemas/metrics.ts';
import type { RoundScoring } from '../../contracts/schemas/scoring.ts';
import type { VoteTally } from '../../contracts/schemas/votes.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import { roundScores, scoreCast, voteCast, voteRead, voteTally } from '../../mock/reply/ballot-routes.ts';
import { eventNow, metricsListNow, watchNow } from '../../mock/reply/night-results.ts';
import { alertList, liveFeed } from '../../mock/reply/night-routes.ts';
import type { StatefulContext, StatefulReply } from '../../mock/reply/reply-context.ts';
import { Changes } from '../../mock/session/changes.ts';
import { type Session, Sessions } from '../../mock/session/sessions.ts';
import { startMock } from '../../mock/start.ts';
import { send } from '../support/http/send.ts';

const [fightId, roundNumber] = [88005, 2];
const [first, second] = [1803, 1804];
const clientOf = (number: number) => `client-00000000000${number}`;
const voteOf = (number: number, fighterStatid: number, round = roundNumber) => ({
  ...{ fightId, roundNumber: round, clientId: clientOf(number), fighterStatid, createdMs: 1_000 },
});
const cardOf = (number: number, fighter1Score: number, fighter2Score: number, round = roundNumber) => ({
  ...{ fightId, roundNumber: round, clientId: clientOf(number), fighter1Score, fighter2Score },
});

/** The body of a success. */
const bodyOf = <T>(reply: StatefulReply | undefined) => (reply && 'body' in reply ? (reply.body as T) : undefined);
const problemOf = (reply: StatefulReply | undefined) => (reply && 'problem' in reply ? reply.problem : undefined);

describe('replies from ballots', () => {
  let session: Session;
  beforeEach(() => {
    session = new Sessions().find('one');
  });

  const context = (more: Partial<StatefulContext>): StatefulContext => ({
    ...{ family: 'v3', values: {}, body: undefined, session, night: undefined, contractBody: undefined },
    saveBallots: (ballots) => {
      session.ballots = ballots;
    },
    ...more,
  });

  it('add scorecards to the scores of the contract', () => {
    const means = { round_num: roundNumber, fighter1_score: '9.33', fighter2_score: '9.67', scores_count: 3 };
    const contractBody = { fights: [{ fight_id: fightId, rounds: [means] }] };
    const scores = () => {
      const { fights = [] } = bodyOf<RoundScoring>(roundScores(context({ values: { id: 7001 }, contractBody }))) ?? {};
      return fights.map(({ fight_id, rounds }) => [
        fight_id,
        ...rounds
          .filter(({ scores_count }) => scores_count > 0)
          .map((one) => [one.round_num, one.scores_count, one.fighter1_score, one.fighter2_score]),
      ]);
    };
    expect(scores(), 'without scorecards the contract answers').to.deep.equal([]);
    session.ballots = ballotsOf([], [cardOf(1, 10, 8), cardOf(2, 9, 7, 3)]);
    // 28 and 29 of the contract; 38 / 4 and 37 / 4.
    expect(scores().filter(([, ...rounds]) => rounds.length > 0)).to.deep.equal([
      [fightId, [2, 4, '9.50', '9.25'], [3, 1, '9.00', '7.00']],
    ]);
  });

  it('add votes to the tally of the contract', () => {
    const contractBody = { rounds: [{ round_num: roundNumber, fighter1_votes: 5, fighter2_votes: 7 }] };
    const tally = () => bodyOf<VoteTally>(voteTally(context({ values: { id: fightId }, contractBody })));
    expect(tally(), 'without votes the contract answers').to.equal(undefined);
    session.ballots = ballotsOf([voteOf(1, first), voteOf(2, second, 1), voteOf(3, second), voteOf(4, second)], []);
    const { total_votes, rounds = [] } = tally() ?? {};
    expect([total_votes, rounds.map((one) => [one.round_num, one.fighter1_votes, one.fighter2_votes])]).to.deep.equal([
      16,
      [
        [1, 0, 1],
        [2, 6, 9],
        [3, 0, 0],
      ],
    ]);
  });

  it('have a vote under its own fighter only', () => {
    session.ballots = ballotsOf([voteOf(1, first)], []);
    const read = (fighter_statid: number, id = fightId, client = 1, round_num = roundNumber) =>
      voteRead(context({ values: { id, round_num, fighter_statid, client_id: clientOf(client) } }));
    expect(bodyOf(read(first))).to.deep.equal({
      ...{ fight_id: fightId, round_num: roundNumber, fighter_statid: first, client_id: clientOf(1), voted: true },
      created: '1970-01-01T00:00:01Z',
    });
    for (const other of [read(second), read(first, fightId, 2), read(first, fightId, 1, 1)]) {
      expect(problemOf(other)).to.equal('vote-not-found');
    }
    expect(problemOf(read(first, 4_711))).to.equal('fight-not-found');
  });

  it('count changes but no repeats', () => {
    const cast = (fighter_statid: number, round_num = roundNumber) =>
      voteCast(context({ values: { id: fightId }, body: { round_num, fighter_statid, client_id: clientOf(1) } }));
    const left = (reply: StatefulReply | undefined) => Number(/r=(\d+)/.exec(reply?.headers?.RateLimit ?? '')?.[1]);
    const statusOf = (reply: StatefulReply | undefined) => (reply && 'status' in reply ? reply.status : undefined);
    const answers = [cast(first), cast(first), cast(second), cast(first)];
    expect(answers.map((reply) => [statusOf(reply), left(reply)])).to.deep.equal([
      [201, 9],
      [200, 9],
      [200, 8],
      [200, 7],
    ]);
    for (let nth = 0; nth < 7; nth++) cast(nth % 2 === 0 ? second : first);
    const repeat = cast(second);
    expect([statusOf(repeat), left(repeat)]).to.deep.equal([200, 0]);
    const change = cast(first);
    expect([problemOf(change), left(change)]).to.deep.equal(['too-many-requests', 0]);
    expect(Number(change?.headers?.['Retry-After'])).to.be.within(1, 10);
    // Scorecards of the fight are changes too; a closed round says what is left as well.
    const card = { event_id: 7001, fight_id: fightId, round_num: roundNumber, fighter1_score: 10, fighter2_score: 9 };
    const scored = (client: number) => scoreCast(context({ body: { ...card, client_id: clientOf(client) } }));
    expect([problemOf(scored(1)), statusOf(scored(2)), statusOf(scored(2))]).to.deep.equal([
      'too-many-requests',
      201,
      200,
    ]);
    const closed = cast(first, 1);
    expect([problemOf(closed), left(closed)]).to.deep.equal(['voting-closed', 0]);
  });
});

describe('a ballot whose reply is lost', () => {
  const v3 = '/api/v3/mobile';
  const ballot = { round_num: roundNumber, client_id: clientOf(1) };
  const card = { ...ballot, event_id: 7001, fight_id: fightId, fighter1_score: 10, fighter2_score: 8 };
  for (const [name, path, body, stored] of [
    ['vote', `/fights/${fightId}/vote`, { ...ballot, fighter_statid: first }, { votes: 1, scorecards: 0 }],
    ['scorecard', '/events/score_round', card, { votes: 0, scorecards: 1 }],
  ] as const) {
    for (const fault of ['reset', 'truncate']) {
      it(`counts a ${name} once after ${fault} and a retry`, async () => {
        const mock = await startMock({ port: 0, host: '127.0.0.1' });
        try {
          const cast = (more: Record<string, string>) =>
            send(mock.url, 'POST', v3 + path, { 'Content-Type': 'application/json', ...more }, JSON.stringify(body));
          const lost = await cast({ Prefer: `fault=${fault}` }).catch(() => undefined);
          expect(lost, 'the first reply').to.equal(undefined);
          expect((await cast({})).status).to.equal(200);
          const saved = JSON.parse((await send(mock.url, 'GET', '/__mock/session')).body.toString());
          expect(saved.votes).to.have.length(stored.votes);
          expect(saved.scorecards).to.have.length(stored.scorecards);
        } finally {
          await mock.close();
        }
      });
    }
  }
});

describe('Changes', () => {
  it('makes changes available ten seconds after the first', () => {
    const changes = new Changes();
    for (const atMs of [0, 400, 9_000]) changes.count(1, 'a', atMs);
    const look = (atMs: number) => {
      const { left, retryAfter } = changes.look(1, 'a', atMs);
      return [left, retryAfter];
    };
    expect([9_000, 9_001, 9_999, 10_000].map(look)).to.deep.equal([
      [7, 1],
      [7, 1],
      [7, 1],
      [10, 10],
    ]);
    changes.count(1, 'a', 10_000);
    expect([10_000, 10_001, 18_999, 19_000].map(look)).to.deep.equal([
      [9, 10],
      [9, 10],
      [9, 2],
      [9, 1],
    ]);
    const others = [changes.look(2, 'a', 10_000), changes.look(1, 'b', 10_000)];
    expect(others.map(({ left }) => left)).to.deep.equal([10, 10]);
  });
});

describe('replies from a fight night', () => {
  /** Night 7: the first fight begins after 30 s, and its result is announced after 551 s. */
  const night = new NightPlayer({ speed: 60, seed: 7, voters: 500 });
  before(() => night.pause());
  const session = new Sessions().find('one');
  const context = (atMs: number, family: 'v3' | 'v1', values: StatefulContext['values'] = {}): StatefulContext => {
    night.seek(atMs);
    return { family, values, body: undefined, session, night, contractBody: undefined, saveBallots: () => undefined };
  };
  const end = 6_000_000;

  it('are in the language of the family', () => {
    const texts = (['v3', 'v1'] as const).map((family) => {
      const watched = bodyOf<{ subtitle: string }>(watchNow(context(end, family, { id: 7001 })));
      const shown = bodyOf<{ subtitle: string }>(eventNow(context(end, family, { id: 7001 })));
      return [watched?.subtitle, shown?.subtitle];
    });
    expect(texts).to.deep.equal([
      ['En vivo', 'En vivo'],
      ['Live', 'Live'],
    ]);
  });

  it('list the feeds of the night and of earlier events', () => {
    const listed = (atMs: number) =>
      bodyOf<MetricsEntry[]>(metricsListNow(context(atMs, 'v1')))?.map(({ event_id, live_event_url }) => [
        event_id,
        live_event_url,
      ]);
    const feed = 'https://api.example.com/api/v1/us/fight_metrics/live_event';
    for (const atMs of [30_000, end]) {
      expect(listed(atMs), String(atMs)).to.deep.equal([
        [7001, `${feed}/811`],
        [7000, `${feed}/804`],
      ]);
    }
  });

  it('have scores by winner, and a note for a draw', () => {
    interface Decided {
      statid: number;
      fighter1_is_winner: boolean;
      fighter2_is_winner: boolean;
      result: { Method: string; EndNotes: string | null; Scores: { WinnerScore: string; LoserScore: string }[] };
    }
    const decided = (seed: number) => {
      const other = new NightPlayer({ speed: 60, seed, voters: 500 });
      other.seek(end);
      const reply = eventNow({ ...context(end, 'v1', { id: 7001 }), night: other });
      const fight = bodyOf<{ fights: Decided[] }>(reply)?.fights.find(({ statid }) => statid === 6413);
      const { Method, EndNotes, Scores = [] } = fight?.result ?? {};
      const scores = Scores.map(({ WinnerScore, LoserScore }) => `${WinnerScore}:${LoserScore}`);
      return [fight?.fighter1_is_winner, fight?.fighter2_is_winner, Method, EndNotes, scores];
    };
    expect(decided(7)).to.deep.equal([false, true, 'Decision - Unanimous', null, ['29:28', '29:28', '29:28']]);
    expect(decided(25)).to.deep.equal([false, false, 'Decision - Split', 'Draw', ['28:28', '27:29', '29:28']]);
  });

  it('have no feed of another event', () => {
    expect(liveFeed(context(end, 'v1', { id: 804 }))).to.equal(undefined);
    expect(liveFeed(context(end, 'v1', { id: 804, fight: 6415 }))).to.equal(undefined);
    expect(bodyOf(liveFeed(context(end, 'v1', { id: 811 })))).to.have.property('FMLiveFeed');
  });

  it('have each alert from its moment on, on one page', async () => {
    const alerts = async (atMs: number, values = {}) => {
      const reply = await alertList(context(atMs, 'v1', values));
      return { ids: bodyOf<Alert[]>(reply)?.map(({ id }) => id), link: reply?.headers?.Link };
    };
    expect((await alerts(29_999)).ids).to.deep.equal([601, 602]);
    expect((await alerts(30_000)).ids).to.deep.equal([900_001, 601, 602]);
    expect((await alerts(550_999)).ids).to.deep.equal([900_001, 601, 602]);
    expect((await alerts(551_000)).ids).to.deep.equal([900_002, 900_001, 601, 602]);
    const whole = await alerts(end);
    expect([whole.ids?.length, whole.link]).to.deep.equal([12, undefined]);
    for (const limit of [5, 4]) {
      const found: (number | undefined)[] = [];
      const sizes: number[] = [];
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const { ids = [], link } = await alerts(end, { limit, ...(cursor !== undefined && { cursor }) });
        found.push(...ids);
        sizes.push(ids.length);
        const given = /cursor=([^&>]+)/.exec(link ?? '')?.[1];
        cursor = given && Buffer.from(given, 'base64url').toString();
      }
      expect(found, `pages of ${limit}`).to.deep.equal(whole.ids);
      expect(sizes).to.deep.equal(limit === 5 ? [5, 5, 2] : [4, 4, 4]);
    }
  });
});
