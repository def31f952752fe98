import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError } from '../redis/errors.ts';
import { createRawReader, type RawReader } from './raw-reader.ts';
import { type AnyRecord, anyCollection } from './record-encoding.ts';

/** A record that differs between two generations. */
export interface Difference {
  collection: CollectionName;
  key: string;
  change: 'added' | 'changed' | 'removed';
}

/** The generation does not exist, or was removed; nothing was changed. */
export class NoSuchGeneration extends Error {
  override name = 'NoSuchGeneration';
}

const pageSize = 500;

/** Collection → key of its records. */
async function readManifest(bulk: RedisClient, generation: number): Promise<Record<string, string>> {
  const found = await mapRedisError(bulk.hgetall(keys.content.generation(generation)));
  if (Object.keys(found).length === 0) {
    throw new NoSuchGeneration(`Unknown generation ${generation}: "npm run content -- list" shows the generations.`);
  }
  return found;
}

/** Keys of the records that were changed in place between two generations. */
async function changedKeys(bulk: RedisClient, records: string, from: number, to: number): Promise<string[]> {
  const { changes, before } = keys.content;
  const numbers = await mapRedisError(bulk.zrangebyscore(changes(records), `(${from}`, to));
  const fields = await Promise.all(numbers.map((number) => mapRedisError(bulk.hkeys(before(records, number)))));
  return [...new Set(fields.flat().filter((field) => field.startsWith('r')))].map((field) => field.slice(1));
}

/** Keys of all records of a collection, by pages. */
async function* keysIn(reader: RawReader, collection: CollectionName): AsyncGenerator<string[]> {
  const { sort } = anyCollection(collection);
  let after: string | undefined;
  do {
    const { records, more } = await reader.page(collection, {
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    yield records.map(([key]) => key);
    const last = records.findLast(([, json]) => json !== undefined)?.[1];
    after = more && last !== undefined ? sort(JSON.parse(last) as AnyRecord) : undefined;
  } while (after !== undefined);
}

async function* compareRecords(
  [old, now]: readonly [RawReader, RawReader],
  collection: CollectionName,
  recordKeys: readonly string[],
): AsyncGenerator<Difference> {
  const [before, after] = await Promise.all([old.get(collection, recordKeys), now.get(collection, recordKeys)]);
  for (const [index, key] of recordKeys.entries()) {
    if (before[index] === after[index]) continue;
    const change = before[index] === undefined ? 'added' : after[index] === undefined ? 'removed' : 'changed';
    yield { collection, key, change };
  }
}

/** Compares a collection that was replaced between the two generations. */
async function* compareCollections(
  readers: readonly [RawReader, RawReader],
  collection: CollectionName,
): AsyncGenerator<Difference> {
  const [old, now] = readers;
  for await (const page of keysIn(old, collection)) yield* compareRecords(readers, collection, page);
  for await (const page of keysIn(now, collection)) {
    const known = await old.exist(collection, page);
    for (const [index, key] of page.entries()) {
      if (!known[index]) yield { collection, key, change: 'added' };
    }
  }
}

/** Records that differ between two generations, in the order of collections. @throws {NoSuchGeneration} */
export async function* diffGenerations(bulk: RedisClient, from: number, to: number): AsyncGenerator<Difference> {
  await ensureConnected(bulk);
  const [old, now] = [await readManifest(bulk, from), await readManifest(bulk, to)];
  const readers = [createRawReader(bulk, from), createRawReader(bulk, to)] as const;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => name !== 'generation');
  for (const collection of names as CollectionName[]) {
    const records = old[collection];
    if (records !== undefined && records === now[collection]) {
      const changed = await changedKeys(bulk, records, Math.min(from, to), Math.max(from, to));
      yield* compareRecords(readers, collection, changed);
    } else {
      yield* compareCollections(readers, collection);
    }
  }
}
