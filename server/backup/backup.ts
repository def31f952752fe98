import { stat } from 'node:fs/promises';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import { ownSchema } from '../store/schema/versions.ts';
import { BackupWriter, BadBackup, type Header, readBackup } from './file.ts';
import { readHeader, readStore } from './read-store.ts';
import { RestoredStore } from './write-store.ts';

/** @param total 0 if unknown. */
export type Progress = (what: string, done: number, total: number) => void;

const progressMs = 250;

interface Options {
  client: RedisClient;
  file: string;
  /** Ends the work: a backup then leaves no file, a restore leaves an unfinished store. */
  signal: AbortSignal;
  progress: Progress;
}

const alreadyExists = (path: string) => new StoreRefused(`${path} already exists: choose another file.`);

/**
 * Writes the whole store to a new file, which appears when it is complete and on disk.
 *
 * @returns keys and bytes in the file, and how many keys of other programs were left out.
 * @throws {StoreRefused | StoreUnavailable} and errors of the file system.
 */
export async function backUp(options: Options): Promise<{ keys: number; bytes: number; others: number }> {
  const { client, file: path, signal, progress } = options;
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw alreadyExists(path);
  const header = await readHeader(client);
  const writer = await BackupWriter.open(path, header);
  const timer = setInterval(() => progress('bytes written', writer.bytes, 0), progressMs);
  try {
    const others = await readStore({ client, writer, signal, buckets: header.buckets });
    await writer.finish();
    return { keys: writer.keys, bytes: writer.bytes, others };
  } catch (error) {
    await writer.discard();
    const { syscall, code, path: named } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyExists(path);
    // Errors of an open file have no path.
    throw syscall === undefined || named !== undefined ? error : Object.assign(error as Error, { path });
  } finally {
    clearInterval(timer);
  }
}

function checkSchema(file: string, { schema, least }: Header): void {
  if (least > ownSchema.schema) {
    throw new BadBackup(
      file,
      1,
      `this backup needs store schema ${least} or newer; this version supports ${ownSchema.schema}: restore it with a newer version.`,
    );
  }
  if (schema < ownSchema.least) {
    throw new BadBackup(
      file,
      1,
      `this backup has store schema ${schema}; this version supports ${ownSchema.least} or newer: restore it with an older version, then start a server of each version in between.`,
    );
  }
}

/** Adds to the error that the restore is unfinished. */
function nameUnfinished(error: unknown): unknown {
  if (!(error instanceof StoreRefused || error instanceof StoreUnavailable)) return error;
  const reason = error.message.replace(/[.\s]*$/, '');
  return new StoreRefused(`${reason}. No server starts on this Redis until the same command has ended.`);
}

/**
 * Checks a whole backup, and then writes it to a store.
 *
 * @param options.replace whether to remove existing data.
 * @returns the header of the backup, and how many keys were restored.
 * @throws {BadBackup | StoreRefused} nothing was changed, unless the message says so.
 * @throws {StoreUnavailable} nothing was changed.
 */
export async function restore(options: Options & { replace: boolean }): Promise<{ header: Header; keys: number }> {
  const { client, file, signal, progress, replace } = options;
  const found = await stat(file);
  // A restore reads the file twice, and a pipe can be read once.
  if (!found.isFile()) throw new StoreRefused(`${file} is not a regular file: write the backup to a file first.`);
  for await (const { header, entry, bytes } of readBackup(file)) {
    signal.throwIfAborted();
    if (!entry) checkSchema(file, header);
    progress('bytes checked', bytes, found.size);
  }
  const store = new RestoredStore(client);
  try {
    await store.begin(replace, signal);
    let keys = 0;
    let read: Header | undefined;
    for await (const { header, entry, bytes } of readBackup(file)) {
      signal.throwIfAborted();
      read = header;
      if (!entry) continue;
      await store.write(entry, header);
      keys++;
      progress('bytes restored', bytes, found.size);
    }
    await store.finish(read as Header, signal);
    return { header: read as Header, keys };
  } catch (error) {
    throw store.isMarked ? nameUnfinished(error) : error;
  }
}
