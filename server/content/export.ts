import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { type AnyRecord, anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { BadPath, reasonOf } from './read.ts';

const pageSize = 500;

/** Lines of one collection in its order, as they are stored. */
async function* linesOf(store: Store, collection: CollectionName, generation: number): AsyncGenerator<string[]> {
  const { sort } = anyCollection(collection);
  const raw = store.content.raw(generation);
  let after: string | undefined;
  do {
    const { records, more } = await raw.page(collection, { limit: pageSize, ...(after !== undefined && { after }) });
    const lines = records.flatMap(([, json]) => (json === undefined ? [] : [json]));
    yield lines;
    const last = lines.at(-1);
    after = more && last !== undefined ? sort(JSON.parse(last) as AnyRecord) : undefined;
  } while (after !== undefined);
}

async function writeFile(
  path: string,
  pages: AsyncIterable<string[]>,
  written: (lines: number, bytes: number) => void,
): Promise<void> {
  const file = createWriteStream(path);
  const failed = once(file, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  try {
    for await (const lines of pages) {
      const text = lines.map((line) => `${line}\n`).join('');
      written(lines.length, Buffer.byteLength(text));
      if (!file.write(text)) await Promise.race([once(file, 'drain'), failed]);
    }
    file.end();
    await Promise.race([once(file, 'finish'), failed]);
  } finally {
    file.destroy();
  }
}

export interface Exported {
  generation: number;
  records: Map<CollectionName, number>;
  bytes: number;
}

/**
 * Writes all content of one generation, one `.ndjson` file for each collection that was ever published. Publishing them
 * gives the same answers byte for byte. The files appear together at the end, or not at all.
 *
 * @param options.generation default: the live one.
 * @param options.overwrite whether content files that are there may be replaced.
 * @throws {BadPath} when the folder cannot be written to, or has content files.
 * @throws {StoreUnavailable}
 */
export async function exportContent(
  store: Store,
  folder: string,
  options: {
    generation?: number;
    overwrite?: boolean;
    progress?: (collection: CollectionName, records: number) => void;
  } = {},
): Promise<Exported> {
  const generations = await store.content.generations.list();
  const found = generations.find((one) =>
    options.generation === undefined ? one.isLive : one.number === options.generation,
  );
  if (!found) {
    throw new BadPath(
      options.generation === undefined
        ? 'There is no content to export: nothing was published yet.'
        : `There is no generation ${options.generation}: content list shows which there are.`,
    );
  }
  const names = collectionNames.filter((name) => found.records[name] !== undefined);
  const records = new Map<CollectionName, number>();
  let bytes = 0;
  const partial = (name: string) => join(folder, `.${name}.ndjson.partial`);
  try {
    await mkdir(folder, { recursive: true });
    const there = (await readdir(folder)).filter((file) => /\.(nd)?json$/.test(file));
    if (there.length > 0 && !options.overwrite) {
      throw new BadPath(
        `${folder}: has ${there.join(', ')} already; name another folder, or add --force to replace them`,
      );
    }
    for (const name of names) {
      let count = 0;
      await writeFile(partial(name), linesOf(store, name, found.number), (lines, more) => {
        count += lines;
        bytes += more;
        options.progress?.(name, count);
      });
      records.set(name, count);
    }
    for (const name of names) {
      await rm(join(folder, `${name}.json`), { force: true });
      await rename(partial(name), join(folder, `${name}.ndjson`));
    }
  } catch (error) {
    for (const name of names) await rm(partial(name), { force: true }).catch(() => undefined);
    if (error instanceof BadPath || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadPath(`${folder}: cannot be written, ${reasonOf(error)}`);
  }
  return { generation: found.number, records, bytes };
}
