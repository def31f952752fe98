/** What TypeScript does not declare yet: the source of a number, and a number that is written as it was read. */
interface SourceJson {
  parse(text: string, revive: (name: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(source: string): unknown;
}
const { parse, rawJSON } = JSON as unknown as SourceJson;

/** At least sixteen digits after what can stand before a number; also found in some strings, which costs time alone. */
const mayBeLong = /[[:,\s-]\d{16}/;

/**
 * `JSON.parse`, but a whole number beyond 2^53 stays as it is written: it becomes an object that `JSON.stringify` writes
 * so, and that fits no schema of a number.
 *
 * @throws {SyntaxError}
 */
export function parseExactJson(text: string): unknown {
  if (!mayBeLong.test(text)) return JSON.parse(text);
  return parse(text, (_, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? rawJSON(source) : value,
  );
}
