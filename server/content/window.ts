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

export const newline = 0x0a;

export const isSpace = (byte: number) => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;

/** Bytes of a file of which those at the start are given up once they are read, and the place of each. */
export class Window {
  bytes: Buffer = Buffer.alloc(0);
  /** Used over and over: buffers that come and go are collected late, and count in memory till then. */
  #store: Buffer = Buffer.alloc(1 << 19);
  line = 1;
  #lineStart = 0;
  /** The first newline that is not counted yet; -1 when there is none before `searched`. Each byte is searched once. */
  #next = -1;
  #searched = 0;

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
      if (this.#next < 0 && this.#searched < at) {
        this.#next = this.bytes.indexOf(newline, this.#searched);
        this.#searched = this.#next < 0 ? this.bytes.length : this.#next + 1;
      }
      if (this.#next < 0 || this.#next >= at) break;
      this.line++;
      this.#lineStart = this.#next + 1;
      this.#next = -1;
    }
    return { line: this.line, column: at - this.#lineStart + 1 };
  }

  /** Gives up the bytes before one. */
  drop(before: number): void {
    this.place(before);
    this.bytes = this.bytes.subarray(before);
    this.#lineStart -= before;
    if (this.#next >= 0) this.#next -= before;
    this.#searched = Math.max(0, this.#searched - before);
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
