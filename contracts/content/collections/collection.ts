import { dateTimePattern } from '../../schemas/common.ts';
import type { Shape } from '../shape.ts';

/** One content file: the shape of a record, how it is stored, and its place in the lists. */
export interface Collection<R> extends Shape<R> {
  /** Unique in the collection. */
  key(record: R): string;
  order: 'ascending' | 'descending';
  /** Sort key; unique, to be compared by code unit. */
  sort(record: R): string;
  /** Whether a text can be the sort key of a record, and thus be in a cursor. */
  isSortKey(key: string): boolean;
  /** Names of the lists that contain the record, without the list of all records. */
  lists(record: R): string[];
}

/** Joins parts so that a shorter part comes before a longer one that begins with it; numbers are zero-padded. */
export function sortKey(...parts: (string | number)[]): string {
  return parts.map((part) => (typeof part === 'number' ? String(part).padStart(10, '0') : part)).join('\u0000');
}

/** Without accents and case, so that Ñ sorts like N, and Á like A. */
export function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Folded last name, folded first name, the names themselves to break ties, id. */
export function nameSortKey(person: { last_name: string; first_name: string; id: number }): string {
  const { last_name, first_name, id } = person;
  return sortKey(folded(last_name), folded(first_name), last_name, first_name, id);
}

/** Whether a part of a sort key is a number of `sortKey`. */
export const isNumber = (part: string | undefined) => part !== undefined && /^\d{10}$/.test(part);

const moment = new RegExp(dateTimePattern);

/** Whether a text can be a `sortKey(moment, id)`. */
export function isMomentKey(key: string): boolean {
  const [date = '', id, ...more] = key.split('\u0000');
  return moment.test(date) && isNumber(id) && more.length === 0;
}

/** Whether a text can be a `nameSortKey`. Compares the folded names with the names, so that clients cannot invent cursors. */
export function isNameKey(key: string): boolean {
  const parts = key.split('\u0000');
  if (parts.length < 5 || !isNumber(parts.at(-1))) return false;
  const [foldedLast, foldedFirst, last = '', first = ''] = parts;
  // With more parts, a name contains the separator, and the parts cannot be compared.
  return parts.length > 5 || (foldedLast === folded(last) && foldedFirst === folded(first));
}

export const byKey =
  <T>(key: (record: T) => string | number) =>
  (a: T, b: T) => {
    const [first, second] = [key(a), key(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  };
