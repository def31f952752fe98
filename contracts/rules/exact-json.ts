import { randomUUID } from 'node:crypto';

/** A number that `JSON.stringify` writes as this text. TypeScript does not declare it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

/** Sixteen digits where a number can start. Also matches in some strings, which costs only time. */
const mayBeLong = /[[:,\s-]\d{16}/;

/** An escape, the start or end of a string, or an integer of sixteen or more digits, which may be in a string. */
const escapeQuoteOrLong = /\\.|"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Random, so that clients cannot guess it. */
const mark = randomUUID();

/** Replaces long numbers in JSON by marked strings. */
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

/** Replaces marked strings by numbers. */
function unmark(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? rawJSON(value.slice(mark.length)) : value;
  if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>;
    // After JSON.parse, `__proto__` is an ordinary member: the assignment does not set the prototype.
    for (const name of Object.keys(members)) members[name] = unmark(members[name]);
  }
  return value;
}

/**
 * `JSON.parse`, but without rounding integers beyond 2^53: each becomes an object that violates every schema of a number and
 * that `JSON.stringify` writes with its original digits. A reviver would take about twenty times as long.
 *
 * @throws {SyntaxError}
 */
export function parseExactJson(text: string): unknown {
  const value = JSON.parse(text);
  return mayBeLong.test(text) ? unmark(JSON.parse(markLong(text))) : value;
}
