import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { mapRedisError } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { scanPages } from '../redis/scan.ts';
import { type AnyRecord, placesOf } from './record-encoding.ts';

const { generation, generations, about, lists, list, changes, counter, written } = keys.content;

interface KeyedRecord {
  key: string;
  record: AnyRecord;
}

/** An inconsistency in the list of generations. */
export interface GenerationFinding {
  where: string;
  says: string;
  repaired: boolean;
}

/** The record key at the end of a list member; '' if the member is malformed. */
function recordKeyOf(member: Buffer): string {
  const prefix = member.indexOf(0);
  const end = member.indexOf(Buffer.from([0, 0]), prefix + 1);
  return end < 0 ? '' : member.subarray(end + 2).toString();
}

/** The live generation as stored in Redis, for audit. All methods throw `StoreUnavailable`. */
export class Inspection {
  readonly #bulk: RedisClient;
  readonly #live: number;
  readonly #check: () => void;
  readonly #recordsKeys = new Map<CollectionName, Promise<string | null>>();
  readonly #named = new Map<CollectionName, Set<string>>();

  /** @param check called before each repair; throws if the lock is lost. */
  constructor(bulk: RedisClient, live: number, check: () => void) {
    this.#bulk = bulk;
    this.#live = live;
    this.#check = check;
  }

