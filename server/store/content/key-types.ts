import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { mastersOf, type RedisClient } from '../redis/connection/client.ts';
import { mapRedisError } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { scanPages } from '../redis/scan.ts';

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

/** Of what records are written again. */
const derived = /:lists$|:list:/;

/** A key that Redis has as another type, so that reading it fails. */
export interface OtherType {
  key: string;
  says: string;
  /** Undefined when it is of all content. */
  collection: CollectionName | undefined;
  repaired: boolean;
}

/**
 * Finds keys of content that Redis has as another type.
 *
 * @param repair called before each removal; keys that are derived from records are removed. Without it none is.
 * @throws {StoreUnavailable}
 */
export async function findOtherTypes(bulk: RedisClient, repair: (() => void) | undefined): Promise<OtherType[]> {
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
