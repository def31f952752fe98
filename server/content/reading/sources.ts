import { openSync } from 'node:fs';
import { access, constants, open, readdir, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, extname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { distance } from '../../../common/cli/distance.ts';
import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { type ContentError, closestWord } from '../content-error.ts';
import { BadPath, describeFileError } from './bad-path.ts';
import { type RecordText, UnreadableText } from './byte-window.ts';
import { detectLayout, type Layout } from './file-layout.ts';
import { hasTooManyValues, isTooDeep, maximumDepth, maximumValues } from './json-position.ts';
import { splitArray, splitLines, splitObjects } from './json-splitter.ts';

/** A raw record with its position. `text` is undefined for records that do not come from a file. */
export type ReadRow = Omit<RecordText, 'text'> & { text?: string; value: unknown };

/** A raw record, or why it cannot be read. */
export type Row = ReadRow | { error: ContentError };

/** Where the records of one collection come from; to be read once. */
export interface Source {
  collection: CollectionName;
  /** The name in messages. */
  file: string;
  /** 0 when it is not known. */
  bytes: number;
  /** In portions of at most 1,000. */
  rows: Iterable<Row[]> | AsyncIterable<Row[]>;
  /** Bytes read so far. */
  read(): number;
}

const formats = ['.json', '.ndjson'];
const fileNames = `one of ${collectionNames.join(', ')}, ending in .json or .ndjson`;
const chunkBytes = 256 * 1024;

/** The bytes of a file; each chunk overwrites the one before. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  if ((await stat(path)).isFIFO()) return yield* readPipe(path);
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

/** A named pipe is read like a connection: waiting for it in a call to the system, the process could not end at SIGINT. */
async function* readPipe(path: string): AsyncGenerator<Buffer> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  yield* new Socket({ fd, readable: true, writable: false });
}

/** @throws {BadPath} also for a link of a folder that leads nowhere. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new BadPath(`${file}: cannot be read, ${describeFileError(error)}`);
  }
}

/** Records in any spelling of a format, perhaps compressed. */
const recordsFile = /^(?<base>.+)\.(?<format>json|jsonl|ndjson)(?<packed>\.(?:gz|bz2|xz|zst|br|zip))?$/i;

/** The name that a file of records should have; undefined when it is close to no collection. */
function meantName(name: string): string | undefined {
  const { base = '', format = '' } = recordsFile.exec(name)?.groups ?? {};
  if (format === '') {
    // Such as `news.jsno`, but not the backup `news.json~` of an editor.
    const all = name.endsWith('~') ? [] : collectionNames.flatMap((one) => formats.map((format) => one + format));
    return all.find((candidate) => distance(candidate, name.toLowerCase()) <= 1);
  }
  const closest = closestWord(base, collectionNames);
  return closest && closest + (format.toLowerCase() === 'json' ? '.json' : '.ndjson');
}

function suggestFile(name: string): string {
  const meant = meantName(name);
  if (recordsFile.exec(name)?.groups?.packed) return meant ? `; unpack it as "${meant}"` : '; unpack it';
  return meant && meant !== name ? `; did you mean "${meant}"?` : '';
}

/** @throws {BadPath} for a folder whose files would be missed. */
async function refuseNested(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const nested = names.find((name) => meantName(basename(name)) !== undefined);
  if (nested === undefined) return;
  throw new BadPath(
    `${join(folder, nested)}: is in a subfolder, which is not read; name ${dirname(join(folder, nested))} too, or move the file`,
  );
}

/** The files of a folder that are content or were probably meant to be; hidden files are no content. */
async function listFolder(folder: string, onSkipped: (path: string) => void): Promise<string[]> {
  const files: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    if (name.startsWith('.')) continue;
    if (formats.includes(extname(name)) || meantName(name) !== undefined) files.push(path);
    else {
      const isFolder = await stat(path).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (isFolder) await refuseNested(path);
      onSkipped(path);
    }
  }
  if (files.length === 0) throw new BadPath(`${folder}: has no content file, must have at least ${fileNames}`);
  return files;
}

async function listFiles(path: string, onSkipped: (path: string) => void = () => undefined): Promise<string[]> {
  try {
    if ((await stat(path)).isDirectory()) return await listFolder(path, onSkipped);
    await access(path, constants.R_OK);
    return [path];
  } catch (error) {
    throw error instanceof BadPath ? error : new BadPath(`${path}: cannot be read, ${describeFileError(error)}`);
  }
}

