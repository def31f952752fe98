import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import { cursorOf } from '../../contracts/http/cursors.ts';
import { parameters } from '../../contracts/schemas/parameters.ts';
import { fits } from '../../contracts/schemas/validation/fits.ts';
import { type AnyRecord, anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { ErrorSummary, type RecordError } from './errors.ts';
import { positionOf, type Row } from './read-records.ts';
import { findDatesOutOfOrder, findMissingLocales, findReferences, findSupplierIds } from './references.ts';
import { findSchemaErrors } from './schema-errors.ts';
import type { Source } from './sources.ts';

/** Names so long that routes would refuse the cursor of the record: no page could begin after it. */
export function* findLongCursors(name: CollectionName, record: AnyRecord): Generator<RecordError> {
  const cursor = cursorOf(anyCollection(name).sort(record));
  if (parameters.cursor.parse(cursor) !== undefined) return;
  yield {
    pointer: '/last_name',
    found: `makes a page cursor of ${cursor.length} characters, together with first_name`,
    expected: 'must make at most 512: shorten the names',
  };
}

const singular: Record<string, string> = { fighters: 'fighter', events: 'event', news: 'article', media: 'media item' };

export const describeMissing = (collection: string, id: number) =>
  `refers to ${singular[collection] ?? collection} ${id}, which does not exist`;

/** References to records that were not read before; looked up after the last record. */
interface PendingReferences {
  /** File of the records that have the references. */
  file: string;
  pointer: string;
  /** Collection that the ids belong to. */
  collection: CollectionName;
  /** Each with the line of its first reference. */
  ids: Map<number, number>;
}

const lookedUpAtOnce = 1_000;

/** Checks records one by one and against one another. */
export class RecordChecks {
  readonly errors = new ErrorSummary();
  /** The same as `errors` when checks are strict. */
  readonly warnings: ErrorSummary;
  /** By collection, or kind of id: each key with the line of its first record. */
  readonly #keys = new Map<string, { lines: Map<string, number>; file: string }>();
  readonly #pending = new Map<string, PendingReferences>();

  constructor(strict: boolean) {
    this.warnings = strict ? this.errors : new ErrorSummary();
  }

  /** @returns the record in its stored form; undefined when it cannot be read or does not fit its schema. */
  check(source: Source, row: Row): AnyRecord | undefined {
    if ('error' in row) {
      this.errors.add(row.error);
      return undefined;
    }
    const add = (summary: ErrorSummary, errors: Iterable<RecordError>) => {
      for (const { pointer, ...error } of errors) {
        summary.add({ file, line: row.line, ...error, pointer: pointer || '/' }, () => positionOf(row, pointer));
      }
    };
    const { file, collection } = source;
    const { schema, normalise, key } = anyCollection(collection);
    if (!fits(schema, row.value)) {
      add(this.errors, findSchemaErrors(schema, row.value));
      return undefined;
    }
    const record = normalise(row.value);
    add(this.errors, findLongCursors(collection, record));
    add(this.errors, this.#findDuplicates(source, row.line, key(record), record));
    add(this.warnings, this.#findWarnings(source, row.line, record));
    return record;
  }

  has(collection: CollectionName, id: number): boolean {
    return this.#keys.get(collection)?.lines.has(String(id)) ?? false;
  }

  /** @returns `file:line` where the key came before; undefined when it is new. */
  #addKey(space: string, key: string, file: string, line: number): string | undefined {
    const known = this.#keys.get(space) ?? { lines: new Map<string, number>(), file };
    this.#keys.set(space, known);
    const first = known.lines.get(key);
    if (first !== undefined) return `${known.file}:${first}`;
    known.lines.set(key, line);
    return undefined;
  }

  *#findDuplicates({ collection, file }: Source, line: number, key: string, record: AnyRecord): Generator<RecordError> {
    const first = this.#addKey(collection, key, file, line);
    if (first) yield { pointer: '', found: `has the key ${key}, already used at ${first}`, expected: 'must be unique' };
    if (collection !== 'events') return;
    for (const [index, { id }] of (record as EventRecord).fights.entries()) {
      const other = this.#addKey('fight', String(id), file, line);
      if (!other) continue;
      const found = `is ${id}, already used at ${other}`;
      yield { pointer: `/fights/${index}/id`, found, expected: 'must be unique' };
    }
  }

  *#findWarnings({ collection, file }: Source, line: number, record: AnyRecord): Generator<RecordError> {
    for (const { pointer, collection: target, id } of findReferences(collection, record)) {
      if (this.has(target, id)) continue;
      const name = `${collection} ${pointer}`;
      const pending = this.#pending.get(name) ?? { file, pointer, collection: target, ids: new Map<number, number>() };
      this.#pending.set(name, pending);
      if (!pending.ids.has(id)) pending.ids.set(id, line);
    }
    for (const { pointer, holder, statid } of findSupplierIds(collection, record)) {
      const first = this.#addKey(`statid of ${holder}`, String(statid), file, line);
      if (first) yield { pointer, found: `is ${statid}, already used at ${first}`, kind: 'statid' };
    }
    for (const { pointer, found } of findDatesOutOfOrder(record)) yield { pointer, found, kind: 'dates' };
    for (const { pointer, missing } of findMissingLocales(collection, record)) {
      yield { pointer, found: `has no ${missing}: the other language is sent instead`, kind: 'locale' };
    }
  }

  /**
   * Warns of references to records that are neither checked nor live.
   *
   * @param replaced collections whose live records do not count.
   */
  async checkReferences(store: Store, replaced: ReadonlySet<CollectionName>): Promise<void> {
    for (const { file, pointer, collection, ids } of this.#pending.values()) {
      const kind = `reference to ${collection}`;
      const unknown = [...ids].filter(([id]) => !this.has(collection, id));
      for (let at = 0; at < unknown.length; at += lookedUpAtOnce) {
        const portion = unknown.slice(at, at + lookedUpAtOnce);
        const requested = portion.map(([id]) => id);
        const exist = replaced.has(collection) ? [] : await store.content.raw().exist(collection, requested);
        for (const [index, [id, line]] of portion.entries()) {
          if (!exist[index]) this.warnings.add({ file, line, pointer, found: describeMissing(collection, id), kind });
        }
      }
    }
  }
}
