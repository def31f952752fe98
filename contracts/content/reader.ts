import { byKey } from './collections/collection.ts';
import { type CollectionName, collections, type RecordOf, type Records } from './collections/index.ts';

export interface Page {
  /** Default: everything. */
  limit?: number;
  /** Sort key; the page starts after it, whether or not a record has it. */
  after?: string;
  /** Sort key; the page starts with it, or after it if no record has it. Instead of `after`. */
  from?: string;
  /** Against the direction of the collection, from its last record to its first. */
  reversed?: boolean;
}

export interface Listed<R> {
  records: R[];
  /** Sort key of the last record; only when more follow. */
  next?: string;
}

/** The read side of content: the server's store and `memoryReader` both offer it. */
export interface ContentReader {
  get<C extends CollectionName>(collection: C, key: string | number): Promise<RecordOf<C> | undefined>;
  /** @returns in the order of the keys. */
  many<C extends CollectionName>(
    collection: C,
    keys: readonly (string | number)[],
  ): Promise<(RecordOf<C> | undefined)[]>;
  /** @param list a name that the collection's `lists` returns; default: all records. */
  list<C extends CollectionName>(collection: C, list?: string, page?: Page): Promise<Listed<RecordOf<C>>>;
  /** @returns the first record of each list, in the order of the lists. */
  first<C extends CollectionName>(collection: C, lists: readonly string[]): Promise<(RecordOf<C> | undefined)[]>;
  /**
   * @param group the part of list names before the colon: `c` of `c:PER`.
   * @returns the parts after the colon, ascending, of the lists that have records.
   */
  names(collection: CollectionName, group: string): Promise<string[]>;
}

/** Like the asynchronous reader, but synchronous. */
export interface SyncReader {
  get<C extends CollectionName>(collection: C, key: string | number): RecordOf<C> | undefined;
  many<C extends CollectionName>(collection: C, keys: readonly (string | number)[]): (RecordOf<C> | undefined)[];
  list<C extends CollectionName>(collection: C, list?: string, page?: Page): Listed<RecordOf<C>>;
  first<C extends CollectionName>(collection: C, lists: readonly string[]): (RecordOf<C> | undefined)[];
  names(collection: CollectionName, group: string): string[];
}

interface Row<R> {
  sort: string;
  lists: string[];
  record: R;
}

function memory(records: Records): SyncReader {
  const tables = new Map<CollectionName, { byKey: Map<string, unknown>; rows: Row<unknown>[] }>();
  const index = <C extends CollectionName>(name: C) => {
    const { key, sort, lists, order } = collections[name];
    const rows = records[name].map((record) => ({ sort: sort(record), lists: lists(record), record }));
    rows.sort(byKey((row) => row.sort));
    if (order === 'descending') rows.reverse();
    tables.set(name, { byKey: new Map(records[name].map((record) => [key(record), record])), rows });
  };
  for (const name of Object.keys(collections) as CollectionName[]) index(name);
  // Each name maps to records of its own collection, which the type of a Map cannot express.
  const table = <C extends CollectionName>(name: C) =>
    tables.get(name) as { byKey: Map<string, RecordOf<C>>; rows: Row<RecordOf<C>>[] };

  const reader: SyncReader = {
    get: (name, key) => table(name).byKey.get(String(key)),
    many: (name, keys) => keys.map((key) => reader.get(name, key)),
    list(name, list, { limit = Number.POSITIVE_INFINITY, after, from, reversed = false } = {}) {
      const ascending = (collections[name].order === 'ascending') !== reversed;
      const all = table(name).rows;
      const rows = (reversed ? all.toReversed() : all).filter(
        (row) =>
          (list === undefined || row.lists.includes(list)) &&
          (after === undefined || (ascending ? row.sort > after : row.sort < after)) &&
          (from === undefined || (ascending ? row.sort >= from : row.sort <= from)),
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const listed = { records: page.map((row) => row.record) };
      return last && rows.length > page.length ? { ...listed, next: last.sort } : listed;
    },
    first: (name, lists) => lists.map((list) => reader.list(name, list, { limit: 1 }).records[0]),
    names(name, group) {
      const lists = new Set(table(name).rows.flatMap((row) => row.lists));
      return [...lists].flatMap((list) => (list.startsWith(`${group}:`) ? [list.slice(group.length + 1)] : [])).sort();
    },
  };
  return reader;
}

/**
 * Reads stored records from memory, for contracts and tests.
 *
 * @param records normalised and completed by `normaliseAll`.
 */
export function memoryReader(records: Records): ContentReader & { sync: SyncReader } {
  const sync = memory(records);
  const asynchronous = Object.entries(sync).map(([name, read]) => [name, async (...args: never[]) => read(...args)]);
  return { ...(Object.fromEntries(asynchronous) as ContentReader), sync };
}
