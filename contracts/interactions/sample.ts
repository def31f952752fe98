import { normaliseAll } from '../content/collections/index.ts';
import { memoryReader } from '../content/reader.ts';
import { world } from '../world/index.ts';

export const contentReader = memoryReader(normaliseAll(world));

/** Like the asynchronous reader, but synchronous. */
export const content = contentReader.sync;

export const fightersById = new Map(content.list('fighters').records.map((fighter) => [fighter.id, fighter]));

/** The records, with one moved to the front: its reply is the default of its route. */
export function startingWith<R extends { id: number | string }>(id: number | string, records: readonly R[]): R[] {
  const known = records.find((record) => record.id === id);
  if (!known) throw new Error(`unknown record ${id}; add it to contracts/world/`);
  return [known, ...records.filter((record) => record !== known)];
}

/** @throws {Error} when the world lacks the record. */
export function existing<R>(record: R | undefined): R {
  if (record === undefined)
    throw new Error('contracts/world/ids.ts names a record that the world lacks; add it to contracts/world/');
  return record;
}
