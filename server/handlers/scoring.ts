import { Problem } from '../../common/wire/problem.ts';
import { findBallotViolations, findScoredFight } from '../../contracts/rules/ballot-checks.ts';
import { roundScoring, scorecardReply } from '../../contracts/rules/ballot-replies.ts';
import { lapsedWindows } from '../../contracts/rules/rounds.ts';
import { findEvent } from '../queries/content.ts';
import { feedChannels, readJoinedFights, stateVersion } from '../queries/fights.ts';
import { isRefused } from '../store/ballots/ballot-result.ts';
import { channels } from '../store/keys.ts';
import { admit, toChangesHeaders, toRefusal } from './ballot-refusals.ts';
import { type Handler, Reply } from './types.ts';

export const round_scoring: Handler<'round_scoring'> = async ({ family, values, content }, { store, settings }) => {
  const event = await findEvent(content, values.id);
  const live = event.statid === null ? undefined : await store.live.event(event.statid);
  const [fights, sums] = await Promise.all([
    readJoinedFights(content, event, live, family, settings),
    store.scoring.versioned(event.fights.map(({ id }) => id)),
  ]);
  const scored = fights.map((fight, index) => ({ ...fight, sums: sums[index]?.counts ?? new Map() }));
  const body = roundScoring(event, scored, live?.nowMs ?? 0);
  const changes = sums.reduce((sum, { version }) => sum + version, 0);
  const lapsed = live ? lapsedWindows(live.windows, live.nowMs) : 0;
  return new Reply(body, {
    follows: {
      version: stateVersion(content.generation, changes + (live?.version ?? 0) + lapsed),
      channels: [...event.fights.map(({ id }) => channels.tally(id)), ...feedChannels(event)],
    },
  });
};

export const score_round: Handler<'score_round'> = async ({ family, body, caller }, context) => {
  const { store, fightCache } = context;
  const { event_id, round_num, fighter1_score, fighter2_score, client_id } = body;
  const fight = findScoredFight(body, await fightCache.readEvent(event_id));
  if (!fight) throw new Problem('fight-not-found');
  const errors = findBallotViolations(body, fight, family);
  if (errors.length > 0) throw new Problem('invalid-body', { errors });

  admit(client_id, caller, context);
  const scores = { fighter1Score: fighter1_score, fighter2Score: fighter2_score };
  const { fightId, bout } = fight;
  const scorecard = { fightId, bout, roundNumber: round_num, clientId: client_id, ...scores };
  const result = await store.scoring.cast(scorecard, caller.socket);
  if (isRefused(result)) throw toRefusal(result, 'scoring-closed', client_id, caller, context);
  const headers = toChangesHeaders(result.changes);
  return new Reply(scorecardReply(body, fightId), { status: result.outcome === 'created' ? 201 : 200, headers });
};
