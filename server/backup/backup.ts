import { stat } from 'node:fs/promises';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import { ownSchema } from '../store/schema/versions.ts';
import type { Header } from './format.ts';
import { BadBackup, readBackup } from './read-file.ts';
import { readHeader, readStore } from './read-store.ts';
import { BackupFile } from './write-file.ts';
import { RestoredStore } from './write-store.ts';

/** @param total 0 when it is not known. */
export type Progress = (what: string, done: number, total: number) => void;

interface Options {
  client: RedisClient;
  file: string;
  /** Ends the work; a backup then leaves no file, a restore an unfinished store. */
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Writes all that a store has to a new file, which appears when it is whole and on disk.
 *
 * @returns parts of keys, bytes, and keys of other programs, which are not in it.
 * @throws {StoreRefused | StoreUnavailable} and errors of the file system.
 */
export async function backUp(options: Options): Promise<{ parts: number; bytes: number; others: number }> {
  const { client, file: path, signal, progress } = options;
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new StoreRefused(`${path} exists already: name another file.`);
  const header = await readHeader(client);
  const file = await BackupFile.open(path, header, (bytes) => progress('bytes written', bytes, 0));
  try {
    const others = await readStore({ client, sink: file, signal, buckets: header.buckets });
    await file.finish();
    return { parts: file.parts, bytes: file.bytes, others };
  } catch (error) {
    await file.discard();
    // Errors of an open file do not name it.
    const { syscall, path: named } = error as NodeJS.ErrnoException;
    throw syscall === undefined || named !== undefined ? error : Object.assign(error as Error, { path });
  }
}

function checkSchema(file: string, { schema, least }: Header): void {
  if (least > ownSchema.schema) {
    throw new BadBackup(
      file,
      1,
      `this backup asks for store schema ${least}, and this version has ${ownSchema.schema}: restore it with a newer version.`,
    );
  }
  if (schema < ownSchema.least) {
    throw new BadBackup(
      file,
      1,
      `this backup has store schema ${schema}, and this version takes ${ownSchema.least} or newer: restore it with an older version, and start a server of each version between on it.`,
    );
  }
}

/** A restore that cannot go on: what an unfinished one leaves belongs to the reason. */
function nameUnfinished(error: unknown): unknown {
  if (!(error instanceof StoreRefused || error instanceof StoreUnavailable)) return error;
  const reason = error.message.replace(/[.\s]*$/, '');
  return new StoreRefused(
    `${reason}. If anything was changed yet, no server starts there until the same command has ended.`,
  );
}

/**
 * Reads a whole backup first, and then writes it to a store.
 *
 * @param options.replace whether to remove data that are there.
 * @returns the backup's header, the number of its parts, and of tallies that were counted again with another result.
 * @throws {BadBackup | StoreRefused} nothing was changed then, unless its message says so, or the file changed meanwhile.
 * @throws {StoreUnavailable} nothing was changed then.
 */
export async function restore(
  options: Options & { replace: boolean },
): Promise<{ header: Header; parts: number; corrected: number }> {
  const { client, file, signal, progress, replace } = options;
  const found = await stat(file);
  // The second time a pipe is at its end, and what was in the store is removed by then.
  if (!found.isFile()) {
    throw new StoreRefused(
      `${file} is no regular file, and a restore reads it twice: write the backup to a file first.`,
    );
  }
  let checked: Header | undefined;
  for await (const { header, bytes } of readBackup(file)) {
    signal.throwIfAborted();
    if (!checked) checkSchema(file, header);
    checked = header;
    progress('bytes checked', bytes, found.size);
  }
  const store = new RestoredStore(client);
  try {
    await store.begin(replace, signal);
    let parts = 0;
    for await (const { header, part, bytes } of readBackup(file)) {
      signal.throwIfAborted();
      checked = header;
      if (!part) continue;
      await store.write(part);
      parts++;
      progress('bytes restored', bytes, found.size);
    }
    const onTallies = (tallies: number) => progress('tallies counted', tallies, 0);
    const corrected = await store.finish(checked as Header, signal, onTallies);
    return { header: checked as Header, parts, corrected };
  } catch (error) {
    throw store.isMarked ? nameUnfinished(error) : error;
  }
}
