import { expect } from 'chai';
import fc from 'fast-check';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import {
  type BoutSnapshot,
  type EventSnapshot,
  type ModelFight,
  NightModel,
  type Outcome,
} from '../../support/fixtures/night-model.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { type Answer, json } from '../../support/http/send.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { startTestServer, uncached } from '../../support/server/server.ts';

const sequences = 300;
const mostCommands = 40;
const nights = 600;

const { fightInProgressFighter1Statid: blue, fightInProgressFighter2Statid: red } = ids;
const clients = ['model-client-00001', 'model-client-00002'];

/** The card of each night: three rounds by content, five as main event, and one that the supplier does not know. */
const card = (night: number): ModelFight[] => [
  { id: 100_000 + night * 10 + 1, statid: 500_000 + night * 10 + 1, storedRounds: 3, corners: [blue, red] },
  { id: 100_000 + night * 10 + 2, statid: 500_000 + night * 10 + 2, storedRounds: 5, corners: [blue, red] },
  { id: 100_000 + night * 10 + 3, statid: null, storedRounds: 3, corners: [blue, red] },
];
const eventId = (night: number) => 50_000 + night;
const eventStatid = (night: number) => String(60_000 + night);

/** An event with such a card, as content holds it. */
function rawEvent(night: number): object {
  const [known] = world.events;
  const fights = card(night).map(({ id, statid }, index) => ({
    ...{ id, statid, fightcard_order: index + 1, is_main_event: index === 1 },
    ...{ fighter1_id: ids.fightInProgressFighter1, fighter2_id: ids.fightInProgressFighter2 },
  }));
  return { ...known, id: eventId(night), statid: Number(eventStatid(night)), fights };
}

/** The service as one sequence sees it. */
interface Real {
  night: number;
  /** Every step goes to the next server; they share one Redis. */
  pool(): ClientPool;
  /** How often model and service were compared, and what the service answered. */
  compared(): void;
  answered(kind: string, answer: Answer): void;
}

type Step = fc.AsyncCommand<NightModel, Real>;

/** A step that any state allows. */
function step(title: string, run: (model: NightModel, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      real.compared();
    },
    toString: () => title,
  };
}

const keyed = { Authorization: `Bearer ${feedKey}` };
const updates = '/api/v1/us/fight_metrics/update_live_event';

function expectOutcome(answer: Answer, { status, ...expected }: Outcome): void {
  expect(answer.status, answer.body.toString()).to.equal(status);
  if (status === 200) expect(json(answer)).to.include(expected);
}

/** A round by its number, or the one that the fight is in, or the one after. */
type Round = number | 'now' | 'next';

function roundOf(round: Round, model: NightModel, { statid }: ModelFight): number {
  const current = model.currentRound(statid);
  return round === 'now' ? Math.max(1, current) : round === 'next' ? Math.min(5, current + 1) : round;
}

/** Sequence numbers as a feed sends them: mostly the next, at times one again, an old one, or with a gap. */
const advances = fc.constantFrom(1, 1, 1, 1, 1, 3, 0, -1, -2);
const numberFrom = (last: number, advance: number) => Math.max(1, last + advance);

/** What a snapshot says of a fight: mostly that it goes on, at times that it is over, or something odd. */
const fightsShown = fc.array(
  fc.record({
    fight: fc.constantFrom(0, 0, 1),
    curRd: fc.constantFrom<Round | '' | '9'>('now', 'now', 'now', 'next', 'next', 0, 1, 3, 5, '', '9'),
    starts: fc.constantFrom<Round[]>([], [], [], ['next'], [1], [2], [1, 3]),
    end: fc.constantFrom(
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      'closed',
      'Fight_Over',
      'Results',
      'Fight_Complete',
    ),
    possibleRds: fc.constantFrom('', '3', '5', '5', '0', '2'),
  }),
  { maxLength: 2 },
);

const postEvent = fc
  .record({ advance: advances, shown: fightsShown, ended: fc.integer({ min: 1, max: 60 }).map((n) => n === 1) })
  .map(({ advance, shown, ended }) =>
    step(`event ${advance} ${JSON.stringify(shown)}${ended ? ' ended' : ''}`, async (model, real) => {
      const once = [...new Map(shown.map((one) => [one.fight, one])).values()];
      const fights = once.map(({ fight, curRd, starts, end, possibleRds }) => {
        const of = model.fights[fight] as ModelFight;
        const shownRound = curRd === '' || curRd === '9' ? curRd : String(roundOf(curRd, model, of));
        const started = starts.map((round) => roundOf(round, model, of));
        return { statid: of.statid as number, curRd: shownRound, starts: started, over: end !== '', possibleRds, end };
      });
      const sequence = numberFrom(model.lastSequence('event'), advance);
      const snapshot: EventSnapshot = { fights, ended };
      const Fights = fights.map(({ statid, curRd, starts, end, possibleRds }) => ({
        ...{
          FightID: String(statid),
          CurRd: curRd,
          PossibleRds: possibleRds,
          Status: end === 'closed' ? end : 'Upcoming',
        },
        FightActions: [
          ...starts.map((round) => ({ ActionID: `${round}`, Type: 'Round_Start', Round: `${round}` })),
          ...(end !== '' && end !== 'closed' ? [{ ActionID: '9', Type: end }] : []),
        ],
      }));
      const FMLiveFeed = { EventID: eventStatid(real.night), EventEnd: ended ? '05:00:00' : '', Fights };
      expectOutcome(
        await real.pool().send('POST', updates, { sequence, FMLiveFeed }, keyed),
        model.postEvent(sequence, snapshot),
      );
    }),
  );

