import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { scanPages } from '../redis/scan.ts';
import { whilePublishing } from './publish.ts';
import { type AnyRecord, placesOf } from './record-encoding.ts';

const { generation, generations, about, lists, list, changes, counter, written } = keys.content;

/** Records, or members of a list, that one command reads. */
const portion = 500;

/** A record and its key in Redis. */
export interface KeyedRecord {
  key: string;
  record: AnyRecord;
}

/** An inconsistency, and where it is. */
export interface InspectionFinding {
  where: string;
  says: string;
  repaired: boolean;
}

/** The record key at the end of a list member; '' if the member is malformed. */
function recordKeyOf(member: string): string {
  const end = member.indexOf('\u0000\u0000', member.indexOf('\u0000') + 1);
  return end < 0 ? '' : member.slice(end + 2);
}

/** The live generation as stored in Redis, for audit. All methods throw `StoreUnavailable`. */
export class Inspection {
  readonly #bulk: RedisClient;
  readonly #live: number;
  /** Called before each repair: throws if the lock is lost. Undefined repairs nothing. */
  readonly #repair: (() => void) | undefined;
  /** Collection → key of its records. */
  readonly #manifest: Readonly<Record<string, string>>;

  constructor(
    bulk: RedisClient,
    live: number,
    manifest: Readonly<Record<string, string>>,
    repair: (() => void) | undefined,
  ) {
    this.#bulk = bulk;
    this.#live = live;
    this.#manifest = manifest;
    this.#repair = repair;
  }

