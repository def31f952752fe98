import type { ScoringRound } from '../schemas/scoring.ts';
import type { VoteRound } from '../schemas/votes.ts';

/** Computes the tallies in replies from votes and scorecards by round. */

export interface RoundVotes {
  fighter1Votes: number;
  fighter2Votes: number;
}

export interface RoundScores {
  count: number;
  /** Sums over all scorecards. */
  fighter1Sum: number;
  fighter2Sum: number;
}

/**
 * A quotient with two decimals, rounded half up. Computed in whole numbers: 0.285 as a float is less than 0.285, and
 * `toFixed` would round it down.
 *
 * @param numerator a whole number from 0, below 2^53 / 200.
 * @param denominator a whole number from 1.
 */
function twoDecimals(numerator: number, denominator: number): string {
  return inHundredths(Math.floor((numerator * 200 + denominator) / (denominator * 2)));
}

function inHundredths(hundredths: number): string {
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

const roundNumbers = (scheduledRounds: number) => Array.from({ length: scheduledRounds }, (_, index) => index + 1);

const noVotes: RoundVotes = { fighter1Votes: 0, fighter2Votes: 0 };
const unscored: RoundScores = { count: 0, fighter1Sum: 0, fighter2Sum: 0 };

/**
 * The rounds of a vote tally, ascending, one per scheduled round.
 *
 * @param counts by round number; a missing round has no votes.
 * @see wire specification 8, VoteTally
 */
export function voteRounds(counts: ReadonlyMap<number, RoundVotes>, scheduledRounds: number): VoteRound[] {
  return roundNumbers(scheduledRounds).map((round_num) => {
    const { fighter1Votes, fighter2Votes } = counts.get(round_num) ?? noVotes;
    const total = fighter1Votes + fighter2Votes;
    const first = total === 0 ? '0.00' : twoDecimals(fighter1Votes * 100, total);
    // The rest, not rounded separately: the two add up to 100.00.
    const second = total === 0 ? '0.00' : inHundredths(10_000 - Number(first.replace('.', '')));
    return {
      round_num,
      fighter1_votes: fighter1Votes,
      fighter2_votes: fighter2Votes,
      fighter1_percentage: first,
      fighter2_percentage: second,
    };
  });
}

/**
 * The rounds of a fight's audience scores, ascending, one per scheduled round.
 *
 * @param sums by round number; a missing round has no scorecards.
 * @param isOpen whether a round accepts scorecards now.
 * @see wire specification 8, RoundScoring
 */
export function scoringRounds(
  sums: ReadonlyMap<number, RoundScores>,
  scheduledRounds: number,
  isOpen: (roundNumber: number) => boolean,
): ScoringRound[] {
  return roundNumbers(scheduledRounds).map((round_num) => {
    const { count: scores_count, fighter1Sum, fighter2Sum } = sums.get(round_num) ?? unscored;
    // Without scorecards the sums are 0, and so are the means.
    const count = Math.max(scores_count, 1);
    const mean = (sum: number) => twoDecimals(sum, count);
    return {
      round_num,
      fighter1_score: mean(fighter1Sum),
      fighter2_score: mean(fighter2Sum),
      scores_count,
      open: isOpen(round_num),
    };
  });
}
