import { keys } from '../keys.ts';
import { malformedReply, mapRedisError, StoreUnavailable } from '../redis/errors.ts';
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
import { bucketOf } from './buckets.ts';

export interface Ballot {
  fightId: number;
  /** The bout of the feed that content joins the fight with, as `boutOf` names it. Default: the first that it was joined with. */
  bout?: string | undefined;
  roundNumber: number;
  fighterStatid: number;
  clientId: string;
}

/** `created`: first vote of the client in this round; `moved`: it was for the other fighter before; `same`: a repeat. */
export type VoteResult = Taken<{ outcome: 'created' | 'moved' | 'same'; createdMs: number }> | Refused;

/** Votes by round, then by fighter statid; entries without votes are omitted. */
export type VoteCounts = ReadonlyMap<number, ReadonlyMap<number, number>>;

export interface Votes {
  /**
   * Casts one client's vote; a vote for the other fighter moves it. Whether the fight has this round and this fighter is
   * for the caller to check.
   *
   * @param connection if it has closed before the vote is sent to Redis, the vote is not cast.
   * @throws {StoreUnavailable} then the vote was not counted, and will not be later.
   * @throws {OutcomeUnknown} then it may have been counted.
   */
  cast(ballot: Ballot, connection?: ClientConnection): Promise<VoteResult>;
  /** When the client voted for this fighter, in milliseconds; undefined without such a vote. */
  find(ballot: Ballot): Promise<{ createdMs: number } | undefined>;
  /** Tallies in the order of the fights. Each vote cast or moved adds one to the version. */
  versioned(fightIds: readonly number[]): Promise<Versioned<VoteCounts>[]>;
}

function countVotes(buckets: readonly Record<string, string>[]): VoteCounts {
  const rounds = new Map<number, Map<number, number>>();
  for (const bucket of buckets) {
    for (const [field, count] of countsIn(bucket)) {
      const [round, statid] = field.split(':').map(Number) as [number, number];
      const counts = rounds.get(round) ?? new Map<number, number>();
      counts.set(statid, (counts.get(statid) ?? 0) + Number(count));
      rounds.set(round, counts);
    }
  }
  return rounds;
}

/** @see castBallots-many.lua */
export function createVotes(parts: BallotParts): Votes {
  const { reads, batches, settings, content } = parts;
  const bucketFor = ({ fightId, clientId }: Ballot) => keys.bucket(fightId, bucketOf(clientId, settings.buckets));

  return {
    async cast({ fightId, bout, roundNumber, fighterStatid, clientId }, connection) {
      const choice = [fighterStatid];
      const vote = { kind: 'votes', fightId, bout, roundNumber, clientId, choice } as const;
      const waiting = batches.add(vote, connection);
      await waiting.settled;
      const cast = toResult(waiting, settings);
      if (cast.outcome === 'not-opened') await content.checkNotLost();
      if (cast.outcome !== 'taken') return cast;
      const { code, ...taken } = cast;
      // An overtaken vote is reported as if it had come just before the later one.
      return { ...taken, outcome: code === 1 ? 'created' : code === 3 ? 'same' : 'moved' };
    },

    async find(ballot) {
      const key = bucketFor(ballot).votes(ballot.roundNumber);
      const vote: unknown = (await mapRedisError(reads.hget(key, ballot.clientId))) ?? '';
      if (typeof vote !== 'string') throw new StoreUnavailable(malformedReply);
      const [fighter, created] = vote.split('|').map(Number);
      if (fighter === ballot.fighterStatid && created) return { createdMs: created };
      await content.checkNotLost();
      return undefined;
    },

    versioned: (fightIds) => readTallies(parts, fightIds, 'tally', countVotes),
  };
}
