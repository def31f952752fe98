import type { Redis } from 'ioredis';
import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { recount, type TallyDifference } from '../ballots/recount.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/ensure-connected.ts';
import { mapRedisError } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { type PublisherLock, whilePublishing } from './publish.ts';
import { type AnyRecord, placesOf } from './record-encoding.ts';

interface KeyedRecord {
  key: string;
  record: AnyRecord;
}

/** The live generation as it lies in Redis, for audit. All throw `StoreUnavailable`. */
export interface Inspection {
  /** Records of a collection in no order; one that changes meanwhile may come twice. */
  records(name: CollectionName, portion: number): AsyncGenerator<[key: string, json: string][]>;
  /** Lists in which records do not stand but should; `add` puts them there. */
  missingMembers(
    name: CollectionName,
    records: readonly KeyedRecord[],
    add: boolean,
  ): Promise<{ key: string; list: string }[]>;
  /** In how many lists records should stand. */
  membersOf(name: CollectionName, records: readonly KeyedRecord[]): number;
  /** How many members all lists of a collection have. */
  memberCount(name: CollectionName): Promise<number>;
  /** Members that no record accounts for; `remove` takes them away. */
  strayMembers(name: CollectionName, remove: boolean): AsyncGenerator<{ group: string; key: string; why: string }>;
  /** What the generation says of a collection, and how many records it has. */
  figures(name: CollectionName): Promise<{ records: number; bytes: number; stored: number }>;
  setFigures(name: CollectionName, records: number, bytes: number): Promise<void>;
  /** What is wrong with the table of generations; `repair` removes entries that lead nowhere. */
  generations(repair: boolean): Promise<{ where: string; says: string; repaired: boolean }[]>;
}

export interface Inspector {
  /** @param locked whether others may not publish or change content meanwhile. @throws {PublishInProgress} */
  exclusively<T>(locked: boolean, action: (inspect: Inspection) => Promise<T>): Promise<T>;
  /** Every bucket that has votes, scorecards or tallies, also of fights that content does not have. */
  tallies(repair: boolean): AsyncGenerator<TallyDifference>;
}

const nodesOf = (client: RedisClient): Redis[] => ('nodes' in client ? client.nodes('master') : [client]);

/** Hash tags of all buckets; their keys are found by scanning, since a fight may have left the content. */
async function bucketTags(bulk: RedisClient): Promise<string[]> {
  const tags = new Set<string>();
  for (const node of nodesOf(bulk)) {
    let cursor = '0';
    do {
      const [next, found] = await mapRedisError(node.scan(cursor, 'COUNT', 2_000));
      cursor = next;
      for (const key of found) {
        const [, tag] = /^(\{\d+:\w+\}):(votes:\d|scores:\d|tally|scoretally)$/.exec(key) ?? [];
        if (tag !== undefined) tags.add(tag);
      }
    } while (cursor !== '0');
  }
  return [...tags].sort();
}

