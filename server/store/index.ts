import type { Redis } from 'ioredis';
import { RedisClock } from './clock.ts';
import { createContent, type StoredContent } from './content.ts';
import { keys } from './keys.ts';
import { createLive, type Live } from './live.ts';
import { createPublisher } from './publish.ts';
import { createScoring, type Scoring } from './scoring.ts';
import { defaultStoreSettings, type StoreSettings } from './settings.ts';
import { reached } from './unavailable.ts';
import { createVotes, type Votes } from './votes.ts';

export type { Refused } from './cast.ts';
export type { StoredContent } from './content.ts';
export type { Live, LiveOutcome, LiveState } from './live.ts';
export { type Entry, PublishInProgress } from './publish.ts';
export type { RoundScores, ScoreCast, Scorecard, ScoreSums, Scoring } from './scoring.ts';
export { defaultStoreSettings, type StoreSettings } from './settings.ts';
export { StoreUnavailable } from './unavailable.ts';
export type { Ballot, VoteCast, VoteCounts, Votes } from './votes.ts';

/** The only door to Redis. Every call throws `StoreUnavailable` when Redis does not answer or refuses for now. */
export interface Store {
  content: StoredContent & { publish: ReturnType<typeof createPublisher> };
  votes: Votes;
  scoring: Scoring;
  live: Live;
  /** Whether Redis answers and takes writes. */
  ping(): Promise<void>;
  /**
   * Checks, once at start, that what is stored fits the settings.
   *
   * @throws {Error} with a sentence for the operator when votes are spread over another number of buckets.
   */
  prepare(): Promise<void>;
}

/** @param options clients made by `connect`. */
export function createStore(options: {
  reads: Redis;
  writes: Redis;
  bulk: Redis;
  settings?: Partial<StoreSettings>;
}): Store {
  const { reads, writes, bulk } = options;
  const settings = { ...defaultStoreSettings, ...options.settings };
  const clock = new RedisClock(writes);
  const parts = { reads, writes, clock, settings };
  const content = createContent(reads);

  return {
    content: { ...content, publish: createPublisher(bulk, settings) },
    votes: createVotes(parts),
    scoring: createScoring(parts),
    live: createLive(parts, content),

    async ping() {
      await Promise.all([reached(reads.ping()), reached(writes.set(keys.pinged, '1', 'PX', 60_000))]);
    },

    async prepare() {
      await reached(writes.setnx(keys.buckets, String(settings.buckets)));
      const stored = Number(await reached(writes.get(keys.buckets)));
      if (stored !== settings.buckets) {
        throw new Error(
          `Votes in this Redis are spread over ${stored} buckets, but the setting says ${settings.buckets}: set it to ${stored}, since votes would not be found otherwise.`,
        );
      }
      await clock.now();
    },
  };
}
