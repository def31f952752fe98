import {
  type BallotParts,
  countsIn,
  type Refused,
  readTallies,
  type Taken,
  toResult,
  type Versioned,
} from './ballot-result.ts';
import type { ClientConnection } from './batch.ts';

export interface Scorecard {
  fightId: number;
  /** See `Ballot.bout`. */
  bout?: string | undefined;
  roundNumber: number;
  fighter1Score: number;
  fighter2Score: number;
  clientId: string;
}

/** `created`: first scorecard of the client for this round; `replaced`: it replaced another; `same`: a repeat. */
export type ScoreResult = Taken<{ outcome: 'created' | 'replaced' | 'same' }> | Refused;

export interface RoundScores {
  /** Scorecards. */
  count: number;
  /** Sums over all scorecards. */
  fighter1Sum: number;
  fighter2Sum: number;
}

/** By round; rounds without scorecards are omitted. */
export type ScoreSums = ReadonlyMap<number, RoundScores>;

export interface Scoring {
  /**
   * Stores one client's scorecard of a round; a later one replaces it. Whether the fight has this round and the scores
   * are allowed is for the caller to check.
   *
   * @param connection if it has closed before the scorecard is sent to Redis, the scorecard is not stored.
   * @throws {StoreUnavailable} then the scorecard was not counted, and will not be later.
   * @throws {OutcomeUnknown} then it may have been counted.
   */
  cast(scorecard: Scorecard, connection?: ClientConnection): Promise<ScoreResult>;
  /** Sums in the order of the fights. Each scorecard sent or replaced adds one to the version. */
  versioned(fightIds: readonly number[]): Promise<Versioned<ScoreSums>[]>;
}

const memberOf = { count: 'count', 1: 'fighter1Sum', 2: 'fighter2Sum' } as const;

function addScores(buckets: readonly Record<string, string>[]): ScoreSums {
  const rounds = new Map<number, RoundScores>();
  for (const bucket of buckets) {
    for (const [field, sum] of countsIn(bucket)) {
      const [round, what] = field.split(':') as [string, keyof typeof memberOf];
      const scores = rounds.get(Number(round)) ?? { count: 0, fighter1Sum: 0, fighter2Sum: 0 };
      scores[memberOf[what]] += Number(sum);
      rounds.set(Number(round), scores);
    }
  }
  return rounds;
}

/** @see castBallots-many.lua */
export function createScoring(parts: BallotParts): Scoring {
  const { batches, settings, content } = parts;
  return {
    async cast({ fightId, bout, roundNumber, fighter1Score, fighter2Score, clientId }, connection) {
      const choice = [fighter1Score, fighter2Score];
      const scorecard = { kind: 'scores', fightId, bout, roundNumber, clientId, choice } as const;
      const waiting = batches.add(scorecard, connection);
      await waiting.settled;
      const cast = toResult(waiting, settings);
      if (cast.outcome === 'not-opened') await content.checkNotLost();
      if (cast.outcome !== 'taken') return cast;
      const { code, createdMs: _, ...taken } = cast;
      return { ...taken, outcome: code === 1 ? 'created' : code === 2 ? 'replaced' : 'same' };
    },

    versioned: (fightIds) => readTallies(parts, fightIds, 'scoreTally', addScores),
  };
}
