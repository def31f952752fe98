import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/ensure-connected.ts';
import { mapRedisError, StoreUnavailable } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { type Argument, run } from '../redis/scripts.ts';
import type { StoreSettings } from '../settings.ts';
import { createContent } from './content.ts';
import { collectGarbage } from './garbage.ts';
import { isFull, PublishInProgress } from './publish.ts';
import { type AnyRecord, anyCollection, type Entry, placesOf, storedForm } from './record-encoding.ts';

/** One state of content that can still be read. */
export interface Generation {
  number: number;
  isLive: boolean;
  /** `publish` replaced collections, `put` and `remove` changed records, `rollback` brought a state back. */
  kind: string;
  who: string;
  /** Milliseconds since 1970 on the clock of whoever made it; undefined for a generation of an older version. */
  timeMs: number | undefined;
  /** By collection. */
  records: Partial<Record<CollectionName, number>>;
  /** Bytes of JSON, by collection. */
  bytes: Partial<Record<CollectionName, number>>;
  /** Of a rollback: the generation that it brought back. */
  to?: number;
  /** Of a put or remove: records changed. */
  changed?: number;
}

/** A record that is not the same in two generations. */
export interface Difference {
  collection: CollectionName;
  key: string;
  change: 'added' | 'changed' | 'removed';
}

/** No generation has this number, or not any more; nothing was changed. */
export class NoSuchGeneration extends Error {
  override name = 'NoSuchGeneration';
}

const changesBetweenGarbage = 50;
/** How often a change is made anew when others change content in between. */
const attempts = 20;

function generationOf(number: string, live: string | null, about: Record<string, string>): Generation {
  const figures = (what: string) =>
    Object.fromEntries(
      collectionNames.flatMap((name) => {
        const figure = about[`${what}:${name}`];
        return figure === undefined ? [] : [[name, Number(figure)]];
      }),
    );
  return {
    number: Number(number),
    isLive: number === live,
    kind: about.kind ?? 'publish',
    who: about.who ?? 'unknown',
    timeMs: about.time === undefined ? undefined : Number(about.time),
    records: figures('records'),
    bytes: figures('bytes'),
    ...(about.kind === 'rollback' && { to: Number(about.to) }),
    ...((about.kind === 'put' || about.kind === 'remove') && { changed: Number(about.changed) }),
  };
}

const textOf = (member: string | Buffer) => (typeof member === 'string' ? member : member.toString('latin1'));

/** What a record changes to, and the lists it leaves and joins. */
function changeOf(collection: CollectionName, key: string, before: string | undefined, record: AnyRecord | undefined) {
  const after = record && storedForm(collection, record);
  if (before === (after?.json ?? undefined)) return undefined;
  let old: ReturnType<typeof placesOf> = [];
  try {
    if (before !== undefined) old = placesOf(collection, JSON.parse(before) as AnyRecord);
  } catch {
    // A damaged record can be replaced or removed all the same; audit finds what it leaves in lists.
  }
  const nameOf = ({ group, member }: (typeof old)[number]) => `${group}\n${textOf(member)}`;
  const wanted = new Set(after?.placed.map(nameOf));
  const had = new Set(old.map(nameOf));
  const removed = old.filter((place) => !wanted.has(nameOf(place)));
  const added = (after?.placed ?? []).filter((place) => !had.has(nameOf(place)));
  const places = [...removed, ...added].flatMap(({ group, member }): Argument[] => [group, member]);
  return [collection, key, after?.json ?? '', removed.length, added.length, ...places] satisfies Argument[];
}

/** Changes and earlier states of content. All throw `StoreUnavailable`. */
export interface Generations {
  /** Newest first. */
  list(): Promise<Generation[]>;
  /**
   * Adds or replaces records, all at once and for all readers; costs as much as the records, however many there are.
   *
   * @param entries normalised; keys unique.
   * @returns the generation made, or the live one when nothing changes, and how many records changed.
   * @throws {PublishInProgress} when a publish replaces one of the collections at this moment.
   */
  put(entries: readonly Entry[], who: string): Promise<{ generation: number; changed: number }>;
  /** Removes records in the same way; those that are not there are left out of the count. */
  remove(
    collection: CollectionName,
    recordKeys: readonly string[],
    who: string,
  ): Promise<{ generation: number; changed: number }>;
  /**
   * Makes content what it was in a generation that is kept, as a new generation.
   *
   * @param number default: the one before the live one.
   * @throws {NoSuchGeneration}
   * @throws {PublishInProgress}
   */
  rollBack(
    number: number | undefined,
    who: string,
  ): Promise<{ generation: number; to: number; collections: CollectionName[] }>;
  /** Records that differ between two generations, in the order of collections. @throws {NoSuchGeneration} */
  diff(from: number, to: number): AsyncGenerator<Difference>;
}

const pageSize = 500;

/**
 * @param collect for tests.
 * @see changeContent-1.lua, rollBackContent-1.lua
 */
