import { keys, tallyMarks } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, mapRedisError, StoreUnavailable } from '../redis/errors.ts';
import type { StoreSettings } from '../settings.ts';
import type { WaitingBallot } from './batch.ts';
import { type Batches, periodMs } from './batches.ts';
import { allBuckets } from './buckets.ts';
import { closedCode, limitedCode, notOpenedCode } from './verdicts.ts';

/** How often the client may still change its votes and scorecards of a fight. */
export interface Changes {
  limit: number;
  windowMs: number;
  left: number;
  /** Until all changes are available again. */
  resetMs: number;
}

/** Without `changes` when they are not limited. */
interface Limited {
  changes?: Changes;
}

/** Why a vote or scorecard was refused; nothing was stored. */
export type Refused = Limited &
  (
    | /** The round has not started, or the fight has no live feed. */ { outcome: 'not-opened' }
    | /** Moments in milliseconds. */ { outcome: 'closed'; openedMs: number; closesMs: number }
    | /** The client changed its votes and scorecards of this fight too often. */ {
        outcome: 'limited';
        retryAfterSeconds: number;
      }
  );

export const isRefused = (result: { outcome: string }): result is Refused =>
  ['not-opened', 'closed', 'limited'].includes(result.outcome);

/** A vote or scorecard that was accepted or existed already. */
export type Taken<T> = Limited & T;

/** Dependencies of votes and scorecards, which share the batches, and so the limit of waiting ballots. */
export interface BallotParts {
  reads: RedisClient;
  batches: Batches;
  settings: StoreSettings;
  /** See `StoredContent.checkNotLost`. */
  content: { checkNotLost(): Promise<void> };
}

/**
 * Reads the verdict on a settled ballot.
 *
 * @returns why the ballot was refused, or the code of `castBallots-many.lua` for one that was accepted or existed already.
 * @throws {StoreUnavailable} see `Batches.add`.
 */
export function toResult(
  { verdict, error }: WaitingBallot,
  { changesPerTenSeconds: limit }: StoreSettings,
): Refused | Taken<{ outcome: 'taken'; code: number; createdMs: number }> {
  if (!verdict) throw error;
  const { code, left, resetMs, createdMs, openedMs, closesMs } = verdict;
  const limited: Limited = limit > 0 ? { changes: { limit, windowMs: periodMs, left, resetMs } } : {};
  switch (code) {
    case notOpenedCode:
      return { outcome: 'not-opened', ...limited };
    case closedCode:
      return { outcome: 'closed', openedMs, closesMs, ...limited };
    case limitedCode:
      return { outcome: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)), ...limited };
    default:
      return { outcome: 'taken', code, createdMs, ...limited };
  }
}

/** Counts, with a number that grows whenever they change. */
export interface Versioned<T> {
  version: number;
  counts: T;
}

/** How often the buckets of one tally have changed in total. */
const changesOf = (buckets: readonly Record<string, string>[]) =>
  buckets.reduce((sum, bucket) => sum + Number(bucket[tallyMarks.changes] ?? 0), 0);

const marks: readonly string[] = Object.values(tallyMarks);

/** The counts of one bucket of a tally. */
export const countsIn = (bucket: Readonly<Record<string, string>>) =>
  Object.entries(bucket).filter(([field]) => !marks.includes(field));

/** Whether a reply is a hash of counts. */
const isTally = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && Object.values(reply).every((count) => /^-?\d{1,15}$/.test(count));

/**
 * The tally of each fight, summed over its buckets.
 *
 * @param kind which of a bucket's tallies.
 * @param count sums the buckets of one fight.
 * @returns in the order of the fights.
 */
export async function readTallies<T>(
  { reads, settings, content }: Pick<BallotParts, 'reads' | 'settings' | 'content'>,
  fightIds: readonly number[],
  kind: 'tally' | 'scoreTally',
  count: (buckets: readonly Record<string, string>[]) => T,
): Promise<Versioned<T>[]> {
  const buckets = allBuckets(settings.buckets);
  const tallyKeys = fightIds.flatMap((id) => buckets.map((bucket) => keys.bucket(id, bucket)[kind]));
  // Not a pipeline, which Redis Cluster would refuse; the commands still leave in one write.
  const tallies = await mapRedisError(Promise.all(tallyKeys.map((key) => reads.hgetall(key))));
  if (!tallies.every(isTally)) throw new StoreUnavailable(malformedReply);
  if (tallies.every((tally) => Object.keys(tally).length === 0)) await content.checkNotLost();
  return fightIds.map((_, index) => {
    const own = tallies.slice(index * buckets.length, (index + 1) * buckets.length);
    return { version: changesOf(own), counts: count(own) };
  });
}
