import * as all from './all.ts';
import type { Collection } from './collection.ts';
import { completeStat } from './stats.ts';

type RecordTypes = { [C in keyof typeof all]: (typeof all)[C] extends Collection<infer R> ? R : never };

export type CollectionName = keyof RecordTypes;

export type RecordOf<C extends CollectionName> = RecordTypes[C];

/** One entry per content file, under the name of the file. */
export const collections: { readonly [C in CollectionName]: Collection<RecordOf<C>> } = all;

/** Stored records of every collection, in any order. */
export type Records = { [C in CollectionName]: RecordOf<C>[] };

/** By name; statistics come after the fighters that complete them. */
export const collectionNames = Object.keys(collections) as readonly CollectionName[];

/**
 * Converts raw records of every collection to their stored form; completes statistics from the fighters.
 *
 * @param raw records that fit the schemas of their collections.
 */
export function normaliseAll(raw: { [C in CollectionName]: readonly unknown[] }): Records {
  const normalised = collectionNames.map((name) => [name, raw[name].map((one) => collections[name].normalise(one))]);
  const records = Object.fromEntries(normalised) as Records;
  const byStatid = new Map(records.fighters.map((fighter) => [fighter.statid, fighter]));
  return { ...records, stats: records.stats.map((row) => completeStat(row, byStatid.get(row.statid))) };
}
