import { type Element, isSpace, newline, Unreadable, Window } from './window.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** A record of which one character is a byte too many for this is a mistake: a missing bracket, another kind of file. */
export const maximumRecordBytes = 16 * 1024 * 1024;

/** So many records come at once at most: whoever takes them looks up in between. */
const portion = 1_000;

function tooLong(line: number, column: number): Unreadable {
  return new Unreadable(
    `has a record of more than ${maximumRecordBytes / 1024 / 1024} MiB, must be shorter (is a bracket or quote missing?)`,
    line,
    column,
  );
}

/** Refuses what is no UTF-8 from its first bytes on, and passes over a byte order mark. */
async function* encoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer | undefined = Buffer.alloc(0);
  const begun = (bytes: Buffer) => {
    const utf16 = bytes.length > 1 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0));
    if (utf16) throw new Unreadable('is not UTF-8 but UTF-16, must be UTF-8', 1, 1);
    return bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
  };
  for await (const chunk of chunks) {
    if (!first) {
      yield chunk;
      continue;
    }
    // A stream may come byte by byte.
    first = first.length === 0 ? chunk : Buffer.concat([first, chunk]);
    if (first.length < byteOrderMark.length) {
      first = Buffer.from(first);
      continue;
    }
    yield begun(first);
    first = undefined;
  }
  if (first && first.length > 0) yield begun(first);
}

/** @returns where a string that has begun goes on after its closing quote; -1 when that is not there yet. */
function endOfString(bytes: Buffer, at: number): number {
  for (let from = at; ; ) {
    const end = bytes.indexOf(quote, from);
    if (end < 0) return -1;
    let slashes = 0;
    while (bytes[end - 1 - slashes] === backslash) slashes++;
    // An odd number of backslashes before it makes the quote a part of the string.
    if (slashes % 2 === 0) return end + 1;
    from = end + 1;
  }
}

/**
 * Splits a JSON array into its elements without holding more than a chunk and one of them, however long it is. Elements
 * are told apart by brackets and strings only; whether each is JSON is for the caller to see.
 *
 * @returns the elements of each chunk, unreadable ones in their place.
 * @throws {Unreadable} after the elements before the fault.
 */
export async function* splitArray(chunks: AsyncIterable<Buffer>): AsyncGenerator<(Element | Unreadable)[]> {
  const window = new Window();
  let state: 'before' | 'inside' | 'after' = 'before';
  let depth = 0;
  let quoted = false;
  let elements = 0;
  let at = 0;
  let start = 0;
  const unexpected = (message: string) => {
    const { line, column } = window.place(at);
    return new Unreadable(message, line, column);
  };

  for await (const chunk of encoded(chunks)) {
    window.add(chunk);
    const { bytes } = window;
    let found: (Element | Unreadable)[] = [];
    let fault: Unreadable | undefined;
    while (at < bytes.length && !fault) {
      if (quoted) {
        const end = endOfString(bytes, at);
        quoted = end < 0;
        at = quoted ? bytes.length : end;
        continue;
      }
      const byte = bytes[at] as number;
      if (byte === quote && state === 'inside') quoted = true;
      else if (isSpace(byte)) {
        at++;
        continue;
      } else if (state === 'before') {
        if (byte !== openArray) {
          fault = unexpected(`starts with ${String.fromCharCode(byte)}, must be an array of records: [ … ]`);
          break;
        }
        state = 'inside';
        start = at + 1;
      } else if (state === 'after') {
        fault = unexpected(`has ${String.fromCharCode(byte)} after the end of the array, must have nothing`);
        break;
      } else if (depth === 0 && (byte === comma || byte === closeArray)) {
        const element = window.element(start, at);
        const isThere = element instanceof Unreadable || element.text !== '';
        if (isThere || byte === comma || elements > 0) found.push(element);
        elements++;
        start = at + 1;
        if (found.length >= portion) {
          yield found;
          found = [];
        }
        if (byte === closeArray) state = 'after';
      } else if (byte === openObject || byte === openArray) depth++;
      else if (byte === closeObject || byte === closeArray) depth--;
      at++;
    }
    if (found.length > 0) yield found;
    if (fault) throw fault;
    window.drop(state === 'inside' ? start : at);
    at -= state === 'inside' ? start : at;
    start = 0;
    if (window.bytes.length > maximumRecordBytes) {
      const { line, column } = window.place(0);
      throw tooLong(line, column);
    }
  }
  const { bytes } = window;
  if (state === 'before') throw new Unreadable('is empty, must be an array of records: [ … ]', window.place(0).line);
  if (state === 'inside') {
    const rest = window.element(0, bytes.length);
    if (rest instanceof Unreadable) throw rest;
    const where = depth > 0 || quoted ? `in the record that starts at line ${rest.line}` : 'before the closing ]';
    throw new Unreadable(`ends ${where}, must be complete`, window.place(bytes.length).line);
  }
}

