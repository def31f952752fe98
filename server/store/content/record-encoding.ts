import type { Collection } from '../../../contracts/content/collections/collection.ts';
import { type CollectionName, collections, type RecordOf } from '../../../contracts/content/collections/index.ts';
import { placedMembers, placeOf } from './sort-key-encoding.ts';

/** A record, normalised, with the collection that it belongs to. */
export type Entry = { [C in CollectionName]: { collection: C; record: RecordOf<C> } }[CollectionName];
export type AnyRecord = Entry['record'];

/** The list in which every record of a collection stands. */
export const everything = 'all';

/** A collection whose records are not told apart. A name and a record are paired by whoever calls. */
export const anyCollection = (name: CollectionName) => collections[name] as unknown as Collection<AnyRecord>;

/** Where a record stands: groups of lists and its member in each. */
export interface Placed {
  group: string;
  member: string | Buffer;
}

/** How a record is stored. */
export interface StoredRecord {
  key: string;
  json: string;
  placed: Placed[];
}

export function placesOf(name: CollectionName, record: AnyRecord): Placed[] {
  const { key, sort, lists } = anyCollection(name);
  const memberOf = placedMembers(sort(record), key(record));
  return [everything, ...new Set(lists(record))].map((list) => {
    const { group, prefix } = placeOf(list);
    return { group, member: memberOf(prefix) };
  });
}

export function storedForm(name: CollectionName, record: AnyRecord): StoredRecord {
  return {
    key: anyCollection(name).key(record),
    json: JSON.stringify(record),
    placed: placesOf(name, record),
  };
}
