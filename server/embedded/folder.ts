import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import { RedisMissing } from './install.ts';

/** The data folder cannot be used; the message is one sentence that says what to do. */
export class BadDataFolder extends Error {
  override name = 'BadDataFolder';
}

/** The embedded Redis in DATA_DIR: paths, and how every process that uses the folder connects. */
export interface DataFolder {
  path: string;
  /** The working folder of Redis. */
  redis: string;
  log: string;
  /** The file with port and password. */
  state: string;
  /** Only one Redis can listen on it, so it is also the lock of the folder. */
  port: number;
  password: string;
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
 * Creates a file that only its owner can read. It appears complete, and only the first of several processes creates it.
 *
 * @returns false if it exists.
 */
export async function createPrivateFile(file: string, text: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, text, { mode: 0o600 });
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}

/** Below the ports of outgoing connections: a client that retries such a port may connect to itself. */
const [minPort, maxPort] = [10_240, 32_000];

/** Whether nothing listens on a port of this machine. */
export function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort));
    if (await isFree(port)) return port;
  }
  throw new RedisMissing(
    `No TCP port of 127.0.0.1 from ${minPort} to ${maxPort} is free: stop a program that uses one.`,
  );
}

async function readState(file: string): Promise<Pick<DataFolder, 'port' | 'password'> | undefined> {
  try {
    const { port, password } = JSON.parse(await readFile(file, 'utf8')) as Partial<DataFolder>;
    return port && password ? { port, password } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates the data folder if it is missing, accessible only to its owner, and chooses port and password of its Redis.
 *
 * @throws {BadDataFolder}
 * @throws {RedisMissing} if the file with port and password is malformed.
 */
export async function openFolder(dataDir: string): Promise<DataFolder> {
  const path = resolve(dataDir);
  const redis = join(path, 'redis');
  const state = join(path, 'redis.json');
  try {
    await makeFolder(redis, 0o700);
    await chmod(path, 0o700);
    if (!(await readState(state))) {
      const chosen = { port: await freePort(), password: randomBytes(24).toString('hex') };
      await createPrivateFile(state, `${JSON.stringify(chosen)}\n`);
    }
  } catch (error) {
    throw toFolderError(error, path);
  }
  const known = await readState(state);
  if (!known) throw new RedisMissing(`${state} has no port and password: delete it, and start again.`);
  return { path, redis, log: join(redis, 'redis.log'), state, ...known };
}

/** With less, the disk would be full after some thousand votes, and Redis would exit. */
const minFreeBytes = 1_048_576;

/** @throws {Error} `ENOSPC`. */
export async function checkSpace({ redis }: DataFolder): Promise<void> {
  const { bavail, bsize } = await statfs(redis);
  if (bavail * bsize < minFreeBytes) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
}
