import { access, constants, open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type CollectionName, collectionNames } from '../../contracts/content/collections.ts';
import { type Fault, nearestOf } from './fault.ts';
import { type Element, splitArray, splitLines, Unreadable } from './split.ts';

/** A raw record with its place, or why there is none. `text` is undefined for records that never were in a file. */
export type Row = (Omit<Element, 'text'> & { text?: string; value: unknown }) | { fault: Fault };

/** Where the records of one collection come from; to be read once. */
export interface Source {
  collection: CollectionName;
  /** As messages name it. */
  file: string;
  /** 0 when it is not known. */
  bytes: number;
  /** In portions, none of which is large. */
  rows: Iterable<Row[]> | AsyncIterable<Row[]>;
  /** Bytes read so far. */
  read(): number;
}

/** A file or folder that cannot be taken as content; the message starts with its path. */
export class BadPath extends Error {
  override name = 'BadPath';
}

const formats = ['.json', '.ndjson'];
const known = `one of ${collectionNames.join(', ')} with the ending .json or .ndjson`;
const chunkBytes = 256 * 1024;

/** The bytes of a file, each portion in the place of the one before. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOSPC') return 'the disk is full';
  return code ?? message;
}

async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) {
      await access(path, constants.R_OK);
      return [path];
    }
    const names = (await readdir(path)).filter((name) => formats.includes(extname(name)));
    if (names.length === 0) throw new BadPath(`${path}: has no content file, must have some: ${known}`);
    return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw error instanceof BadPath ? error : new BadPath(`${path}: cannot be read, ${reasonOf(error)}`);
  }
}

/** Says what JSON.parse minds, and where when it tells. */
function syntaxFault(file: string, { text, line, column }: Element, error: unknown): Fault {
  if (text === '') {
    return {
      file,
      line,
      column,
      found: 'has no record between two commas or before the closing ], must have one',
    };
  }
  const message = (error as Error).message;
  const position = /\(line (\d+) column (\d+)\)/.exec(message);
  const [breaks, columnThere] = position ? [Number(position[1]) - 1, Number(position[2])] : [0, 1];
  const reason = message
    .replace(/ in JSON at position.*/s, '')
    .replace(/, (\.\.\.)?".*/s, '')
    .replace(/ \(line.*/s, '');
  return {
    file,
    line: line + breaks,
    column: breaks === 0 ? column + columnThere - 1 : columnThere,
    found: `is not JSON (${reason})`,
    expected: 'must be one record',
  };
}

function rowOf(file: string, element: Element | Unreadable): Row {
  if (element instanceof Unreadable) {
    return { fault: { file, line: element.line, column: element.column, found: element.message } };
  }
  try {
    return { ...element, value: JSON.parse(element.text) as unknown };
  } catch (error) {
    return { fault: syntaxFault(file, element, error) };
  }
}

async function* rowsOf(file: string, isLines: boolean, chunks: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  try {
    for await (const elements of (isLines ? splitLines : splitArray)(chunks)) {
      yield elements.map((element) => rowOf(file, element));
    }
  } catch (error) {
    const fault =
      error instanceof Unreadable
        ? { file, line: error.line, column: error.column, found: error.message }
        : { file, found: `cannot be read, ${reasonOf(error)}` };
    yield [{ fault }];
  }
}

/** Records from bytes: `.json` is an array, `.ndjson` one record per line. */
export function sourceOf(
  collection: CollectionName,
  file: string,
  format: '.json' | '.ndjson',
  bytes: number,
  chunks: AsyncIterable<Buffer>,
): Source {
  let read = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      read += chunk.length;
      yield chunk;
    }
  }
  return { collection, file, bytes, rows: rowsOf(file, format === '.ndjson', counted()), read: () => read };
}

/** What stands at the start of a stream tells an array from records on lines. */
async function formatOf(chunks: AsyncIterator<Buffer>): Promise<['.json' | '.ndjson', AsyncIterable<Buffer>]> {
  const first: Buffer[] = [];
  let start = '';
  while (start === '') {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(Buffer.from(value));
    start = Buffer.concat(first)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .trimStart();
  }
  async function* again() {
    try {
      yield* first;
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return [start.startsWith('[') ? '.json' : '.ndjson', again()];
}

/** Records of one collection from a stream such as standard input, as an array or one per line. */
export async function streamSource(
  collection: CollectionName,
  file: string,
  stream: AsyncIterable<Buffer>,
): Promise<Source> {
  const [format, chunks] = await formatOf(stream[Symbol.asyncIterator]());
  return sourceOf(collection, file, format, 0, chunks);
}

/** One file as the records of a collection, whatever its name. */
export async function fileSource(collection: CollectionName, path: string): Promise<Source> {
  const [file = path] = await filesAt(path);
  const [format, again] = await formatOf(bytesOf(file)[Symbol.asyncIterator]());
  return sourceOf(collection, file, format, (await stat(file)).size, again);
}

/** A name with the right spelling close by. */
const meant = (name: string) => {
  const nearest = nearestOf(name, collectionNames);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
};

/** @throws {BadPath} for a name that is no collection's. */
export function collectionNamed(name: string): CollectionName {
  const found = collectionNames.find((candidate) => candidate === name);
  if (!found)
    throw new BadPath(`${name}: is no collection, must be one of ${collectionNames.join(', ')}${meant(name)}`);
  return found;
}

/**
 * Content files: those named, and those in the folders named. A file is named after its collection.
 *
 * @param only collections to take; default: all.
 * @returns sources to be read once; what is wrong inside a file comes with its rows.
 * @throws {BadPath} for a path that is missing or no content file, or a collection that comes twice.
 */
export async function contentSources(paths: readonly string[], only?: readonly CollectionName[]): Promise<Source[]> {
  const files = new Map<CollectionName, string>();
  for (const file of (await Promise.all(paths.map(filesAt))).flat()) {
    const name = basename(file, extname(file));
    const collection = collectionNames.find((candidate) => candidate === name);
    if (!collection || !formats.includes(extname(file))) {
      throw new BadPath(`${file}: is no content file by its name, must be ${known}${collection ? '' : meant(name)}`);
    }
    if (only && !only.includes(collection)) continue;
    const other = files.get(collection);
    if (other !== undefined)
      throw new BadPath(`${file}: has the same collection as ${other}, must be one file for each`);
    files.set(collection, file);
  }
  const missing = only?.filter((name) => !files.has(name)) ?? [];
  if (missing.length > 0) throw new BadPath(`${paths.join(', ')}: has no file for ${missing.join(', ')}`);
  return Promise.all(
    [...files].map(async ([collection, file]) => {
      const format = extname(file) as '.json' | '.ndjson';
      return sourceOf(collection, file, format, (await stat(file)).size, bytesOf(file));
    }),
  );
}
