/** One element of a JSON array, as it stands in the file. */
export interface Element {
  /** Without the white space around it; `''` when nothing stands between two commas. */
  text: string;
  /** Line on which it starts, from 1. */
  line: number;
}

/** The text is not an array of complete elements. */
export class NotAnArray extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const isSpace = (char: string) => char === ' ' || char === '\n' || char === '\r' || char === '\t';

/**
 * Splits the text of a JSON array into its elements without holding more than one of them, however long the text.
 * Elements are told apart by brackets and strings only; whether each is JSON is for the caller to see.
 *
 * @throws {NotAnArray} after the elements before the fault.
 */
export async function* splitArray(chunks: AsyncIterable<string>): AsyncGenerator<Element> {
  let state: 'before' | 'inside' | 'after' = 'before';
  let line = 1;
  let depth = 0;
  let quoted = false;
  let escaped = false;
  let held = '';
  let startLine = 0;
  let elements = 0;

  for await (const chunk of chunks) {
    // Where the element that is being read starts in this chunk.
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const char = chunk[index] as string;
      if (char === '\n') line++;
      if (quoted) {
        if (escaped) escaped = false;
        else if (char === '\\') escaped = true;
        else if (char === '"') quoted = false;
        continue;
      }
      if (isSpace(char)) continue;
      if (state === 'before') {
        if (char !== '[') throw new NotAnArray(`starts with ${char}, must be an array of records: [ … ]`, line);
        state = 'inside';
        from = index + 1;
        continue;
      }
      if (state === 'after') throw new NotAnArray(`has ${char} after the end of the array, must have nothing`, line);
      if (depth === 0 && (char === ',' || char === ']')) {
        const text = (held + chunk.slice(from, index)).trim();
        if (text !== '' || char === ',' || elements > 0) yield { text, line: startLine || line };
        elements++;
        held = '';
        from = index + 1;
        startLine = 0;
        if (char === ']') state = 'after';
        continue;
      }
      startLine ||= line;
      if (char === '"') quoted = true;
      else if (char === '{' || char === '[') depth++;
      else if (char === '}' || char === ']') depth--;
    }
    if (state === 'inside') held += chunk.slice(from);
  }
  if (state === 'before') throw new NotAnArray('is empty, must be an array of records: [ … ]', line);
  if (state === 'inside') {
    const where = depth > 0 || quoted ? `in the record that starts at line ${startLine}` : 'before the closing ]';
    throw new NotAnArray(`ends ${where}, must be complete`, line);
  }
}

/** Splits text of one record per line; empty lines are passed over. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<Element> {
  let held = '';
  let line = 0;
  for await (const chunk of chunks) {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    for (const text of lines) {
      line++;
      if (text.trim() !== '') yield { text: text.trim(), line };
    }
  }
  if (held.trim() !== '') yield { text: held.trim(), line: line + 1 };
}
