import { randomUUID } from 'node:crypto';

/** What TypeScript does not declare yet: a number that is written as it was read. */
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

/** At least sixteen digits where a number can start. Also matches some strings, which costs time but is harmless. */
const mayBeLong = /[[:,\s-]\d{16}/;

/** An escape, the start or end of a string, or a whole number of at least sixteen digits, which may be in a string. */
const escapeQuoteOrLong = /\\.|"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Random, so that no body can contain it. */
const mark = randomUUID();

/** Makes marked strings of the numbers in a text that is JSON. */
function markLong(text: string): string {
  let isInString = false;
  return text.replace(escapeQuoteOrLong, (found) => {
    if (found === '"') {
      isInString = !isInString;
      return found;
    }
    return isInString || Number.isSafeInteger(Number(found)) ? found : `"${mark}${found}"`;
  });
}

/** Puts numbers in the place of marked strings. */
function unmark(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? rawJSON(value.slice(mark.length)) : value;
  if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>;
    // A member called __proto__ is an own member after JSON.parse, so the assignment does not set the prototype.
    for (const name of Object.keys(members)) members[name] = unmark(members[name]);
  }
  return value;
}

/**
 * `JSON.parse`, but a whole number beyond 2^53 stays as it is written: it becomes an object that `JSON.stringify` writes
 * so, and that fits no schema of a number. A reviver would see the source of each number, but costs some twenty times as much.
 *
 * @throws {SyntaxError}
 */
export function parseExactJson(text: string): unknown {
  const value = JSON.parse(text);
  return mayBeLong.test(text) ? unmark(JSON.parse(markLong(text))) : value;
}
