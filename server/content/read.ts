import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type CollectionName, collectionNames } from '../../contracts/content/collections.ts';
import { NotAnArray, splitArray, splitLines } from './split.ts';

/** Where the records of one collection come from. */
export interface Source {
  collection: CollectionName;
  rows: Iterable<Row> | AsyncIterable<Row>;
}

/** A raw record, or why there is none, with its place for a person: `fighters.json:12`. */
export type Row = { place: string; value: unknown } | { place: string; fault: string };

/** A file or folder that cannot be taken as content; the message starts with its path. */
export class BadPath extends Error {
  override name = 'BadPath';
}

const formats = ['.json', '.ndjson'];
const known = `one of ${collectionNames.join(', ')} with the ending .json or .ndjson`;

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES') return 'it may not be read';
  return code ?? message;
}

async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => formats.includes(extname(name)));
    if (names.length === 0) throw new BadPath(`${path}: has no content file, must have some: ${known}`);
    return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw error instanceof BadPath ? error : new BadPath(`${path}: cannot be read, ${reasonOf(error)}`);
  }
}

/** Chunks of text; UTF-8, with or without a byte order mark. */
async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of createReadStream(file)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Says what JSON.parse minds, and on which line when it tells; its positions count from the record. */
function faultOf(text: string, error: unknown): { fault: string; lines: number } {
  if (text === '')
    return { fault: 'has no record between two commas or before the closing ], must have one', lines: 0 };
  const message = (error as Error).message;
  const [, line = '1'] = /\(line (\d+) column \d+\)/.exec(message) ?? [];
  const reason = message.replace(/ in JSON at position.*/s, '').replace(/, (\.\.\.)?".*/s, '');
  return { fault: `is not JSON (${reason}), must be one record`, lines: Number(line) - 1 };
}

async function* rowsOf(file: string): AsyncGenerator<Row> {
  const split = extname(file) === '.ndjson' ? splitLines : splitArray;
  let last = 1;
  try {
    for await (const { text, line } of split(textOf(file))) {
      last = line;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        const { fault, lines } = faultOf(text, error);
        yield { place: `${file}:${line + lines}`, fault };
        continue;
      }
      yield { place: `${file}:${line}`, value };
    }
  } catch (error) {
    if (error instanceof NotAnArray) yield { place: `${file}:${error.line}`, fault: error.message };
    else if (error instanceof TypeError)
      yield { place: `${file}:${last}`, fault: 'is not UTF-8 from here on, must be' };
    else yield { place: file, fault: `cannot be read, ${reasonOf(error)}` };
  }
}

/**
 * Content files: those named, and those in the folders named. A file is named after its collection.
 *
 * @returns sources to be read once; what is wrong inside a file comes with its rows.
 * @throws {BadPath} for a path that is missing or no content file, or a collection that comes twice.
 */
export async function contentSources(paths: readonly string[]): Promise<Source[]> {
  const files = new Map<CollectionName, string>();
  for (const file of (await Promise.all(paths.map(filesAt))).flat()) {
    const name = basename(file, extname(file));
    const collection = collectionNames.find((candidate) => candidate === name);
    if (!collection || !formats.includes(extname(file))) {
      throw new BadPath(`${file}: is no content file by its name, must be ${known}`);
    }
    const other = files.get(collection);
    if (other !== undefined)
      throw new BadPath(`${file}: has the same collection as ${other}, must be one file for each`);
    files.set(collection, file);
  }
  return [...files].map(([collection, file]) => ({ collection, rows: rowsOf(file) }));
}