/** Describes an error of JSON.parse, with its position if it has one. */
function describeSyntaxError(file: string, { line, column }: RecordText, error: unknown): ContentError {
  const message = (error as Error).message;
  const position = /\(line (\d+) column (\d+)\)/.exec(message);
  const [breaks, columnThere] = position ? [Number(position[1]) - 1, Number(position[2])] : [0, 1];
  const reason = message.replace(/ in JSON at position.*/s, '').replace(/, (\.\.\.)?".*/s, '');
  return {
    file,
    line: line + breaks,
    column: breaks === 0 ? column + columnThere - 1 : columnThere,
    found: `is not JSON (${reason})`,
    expected: 'must be one record',
  };
}

function parseRow(file: string, record: RecordText | UnreadableText): Row {
  const { line, column } = record;
  if (record instanceof UnreadableText) return { error: { file, line, column, found: record.message } };
  const { text } = record;
  if (text === '') {
    const found = 'has no record between two commas or before the closing ], must have one';
    return { error: { file, line, column, found } };
  }
  // Short text cannot cost much and is not checked.
  if (text.length >= 64 * 1024 && isTooDeep(text)) {
    return { error: { file, line, column, found: `is nested more than ${maximumDepth} levels deep, must be flatter` } };
  }
  if (text.length > maximumValues && hasTooManyValues(text)) {
    const found = `has more than ${maximumValues.toLocaleString('en-US')} values, must have fewer`;
    return { error: { file, line, column, found } };
  }
  try {
    return { ...record, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { error: describeSyntaxError(file, record, error) };
  }
}

const splitters = { array: splitArray, lines: splitLines, objects: splitObjects };
/** Longest time that reading blocks the thread. */
const stretchMs = 50;

async function* readRows(file: string, layout: Layout, chunks: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  let lastMs = performance.now();
  try {
    for await (const records of splitters[layout](chunks)) {
      yield records.map((record) => parseRow(file, record));
      if (performance.now() - lastMs < stretchMs) continue;
      await turn();
      lastMs = performance.now();
    }
  } catch (error) {
    const found = error instanceof UnreadableText ? error.message : `cannot be read, ${describeFileError(error)}`;
    const position = error instanceof UnreadableText ? { line: error.line, column: error.column } : {};
    yield [{ error: { file, ...position, found } }];
  }
}

/** Records from bytes in a known layout. */
export function createSource(
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
  return { collection, file, bytes, rows: readRows(file, layout, counted()), read: () => read };
}

/** Records of one collection from a stream such as standard input, whose layout is detected. */
export async function openStream(
  collection: CollectionName,
  file: string,
  stream: AsyncIterable<Buffer>,
  { layouts = ['array', 'lines', 'objects'], bytes = 0 }: { layouts?: readonly Layout[]; bytes?: number } = {},
): Promise<Source> {
  const [layout, chunks] = await detectLayout(stream[Symbol.asyncIterator]());
  return createSource(collection, file, layouts.includes(layout) ? layout : 'lines', bytes, chunks);
}

/** The same from a file with any name. */
export async function openFile(collection: CollectionName, path: string): Promise<Source> {
  const [file = path] = await listFiles(path);
  return openStream(collection, file, readChunks(file), { bytes: await sizeOf(file) });
}

const suggestName = (name: string) => {
  const closest = closestWord(name, collectionNames);
  return closest === undefined ? '' : `; did you mean "${closest}"?`;
};

/** @throws {BadPath} when there is no collection of that name. */
export function findCollection(name: string): CollectionName {
  const found = collectionNames.find((candidate) => candidate === name);
  if (found) return found;
  throw new BadPath(`${name}: is no collection, must be one of ${collectionNames.join(', ')}${suggestName(name)}`);
}

/**
 * Opens content files: those named, and those in the folders named. A file is named after its collection.
 *
 * @param only collections to take; default: all.
 * @param onSkipped called with each file and folder in these folders that is not read.
 * @returns sources to be read once; errors inside a file come with its rows.
 * @throws {BadPath} for a path that is missing or no content file, or a collection that comes twice.
 */
export async function openContentFiles(
  paths: readonly string[],
  only?: readonly CollectionName[],
  onSkipped?: (path: string) => void,
): Promise<Source[]> {
  const files = new Map<CollectionName, string>();
  for (const file of (await Promise.all(paths.map((path) => listFiles(path, onSkipped)))).flat()) {
    const name = basename(file, extname(file));
    const collection = collectionNames.find((candidate) => candidate === name);
    if (!collection || !formats.includes(extname(file))) {
      const suggestion = suggestFile(basename(file));
      throw new BadPath(`${file}: is not named after a collection, must be ${fileNames}${suggestion}`);
    }
    if (only && !only.includes(collection)) continue;
    const other = files.get(collection);
    if (other !== undefined) {
      throw new BadPath(`${file}: has the same collection as ${other}, must be one file for each`);
    }
    files.set(collection, file);
  }
  const missing = only?.filter((name) => !files.has(name)) ?? [];
  if (missing.length > 0) throw new BadPath(`${paths.join(', ')}: has no file for ${missing.join(', ')}`);
  return Promise.all(
    [...files].map(async ([collection, file]) => {
      const layout = extname(file) === '.json' ? 'array' : 'lines';
      return createSource(collection, file, layout, await sizeOf(file), readChunks(file));
    }),
  );
}
