import type { BallotWatch } from './ballots/batch.ts';
import { type BallotLimit, Batches } from './ballots/batches.ts';
import { allBuckets } from './ballots/buckets.ts';
import { recount } from './ballots/recount.ts';
import { createScoring, type Scoring } from './ballots/scoring.ts';
import { createVotes, type Votes } from './ballots/votes.ts';
import { createContent, type StoredContent } from './content/content.ts';
import { createGenerations, type Generations } from './content/generations.ts';
import { type Inspection, inspectContent } from './content/inspection.ts';
import { createPublisher } from './content/publish.ts';
import { keys } from './keys.ts';
import { createLive, type Live } from './live/live.ts';
import { RedisClocks, readMoment } from './redis/clock.ts';
import type { RedisClient } from './redis/connection/client.ts';
import { malformedReply, mapRedisError, StoreUnavailable } from './redis/errors.ts';
import { Subscriber, type Subscriptions } from './redis/subscriber.ts';
import { openStoreSchema } from './schema/open-store.ts';
import { defaultStoreSettings, type StoreSettings } from './settings.ts';

/** The only access to Redis. Every call throws `StoreUnavailable` if Redis does not answer or refuses temporarily. */
export interface Store {
  content: StoredContent & {
    publish: ReturnType<typeof createPublisher>;
    generations: Generations;
    /** See `inspectContent`. */
    inspect(repair: boolean, action: (inspection: Inspection) => Promise<void>): Promise<void>;
  };
  votes: Votes;
  scoring: Scoring;
  live: Live;
  /** See `recount`. */
  recount(repair: boolean, onFault?: Parameters<typeof recount>[2]): ReturnType<typeof recount>;
  /** Messages that scripts publish on `channels`. */
  subscriptions: Subscriptions;
  /** Resolves if Redis answers and accepts writes. */
  ping(): Promise<void>;
  /**
   * Enters the store at the start: checks that this server supports its schema and its number of buckets.
   *
   * @throws {StoreRefused} with a sentence for the operator; nothing was written.
   */
  prepare(): Promise<void>;
}

function expectOk(reply: unknown): void {
  if (reply !== 'OK') throw new StoreUnavailable(malformedReply);
}

/** @param options clients of `connect`; `watchBallots` is called for every vote and scorecard; `ballotLimit`: how many may wait. */
export function createStore(options: {
  reads: RedisClient;
  writes: RedisClient;
  ballotConnection: RedisClient;
  bulk: RedisClient;
  settings?: Partial<StoreSettings>;
  watchBallots?: BallotWatch | undefined;
  ballotLimit?: BallotLimit | undefined;
}): Store {
  const { reads, writes, ballotConnection, bulk, watchBallots: watch, ballotLimit: limit } = options;
  const settings = { ...defaultStoreSettings, ...options.settings };
  const clocks = new RedisClocks(writes);
  // Separate clocks: after a failover, the connections may lead to different Redis nodes for a while.
  const ballotClocks = new RedisClocks(ballotConnection);
  const batches = new Batches(ballotConnection, ballotClocks, settings, { watch, limit });
  const content = createContent(reads, bulk);
  const ballotParts = { reads, settings, batches, content };

  return {
    content: Object.assign(content, {
      publish: createPublisher(bulk, settings),
      generations: createGenerations(bulk, settings),
      inspect: inspectContent.bind(undefined, bulk),
    }),
    votes: createVotes(ballotParts),
    scoring: createScoring(ballotParts),
    live: createLive({ reads, writes, clocks, settings }, content),
    recount: recount.bind(undefined, bulk),
    subscriptions: new Subscriber(reads),

    async ping() {
      // In a Cluster, every master that has buckets.
      const pinged = writes.isCluster ? allBuckets(settings.buckets).map(keys.pinged) : [keys.pinged(0)];
      const checks = pinged.flatMap((key) => [
        ...[reads, ballotConnection, writes].map((client) => readMoment(client, key)),
        mapRedisError(writes.set(key, '1', 'PX', 60_000)).then(expectOk),
      ]);
      await Promise.all<unknown>(checks);
    },

    async prepare() {
      await openStoreSchema(writes, settings.buckets);
      await Promise.all([clocks, ballotClocks].map((known) => known.of(keys.buckets).now()));
    },
  };
}
