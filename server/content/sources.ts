import { createReadStream } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { BadPath, closestWord, describeFileError, suggestion } from './errors.ts';
import { type Layout, type Row, readRecords } from './read-records.ts';

/** A source of the records of one collection; it can be read once. */
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

/** Records in any spelling of a format, perhaps compressed. */
const recordsFile = /^(?<base>.+)\.(?<format>json|jsonl|ndjson)(?<packed>\.(?:gz|bz2|xz|zst|br|zip))?$/i;

/** How to rename a file that was probably meant to be content. */
function suggestFile(name: string): string {
  const { base = '', format = '', packed } = recordsFile.exec(name)?.groups ?? {};
  const closest = closestWord(base, collectionNames);
  const meant = closest && closest + (format.toLowerCase() === 'json' ? '.json' : '.ndjson');
  if (packed) return `; unpack it${meant ? ` as "${meant}"` : ''}`;
  return suggestion(meant);
}

/** The files of a folder that are content or probably should be; hidden files are ignored. */
async function listFolder(folder: string, onSkipped: (path: string) => void): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const files = names.filter((name) => recordsFile.test(name));
  for (const name of names) if (!files.includes(name)) onSkipped(join(folder, name));
  if (files.length === 0) throw new BadPath(`${folder}: has no content file, must have at least ${fileNames}`);
  return files.map((name) => join(folder, name));
}

/** @returns the file, or the content files of the folder. @throws {BadPath} */
async function listFiles(path: string, onSkipped: (path: string) => void = () => undefined): Promise<string[]> {
  try {
    if ((await stat(path)).isDirectory()) return await listFolder(path, onSkipped);
    await access(path, constants.R_OK);
    return [path];
  } catch (error) {
    throw error instanceof BadPath ? error : new BadPath(`${path}: cannot be read, ${describeFileError(error)}`);
  }
}

/** Records of one collection from a stream such as standard input. */
export function openStream(
  collection: CollectionName,
  file: string,
  stream: AsyncIterable<Buffer>,
  { layout = 'any', bytes = 0 }: { layout?: Layout; bytes?: number } = {},
): Source {
  let read = 0;
  async function* counted() {
    for await (const chunk of stream) {
      read += chunk.length;
      yield chunk;
    }
  }
  return { collection, file, bytes, rows: readRecords(file, counted(), layout), read: () => read };
}

/** Opens the file when it is first read, so that its errors reach the reader. */
async function* readChunks(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

/** Records from a file with any name. @throws {BadPath} */
export async function openFile(collection: CollectionName, file: string, layout: Layout): Promise<Source> {
  try {
    await access(file, constants.R_OK);
    const { size } = await stat(file);
    return openStream(collection, file, readChunks(file), { layout, bytes: size });
  } catch (error) {
    throw new BadPath(`${file}: cannot be read, ${describeFileError(error)}`);
  }
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
      const rename = suggestFile(basename(file));
      throw new BadPath(`${file}: is not named after a collection, must be ${fileNames}${rename}`);
    }
    if (only && !only.includes(collection)) continue;
    const other = files.get(collection);
    if (other !== undefined) {
      throw new BadPath(`${file}: has the same collection as ${other}; publish one of the two`);
    }
    files.set(collection, file);
  }
  const missing = only?.filter((name) => !files.has(name)) ?? [];
  if (missing.length > 0) throw new BadPath(`${paths.join(', ')}: has no file for ${missing.join(', ')}`);
  return Promise.all(
    [...files].map(([collection, file]) => openFile(collection, file, extname(file) === '.json' ? 'array' : 'lines')),
  );
}
