import { visit } from 'jsonc-parser';
import { namesOf } from '../../../contracts/schemas/validation/json-pointer.ts';

/** Nested objects and arrays allowed in a record: ten times what any needs. More takes JSON.parse minutes. */
export const maximumDepth = 1_000;

export function isTooDeep(text: string): boolean {
  let [depth, quoted] = [0, false];
  for (let at = 0; at < text.length && depth <= maximumDepth; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
  }
  return depth > maximumDepth;
}

/** Values allowed in a record: four times what any needs. Of `[],` a record of 16 MiB would have five million, in 250 MB. */
export const maximumValues = 250_000;

/** Counts what begins a value and what comes between two; strings may have any characters. */
export function hasTooManyValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= maximumValues; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at + 1);
    else if (char === ',' || char === '[' || char === '{') values++;
  }
  return values > maximumValues;
}

/** @returns the offset of the closing quote; the length of the text without one. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** The visitor takes 32 bytes of memory for each escaped character of a string. */
const mostEscapes = 250_000;

function hasManyEscapes(text: string): boolean {
  let escapes = 0;
  for (let at = text.indexOf('\\'); at >= 0 && escapes <= mostEscapes; at = text.indexOf('\\', at + 2)) escapes++;
  return escapes > mostEscapes;
}

/**
 * Finds the offset of a value in the text of a record, in characters. For a missing value: the offset of the innermost
 * object on its path. Of a repeated key the last counts, as in JSON.parse.
 *
 * Visits instead of building a tree: `parseTree` of 16 MiB of short numbers exhausts the 192 MB heap of the command.
 *
 * @param text what JSON.parse accepts.
 */
export function findOffset(text: string, pointer: string): number {
  // The visitor is recursive: 13,000 levels overflow the stack.
  if (isTooDeep(text) || hasManyEscapes(text)) return 0;
  const steps = namesOf(pointer);
  let found = 0;
  const atValue = (offset: number, path: (string | number)[]): boolean => {
    if (path.length > steps.length || path.some((step, index) => String(step) !== steps[index])) return false;
    found = offset;
    return path.length < steps.length;
  };
  visit(text, {
    onObjectBegin: (offset, _length, _line, _character, path) => atValue(offset, path()),
    onArrayBegin: (offset, _length, _line, _character, path) => atValue(offset, path()),
    onLiteralValue: (_value, offset, _length, _line, _character, path) => void atValue(offset, path()),
    // Without these, values after a skipped object or array are not visited.
    onObjectEnd: () => undefined,
    onArrayEnd: () => undefined,
  });
  return found;
}

/** Converts an offset in a record, which itself starts at a line and column, to a line and column of its file. */
export function positionAt(
  record: { text: string; line: number; column: number },
  offset: number,
): { line: number; column: number } {
  const before = record.text.slice(0, offset);
  const breaks = before.split('\n').length - 1;
  return breaks === 0
    ? { line: record.line, column: record.column + offset }
    : { line: record.line + breaks, column: offset - before.lastIndexOf('\n') };
}
