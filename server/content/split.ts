import { isUtf8 } from 'node:buffer';

/** One record as it stands in a file. */
export interface Element {
  /** Without the white space around it; `''` when nothing stands between two commas. */
  text: string;
  /** Where it starts, from 1. Columns count characters, except for what stands before it on its line: bytes. */
  line: number;
  column: number;
}

/** What makes the rest of a file, or one record of it, unreadable. */
export class Unreadable extends Error {
  readonly line: number;
  readonly column: number | undefined;

  constructor(message: string, line: number, column?: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** A record of which one character is a byte too many for this is a mistake: a missing bracket, another kind of file. */
export const maximumRecordBytes = 16 * 1024 * 1024;

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

const isSpace = (byte: number) => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;

/** Bytes of a file of which those at the start are given up once they are read, and the place of each. */
class Window {
  bytes: Buffer = Buffer.alloc(0);
  /** Used over and over: buffers that come and go are collected late, and count in memory till then. */
  #store: Buffer = Buffer.alloc(1 << 19);
  line = 1;
  #lineStart = 0;
  #counted = 0;

  add(chunk: Buffer): void {
    const held = this.bytes.length;
    const length = held + chunk.length;
    const store = length > this.#store.length ? Buffer.allocUnsafe(2 * length) : this.#store;
    if (store !== this.#store || this.bytes.byteOffset !== store.byteOffset) this.bytes.copy(store);
    chunk.copy(store, held);
    this.#store = store;
    this.bytes = store.subarray(0, length);
  }

  /** Line and column of a byte; places are to be asked for in ascending order. */
  place(at: number): { line: number; column: number } {
    for (;;) {
      const next = this.bytes.indexOf(newline, this.#counted);
      if (next < 0 || next >= at) break;
      this.line++;
      this.#lineStart = next + 1;
      this.#counted = next + 1;
    }
    return { line: this.line, column: at - this.#lineStart + 1 };
  }

  /** Gives up the bytes before one. */
  drop(before: number): void {
    this.place(before);
    this.bytes = this.bytes.subarray(before);
    this.#lineStart -= before;
    this.#counted = Math.max(0, this.#counted - before);
  }

  /** The text between two bytes without the white space around it, and where it starts. */
  element(from: number, to: number): Element | Unreadable {
    let [start, end] = [from, to];
    while (start < end && isSpace(this.bytes[start] as number)) start++;
    while (end > start && isSpace(this.bytes[end - 1] as number)) end--;
    const { line, column } = this.place(start);
    const slice = this.bytes.subarray(start, end);
    if (!isUtf8(slice)) return notUtf8(slice, line, column);
    return { text: slice.toString('utf8'), line, column };
  }
}

/** Where text stops being UTF-8. */
function notUtf8(bytes: Buffer, line: number, column: number): Unreadable {
  let [low, high] = [0, bytes.length];
  // The longest beginning that is UTF-8, but for a character cut off at its end.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const sound = [0, 1, 2, 3].some((cut) => middle >= cut && isUtf8(bytes.subarray(0, middle - cut)));
    if (sound) low = middle;
    else high = middle - 1;
  }
  let start = low;
  while (start > 0 && !isUtf8(bytes.subarray(0, start))) start--;
  const before = bytes.subarray(0, start).toString('utf8');
  const lines = before.split('\n');
  const last = lines.at(-1) ?? '';
  const byte = bytes[start] ?? 0;
  return new Unreadable(
    `is not UTF-8 here (byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}), must be UTF-8 throughout`,
    line + lines.length - 1,
    lines.length === 1 ? column + last.length : last.length + 1,
  );
}

function tooLong(line: number, column: number): Unreadable {
  return new Unreadable(
    `has a record of more than ${maximumRecordBytes / 1024 / 1024} MiB, must be shorter (is a bracket or quote missing?)`,
    line,
    column,
  );
}

/** Refuses what is no UTF-8 from its first bytes on, and passes over a byte order mark. */
async function* encoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const chunk of chunks) {
    if (!first) yield chunk;
    else {
      const utf16 = chunk.length > 1 && [0xfeff, 0xfffe].includes(chunk.readUInt16BE(0));
      if (utf16) throw new Unreadable('is not UTF-8 but UTF-16, must be UTF-8', 1, 1);
      yield chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
    }
    first = false;
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
    const found: (Element | Unreadable)[] = [];
    let fault: Unreadable | undefined;
    while (at < bytes.length && !fault) {
      if (quoted) {
        const end = bytes.indexOf(quote, at);
        if (end < 0) {
          at = bytes.length;
          break;
        }
        let slashes = 0;
        while (bytes[end - 1 - slashes] === backslash) slashes++;
        // An odd number of backslashes before it makes the quote a part of the string.
        if (slashes % 2 === 0) quoted = false;
        at = end + 1;
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

/** Splits text of one record per line in the same way; empty lines are passed over. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<(Element | Unreadable)[]> {
  const window = new Window();
  const isThere = (element: Element | Unreadable) => element instanceof Unreadable || element.text !== '';
  let searched = 0;
  for await (const chunk of encoded(chunks)) {
    window.add(chunk);
    const found: (Element | Unreadable)[] = [];
    let start = 0;
    for (;;) {
      const end = window.bytes.indexOf(newline, Math.max(start, searched));
      if (end < 0) break;
      const element = window.element(start, end);
      if (isThere(element)) found.push(element);
      start = end + 1;
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
