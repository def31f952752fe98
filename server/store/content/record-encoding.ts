import type { Collection } from '../../../contracts/content/collections/collection.ts';
import { type CollectionName, collections, type RecordOf } from '../../../contracts/content/collections/index.ts';
import { placedMembers, placeOf } from './sort-key-encoding.ts';

/** A normalised record with its collection. */
export type Entry = { [C in CollectionName]: { collection: C; record: RecordOf<C> } }[CollectionName];
export type AnyRecord = Entry['record'];

/** The list of all records of a collection. */
export const everything = 'all';

/** A collection with records of any type; the caller pairs name and record. */
export const anyCollection = (name: CollectionName) => collections[name] as unknown as Collection<AnyRecord>;

/** A group of lists, and the record's member in it. */
export interface Place {
  group: string;
  member: string | Buffer;
}

export interface EncodedRecord {
  key: string;
  json: string;
  places: Place[];
}

/** The members of a record in all lists of its collection. */
export function placesOf(name: CollectionName, record: AnyRecord): Place[] {
  const { key, sort, lists } = anyCollection(name);
  const memberOf = placedMembers(sort(record), key(record));
  return [everything, ...new Set(lists(record))].map((list) => {
    const { group, prefix } = placeOf(list);
    return { group, member: memberOf(prefix) };
  });
}

export function encodeRecord(name: CollectionName, record: AnyRecord): EncodedRecord {
  return {
    key: anyCollection(name).key(record),
    json: JSON.stringify(record),
    places: placesOf(name, record),
  };
}
