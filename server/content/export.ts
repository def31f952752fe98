import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import type { Generation } from '../store/content/generations.ts';
import { type AnyRecord, anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { BadPath, describeFileError } from './errors.ts';

const pageSize = 500;

/** The stored records of one collection, in its order. */
async function* readLines(store: Store, collection: CollectionName, generation: number): AsyncGenerator<string[]> {
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

export interface ExportResult {
  generation: number;
  records: Map<CollectionName, number>;
  bytes: number;
}

/** Refuses to export less than was published: such a backup could not be trusted. */
function refuseLoss({ number, isLive, ...had }: Generation, name: CollectionName, records: number, bytes: number) {
  if (records === (had.records[name] ?? records) && bytes === (had.bytes[name] ?? bytes)) return;
  const then = `${had.records[name] ?? '?'} of ${had.bytes[name] ?? '?'} bytes`;
  throw new BadPath(
    `Generation ${number} has ${records} ${name} of ${bytes} bytes, expected ${then}; nothing was exported. ${
      isLive ? 'To export what is left, run "npm run content -- audit --repair" first.' : 'Export another generation.'
    }`,
  );
}

/**
 * Writes all content of one generation, one `.ndjson` file for each published collection. Publishing them gives the same
 * replies byte for byte. The files appear together at the end, or not at all.
 *
 * @param options.generation default: the live one.
 * @param options.overwrite whether to replace existing content files.
 * @throws {BadPath} when the generation is unknown or incomplete, or the folder is not writable or has content files.
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
): Promise<ExportResult> {
  const generations = await store.content.generations.list();
  const exported = generations.find(({ isLive, number }) =>
    options.generation === undefined ? isLive : number === options.generation,
  );
  if (!exported) {
    throw new BadPath(
      options.generation === undefined
        ? generations.length === 0 && (await store.content.isEmpty())
          ? 'Nothing to export: nothing has been published yet.'
          : 'The live generation is lost: run "npm run content -- audit" to see what is wrong.'
        : `Unknown generation ${options.generation}: "npm run content -- list" shows the generations.`,
    );
  }
  // Either of the two may be lost.
  const names = collectionNames.filter(
    (name) => exported.collections.includes(name) || exported.records[name] !== undefined,
  );
  const records = new Map<CollectionName, number>();
  let bytes = 0;
  const write = async (name: CollectionName) => {
    let [count, size] = [0, 0];
    const file = await open(partial(name), 'w');
    try {
      for await (const lines of readLines(store, name, exported.number)) {
        const text = lines.map((line) => `${line}\n`).join('');
        await file.writeFile(text);
        count += lines.length;
        size += Buffer.byteLength(text);
        options.progress?.(name, count);
      }
    } finally {
      await file.close();
    }
    // Line ends are not stored.
    refuseLoss(exported, name, count, size - count);
    records.set(name, count);
    bytes += size;
  };
  const partial = (name: CollectionName) => join(folder, `.${name}.ndjson.partial`);
  try {
    await makeFolder(folder);
    const existing = (await readdir(folder)).filter((file) => /\.(nd)?json$/.test(file));
    if (existing.length > 0 && !options.overwrite) {
      throw new BadPath(
        `${folder}: has ${existing.join(', ')} already; name another folder, or add --force to replace them`,
      );
    }
    for (const name of names) await write(name);
    for (const name of collectionNames) {
      await rm(join(folder, `${name}.json`), { force: true });
      // Otherwise publishing the folder would publish older content of other collections, too.
      if (!names.includes(name)) await rm(join(folder, `${name}.ndjson`), { force: true });
    }
    for (const name of names) await rename(partial(name), join(folder, `${name}.ndjson`));
  } catch (error) {
    for (const name of names) await rm(partial(name), { force: true }).catch(() => undefined);
    if (error instanceof BadPath || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadPath(`${folder}: cannot be written, ${describeFileError(error)}`);
  }
  return { generation: exported.number, records, bytes };
}
