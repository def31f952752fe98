import { type Fault, languageOf } from '../../contracts/problems.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { isOpen, lapsedWindows } from '../../contracts/rules/rounds.ts';
import { scoringRounds } from '../../contracts/rules/tally.ts';
import type { ScoreBody } from '../../contracts/schemas/scoring.ts';
import { mustBeInteger } from '../../contracts/schemas/validation.ts';
import type { BallotPapers } from '../cache/fight-cache.ts';
import { eventOf } from '../queries/content.ts';
import { feedsOf, joinedFights } from '../queries/fights.ts';
import { channels } from '../store/index.ts';
import { admit, changesFields, refusal } from './ballot-refusals.ts';
import { type Handler, Reply } from './types.ts';

export const round_scoring: Handler<'round_scoring'> = async ({ family, values, content }, { store, settings }) => {
  const event = await eventOf(content, values.id);
  const live = event.statid === null ? undefined : await store.live.event(event.statid);
  const [fights, sums] = await Promise.all([
    joinedFights(content, event, live, family, settings),
    store.scoring.versioned(event.fights.map(({ id }) => id)),
  ]);
  const body = {
    event_id: event.id,
    statid: event.statid,
    fights: fights.map(({ fight, scheduledRounds, windows, currentRound }, index) => ({
      fight_id: fight.id,
      fight_statid: fight.statid,
      fighter1_statid: fight.fighter1_statid,
      fighter2_statid: fight.fighter2_statid,
      fighter1_last_name: fight.fighter1_last_name,
      fighter2_last_name: fight.fighter2_last_name,
      current_round: currentRound,
      rounds: scoringRounds(sums[index]?.counts ?? new Map(), scheduledRounds, (round) =>
        isOpen(windows?.rounds[round], live?.nowMs ?? 0),
      ),
    })),
  };
  const changes = sums.reduce((sum, { version }) => sum + version, 0);
  return new Reply(body, {
    follows: {
      version: changes + (live?.version ?? 0) + (live ? lapsedWindows(live.windows, live.nowMs) : 0),
      channels: [...event.fights.map(({ id }) => channels.tally(id)), ...feedsOf(event)],
    },
  });
};

/** @throws {Problem} `event-not-found`, `fight-not-found`. */
async function paperOf({ event_id, fight_id, fight_statid }: ScoreBody, ballotPapers: BallotPapers) {
  const papers = await ballotPapers.ofEvent(event_id);
  const paper = papers.find(({ fightId, fightStatid }) =>
    fight_id === undefined ? fightStatid === fight_statid : fightId === fight_id,
  );
  if (!paper) throw new Problem('fight-not-found');
  return paper;
}

export const score_round: Handler<'score_round'> = async ({ family, body, caller }, context) => {
  const { store, ballotPapers } = context;
  const { event_id, round_num, fighter1_score, fighter2_score, client_id } = body;
  const { fightId, scheduledRounds } = await paperOf(body, ballotPapers);
  if (round_num > scheduledRounds) {
    const detail = mustBeInteger(1, scheduledRounds, languageOf(family));
    const errors: Fault[] = [{ pointer: '#/round_num', detail }];
    throw new Problem('invalid-body', { errors });
  }

  admit(client_id, caller, context);
  const scores = { fighter1Score: fighter1_score, fighter2Score: fighter2_score };
  const scorecard = { fightId, roundNumber: round_num, clientId: client_id, ...scores };
  const cast = await store.scoring.cast(scorecard, caller.socket);
  if (!['created', 'replaced', 'same'].includes(cast.outcome)) {
    throw refusal(cast as Parameters<typeof refusal>[0], 'scoring-closed');
  }
  const card = { event_id, fight_id: fightId, round_num, fighter1_score, fighter2_score, client_id };
  const headers = changesFields(cast.changes);
  return new Reply({ status: 'ok' as const, ...card }, { status: cast.outcome === 'created' ? 201 : 200, headers });
};