/**
 * Splits objects that stand one after another, each over as many lines as it likes. Told apart as the elements of an
 * array are.
 */
export async function* splitObjects(chunks: AsyncIterable<Buffer>): AsyncGenerator<(Element | Unreadable)[]> {
  const window = new Window();
  let [at, start, depth, quoted] = [0, 0, 0, false];
  for await (const chunk of encoded(chunks)) {
    window.add(chunk);
    const { bytes } = window;
    let found: (Element | Unreadable)[] = [];
    while (at < bytes.length) {
      if (quoted) {
        const end = endOfString(bytes, at);
        quoted = end < 0;
        at = quoted ? bytes.length : end;
        continue;
      }
      const byte = bytes[at] as number;
      if (depth === 0 && byte !== openObject && !isSpace(byte)) {
        if (found.length > 0) yield found;
        const { line, column } = window.place(at);
        throw new Unreadable(
          `has ${String.fromCharCode(byte)} after the end of a record, must have nothing`,
          line,
          column,
        );
      }
      if (byte === quote) quoted = true;
      else if (byte === openObject || byte === openArray) depth++;
      else if ((byte === closeObject || byte === closeArray) && --depth === 0) {
        found.push(window.element(start, at + 1));
        start = at + 1;
        if (found.length >= portion) {
          yield found;
          found = [];
        }
      }
      at++;
    }
    if (found.length > 0) yield found;
    window.drop(start);
    at -= start;
    start = 0;
    if (window.bytes.length > maximumRecordBytes) {
      const { line, column } = window.place(0);
      throw tooLong(line, column);
    }
  }
  if (depth > 0 || quoted) {
    const rest = window.element(0, window.bytes.length);
    if (rest instanceof Unreadable) throw rest;
    const message = `ends in the record that starts at line ${rest.line}, must be complete`;
    throw new Unreadable(message, window.place(window.bytes.length).line);
  }
}

/** Splits text of one record per line in the same way; empty lines are passed over. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<(Element | Unreadable)[]> {
  const window = new Window();
  const isThere = (element: Element | Unreadable) => element instanceof Unreadable || element.text !== '';
  let searched = 0;
  for await (const chunk of encoded(chunks)) {
    window.add(chunk);
    let found: (Element | Unreadable)[] = [];
    let start = 0;
    for (;;) {
      const end = window.bytes.indexOf(newline, Math.max(start, searched));
      if (end < 0) break;
      const element = window.element(start, end);
      if (isThere(element)) found.push(element);
      start = end + 1;
      if (found.length >= portion) {
        yield found;
        found = [];
      }
    }
    window.drop(start);
    searched = window.bytes.length;
    if (found.length > 0) yield found;
    if (window.bytes.length > maximumRecordBytes) {
      const { line, column } = window.place(0);
      throw tooLong(line, column);
    }
  }
  const last = window.element(0, window.bytes.length);
  if (isThere(last)) yield [last];
}
