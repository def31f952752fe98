import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contracts/client/client.ts';
import { scoringRounds } from '../../contracts/rules/tally.ts';
import type { Ledger } from './acknowledged.ts';
import type { Insist } from './retry.ts';
import type { Stage } from './target-event.ts';

export interface Balance {
  /** Clients and rounds with an acknowledged last choice. */
  cast: number;
  /** What the service's tallies say. */
  counted: number;
  /** Acknowledged and not in the tally where it belongs. */
  lost: number;
  /** In a tally where nobody's last choice was. */
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
  /** Rounds whose mean scores are not those of the scorecards sent. */
  otherMeans: number;
  /** As the service counts, rounds with votes or scorecards only. */
  rounds: RoundCounts[];
}

const nothing = (): Balance => ({ cast: 0, counted: 0, lost: 0, doubled: 0 });

function weigh(balance: Balance, cast: number, counted: number): void {
  balance.cast += cast;
  balance.counted += counted;
  balance.lost += Math.max(0, cast - counted);
  balance.doubled += Math.max(0, counted - cast);
}

const isEven = ({ votes, scorecards, otherMeans }: Comparison) =>
  [votes, scorecards].every(({ lost, doubled }) => lost + doubled === 0) && otherMeans === 0;

type Source = { v3: Client<'v3'>; insist: Insist; stage: Stage; ledger: Ledger };

async function compareOnce({ v3, insist, stage, ledger }: Source): Promise<Comparison> {
  const comparison: Comparison = { votes: nothing(), scorecards: nothing(), otherMeans: 0, rounds: [] };
  const { body: scoring } = await insist(() => v3.round_scoring({ id: stage.eventId }));
  for (const [FightID, fight] of stage.fights) {
    const { body: tally } = await insist(() => v3.fight_votes({ id: fight.id }));
    const scored = scoring.fights.find(({ fight_id }) => fight_id === fight.id);
    for (const { round_num, fighter1_votes, fighter2_votes } of tally.rounds) {
      const { fighter1Votes, fighter2Votes } = ledger.votes(fight, round_num);
      weigh(comparison.votes, fighter1Votes, fighter1_votes);
      weigh(comparison.votes, fighter2Votes, fighter2_votes);

      const sums = ledger.scores(fight, round_num);
      const [expected] = scoringRounds(new Map([[1, sums]]), 1, () => false);
      const shown = scored?.rounds.find((round) => round.round_num === round_num);
      const scorecards = shown?.scores_count ?? 0;
      weigh(comparison.scorecards, sums.count, scorecards);
      const [fighter1Score = '', fighter2Score = ''] = [shown?.fighter1_score, shown?.fighter2_score];
      if (fighter1Score !== expected?.fighter1_score || fighter2Score !== expected.fighter2_score) {
        comparison.otherMeans += 1;
      }
      if (fighter1_votes + fighter2_votes + scorecards === 0) continue;
      comparison.rounds.push({
        ...{ fight: FightID, round: round_num, fighter1Votes: fighter1_votes, fighter2Votes: fighter2_votes },
        ...{ scorecards, fighter1Score, fighter2Score },
      });
    }
  }
  return comparison;
}

/**
 * Compares what was acknowledged with the tallies, and again while they differ.
 *
 * @param settleMs for how long: tallies may be served from memory for a moment after the last vote.
 */
export async function compare(source: Source, settleMs: number, signal: AbortSignal): Promise<Comparison> {
  const until = Date.now() + settleMs;
  for (;;) {
    const comparison = await compareOnce(source);
    if (isEven(comparison) || Date.now() > until) return comparison;
    await sleep(250, undefined, { signal });
  }
}

/** Whether nothing was lost, doubled or refused, and something was cast. */
export const isGood = (comparison: Comparison, refused: number) => isEven(comparison) && refused === 0;
