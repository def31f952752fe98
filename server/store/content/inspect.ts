import { collectionNames } from '../../../contracts/content/collections/index.ts';
import { recount, type TallyDifference } from '../ballots/recount.ts';
import { keys } from '../keys.ts';
import { mastersOf, type RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/ensure-connected.ts';
import { mapRedisError, StoreFault } from '../redis/errors.ts';
import { scanPages } from '../redis/scan.ts';
import { Inspection } from './inspection.ts';
import { findOtherTypes, type OtherType } from './key-types.ts';
import { type PublisherLock, whilePublishing } from './publish.ts';

export interface Inspector {
  /**
   * @param locked whether others may not publish or change content meanwhile.
   * @param action gets what is of another type, some of it removed when locked, and opens the live generation.
   * @throws {PublishInProgress}
   */
  exclusively<T>(
    locked: boolean,
    action: (otherTypes: OtherType[], open: () => Promise<Inspection>) => Promise<T>,
  ): Promise<T>;
  /**
   * Every bucket that has votes, scorecards or tallies, including those of fights that are not in the content.
   *
   * @param onFault called for what cannot be read, such as a key of another type; without it that is thrown.
   */
  tallies(repair: boolean, onFault?: (where: string, fault: StoreFault) => void): AsyncGenerator<TallyDifference>;
}

/** Hash tags of all buckets, found by scanning, since the content may have lost a fight. */
async function bucketTags(bulk: RedisClient): Promise<string[]> {
  const tags = new Set<string>();
  for (const node of mastersOf(bulk)) {
    for await (const found of scanPages((cursor) => node.scan(cursor, 'COUNT', 2_000))) {
      for (const key of found) {
        const [, tag] = /^(\{\d+:\w+\}):(votes:\d|scores:\d|tally|scoretally)$/.exec(key) ?? [];
        if (tag !== undefined) tags.add(tag);
      }
    }
  }
  return [...tags].sort();
}

export function createInspector(bulk: RedisClient): Inspector {
  return {
    async exclusively(locked, action) {
      await ensureConnected(bulk);
      const start = async (lock?: PublisherLock) => {
        const otherTypes = await findOtherTypes(bulk, lock && (() => lock.check()));
        return action(otherTypes, async () => {
          const live = Number(await mapRedisError(bulk.get(keys.content.live)));
          return new Inspection(bulk, live, () => lock?.check());
        });
      };
      return locked ? whilePublishing(bulk, collectionNames, false, start) : start();
    },

    async *tallies(repair, onFault) {
      await ensureConnected(bulk);
      for (const bucket of await bucketTags(bulk)) {
        for (const what of ['votes', 'scores'] as const) {
          const difference = await recount(bulk, bucket, what, repair).catch((error: unknown) => {
            if (!onFault || !(error instanceof StoreFault)) throw error;
            onFault(`${bucket.slice(1, -1)} ${what}`, error);
          });
          if (difference) yield difference;
        }
      }
    },
  };
}