  /** Whether there is a live generation. */
  get exists(): boolean {
    return Object.keys(this.#manifest).length > 0;
  }

  /** Records of a collection, in any order; a record that changes meanwhile may come twice. */
  async *records(name: CollectionName): AsyncGenerator<[key: string, json: string][]> {
    const records = this.#manifest[name];
    if (records === undefined) return;
    for await (const found of scanPages((cursor) => this.#bulk.hscan(records, cursor, 'COUNT', portion))) {
      const pairs: [string, string][] = [];
      for (let index = 0; index < found.length; index += 2) pairs.push([found[index] ?? '', found[index + 1] ?? '']);
      if (pairs.length > 0) yield pairs;
    }
  }

  /** The lists in which records are missing; a repair adds them. */
  async missingMembers(name: CollectionName, found: readonly KeyedRecord[]): Promise<InspectionFinding[]> {
    const records = this.#manifest[name];
    const wanted = found.flatMap(({ key, record }) => placesOf(name, record).map((place) => ({ key, ...place })));
    if (records === undefined || wanted.length === 0) return [];
    const pipeline = this.#bulk.pipeline();
    for (const { group, member } of wanted) pipeline.zscore(list(records, group), member);
    const scores = await execPipeline(pipeline);
    const missing = wanted.filter((_, index) => scores[index] === null);
    if (this.#repair && missing.length > 0) {
      this.#repair();
      const batch = this.#bulk.pipeline();
      for (const { group, member } of missing) {
        batch.sadd(lists(records), group).zadd(list(records, group), 0, member);
      }
      await execPipeline(batch);
    }
    return missing.map(({ key, group, member }) => {
      const prefix = member.split('\u0000', 1)[0];
      const says = `is missing from the list ${prefix === '' ? group : `${group}:${prefix}`}`;
      return { where: `${name} ${key}`, says, repaired: this.#repair !== undefined };
    });
  }

  /** List members without a matching record; a repair removes them. */
  async *strayMembers(name: CollectionName): AsyncGenerator<InspectionFinding> {
    const records = this.#manifest[name];
    if (records === undefined) return;
    for (const group of await mapRedisError(this.#bulk.smembers(lists(records)))) {
      const key = list(records, group);
      for await (const found of scanPages((cursor) => this.#bulk.zscan(key, cursor, 'COUNT', portion))) {
        const members = found.filter((_, index) => index % 2 === 0);
        for (const { member, hasRecord } of await this.#strays(name, { records, group }, members)) {
          if (this.#repair) {
            this.#repair();
            await mapRedisError(this.#bulk.zrem(key, member));
          }
          const says = `${hasRecord ? 'is wrongly in' : 'has no record but is in'} the lists of ${group}`;
          yield { where: `${name} ${recordKeyOf(member)}`, says, repaired: this.#repair !== undefined };
        }
      }
    }
  }

  /** The members of a group that no record has. */
  async #strays(
    name: CollectionName,
    { records, group }: { records: string; group: string },
    members: readonly string[],
  ): Promise<{ member: string; hasRecord: boolean }[]> {
    if (members.length === 0) return [];
    const stored = await mapRedisError(this.#bulk.hmget(records, ...members.map(recordKeyOf)));
    return members.flatMap((member, index) => {
      const json = stored[index];
      try {
        const places = json ? placesOf(name, JSON.parse(json) as AnyRecord) : [];
        const isPlaced = places.some((place) => place.group === group && place.member === member);
        return isPlaced ? [] : [{ member, hasRecord: Boolean(json) }];
      } catch {
        // A malformed record is reported elsewhere; its members stay until it is replaced.
        return [];
      }
    });
  }

  /**
   * Compares the stored figures of a collection with what was read; a repair corrects them.
   *
   * @param count how many records were read: a scan may return a record twice, and then bytes cannot be compared.
   */
  async wrongFigures(name: CollectionName, count: number, bytes: number): Promise<InspectionFinding[]> {
    const [records, key] = [`records:${name}`, this.#manifest[name]];
    const figures = await mapRedisError(this.#bulk.hmget(about(this.#live), records, `bytes:${name}`));
    const [knownRecords = 0, knownBytes = 0] = figures.map(Number);
    const stored = key === undefined ? 0 : await mapRedisError(this.#bulk.hlen(key));
    if (knownRecords === stored && (knownBytes === bytes || count !== stored)) return [];
    if (this.#repair) {
      this.#repair();
      await mapRedisError(this.#bulk.hset(about(this.#live), records, stored, `bytes:${name}`, bytes));
    }
    const says = `is counted as ${knownRecords} records of ${knownBytes} bytes, has ${stored} of ${bytes}`;
    return [{ where: name, says, repaired: this.#repair !== undefined }];
  }

  /** Whether a collection has not changed since this generation. If it has, findings may mix different moments. */
  async isCurrent(name: CollectionName): Promise<boolean> {
    const records = this.#manifest[name];
    const now = Number(await mapRedisError(this.#bulk.get(keys.content.live)));
    if ((await mapRedisError(this.#bulk.hget(generation(now), name))) !== (records ?? null)) return false;
    if (records === undefined) return true;
    return (await mapRedisError(this.#bulk.zcount(changes(records), `(${this.#live}`, '+inf'))) === 0;
  }

  /**
   * Checks the list of generations. A repair removes entries without a generation, adds the live one, and sets the counter to
   * the highest number.
   */
  async wrongGenerations(): Promise<InspectionFinding[]> {
    this.#repair?.();
    const repaired = this.#repair !== undefined;
    const [bulk, live] = [this.#bulk, this.#live];
    const findings: InspectionFinding[] = [];
    const table = bulk.multi().get(keys.content.live).zrange(generations, '0', '-1').get(counter).smembers(written);
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
      if (repaired) await mapRedisError(bulk.set(counter, highest));
      const says = `is ${last ?? 'missing'}, must be at least ${highest}`;
      findings.push({ where: 'counter of generations', says, repaired });
    }
    if (live > 0 && !numbers.includes(String(live))) {
      if (repaired) await mapRedisError(bulk.zadd(generations, live, String(live)));
      findings.push({ where: `generation ${live}`, says: 'is live but not in the list of generations', repaired });
    }
    for (const number of numbers) {
      const where = `generation ${number}`;
      const manifest = await mapRedisError(bulk.hgetall(generation(Number(number))));
      if (Object.keys(manifest).length > 0) {
        for (const says of await this.#lostRecords(number, manifest)) findings.push({ where, says, repaired: false });
      } else if (Number(number) === live) {
        findings.push({ where, says: 'is live but gone: roll back to an earlier one', repaired: false });
      } else {
        if (repaired) await mapRedisError(bulk.zrem(generations, number));
        findings.push({ where, says: 'is listed but gone', repaired });
      }
    }
    return findings;
  }

  async #lostRecords(number: string, manifest: Record<string, string>): Promise<string[]> {
    const lost: string[] = [];
    const figures = await mapRedisError(this.#bulk.hgetall(about(Number(number))));
    for (const [name, records] of Object.entries(manifest)) {
      const expected = Number(figures[`records:${name}`] ?? 0);
      if (name === 'generation' || expected === 0 || (await mapRedisError(this.#bulk.exists(records))) === 1) continue;
      lost.push(`names ${records} for ${expected} ${name}, but that key is missing`);
    }
    return lost;
  }
}

/**
 * Opens the live generation.
 *
 * @param repair prevents publishes and changes meanwhile.
 * @throws {PublishInProgress}
 */
export async function inspectContent(
  bulk: RedisClient,
  repair: boolean,
  action: (inspection: Inspection) => Promise<void>,
): Promise<void> {
  await ensureConnected(bulk);
  const start = async (check?: () => void) => {
    const live = Number(await mapRedisError(bulk.get(keys.content.live)));
    const manifest = await mapRedisError(bulk.hgetall(generation(live)));
    return action(new Inspection(bulk, live, manifest, check));
  };
  return repair ? whilePublishing(bulk, collectionNames, false, (lock) => start(() => lock.check())) : start();
}
