import { byKey } from './collection.ts';
import { type CollectionName, collections, type RecordOf, type Records } from './collections.ts';

export interface Page {
  /** Default: everything. */
  limit?: number;
  /** Sort key; the page starts after it, whether or not a record has it. */
  after?: string;
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
  /** @param list one of the names that `lists` of the collection gives; default: all records. */
  list<C extends CollectionName>(collection: C, list?: string, page?: Page): Promise<Listed<RecordOf<C>>>;
}

/** The same, answered at once. */
export interface SyncReader {
  get<C extends CollectionName>(collection: C, key: string | number): RecordOf<C> | undefined;
  many<C extends CollectionName>(collection: C, keys: readonly (string | number)[]): (RecordOf<C> | undefined)[];
  list<C extends CollectionName>(collection: C, list?: string, page?: Page): Listed<RecordOf<C>>;
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
  // The tables hold for each name the records of that name, which a Map cannot say.
  const table = <C extends CollectionName>(name: C) =>
    tables.get(name) as { byKey: Map<string, RecordOf<C>>; rows: Row<RecordOf<C>>[] };

  const reader: SyncReader = {
    get: (name, key) => table(name).byKey.get(String(key)),
    many: (name, keys) => keys.map((key) => reader.get(name, key)),
    list(name, list, { limit = Number.POSITIVE_INFINITY, after } = {}) {
      const rows = table(name).rows.filter(
        (row) =>
          (list === undefined || row.lists.includes(list)) &&
          (after === undefined || (collections[name].order === 'ascending' ? row.sort > after : row.sort < after)),
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const listed = { records: page.map((row) => row.record) };
      return last && rows.length > page.length ? { ...listed, next: last.sort } : listed;
    },
  };
  return reader;
}

/**
 * Reads stored records from memory, as contracts and tests do.
 *
 * @param records normalised and completed, as `normaliseAll` gives them.
 */
export function memoryReader(records: Records): ContentReader & { sync: SyncReader } {
  const sync = memory(records);
  return {
    sync,
    get: async (name, key) => sync.get(name, key),
    many: async (name, keys) => sync.many(name, keys),
    list: async (name, list, page) => sync.list(name, list, page),
  };
}