/** @param check before each repair; throws once the lock was lost. */
function inspection(bulk: RedisClient, live: number, check: () => void): Inspection {
  const { generation, about, lists, list } = keys.content;
  const places = new Map<CollectionName, Promise<string | null>>();
  const recordsKey = (name: CollectionName) => {
    const known = places.get(name) ?? mapRedisError(bulk.hget(generation(live), name));
    places.set(name, known);
    return known;
  };
  const groupsOf = async (records: string) => mapRedisError(bulk.smembers(lists(records)));

  return {
    async *records(name, portion) {
      const records = await recordsKey(name);
      if (records === null) return;
      let cursor = '0';
      do {
        const [next, found] = await mapRedisError(bulk.hscan(records, cursor, 'COUNT', portion));
        cursor = next;
        const pairs: [string, string][] = [];
        for (let index = 0; index < found.length; index += 2) pairs.push([found[index] ?? '', found[index + 1] ?? '']);
        if (pairs.length > 0) yield pairs;
      } while (cursor !== '0');
    },

    async missingMembers(name, found, add) {
      const records = (await recordsKey(name)) ?? '';
      const wanted = found.flatMap(({ key, record }) => placesOf(name, record).map((place) => ({ key, ...place })));
      const asked = bulk.pipeline();
      for (const { group, member } of wanted) asked.zscore(list(records, group), member);
      const scores = wanted.length > 0 ? await execPipeline(asked) : [];
      const missing = wanted.filter((_, index) => scores[index] === null);
      if (add && missing.length > 0) {
        check();
        const batch = bulk.pipeline();
        for (const { group, member } of missing) {
          batch.sadd(lists(records), group).zadd(list(records, group), 0, member);
        }
        await execPipeline(batch);
      }
      return missing.map(({ key, group, member }) => {
        const [rest = ''] = String(member).split('\u0000', 1);
        return { key, list: rest === '' ? group : `${group}:${rest}` };
      });
    },

    membersOf: (name, found) => found.reduce((sum, { record }) => sum + placesOf(name, record).length, 0),

    async memberCount(name) {
      const records = await recordsKey(name);
      if (records === null) return 0;
      const asked = bulk.pipeline();
      const groups = await groupsOf(records);
      for (const group of groups) asked.zcard(list(records, group));
      return groups.length === 0 ? 0 : ((await execPipeline(asked)) as number[]).reduce((sum, count) => sum + count, 0);
    },

    async *strayMembers(name, remove) {
      const records = await recordsKey(name);
      if (records === null) return;
      for (const group of await groupsOf(records)) {
        let cursor = '0';
        do {
          // As bytes: a member may hold half a surrogate pair, which is no UTF-8.
          const [next, found] = (await mapRedisError(
            bulk.zscanBuffer(list(records, group), cursor, 'COUNT', 500),
          )) as unknown as [Buffer, Buffer[]];
          cursor = next.toString();
          const members = found.filter((_, index) => index % 2 === 0);
          const recordKeys = members.map((member) => {
            const prefix = member.indexOf(0);
            const end = member.indexOf(Buffer.from([0, 0]), prefix + 1);
            return end < 0 ? '' : member.subarray(end + 2).toString();
          });
          const stored = recordKeys.length > 0 ? await mapRedisError(bulk.hmget(records, ...recordKeys)) : [];
          for (const [index, member] of members.entries()) {
            const key = recordKeys[index] ?? '';
            const json = stored[index];
            let belongs = false;
            try {
              const placed = json ? placesOf(name, JSON.parse(json) as AnyRecord) : [];
              belongs = placed.some(
                (place) => place.group === group && member.equals(Buffer.from(place.member as string)),
              );
            } catch {
              // The record itself was reported; until it is put right, its members stay.
              belongs = true;
            }
            if (belongs) continue;
            if (remove) {
              check();
              await mapRedisError(bulk.zrem(list(records, group), member));
            }
            yield { group, key, why: json ? 'stands wrongly in' : 'has no record but stands in' };
          }
        } while (cursor !== '0');
      }
    },

    async figures(name) {
      const [records, bytes] = await mapRedisError(bulk.hmget(about(live), `records:${name}`, `bytes:${name}`));
      const at = await recordsKey(name);
      const stored = at === null ? 0 : await mapRedisError(bulk.hlen(at));
      return { records: Number(records ?? 0), bytes: Number(bytes ?? 0), stored };
    },

    async setFigures(name, records, bytes) {
      check();
      await mapRedisError(bulk.hset(about(live), `records:${name}`, records, `bytes:${name}`, bytes));
    },

    async generations(repair) {
      if (repair) check();
      const found: { where: string; says: string; repaired: boolean }[] = [];
      const numbers = await mapRedisError(bulk.zrange(keys.content.generations, '0', '-1'));
      if (live > 0 && !numbers.includes(String(live))) {
        if (repair) await mapRedisError(bulk.zadd(keys.content.generations, live, String(live)));
        found.push({
          where: `generation ${live}`,
          says: 'is live but not in the list of generations',
          repaired: repair,
        });
      }
      for (const number of numbers) {
        const manifest = await mapRedisError(bulk.hgetall(generation(Number(number))));
        if (Object.keys(manifest).length === 0) {
          if (repair) await mapRedisError(bulk.zrem(keys.content.generations, number));
          found.push({ where: `generation ${number}`, says: 'is listed but gone', repaired: repair });
        }
        for (const [name, records] of Object.entries(manifest)) {
          if (name === 'generation') continue;
          const known = (collectionNames as readonly string[]).includes(name);
          if (!known)
            found.push({ where: `generation ${number}`, says: `has an unknown collection ${name}`, repaired: false });
          const expected = Number(await mapRedisError(bulk.hget(about(Number(number)), `records:${name}`)));
          if (expected > 0 && (await mapRedisError(bulk.exists(records))) === 0) {
            const says = `names ${records} for ${expected} ${name}, which is not there`;
            found.push({ where: `generation ${number}`, says, repaired: false });
          }
        }
      }
      return found;
    },
  };
}

export function createInspector(bulk: RedisClient): Inspector {
  return {
    async exclusively(locked, action) {
      await ensureConnected(bulk);
      const start = async (lock?: PublisherLock) =>
        action(inspection(bulk, Number((await mapRedisError(bulk.get(keys.content.live))) ?? 0), () => lock?.check()));
      return locked ? whilePublishing(bulk, collectionNames, false, start) : start();
    },

    async *tallies(repair) {
      await ensureConnected(bulk);
      for (const bucket of await bucketTags(bulk)) {
        for (const what of ['votes', 'scores'] as const) {
          yield await recount(bulk, bucket, what, repair);
        }
      }
    },
  };
}
