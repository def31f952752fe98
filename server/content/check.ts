import type { TSchema } from 'typebox';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import { mismatches } from '../../contracts/schemas/validation.ts';
import type { AnyRecord } from '../store/content/record-encoding.ts';
import { type Fault, type Flaw, nearestOf } from './content-error.ts';
import { findOffset, pointerSteps, positionAt } from './json-position.ts';
import { SeenKeys } from './key-set.ts';
import type { Row, Source } from './read.ts';
import { datesOutOfOrder, oneLocaleOnly, recordsNamedBy, suppliersIds } from './references.ts';

type ReadRow = Exclude<Row, { fault: Fault }>;

function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointerSteps(pointer)) at = (at as Record<string, unknown> | null | undefined)?.[step];
  return at;
}

/** A value as a message shows it; undefined when there is none. */
function shown(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string' && value.length > 60) return `${JSON.stringify(value.slice(0, 60)).slice(0, 60)}…`;
  return JSON.stringify(value);
}

/** The words that an expectation such as `must be "Active" or "NotFighting"` allows. */
const allowed = (expected: string) =>
  expected.includes('like "') ? [] : [...expected.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word);

/** A row and the file that it is from. */
export interface Located {
  file: string;
  row: ReadRow;
}

/** Looks up where the value of a flaw stands in its file. */
export function locate({ file, row: { text, line, column } }: Located, flaw: Flaw): Fault {
  const place = text === undefined ? { line } : positionAt({ text, line, column }, findOffset(text, flaw.pointer));
  return { file, ...place, ...flaw, pointer: flaw.pointer || '/' };
}

/** Keys that are looked at for one that was misspelt. */
const keysCompared = 200;

function nearestKey(schema: TSchema, value: unknown, pointer: string): string | undefined {
  const at = pointer.lastIndexOf('/');
  const holder = valueAt(value, pointer.slice(0, at));
  const known = Object.keys((schema as { properties?: object }).properties ?? {});
  if (typeof holder !== 'object' || holder === null || at > 0) return undefined;
  return nearestOf(
    pointer.slice(1),
    Object.keys(holder)
      .slice(0, keysCompared)
      .filter((key) => !known.includes(key)),
  );
}

/** Every place where a raw record does not fit the schema of its collection. */
export function schemaFlaws(schema: TSchema, raw: unknown): Flaw[] {
  return mismatches(schema, raw, 'en').map(({ pointer, detail }) => {
    const value = valueAt(raw, pointer);
    const said = shown(value);
    const expected = `${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, '')}`;
    if (said === undefined) {
      const key = nearestKey(schema, raw, pointer);
      const hint = key === undefined ? '' : ` (there is "${key}", which is no key)`;
      return { pointer, found: 'is missing', expected: `${expected}${hint}` };
    }
    const nearest = typeof value === 'string' ? nearestOf(value, allowed(expected)) : undefined;
    return { pointer, found: `is ${said}`, expected, nearest };
  });
}

/** What is to be looked at once every record was read: records that others name. */
export interface Named {
  /** File of the records that name others. */
  file: string;
  pointer: string;
  collection: CollectionName;
  /** Ids that did not come before, each with the line that named it first. */
  ids: SeenKeys;
}

export interface Checks {
  /** Faults of a record beside others: keys and fight ids that came before. */
  uniqueness(source: Source, row: ReadRow, key: string, record: AnyRecord): Flaw[];
  /** What is odd about a record but stops nothing. */
  warnings(source: Source, row: ReadRow, record: AnyRecord): Flaw[];
  /** Records that were named but did not come. */
  named: Iterable<Named>;
  has(collection: CollectionName, id: number): boolean;
}

const singular: Record<string, string> = { fighters: 'fighter', events: 'event', news: 'article', media: 'media item' };

/** The warning that a record which another names is not there. */
export function danglingFault(file: string, line: number | undefined, pointer: string, collection: string, id: number) {
  const found = `names ${singular[collection] ?? collection} ${id}, which is not there`;
  return { file, line, pointer, found, kind: `reference to ${collection}` } satisfies Fault;
}

/** Checks of records beside one another; memory for 12 bytes a record, and as much for each name that comes early. */
export function createChecks(): Checks {
  const tables = new Map<string, { keys: SeenKeys; file: string }>();
  const named = new Map<string, Named>();
  const table = (what: string, file: string) => {
    const known = tables.get(what);
    if (known) return known;
    const made = { keys: new SeenKeys(), file };
    tables.set(what, made);
    return made;
  };

  return {
    named: { [Symbol.iterator]: () => named.values() },
    has: (collection, id) => tables.get(collection)?.keys.has(id) ?? false,

    uniqueness({ collection, file }, row, key, record) {
      const faults: Flaw[] = [];
      const claim = (
        what: string,
        value: string | number,
        pointer: string,
        say: (place: string) => [string, string],
      ) => {
        const { keys, file: first } = table(what, file);
        const line = keys.add(value, row.line);
        if (line === undefined) return;
        const [found, expected] = say(`${first}:${line}`);
        faults.push({ pointer, found, expected });
      };
      claim(collection, key, '', (place) => [`has the key ${key} of ${place}`, 'must have its own']);
      if (collection !== 'events') return faults;
      for (const [index, { id }] of (record as EventRecord).fights.entries()) {
        claim('fight', id, `/fights/${index}/id`, (place) => [`is ${id} as in ${place}`, "must be one fight's only"]);
      }
      return faults;
    },

    warnings({ collection, file }, row, record) {
      const found: Flaw[] = [];
      for (const { pointer, collection: target, id } of recordsNamedBy(collection, record)) {
        if (tables.get(target)?.keys.has(id)) continue;
        const name = `${collection} ${pointer}`;
        const names = named.get(name) ?? { file, pointer, collection: target, ids: new SeenKeys() };
        named.set(name, names);
        names.ids.add(id, row.line);
      }
      for (const { pointer, what, statid } of suppliersIds(collection, record)) {
        const { keys, file: first } = table(`statid of ${what}`, file);
        const line = keys.add(statid, row.line);
        if (line !== undefined) {
          found.push({ pointer, found: `is ${statid}, which ${first}:${line} has too`, kind: 'statid' });
        }
      }
      for (const { pointer, says } of datesOutOfOrder(record)) found.push({ pointer, found: says, kind: 'dates' });
      for (const { pointer, missing } of oneLocaleOnly(record)) {
        found.push({ pointer, found: `has no ${missing}, so the other text is sent`, kind: 'locale' });
      }
      return found;
    },
  };
}
