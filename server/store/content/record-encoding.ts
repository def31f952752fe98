import type { Collection } from '../../../contracts/content/collections/collection.ts';
import { type CollectionName, collections, type RecordOf } from '../../../contracts/content/collections/index.ts';

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
  member: string;
}

export interface EncodedRecord {
  key: string;
  json: string;
  places: Place[];
}

/**
 * The lists of one group share a sorted set, so that content has few keys however many lists it has:
 * `fighter:1` is the range of the members that begin with `1\0` in the set `fighter`.
 */
export function placeOf(list: string): { group: string; prefix: string } {
  const colon = list.indexOf(':');
  return colon < 0
    ? { group: list, prefix: '\u0000' }
    : { group: list.slice(0, colon), prefix: `${list.slice(colon + 1)}\u0000` };
}

/**
 * A sort key in the members of a sorted set, in which all scores are 0 and the bytes of UTF-8 give the order. Two zero bytes
 * separate it from the key of the record. A zero byte within it is followed by 1, so that a prefix of another sort key is first.
 */
const encodeSortKey = (sort: string) => sort.toWellFormed().replaceAll('\u0000', '\u0000\u0001');

/** The members of a record in all lists of its collection. */
export function placesOf(name: CollectionName, record: AnyRecord): Place[] {
  const { key, sort, lists } = anyCollection(name);
  const member = `${encodeSortKey(sort(record))}\u0000\u0000${key(record)}`;
  return [everything, ...new Set(lists(record))].map((list) => {
    const { group, prefix } = placeOf(list);
    return { group, member: prefix + member };
  });
}

export function encodeRecord(name: CollectionName, record: AnyRecord): EncodedRecord {
  return { key: anyCollection(name).key(record), json: JSON.stringify(record), places: placesOf(name, record) };
}

export const opposite = { ascending: 'descending', descending: 'ascending' } as const;

/**
 * Bounds, for ZRANGE … BYLEX, of a list or of its part after or from a sort key in the direction given, lower one first.
 */
export function boundsOf(
  prefix: string,
  direction: 'ascending' | 'descending',
  start: { after?: string | undefined; from?: string | undefined } = {},
): [string, string] {
  const from = `[${prefix}`;
  const to = `(${prefix.slice(0, -1)}\u0001`;
  const sort = start.after ?? start.from;
  if (sort === undefined) return [from, to];
  // The records before a sort key are those after it in the opposite direction, plus the record of the key itself.
  const side = start.after === undefined ? opposite[direction] : direction;
  const cut = `(${prefix}${encodeSortKey(sort)}\u0000${side === 'ascending' ? '\u0001' : '\u0000'}`;
  return direction === 'ascending' ? [cut, to] : [from, cut];
}