const postBout = fc
  .record({
    advance: advances,
    fight: fc.nat(1),
    shown: fc.constantFrom<Round | ''>('now', 'now', 'next', 0, 1, 3, ''),
    official: fc.integer({ min: 1, max: 20 }).map((n) => n === 1),
  })
  .map(({ advance, fight, shown, official }) =>
    step(`bout ${fight} ${advance} round ${shown}${official ? ' official' : ''}`, async (model, real) => {
      const of = model.fights[fight] as ModelFight;
      const statid = of.statid as number;
      const round = shown === '' ? '' : String(roundOf(shown, model, of));
      const sequence = numberFrom(model.lastSequence(`bout ${statid}`), advance);
      const snapshot: BoutSnapshot = { statid, round, official };
      const FMLiveFeed = {
        ...{ EventID: eventStatid(real.night), FightID: String(statid), CurrentRound: round },
        Status: official ? 'official' : '',
      };
      const body = { sequence, Type: 'Stats', FMLiveFeed };
      expectOutcome(await real.pool().send('POST', updates, body, keyed), model.postBout(sequence, snapshot));
    }),
  );

/** A refusal says whether the round has not opened or is closed. */
function expectRefusal(answer: Answer, model: NightModel, fight: ModelFight, round: number): void {
  if (answer.status !== 409) return;
  expect(json(answer)).to.have.property(model.takes(fight, round) === 'closed' ? 'closed_at' : 'opens_at');
}

const someFight = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const someRound = fc.constantFrom<Round>('now', 'now', 'now', 'now', 'now', 'now', 'next', 1, 2, 3, 5, 6, 0);

const castVote = fc
  .record({
    fight: someFight,
    round: someRound,
    statid: fc.constantFrom(blue, blue, red, red, 999),
    client: fc.constantFrom(...clients),
  })
  .map(({ fight: index, round: which, statid, client }) =>
    step(`vote ${index} round ${which} for ${statid} by ${client}`, async (model, real) => {
      const fight = model.fights[index] as ModelFight;
      const round = roundOf(which, model, fight);
      const expected = model.vote(fight, round, statid, client);
      const body = { round_num: round, fighter_statid: statid, client_id: client };
      const answer = await real.pool().send('POST', `/api/v3/mobile/fights/${fight.id}/vote`, body);
      real.answered('votes', answer);
      expect(answer.status, answer.body.toString()).to.equal(expected);
      expectRefusal(answer, model, fight, round);
    }),
  );

const score = fc.constantFrom(7, 8, 9, 9, 10, 10, 10, 11);
const castScore = fc
  .record({
    fight: someFight,
    round: someRound,
    scores: fc.tuple(score, score),
    client: fc.constantFrom(...clients),
    v1: fc.boolean(),
  })
  .map(({ fight: index, round: which, scores, client, v1 }) =>
    step(`score ${index} round ${which} ${scores} by ${client}`, async (model, real) => {
      const fight = model.fights[index] as ModelFight;
      const round = roundOf(which, model, fight);
      const expected = model.score(fight, round, scores, client);
      const body = {
        ...{ event_id: eventId(real.night), fight_id: fight.id, round_num: round, client_id: client },
        ...{ fighter1_score: scores[0], fighter2_score: scores[1] },
      };
      const answer = await real.pool().send('POST', `/api/${v1 ? 'v1/us' : 'v3/mobile'}/events/score_round`, body);
      real.answered('scorecards', answer);
      expect(answer.status, answer.body.toString()).to.equal(expected);
      expectRefusal(answer, model, fight, round);
    }),
  );

/** Nine clients at once: so many that their mean has to be rounded. */
const anyScore = fc.integer({ min: 7, max: 10 });
const castScores = fc
  .record({ fight: someFight, scores: fc.array(fc.tuple(anyScore, anyScore), { minLength: 9, maxLength: 9 }) })
  .map(({ fight: index, scores }) =>
    step(`scores ${index} of nine ${scores.join(' ')}`, async (model, real) => {
      const fight = model.fights[index] as ModelFight;
      const round = roundOf('now', model, fight);
      const answers = scores.map(async ([one, other], n) => {
        const client = `model-scorer-0000${n}`;
        const expected = model.score(fight, round, [one, other], client);
        const body = {
          ...{ event_id: eventId(real.night), fight_id: fight.id, round_num: round, client_id: client },
          ...{ fighter1_score: one, fighter2_score: other },
        };
        const answer = await real.pool().send('POST', '/api/v3/mobile/events/score_round', body);
        expect(answer.status, answer.body.toString()).to.equal(expected);
      });
      await Promise.all(answers);
    }),
  );

