import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contracts/client/client.ts';
import { type RoundScores, type RoundVotes, scoringRounds } from '../../contracts/rules/tally.ts';
import type { Step } from './crowd.ts';
import type { Retry } from './retry.ts';
import type { TargetEvent, TargetFight } from './target.ts';

export const roundKey = (fightId: number, roundNumber: number) => `${fightId}:${roundNumber}`;

/** The last vote and scorecard of each client and round that the service has acknowledged. */
export class AcknowledgedVotes {
  readonly #votes = new Map<string, Map<number, 'blue' | 'red'>>();
  readonly #scores = new Map<string, Map<number, readonly [blue: number, red: number]>>();
  /** Requests that the service refused because the round was closed. */
  refused = 0;

  note(key: string, client: number, what: Step['what']): void {
    const choices: Map<string, Map<number, unknown>> = 'vote' in what ? this.#votes : this.#scores;
    const ofRound = choices.get(key) ?? new Map<number, unknown>();
    choices.set(key, ofRound);
    ofRound.set(client, 'vote' in what ? what.vote : what.score);
  }

  votes(fight: TargetFight, roundNumber: number): RoundVotes {
    const cast = [...(this.#votes.get(roundKey(fight.id, roundNumber))?.values() ?? [])];
    const blue = cast.filter((corner) => corner === 'blue').length;
    const [fighter1Votes, fighter2Votes] = inContentOrder(fight, blue, cast.length - blue);
    return { fighter1Votes, fighter2Votes };
  }

  scores(fight: TargetFight, roundNumber: number): RoundScores {
    const cards = [...(this.#scores.get(roundKey(fight.id, roundNumber))?.values() ?? [])];
    const blue = cards.reduce((sum, [score]) => sum + score, 0);
    const red = cards.reduce((sum, [, score]) => sum + score, 0);
    const [fighter1Sum, fighter2Sum] = inContentOrder(fight, blue, red);
    return { count: cards.length, fighter1Sum, fighter2Sum };
  }
}

/** Values of the blue and the red corner, in the order of the fighters in content. */
export const inContentOrder = ({ fighter1, blue }: TargetFight, ofBlue: number, ofRed: number): [number, number] =>
  fighter1 === blue ? [ofBlue, ofRed] : [ofRed, ofBlue];

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

export interface Comparison {
  votes: Balance;
  scorecards: Balance;
  /** Rounds whose mean scores differ from those of the scorecards sent. */
  otherMeans: number;
  refused: number;
  /** The service's counts of rounds with votes or scorecards. */
  rounds: { fight: string; round: number; votes: [number, number]; scorecards: number; means: string[] }[];
}

function addToBalance(balance: Balance, cast: number, counted: number): void {
  balance.cast += cast;
  balance.counted += counted;
  balance.lost += Math.max(0, cast - counted);
  balance.doubled += Math.max(0, counted - cast);
}

/** Whether nothing was lost, doubled or refused. */
export const isGood = ({ votes, scorecards, otherMeans, refused }: Comparison) =>
  votes.lost + votes.doubled + scorecards.lost + scorecards.doubled + otherMeans + refused === 0;

type Source = { v3: Client<'v3'>; retry: Retry; target: TargetEvent; acknowledged: AcknowledgedVotes };

/** Compares the acknowledged votes with the tallies of the service. */
async function compareOnce({ v3, retry, target, acknowledged }: Source): Promise<Comparison> {
  const nothing = { cast: 0, counted: 0, lost: 0, doubled: 0 };
  const { refused } = acknowledged;
  const found: Comparison = { votes: { ...nothing }, scorecards: { ...nothing }, otherMeans: 0, refused, rounds: [] };
  const { body: scoring } = await retry(() => v3.round_scoring({ id: target.eventId }));
  for (const [FightID, fight] of target.fights) {
    const { body: tally } = await retry(() => v3.fight_votes({ id: fight.id }));
    const scored = scoring.fights.find(({ fight_id }) => fight_id === fight.id);
    for (const { round_num: round, fighter1_votes, fighter2_votes } of tally.rounds) {
      const { fighter1Votes, fighter2Votes } = acknowledged.votes(fight, round);
      addToBalance(found.votes, fighter1Votes, fighter1_votes);
      addToBalance(found.votes, fighter2Votes, fighter2_votes);

      const sums = acknowledged.scores(fight, round);
      const shown = scored?.rounds.find(({ round_num }) => round_num === round);
      const scorecards = shown?.scores_count ?? 0;
      addToBalance(found.scorecards, sums.count, scorecards);
      const [expected] = scoringRounds(new Map([[1, sums]]), 1, () => false);
      const means = [shown?.fighter1_score ?? '', shown?.fighter2_score ?? ''];
      if (means[0] !== expected?.fighter1_score || means[1] !== expected?.fighter2_score) found.otherMeans += 1;
      if (fighter1_votes + fighter2_votes + scorecards === 0) continue;
      found.rounds.push({ fight: FightID, round, votes: [fighter1_votes, fighter2_votes], scorecards, means });
    }
  }
  return found;
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
    if (isGood(comparison) || Date.now() > until) return comparison;
    await sleep(250, undefined, { signal });
  }
}