  /** Records of a collection, in any order; a record that changes meanwhile may come twice. */
  async *records(name: CollectionName, portion: number): AsyncGenerator<[key: string, json: string][]> {
    const records = await this.#recordsKey(name);
    if (records === null) return;
    for await (const found of scanPages((cursor) => this.#bulk.hscan(records, cursor, 'COUNT', portion))) {
      const pairs: [string, string][] = [];
      for (let index = 0; index < found.length; index += 2) pairs.push([found[index] ?? '', found[index + 1] ?? '']);
      if (pairs.length > 0) yield pairs;
    }
  }

  /** Groups of these records that are missing from the collection's set of groups; `add` adds them. */
  async unnamedLists(name: CollectionName, found: readonly KeyedRecord[], add: boolean): Promise<string[]> {
    const records = await this.#recordsKey(name);
    if (records === null) return [];
    const named = this.#named.get(name) ?? new Set(await this.#groups(records));
    this.#named.set(name, named);
    const groups = new Set(found.flatMap(({ record }) => placesOf(name, record).map(({ group }) => group)));
    const unnamed = [...groups].filter((group) => !named.has(group));
    for (const group of unnamed) {
      named.add(group);
      if (!add) continue;
      this.#check();
      await mapRedisError(this.#bulk.sadd(lists(records), group));
    }
    return unnamed;
  }

  /** The lists in which records are missing; `add` adds them. */
  async missingMembers(
    name: CollectionName,
    found: readonly KeyedRecord[],
    add: boolean,
  ): Promise<{ key: string; list: string }[]> {
    const records = await this.#recordsKey(name);
    if (records === null) return [];
    const wanted = found.flatMap(({ key, record }) => placesOf(name, record).map((place) => ({ key, ...place })));
    const pipeline = this.#bulk.pipeline();
    for (const { group, member } of wanted) pipeline.zscore(list(records, group), member);
    const scores = wanted.length > 0 ? await execPipeline(pipeline) : [];
    const missing = wanted.filter((_, index) => scores[index] === null);
    if (add && missing.length > 0) {
      this.#check();
      const batch = this.#bulk.pipeline();
      for (const { group, member } of missing) {
        batch.sadd(lists(records), group).zadd(list(records, group), 0, member);
      }
      await execPipeline(batch);
    }
    return missing.map(({ key, group, member }) => {
      const text = String(member);
      const rest = text.slice(0, text.indexOf('\u0000'));
      return { key, list: rest === '' ? group : `${group}:${rest}` };
    });
  }

  /** How many list members records should have. */
  membersOf(name: CollectionName, found: readonly KeyedRecord[]): number {
    return found.reduce((sum, { record }) => sum + placesOf(name, record).length, 0);
  }

  /** How many members all lists of a collection have. */
  async memberCount(name: CollectionName): Promise<number> {
    const records = await this.#recordsKey(name);
    if (records === null) return 0;
    const groups = await this.#groups(records);
    const pipeline = this.#bulk.pipeline();
    for (const group of groups) pipeline.zcard(list(records, group));
    const counts = groups.length === 0 ? [] : ((await execPipeline(pipeline)) as number[]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** List members without a matching record; `remove` removes them. */
  async *strayMembers(
    name: CollectionName,
    remove: boolean,
  ): AsyncGenerator<{ group: string; key: string; why: string }> {
    const records = await this.#recordsKey(name);
    if (records === null) return;
    for (const group of await this.#groups(records)) {
      const key = list(records, group);
      // As bytes: a member may contain half a surrogate pair, which is not UTF-8.
      const scan = (cursor: string) =>
        this.#bulk.zscanBuffer(key, cursor, 'COUNT', 500) as unknown as Promise<[Buffer, Buffer[]]>;
      for await (const found of scanPages(scan)) {
        const members = found.filter((_, index) => index % 2 === 0);
        for (const stray of await this.#strays(name, { records, group }, members)) {
          if (remove) {
            this.#check();
            await mapRedisError(this.#bulk.zrem(key, stray.member));
          }
          yield { group, key: stray.key, why: stray.hasRecord ? 'is wrongly in' : 'has no record but is in' };
        }
      }
    }
  }

  /** The stored figures of a collection, and how many records it has. */
  async figures(name: CollectionName): Promise<{ records: number; bytes: number; stored: number }> {
    const [records, bytes] = await mapRedisError(
      this.#bulk.hmget(about(this.#live), `records:${name}`, `bytes:${name}`),
    );
    const key = await this.#recordsKey(name);
    const stored = key === null ? 0 : await mapRedisError(this.#bulk.hlen(key));
    return { records: Number(records ?? 0), bytes: Number(bytes ?? 0), stored };
  }

  async setFigures(name: CollectionName, records: number, bytes: number): Promise<void> {
    this.#check();
    await mapRedisError(this.#bulk.hset(about(this.#live), `records:${name}`, records, `bytes:${name}`, bytes));
  }

  /** Whether a collection has not changed since this generation. If it has, findings may mix different moments. */
  async isCurrent(name: CollectionName): Promise<boolean> {
    const records = await this.#recordsKey(name);
    const now = Number(await mapRedisError(this.#bulk.get(keys.content.live)));
    if ((await mapRedisError(this.#bulk.hget(generation(now), name))) !== records) return false;
    return (
      records === null || (await mapRedisError(this.#bulk.zcount(changes(records), `(${this.#live}`, '+inf'))) === 0
    );
  }

  /** Whether there is a live generation. */
  async exists(): Promise<boolean> {
    return (await mapRedisError(this.#bulk.exists(generation(this.#live)))) === 1;
  }

  /**
   * Checks the list of generations. `repair` removes entries without a generation, adds the live one, and sets the counter to
   * the highest number.
   */
  async generations(repair: boolean): Promise<GenerationFinding[]> {
    if (repair) this.#check();
    const live = this.#live;
    const findings: GenerationFinding[] = [];
    const table = this.#bulk
      .multi()
      .get(keys.content.live)
      .zrange(generations, '0', '-1')
      .get(counter)
      .smembers(written);
    const [named, numbers, last, records] = (await execPipeline(table)) as [
      string | null,
      string[],
      string | null,
      string[],
    ];
    if (named === null && numbers.length > 0) {
      const says = `has ${numbers.length} generations, and none is live: roll back to one of them`;
      findings.push({ where: 'content', says, repaired: false });
    }
    const known = [...numbers, ...records.map((key) => /^\{content\}:(\d+):/.exec(key)?.[1])].map(Number);
    const highest = Math.max(live, ...known.filter(Number.isSafeInteger));
    if (Number(last ?? 0) < highest) {
      if (repair) await mapRedisError(this.#bulk.set(counter, highest));
      const says = `is ${last ?? 'missing'}, must be at least ${highest}`;
      findings.push({ where: 'counter of generations', says, repaired: repair });
    }
    if (live > 0 && !numbers.includes(String(live))) {
      if (repair) await mapRedisError(this.#bulk.zadd(generations, live, String(live)));
      findings.push({
        where: `generation ${live}`,
        says: 'is live but not in the list of generations',
        repaired: repair,
      });
    }
    for (const number of numbers) findings.push(...(await this.#inspectGeneration(number, repair)));
    return findings;
  }

  async #inspectGeneration(number: string, repair: boolean): Promise<GenerationFinding[]> {
    const where = `generation ${number}`;
    const findings: GenerationFinding[] = [];
    const manifest = await mapRedisError(this.#bulk.hgetall(generation(Number(number))));
    if (Object.keys(manifest).length === 0 && Number(number) === this.#live) {
      findings.push({ where, says: 'is live but gone: roll back to an earlier one', repaired: false });
    } else if (Object.keys(manifest).length === 0) {
      if (repair) await mapRedisError(this.#bulk.zrem(generations, number));
      findings.push({ where, says: 'is listed but gone', repaired: repair });
    }
    for (const [name, records] of Object.entries(manifest)) {
      if (name === 'generation') continue;
      if (!(collectionNames as readonly string[]).includes(name)) {
        findings.push({ where, says: `has an unknown collection ${name}`, repaired: false });
      }
      const expected = Number(await mapRedisError(this.#bulk.hget(about(Number(number)), `records:${name}`)));
      if (expected > 0 && (await mapRedisError(this.#bulk.exists(records))) === 0) {
        const says = `names ${records} for ${expected} ${name}, but that key is missing`;
        findings.push({ where, says, repaired: false });
      }
    }
    return findings;
  }

  /** The members of a group that no record has. */
  async #strays(
    name: CollectionName,
    { records, group }: { records: string; group: string },
    members: readonly Buffer[],
  ): Promise<{ member: Buffer; key: string; hasRecord: boolean }[]> {
    if (members.length === 0) return [];
    const recordKeys = members.map(recordKeyOf);
    const stored = await mapRedisError(this.#bulk.hmget(records, ...recordKeys));
    return members.flatMap((member, index) => {
      const json = stored[index];
      try {
        const places = json ? placesOf(name, JSON.parse(json) as AnyRecord) : [];
        const isPlaced = places.some(
          (place) => place.group === group && member.equals(Buffer.from(place.member as string)),
        );
        return isPlaced ? [] : [{ member, key: recordKeys[index] ?? '', hasRecord: Boolean(json) }];
      } catch {
        // A malformed record is reported elsewhere; its members stay until it is replaced.
        return [];
      }
    });
  }

  #recordsKey(name: CollectionName): Promise<string | null> {
    const known = this.#recordsKeys.get(name) ?? mapRedisError(this.#bulk.hget(generation(this.#live), name));
    this.#recordsKeys.set(name, known);
    return known;
  }

  #groups(records: string): Promise<string[]> {
    return mapRedisError(this.#bulk.smembers(lists(records)));
  }
}