async function compareTally(model: NightModel, real: Real, fight: ModelFight): Promise<void> {
  const { rounds, total_votes } = json(await real.pool().send('GET', `/api/v3/mobile/fights/${fight.id}/votes`));
  const counts = rounds.map((round: Record<string, number>) => [round.fighter1_votes, round.fighter2_votes]);
  expect(counts).to.deep.equal(model.tally(fight));
  expect(total_votes).to.equal(
    model
      .tally(fight)
      .flat()
      .reduce((sum, votes) => sum + votes, 0),
  );
}

async function compareScores(model: NightModel, real: Real): Promise<void> {
  const { fights } = json(await real.pool().send('GET', `/api/v1/us/events/round_scoring/${eventId(real.night)}`));
  for (const [index, fight] of model.fights.entries()) {
    expect(fights[index]).to.include({ fight_id: fight.id, current_round: model.currentRound(fight.statid) });
    const rounds = fights[index].rounds.map((round: Record<string, unknown>) => ({
      ...{ count: round.scores_count, means: [round.fighter1_score, round.fighter2_score], open: round.open },
    }));
    expect(rounds).to.deep.equal(model.scores(fight));
  }
}

const readTally = someFight.map((index) =>
  step(`tally ${index}`, (model, real) => compareTally(model, real, model.fights[index] as ModelFight)),
);
const readScores = fc.constant(step('scores', compareScores));
const readVote = fc
  .record({ fight: someFight, round: fc.integer({ min: 1, max: 5 }), client: fc.constantFrom(...clients) })
  .map(({ fight: index, round, client }) =>
    step(`read ${index} round ${round} of ${client}`, async (model, real) => {
      const fight = model.fights[index] as ModelFight;
      for (const statid of fight.corners) {
        const path = `/api/v3/mobile/fights/${fight.id}/round/${round}/fighter/${statid}/vote/${client}`;
        const { status } = await real.pool().send('GET', path);
        expect(status).to.equal(model.voteOf(fight, round, client) === statid ? 200 : 404);
      }
    }),
  );

describe('a night of any feed posts, votes, scorecards and reads', function () {
  this.timeout(300_000);
  let redis: TestNode;
  /** By whether rounds stay open for long after they end. */
  const pools = new Map<boolean, ClientPool[]>();
  const closings: (() => Promise<void>)[] = [];
  before(async () => {
    redis = await startRedis();
    for (const graceful of [false, true, false, true]) {
      const opened = await openStore(redis.url, {
        roundGraceSeconds: graceful ? 7_200 : 0,
        changesPerTenSeconds: 0,
      });
      if (pools.size === 0) {
        await publishRecords(opened.store, {
          ...world,
          events: Array.from({ length: nights }, (_, night) => rawEvent(night)),
        });
      }
      const server = await startTestServer(opened.store, uncached);
      const pool = openClientPool(server.url, 9);
      pools.set(graceful, [...(pools.get(graceful) ?? []), pool]);
      closings.push(async () => {
        await pool.close();
        await server.close();
        opened.close();
      });
    }
  });
  after(async () => {
    for (const close of closings) await close();
    await redis.close();
  });

  it(`agrees with the model in ${sequences} random sequences over two servers`, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
    console.log(`model: seed ${seed} (SEED=${seed} runs it again)`);
    let night = 0;
    let runs = 0;
    let comparisons = 0;
    const answers = new Map<string, Answer[]>();
    const commands = fc.commands(
      [
        postEvent,
        postEvent,
        postBout,
        castVote,
        castVote,
        castVote,
        castScore,
        castScore,
        castScores,
        readTally,
        readScores,
        readVote,
      ],
      {
        maxCommands: mostCommands,
        size: 'max',
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), commands, async (graceful, steps) => {
        runs++;
        const model = new NightModel(card(night % nights), graceful);
        let turn = 0;
        const servers = pools.get(graceful) as ClientPool[];
        const real: Real = {
          night: night++ % nights,
          pool: () => servers[turn++ % servers.length] as ClientPool,
          compared: () => {
            comparisons++;
          },
          answered(kind, answer) {
            answers.set(kind, [...(answers.get(kind) ?? []), answer]);
          },
        };
        await fc.asyncModelRun(() => ({ model, real }), steps);
        for (const fight of model.fights) await compareTally(model, real, fight);
        await compareScores(model, real);
      }),
      // More runs than nights would meet what an earlier one left behind.
      { numRuns: sequences, seed, interruptAfterTimeLimit: 280_000, markInterruptAsFailure: true },
    );
    console.log(`model: ${runs} sequences, ${comparisons} steps compared, 0 disagreements`);
    expect(runs).to.equal(sequences);
    // Sequences in which nothing is ever open, or nothing ever closed, would agree with anything.
    for (const [kind, given] of answers) {
      console.log(`model: ${kind} ${JSON.stringify(countStatuses(given))}`);
      expect(countStatuses(given)).to.include.keys('200', '201', '409', '422');
    }
  });
});
