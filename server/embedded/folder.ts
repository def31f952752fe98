import { randomFillSync } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';

/** The data folder cannot be used; the message is one sentence that says what to do. */
export class BadDataFolder extends Error {
  override name = 'BadDataFolder';
}

/** Paths of the embedded Redis in DATA_DIR. */
export interface DataFolder {
  path: string;
  /** The working folder of Redis. */
  redis: string;
  log: string;
  /** See `Running`. */
  state: string;
}

/** Converts a file-system error into a message for the operator; returns any other error unchanged. */
export function toFolderError(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    return new BadDataFolder(`The disk of ${path} is full (${code}): free some space; see df -h ${path}`);
  }
  const unusable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG'];
  if (!unusable.includes(code)) return error;
  return new BadDataFolder(
    `DATA_DIR ${path} cannot be used (${code}): set DATA_DIR to a folder that the user of the server can write.`,
  );
}

/**
 * Creates the data folder if it is missing, accessible only to its owner.
 *
 * @throws {BadDataFolder}
 */
export async function openFolder(dataDir: string): Promise<DataFolder> {
  const path = resolve(dataDir);
  const redis = join(path, 'redis');
  try {
    await makeFolder(redis, 0o700);
    await chmod(path, 0o700);
  } catch (error) {
    throw toFolderError(error, path);
  }
  return { path, redis, log: join(redis, 'redis.log'), state: join(path, 'redis.json') };
}

/** Less would be full again after some thousand votes, and Redis exits when the disk is full. */
const neededBytes = 1_048_576;

/**
 * Checks for disk space by writing, because quotas and limits show only then.
 *
 * @throws {BadDataFolder}
 */
export async function checkSpace({ path, redis }: DataFolder): Promise<void> {
  const file = join(redis, `space.${process.pid}`);
  try {
    // Not zeros, which some file systems store without using space.
    await writeFile(file, randomFillSync(Buffer.allocUnsafe(neededBytes)), { mode: 0o600 });
  } catch (error) {
    throw toFolderError(error, path);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