export function createGenerations(
  bulk: RedisClient,
  { generationsKept }: StoreSettings,
  collect = collectGarbage,
): Generations {
  const { live, generations, generation: manifestKey, about, changes, before } = keys.content;
  const content = createContent(bulk, bulk);

  async function change(
    kind: string,
    who: string,
    wanted: readonly { collection: CollectionName; key: string; record: AnyRecord | undefined }[],
  ): Promise<{ generation: number; changed: number }> {
    await ensureConnected(bulk);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const expected = (await mapRedisError(bulk.get(live))) ?? '';
      const stored = await Promise.all(
        wanted.map(async ({ collection, key }) => (await content.raw().get(collection, [key]))[0]),
      );
      const made = wanted.flatMap(({ collection, key, record }, index) => {
        const one = changeOf(collection, key, stored[index], record);
        return one ? [one] : [];
      });
      if (made.length === 0) return { generation: Number(expected), changed: 0 };
      let code: number;
      try {
        const args = [expected, kind, who, Date.now(), ...made.flat()];
        [code] = (await run(bulk, 'changeContent', [live], args)) as [number];
      } catch (error) {
        throw isFull(error) ? new StoreUnavailable('Redis is full (maxmemory is reached)', error) : error;
      }
      if (code === -1) {
        throw new PublishInProgress('A publish that replaces these records is running. Try again when it is done.');
      }
      if (code > 0) {
        // Now and then, since it looks at every generation; what is not removed now is removed later, or by a publish.
        if (code % changesBetweenGarbage === 0) await collect(bulk, generationsKept).catch(() => undefined);
        return { generation: code, changed: made.length };
      }
    }
    throw new StoreUnavailable('too many changes of content at once');
  }

  async function manifestOf(number: number): Promise<Record<string, string>> {
    const found = await mapRedisError(bulk.hgetall(manifestKey(number)));
    if (Object.keys(found).length === 0) {
      throw new NoSuchGeneration(`There is no generation ${number}: content list shows which there are.`);
    }
    return found;
  }

  /** Keys of the records that were changed in place between two generations. */
  async function touched(records: string, from: number, to: number): Promise<string[]> {
    const numbers = await mapRedisError(bulk.zrangebyscore(changes(records), `(${from}`, to));
    const fields = await Promise.all(numbers.map((number) => mapRedisError(bulk.hkeys(before(records, number)))));
    return [...new Set(fields.flat().filter((field) => field.startsWith('r')))].map((field) => field.slice(1));
  }

  async function* keysIn(
    collection: CollectionName,
    generation: number,
  ): AsyncGenerator<[string, string | undefined][]> {
    const sort = anyCollection(collection).sort;
    let after: string | undefined;
    do {
      const { records, more } = await content
        .raw(generation)
        .page(collection, { limit: pageSize, ...(after !== undefined && { after }) });
      yield records;
      const last = records.findLast(([, json]) => json !== undefined)?.[1];
      after = more && last !== undefined ? sort(JSON.parse(last) as AnyRecord) : undefined;
    } while (after !== undefined);
  }

  async function* compared(
    collection: CollectionName,
    from: number,
    to: number,
    recordKeys: readonly string[],
  ): AsyncGenerator<Difference> {
    const [old, now] = await Promise.all([
      content.raw(from).get(collection, recordKeys),
      content.raw(to).get(collection, recordKeys),
    ]);
    for (const [index, key] of recordKeys.entries()) {
      if (old[index] === now[index]) continue;
      const change = old[index] === undefined ? 'added' : now[index] === undefined ? 'removed' : 'changed';
      yield { collection, key, change };
    }
  }

  return {
    async list() {
      await ensureConnected(bulk);
      const [current, numbers] = (await execPipeline(bulk.pipeline().get(live).zrange(generations, '0', '-1'))) as [
        string | null,
        string[],
      ];
      const asked = bulk.pipeline();
      for (const number of numbers) asked.hgetall(about(Number(number)));
      const found = (await execPipeline(asked)) as Record<string, string>[];
      return numbers.map((number, index) => generationOf(number, current, found[index] ?? {})).reverse();
    },

    put: (entries, who) =>
      change(
        'put',
        who,
        entries.map(({ collection, record }) => ({ collection, key: anyCollection(collection).key(record), record })),
      ),

    remove: (collection, recordKeys, who) =>
      change(
        'remove',
        who,
        [...new Set(recordKeys)].map((key) => ({ collection, key, record: undefined })),
      ),

    async rollBack(number, who) {
      await ensureConnected(bulk);
      const all = (await mapRedisError(bulk.zrange(generations, '0', '-1'))).map(Number);
      const current = Number(await mapRedisError(bulk.get(live)));
      const to = number ?? all.filter((one) => one < current).at(-1);
      if (to === undefined) throw new NoSuchGeneration('There is no earlier generation to go back to.');
      if (!all.includes(to)) {
        throw new NoSuchGeneration(`There is no generation ${to}: content list shows which there are.`);
      }
      const [code = 0, ...names] = (await run(bulk, 'rollBackContent', [live], [to, who, Date.now()])) as [
        number,
        ...CollectionName[],
      ];
      if (code === -1) throw new PublishInProgress('A publish is running. Try again when it is done.');
      if (code === 0) throw new NoSuchGeneration(`There is no generation ${to} any more.`);
      return { generation: code, to, collections: names };
    },

    async *diff(from, to) {
      await ensureConnected(bulk);
      const [old, now] = [await manifestOf(from), await manifestOf(to)];
      const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => name !== 'generation');
      for (const collection of names as CollectionName[]) {
        const [first, second] = [old[collection], now[collection]];
        if (first !== undefined && first === second) {
          const changed = await touched(first, Math.min(from, to), Math.max(from, to));
          yield* compared(collection, from, to, changed);
          continue;
        }
        for await (const page of keysIn(collection, from)) {
          yield* compared(
            collection,
            from,
            to,
            page.map(([key]) => key),
          );
        }
        for await (const page of keysIn(collection, to)) {
          const recordKeys = page.map(([key]) => key);
          const known = await content.raw(from).exist(collection, recordKeys);
          for (const [index, key] of recordKeys.entries()) {
            if (!known[index]) yield { collection, key, change: 'added' };
          }
        }
      }
    },
  };
}
