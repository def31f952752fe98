import type { EventRecord } from '../../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { type AnyRecord, anyCollection } from '../../store/content/record-encoding.ts';
import type { RecordError } from '../content-error.ts';
import type { Row, Source } from '../reading/sources.ts';
import { ErrorSummary } from './error-summary.ts';
import { KeySet } from './key-set.ts';
import { findLongCursors } from './long-cursors.ts';
import { findDatesOutOfOrder, findMissingLocales, findReferences, findSupplierIds } from './references.ts';
import { findSchemaErrors } from './schema-errors.ts';

/** References to records that did not come before; looked up once every record was read. */
export interface PendingReferences {
  /** File of the records that have the references. */
  file: string;
  pointer: string;
  /** Collection that the ids belong to. */
  collection: CollectionName;
  /** Each with the line of its first reference. */
  ids: KeySet;
}

/**
 * Checks records one by one and against one another. Takes 12 bytes for each record, and as many for each reference to a
 * record that comes later.
 */
export class RecordChecks {
  readonly errors = new ErrorSummary();
  /** The same as `errors` when checks are strict. */
  readonly warnings: ErrorSummary;
  readonly #keys = new Map<string, { keys: KeySet; file: string }>();
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
    const { file, collection } = source;
    const { schema, normalise, key } = anyCollection(collection);
    if (!fits(schema, row.value)) {
      for (const error of findSchemaErrors(schema, row.value)) this.errors.addLocated({ file, row }, error);
      return undefined;
    }
    const record = normalise(row.value);
    for (const error of findLongCursors(collection, record)) this.errors.addLocated({ file, row }, error);
    for (const error of this.#findDuplicates(source, row.line, key(record), record)) {
      this.errors.addLocated({ file, row }, error);
    }
    for (const warning of this.#findWarnings(source, row.line, record)) {
      this.warnings.addLocated({ file, row }, warning);
    }
    return record;
  }

  get pending(): Iterable<PendingReferences> {
    return this.#pending.values();
  }

  has(collection: CollectionName, id: number): boolean {
    return this.#keys.get(collection)?.keys.has(id) ?? false;
  }

  /** @returns `file:line` where the key came before; undefined when it is new. */
  #addKey(space: string, key: string | number, file: string, line: number): string | undefined {
    const known = this.#keys.get(space) ?? { keys: new KeySet(), file };
    this.#keys.set(space, known);
    const first = known.keys.add(key, line);
    return first === undefined ? undefined : `${known.file}:${first}`;
  }

  *#findDuplicates({ collection, file }: Source, line: number, key: string, record: AnyRecord): Generator<RecordError> {
    const first = this.#addKey(collection, key, file, line);
    if (first)
      yield { pointer: '', found: `has the key ${key}, as the record at ${first}`, expected: 'must be unique' };
    if (collection !== 'events') return;
    for (const [index, { id }] of (record as EventRecord).fights.entries()) {
      const other = this.#addKey('fight', id, file, line);
      if (!other) continue;
      const found = `is ${id}, as in the event at ${other}`;
      yield { pointer: `/fights/${index}/id`, found, expected: 'must be unique' };
    }
  }

  *#findWarnings({ collection, file }: Source, line: number, record: AnyRecord): Generator<RecordError> {
    for (const { pointer, collection: target, id } of findReferences(collection, record)) {
      if (this.has(target, id)) continue;
      const name = `${collection} ${pointer}`;
      const pending = this.#pending.get(name) ?? { file, pointer, collection: target, ids: new KeySet() };
      this.#pending.set(name, pending);
      pending.ids.add(id, line);
    }
    for (const { pointer, holder, statid } of findSupplierIds(collection, record)) {
      const first = this.#addKey(`statid of ${holder}`, statid, file, line);
      if (first) yield { pointer, found: `is ${statid}, which ${first} has too`, kind: 'statid' };
    }
    for (const { pointer, found } of findDatesOutOfOrder(record)) yield { pointer, found, kind: 'dates' };
    for (const { pointer, missing } of findMissingLocales(collection, record)) {
      yield { pointer, found: `has no ${missing}, so the other text is sent`, kind: 'locale' };
    }
  }
}
