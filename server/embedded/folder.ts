import { randomFillSync } from 'node:crypto';
import { chmod, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import { withFileLock } from './lock.ts';

/** The data folder cannot be used; the message is one sentence that says what to do. */
export class BadDataFolder extends Error {
  override name = 'BadDataFolder';
}

/** The disk of the data folder is full, which may pass; the message is one sentence. */
export class DiskFull extends BadDataFolder {
  override name = 'DiskFull';
}

/** Paths of the embedded Redis in DATA_DIR. */
export interface DataFolder {
  path: string;
  /** Redis's own folder. */
  redis: string;
  /** The manifest of its append-only log. */
  manifest: string;
  /** See `Running`. */
  state: string;
  lock: string;
}

const noRoom = new Set<string | undefined>(['ENOSPC', 'EDQUOT', 'EFBIG']);
const noRight = new Set<string | undefined>(['EACCES', 'EPERM', 'EROFS']);
const noFolder = new Set<string | undefined>(['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG']);

/** Converts a file-system error into a message for the operator; returns any other error unchanged. */
export function toFolderError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (noRoom.has(code))
    return new DiskFull(`The disk of ${path} is full (${code}): make room there; see df -h ${path}`);
  if (noRight.has(code)) {
    return new BadDataFolder(
      `DATA_DIR ${path} cannot be written (${code}): let the user of the server own it, or choose another folder with DATA_DIR.`,
    );
  }
  if (noFolder.has(code)) {
    return new BadDataFolder(`DATA_DIR ${path} is no folder and cannot be made one (${code}): choose another folder.`);
  }
  return error;
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
  return {
    path,
    redis,
    manifest: join(redis, 'appendonlydir', 'appendonly.aof.manifest'),
    state: join(path, 'redis.json'),
    lock: join(path, 'redis.lock'),
  };
}

/** Less would be full again after some thousand votes, and Redis exits when the disk is full. */
const neededBytes = 1_048_576;

/**
 * Checks for disk space by writing, since quotas and limits show only then.
 *
 * @throws {DiskFull | BadDataFolder}
 */
export async function findRoom({ path, redis }: DataFolder): Promise<void> {
  const file = join(redis, `room.${process.pid}`);
  try {
    const probe = await open(file, 'w', 0o600);
    try {
      // Not zeros, which some file systems store without using space.
      await probe.writeFile(randomFillSync(Buffer.allocUnsafe(neededBytes)));
    } finally {
      await probe.close();
    }
  } catch (error) {
    throw toFolderError(error, path);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Also covers an installation by another process. */
const lockTimeoutMs = 300_000;

/**
 * Runs an action while no other process starts or stops the Redis of the folder.
 *
 * @throws {DiskFull | BadDataFolder} also when there is no room for the lock.
 */
export async function withFolderLock<T>({ path, lock }: DataFolder, action: () => Promise<T>): Promise<T> {
  try {
    return await withFileLock(lock, lockTimeoutMs, action);
  } catch (error) {
    throw toFolderError(error, path);
  }
}
