import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const chunkBytes = 1_048_576;
/** No command of ours is nearly as long: what seems to be has a length that was changed. */
const commandBytes = 67_108_864;
const anotherCommand = /\r\n\*\d+\r\n\$/;
const [star, dollar, hash] = ['*', '$', '#'].map((one) => one.charCodeAt(0));
const crlf = Buffer.from('\r\n');

/** One command of the log, or an annotation of it. */
interface Command {
  /** Where the next one begins. */
  end: number;
  /** In upper case; empty for an annotation, and for names that are longer than those that matter. */
  name: string;
}

/** The number after the type, and where its line ends; undefined when the line is not whole. */
function readNumber(bytes: Buffer, at: number): { number: number; end: number } | undefined {
  const line = bytes.indexOf(crlf, at);
  return line < 0 ? undefined : { number: Number(bytes.toString('latin1', at + 1, line)), end: line + 2 };
}

/** @returns `torn` when the bytes end before the command does, `unknown` when this is no command. */
function readCommand(bytes: Buffer, at: number): Command | 'torn' | 'unknown' {
  if (bytes[at] !== star && bytes[at] !== hash) return 'unknown';
  const head = readNumber(bytes, at);
  if (!head) return 'torn';
  if (bytes[at] === hash) return { end: head.end, name: '' };
  if (!Number.isSafeInteger(head.number)) return 'unknown';
  let [end, name] = [head.end, ''];
  for (let word = 0; word < head.number; word++) {
    const length = readNumber(bytes, end);
    if (!length) return 'torn';
    if (bytes[end] !== dollar || !(length.number >= 0)) return 'unknown';
    end = length.end + length.number + 2;
    if (end > bytes.length) return 'torn';
    if (word === 0 && length.number <= 5) name = bytes.toString('latin1', length.end, end - 2).toUpperCase();
  }
  return { end, name };
}

/**
 * Where the last transaction begins, if it ends within a command; else undefined. A log that ends between two commands of a
 * transaction is understood by Redis, and so is what is no command. Behind a torn command there is nothing: another command
 * there means that a length is damaged, which is not ours to repair.
 * No value looks so: JSON has no such line, and packed bytes would have it once in 2^50.
 */
async function startOfTorn(file: FileHandle): Promise<number | undefined> {
  let [bytes, at, start, whole] = [Buffer.alloc(0), 0, 0, 0];
  let isInside = false;
  for (;;) {
    const command = at < bytes.length ? readCommand(bytes, at) : 'torn';
    if (command === 'unknown') return undefined;
    if (command === 'torn') {
      const rest = bytes.subarray(at);
      if (rest.length > commandBytes) return undefined;
      const chunk = Buffer.allocUnsafe(Math.max(chunkBytes, rest.length));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, start + bytes.length);
      if (bytesRead === 0) {
        const isTorn = isInside && rest.length > 0 && !anotherCommand.test(rest.toString('latin1'));
        return isTorn ? whole : undefined;
      }
      bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      start += at;
      at = 0;
      continue;
    }
    if (command.name === 'MULTI') isInside = true;
    if (command.name === 'EXEC') isInside = false;
    at = command.end;
    if (!isInside) whole = start + at;
  }
}

/**
 * Removes a transaction that the end of Redis has torn within a command from the end of its append-only log. Redis (7.0)
 * removes only that command at its start: the rest of the transaction stays in the file without its end, and is carried out,
 * alone, at the start after the next. Half of a script's writes would then count: a vote without its tally.
 *
 * @param manifest of the log of a Redis that does not run.
 * @returns how many bytes were removed. What it cannot read is left to Redis, which reports it.
 */
export async function removeTornTransaction(manifest: string): Promise<number> {
  const text = await readFile(manifest, 'utf8').catch(() => '');
  const name = [...text.matchAll(/^file (\S+) seq \d+ type i\b/gm)].at(-1)?.[1];
  const file = name && (await open(join(dirname(manifest), name), 'r+').catch(() => undefined));
  if (!file) return 0;
  try {
    const { size } = await file.stat();
    const start = await startOfTorn(file);
    if (start === undefined) return 0;
    await file.truncate(start);
    await file.sync();
    return size - start;
  } finally {
    await file.close();
  }
}
