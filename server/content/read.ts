import { access, constants, open, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { type Fault, nearestOf } from './content-error.ts';
import { isTooDeep, maximumDepth } from './json-position.ts';
import { splitArray, splitLines, splitObjects } from './json-splitter.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type Element, Unreadable } from './window.ts';

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
function syntaxFault(file: string, { line, column }: Element, error: unknown): Fault {
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
  const { text, line, column } = element;
  if (text === '') {
    const found = 'has no record between two commas or before the closing ], must have one';
    return { fault: { file, line, column, found } };
  }
  // Short text cannot cost much and is not looked at.
  if (text.length >= 64 * 1024 && isTooDeep(text)) {
    return { fault: { file, line, column, found: `is nested more than ${maximumDepth} levels deep, must be flatter` } };
  }
  try {
    return { ...element, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: syntaxFault(file, element, error) };
  }
}

const splitters = { array: splitArray, lines: splitLines, objects: splitObjects };
/** After so long at a stretch whoever else waits for this thread has a turn. */
const stretchMs = 50;

async function* rowsOf(file: string, layout: Layout, chunks: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  let lastMs = performance.now();
  try {
    for await (const elements of splitters[layout](chunks)) {
      yield elements.map((element) => rowOf(file, element));
      if (performance.now() - lastMs < stretchMs) continue;
      await turn();
      lastMs = performance.now();
    }
  } catch (error) {
    const fault =
      error instanceof Unreadable
        ? { file, line: error.line, column: error.column, found: error.message }
        : { file, found: `cannot be read, ${reasonOf(error)}` };
    yield [{ fault }];
  }
}

/** Records from bytes. */
export function sourceOf(
  collection: CollectionName,
  file: string,
  layout: Layout,
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
  return { collection, file, bytes, rows: rowsOf(file, layout, counted()), read: () => read };
}

/** Records of one collection from a stream such as standard input, as an array or one per line. */
export async function streamSource(
  collection: CollectionName,
  file: string,
  stream: AsyncIterable<Buffer>,
): Promise<Source> {
  const [layout, chunks] = await layoutOf(stream[Symbol.asyncIterator]());
  return sourceOf(collection, file, layout === 'array' ? 'array' : 'lines', 0, chunks);
}

/** A few records of one collection, laid out in any way: an array, one per line, or objects over several lines. */
export async function anySource(
  collection: CollectionName,
  file: string,
  stream: AsyncIterable<Buffer>,
  bytes = 0,
): Promise<Source> {
  const [layout, chunks] = await layoutOf(stream[Symbol.asyncIterator]());
  return sourceOf(collection, file, layout, bytes, chunks);
}

/** The same from one file, whatever its name. */
export async function fileSource(collection: CollectionName, path: string): Promise<Source> {
  const [file = path] = await filesAt(path);
  return anySource(collection, file, bytesOf(file), (await stat(file)).size);
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
      const layout = extname(file) === '.json' ? 'array' : 'lines';
      return sourceOf(collection, file, layout, (await stat(file)).size, bytesOf(file));
    }),
  );
}
