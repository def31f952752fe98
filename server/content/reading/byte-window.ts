import { isUtf8 } from 'node:buffer';

/** One record as its file has it. */
export interface RecordText {
  /** Without the white space around it; `''` when nothing stands between two commas. */
  text: string;
  /** Where it starts, from 1. Columns count characters, but bytes for what precedes the record on its line. */
  line: number;
  column: number;
}

/** Why the rest of a file, or one record of it, is unreadable. */
export class UnreadableText extends Error {
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

/** The part of a file that is being read, and the line and column of each byte in it. */
export class ByteWindow {
  bytes: Buffer = Buffer.alloc(0);
  /** Reused: new buffers are collected late, and count as memory until then. */
  #buffer: Buffer = Buffer.alloc(1 << 19);
  #line = 1;
  #lineStart = 0;
  /** The first newline that is not counted yet; -1 when there is none before `searched`. Each byte is searched once. */
  #next = -1;
  #searched = 0;

  add(chunk: Buffer): void {
    const before = this.bytes.length;
    const length = before + chunk.length;
    const buffer = length > this.#buffer.length ? Buffer.allocUnsafe(2 * length) : this.#buffer;
    if (buffer !== this.#buffer || this.bytes.byteOffset !== buffer.byteOffset) this.bytes.copy(buffer);
    chunk.copy(buffer, before);
    this.#buffer = buffer;
    this.bytes = buffer.subarray(0, length);
  }

  /** Line and column of a byte. Ask in ascending order. */
  position(at: number): { line: number; column: number } {
    for (;;) {
      if (this.#next < 0 && this.#searched < at) {
        this.#next = this.bytes.indexOf(newline, this.#searched);
        this.#searched = this.#next < 0 ? this.bytes.length : this.#next + 1;
      }
      if (this.#next < 0 || this.#next >= at) break;
      this.#line++;
      this.#lineStart = this.#next + 1;
      this.#next = -1;
    }
    return { line: this.#line, column: at - this.#lineStart + 1 };
  }

  /** Drops the bytes before an offset; later offsets count from there. */
  drop(before: number): void {
    this.position(before);
    this.bytes = this.bytes.subarray(before);
    this.#lineStart -= before;
    if (this.#next >= 0) this.#next -= before;
    this.#searched = Math.max(0, this.#searched - before);
  }

  unreadable(message: string, at: number): UnreadableText {
    const { line, column } = this.position(at);
    return new UnreadableText(message, line, column);
  }

  /** The text between two bytes without the white space around it, and where it starts. */
  record(from: number, to: number): RecordText | UnreadableText {
    let [start, end] = [from, to];
    while (start < end && isSpace(this.bytes[start] as number)) start++;
    while (end > start && isSpace(this.bytes[end - 1] as number)) end--;
    const { line, column } = this.position(start);
    const slice = this.bytes.subarray(start, end);
    if (!isUtf8(slice)) return locateInvalidUtf8(slice, line, column);
    return { text: slice.toString('utf8'), line, column };
  }
}

function locateInvalidUtf8(bytes: Buffer, line: number, column: number): UnreadableText {
  let [low, high] = [0, bytes.length];
  // Finds the longest prefix that is UTF-8, apart from a character cut off at its end.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const isValid = [0, 1, 2, 3].some((cut) => middle >= cut && isUtf8(bytes.subarray(0, middle - cut)));
    if (isValid) low = middle;
    else high = middle - 1;
  }
  let start = low;
  while (start > 0 && !isUtf8(bytes.subarray(0, start))) start--;
  const before = bytes.subarray(0, start).toString('utf8');
  const lines = before.split('\n');
  const last = lines.at(-1) ?? '';
  const byte = (bytes[start] ?? 0).toString(16).toUpperCase();
  return new UnreadableText(
    `is not UTF-8 here (byte 0x${byte}), must be UTF-8 throughout`,
    line + lines.length - 1,
    lines.length === 1 ? column + last.length : last.length + 1,
  );
}
