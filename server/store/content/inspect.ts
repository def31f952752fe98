import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { recount, type TallyDifference } from '../ballots/recount.ts';
import { keys } from '../keys.ts';
import { mastersOf, type RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError, StoreFault } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { scanPages } from '../redis/scan.ts';
import { Inspection } from './inspection.ts';
import { type PublisherLock, whilePublishing } from './publish.ts';

/** The type of each key of content, by its name; see ../keys.ts. */
const types: readonly [name: RegExp, type: string][] = [
  [/^\{content\}:(live|counter|publishing)$/, 'string'],
  [/^\{content\}:(generations|dropped)$/, 'zset'],
  [/^\{content\}:written$/, 'set'],
  [/^\{content\}:live:\d+(:about)?$/, 'hash'],
  [/^\{content\}:\d+:\w+(:before:\d+)?$/, 'hash'],
  [/^\{content\}:\d+:\w+:changes$/, 'zset'],
  [/^\{content\}:\d+:\w+:lists$/, 'set'],
  [/^\{content\}:\d+:\w+:list:/, 'zset'],
];

const typeOf = (key: string) => types.find(([name]) => name.test(key))?.[1];

/** Keys that can be rebuilt from records. */
const derived = /:lists$|:list:/;

/** A key of the wrong type, which cannot be read. */
export interface OtherType {
  key: string;
  says: string;
  /** Undefined if the key belongs to all content. */
  collection: CollectionName | undefined;
  repaired: boolean;
}

/**
 * Finds keys of content that have the wrong type.
 *
 * @param repair called before each removal of a key that can be rebuilt; undefined removes no key.
 * @throws {StoreUnavailable}
 */
async function findOtherTypes(bulk: RedisClient, repair: (() => void) | undefined): Promise<OtherType[]> {
  const found: OtherType[] = [];
  for (const node of mastersOf(bulk)) {
    for await (const page of scanPages((cursor) => node.scan(cursor, 'MATCH', '{content}:*', 'COUNT', 2_000))) {
      const ours = [...new Set(page)].filter((key) => typeOf(key) !== undefined);
      const pipeline = bulk.pipeline();
      for (const key of ours) pipeline.type(key);
      const actuals = (await execPipeline(pipeline)) as string[];
      for (const [index, key] of ours.entries()) {
        const [type, actual] = [typeOf(key), actuals[index]];
        if (actual === type || actual === 'none') continue;
        const isRepaired = repair !== undefined && derived.test(key);
        if (isRepaired) {
          repair();
          await mapRedisError(bulk.unlink(key));
        }
        const named = key.split(':')[2];
        const collection = collectionNames.find((name) => name === named);
        const says = `is a ${actual} in Redis, must be a ${type}`;
        found.push({ key, says, collection, repaired: isRepaired });
      }
    }
  }
  return found;
}

export interface Inspector {
  /**
   * @param locked whether to prevent publishes and changes meanwhile.
   * @param action gets the keys of wrong types (if locked, those that can be rebuilt are removed), and opens the live generation.
   * @throws {PublishInProgress}
   */
  exclusively<T>(
    locked: boolean,
    action: (otherTypes: OtherType[], open: () => Promise<Inspection>) => Promise<T>,
  ): Promise<T>;
  /**
   * Compares the tallies of every bucket in Redis, including those of fights that are not in the content.
   *
   * @param onFault called for data that cannot be read, such as a key of the wrong type; undefined throws the error.
   */
  tallies(repair: boolean, onFault?: (where: string, fault: StoreFault) => void): AsyncGenerator<TallyDifference>;
}

/** Hash tags of all buckets, found with SCAN, since a fight may be missing from the content. */
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
