import type { TSchema } from 'typebox';
import { namesOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { closestWord, type RecordError } from './errors.ts';

function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of namesOf(pointer)) at = (at as Record<string, unknown> | null | undefined)?.[step];
  return at;
}

/** A value in a message; undefined when it is missing. */
function showValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string' && value.length > 60) return `${JSON.stringify(value.slice(0, 60)).slice(0, 60)}…`;
  return JSON.stringify(value);
}

/** The words that an expectation such as `must be "Active" or "NotFighting"` allows. */
const allowedWords = (expected: string) =>
  expected.includes('like "') ? [] : [...expected.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word as string);

/** How many keys of a record are compared with a missing one. */
const maxCompared = 200;

/** A key of the record that looks like a misspelling of the missing one. */
function findMisspeltKey(schema: TSchema, value: unknown, pointer: string): string | undefined {
  if (pointer.lastIndexOf('/') !== 0) return undefined;
  const known = Object.keys((schema as { properties?: object }).properties ?? {});
  return closestWord(
    pointer.slice(1),
    Object.keys(value as object)
      .slice(0, maxCompared)
      .filter((key) => !known.includes(key)),
  );
}

/** Every place where a raw record does not fit the schema of its collection. */
export function findSchemaErrors(schema: TSchema, raw: unknown): RecordError[] {
  return findViolations(schema, raw, 'en').map(({ pointer, detail }) => {
    const value = valueAt(raw, pointer);
    const shown = showValue(value);
    const expected = `${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, '')}`;
    if (shown === undefined) {
      const key = findMisspeltKey(schema, raw, pointer);
      const hint = key === undefined ? '' : ` (there is "${key}", which is an unknown key)`;
      if (expected === 'is required') return { pointer, found: `is required but missing${hint}` };
      return { pointer, found: 'is missing', expected: `${expected}${hint}` };
    }
    const nearest = typeof value === 'string' ? closestWord(value, allowedWords(expected)) : undefined;
    return { pointer, found: `is ${shown}`, expected, nearest };
  });
}
