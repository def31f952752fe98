import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contracts/client/client.ts';
import { scoringRounds } from '../../contracts/rules/tally.ts';
import type { AcknowledgedVotes } from './acknowledged.ts';
import type { Retry } from './retry.ts';
import type { TargetEvent } from './target-event.ts';

export interface Balance {
  /** Acknowledged last choices, one per client and round. */
  cast: number;
  /** Sum of the service's tallies. */
  counted: number;
  /** Acknowledged, but missing in its tally. */
  lost: number;
  /** Counted in a tally that it does not belong to. */
  doubled: number;
}

export interface RoundCounts {
  fight: string;
  round: number;
  fighter1Votes: number;
  fighter2Votes: number;
  scorecards: number;
  fighter1Score: string;
  fighter2Score: string;
}

export interface Comparison {
  votes: Balance;
  scorecards: Balance;
  /** Rounds whose mean scores differ from those of the scorecards sent. */
  otherMeans: number;
  /** The service's counts of rounds with votes or scorecards. */
  rounds: RoundCounts[];
}

const nothing = (): Balance => ({ cast: 0, counted: 0, lost: 0, doubled: 0 });

function addToBalance(balance: Balance, cast: number, counted: number): void {
  balance.cast += cast;
  balance.counted += counted;
  balance.lost += Math.max(0, cast - counted);
  balance.doubled += Math.max(0, counted - cast);
}

const isBalanced = ({ votes, scorecards, otherMeans }: Comparison) =>
  [votes, scorecards].every(({ lost, doubled }) => lost + doubled === 0) && otherMeans === 0;

type Source = { v3: Client<'v3'>; retry: Retry; target: TargetEvent; acknowledged: AcknowledgedVotes };

async function compareOnce({ v3, retry, target, acknowledged }: Source): Promise<Comparison> {
  const comparison: Comparison = { votes: nothing(), scorecards: nothing(), otherMeans: 0, rounds: [] };
  const { body: scoring } = await retry(() => v3.round_scoring({ id: target.eventId }));
  for (const [FightID, fight] of target.fights) {
    const { body: tally } = await retry(() => v3.fight_votes({ id: fight.id }));
    const scored = scoring.fights.find(({ fight_id }) => fight_id === fight.id);
    for (const { round_num, fighter1_votes, fighter2_votes } of tally.rounds) {
      const { fighter1Votes, fighter2Votes } = acknowledged.votes(fight, round_num);
      addToBalance(comparison.votes, fighter1Votes, fighter1_votes);
      addToBalance(comparison.votes, fighter2Votes, fighter2_votes);

      const sums = acknowledged.scores(fight, round_num);
      const [expected] = scoringRounds(new Map([[1, sums]]), 1, () => false);
      const shown = scored?.rounds.find((round) => round.round_num === round_num);
      const scorecards = shown?.scores_count ?? 0;
      addToBalance(comparison.scorecards, sums.count, scorecards);
      const [fighter1Score = '', fighter2Score = ''] = [shown?.fighter1_score, shown?.fighter2_score];
      if (fighter1Score !== expected?.fighter1_score || fighter2Score !== expected.fighter2_score) {
        comparison.otherMeans += 1;
      }
      if (fighter1_votes + fighter2_votes + scorecards === 0) continue;
      comparison.rounds.push({
        fight: FightID,
        round: round_num,
        fighter1Votes: fighter1_votes,
        fighter2Votes: fighter2_votes,
        scorecards,
        fighter1Score,
        fighter2Score,
      });
    }
  }
  return comparison;
}

/**
 * Compares the acknowledged votes with the tallies, repeatedly while they differ.
 *
 * @param settleMs for how long: tallies may come from a cache for a moment after the last vote.
 */
export async function compare(source: Source, settleMs: number, signal: AbortSignal): Promise<Comparison> {
  const until = Date.now() + settleMs;
  for (;;) {
    const comparison = await compareOnce(source);
    if (isBalanced(comparison) || Date.now() > until) return comparison;
    await sleep(250, undefined, { signal });
  }
}

/** Whether nothing was lost, doubled or refused. */
export const isGood = (comparison: Comparison, refused: number) => isBalanced(comparison) && refused === 0;
