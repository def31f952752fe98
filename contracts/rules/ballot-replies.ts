/** The replies about votes and scorecards, for server, mock and contracts. */
import { type Family, families } from '../families.ts';
import { fill } from '../http/paths.ts';
import { routes } from '../routes.ts';
import type { RoundScoring, ScoreBody, Scorecard } from '../schemas/scoring.ts';
import type { Vote, VoteTally } from '../schemas/votes.ts';
import type { BallotFight } from './ballot-checks.ts';
import type { RefusedBallot, VoteBallot } from './ballots.ts';
import { isoSeconds } from './iso-seconds.ts';
import type { JoinedFight } from './joined-fight.ts';
import { isOpen } from './rounds.ts';
import { type RoundScores, type RoundVotes, scoringRounds, voteRounds } from './tally.ts';

/** Votes by fighter statid → votes of fighter 1 and fighter 2; other statids do not count. */
export function roundVotes(
  votes: ReadonlyMap<number, number>,
  { fighter1Statid, fighter2Statid }: Pick<BallotFight, 'fighter1Statid' | 'fighter2Statid'>,
): RoundVotes {
  return { fighter1Votes: votes.get(fighter1Statid ?? 0) ?? 0, fighter2Votes: votes.get(fighter2Statid ?? 0) ?? 0 };
}

/** @param counts by round number; a missing round has no votes. */
export function voteTally(
  { fightId, fighter1Statid, fighter2Statid, scheduledRounds }: Omit<BallotFight, 'fightStatid'>,
  counts: ReadonlyMap<number, RoundVotes>,
): VoteTally {
  const rounds = voteRounds(counts, scheduledRounds);
  return {
    fight_id: fightId,
    fighter1_statid: fighter1Statid,
    fighter2_statid: fighter2Statid,
    total_votes: rounds.reduce((sum, { fighter1_votes, fighter2_votes }) => sum + fighter1_votes + fighter2_votes, 0),
    rounds,
  };
}

/** @param createdMs when the client chose this fighter. */
export function voteReply({ fightId, roundNumber, fighterStatid, clientId }: VoteBallot, createdMs: number): Vote {
  return {
    fight_id: fightId,
    round_num: roundNumber,
    fighter_statid: fighterStatid,
    client_id: clientId,
    voted: true,
    created: isoSeconds(createdMs),
  };
}

/** `Location` of a new vote: where it can be read. */
export const voteLocation = (family: Family, { fight_id, round_num, fighter_statid, client_id }: Vote) =>
  families[family].prefix + fill(routes.fight_vote_read.path, { id: fight_id, round_num, fighter_statid, client_id });

export function scorecardReply(body: ScoreBody, fightId: number): Scorecard {
  const { event_id, round_num, fighter1_score, fighter2_score, client_id } = body;
  return { status: 'ok', event_id, fight_id: fightId, round_num, fighter1_score, fighter2_score, client_id };
}

/** Extension members of `voting-closed` and `scoring-closed`: the time when the round closed; null if it has not opened. */
export const closedExtensions = (refused: RefusedBallot) =>
  refused.outcome === 'closed' ? { closed_at: isoSeconds(refused.closesMs) } : { opens_at: null };

/**
 * The audience's scores of an event.
 *
 * @param fights in card order, each with the sums of its rounds.
 * @param nowMs on the clock of the windows.
 */
export function roundScoring(
  event: { id: number; statid: number | null },
  fights: readonly (JoinedFight & { sums: ReadonlyMap<number, RoundScores> })[],
  nowMs: number,
): RoundScoring {
  return {
    event_id: event.id,
    statid: event.statid,
    fights: fights.map(({ fight, scheduledRounds, windows, currentRound, sums }) => ({
      fight_id: fight.id,
      fight_statid: fight.statid,
      fighter1_statid: fight.fighter1_statid,
      fighter2_statid: fight.fighter2_statid,
      fighter1_last_name: fight.fighter1_last_name,
      fighter2_last_name: fight.fighter2_last_name,
      current_round: currentRound,
      rounds: scoringRounds(sums, scheduledRounds, (round) => isOpen(windows?.rounds[round], nowMs)),
    })),
  };
}
