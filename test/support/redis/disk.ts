import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A small disk for a test. */
export interface Disk {
  path: string;
  /** Fills it up. */
  fill(): Promise<void>;
  /** Frees the space that `fill` took. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** As the current user, or with rights that need no password. */
async function asRoot(program: string, args: string[]): Promise<boolean> {
  const ways: [string, string[]][] =
    process.getuid?.() === 0 ? [[program, args]] : [['sudo', ['-n', program, ...args]]];
  for (const [file, all] of ways) {
    const isDone = await run(file, all).then(
      () => true,
      () => false,
    );
    if (isDone) return true;
  }
  return false;
}

/** The memory that processes share is a disk, too; in a container it has 64 MiB, and nobody else uses it. */
const sharedMemory = '/dev/shm';
const smallBytes = 1_073_741_824;

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** Takes space until there is none, or until so much is left. */
async function take(file: string, folder: string, leaveBytes = 0): Promise<void> {
  const handle = await open(file, 'a');
  // Large where nothing is left: each write takes a turn of a busy process.
  const block = Buffer.alloc(leaveBytes === 0 ? 1_048_576 : 16_384, 1);
  try {
    while (leaveBytes === 0 || (await freeBytes(folder)) > leaveBytes) await handle.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}

function diskAt(path: string, unmount: () => Promise<unknown>): Disk {
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => take(filler, path),
    empty: () => rm(filler, { force: true }),
    async close() {
      await unmount();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** A folder of the shared memory, most of which another file takes. */
async function shareMemory(kibibytes: number): Promise<Disk | undefined> {
  const isSmall = await freeBytes(sharedMemory).then(
    (bytes) => bytes < smallBytes,
    () => false,
  );
  if (!isSmall) return undefined;
  const ballast = await mkdtemp(join(sharedMemory, 'fightcard-ballast-'));
  await take(join(ballast, 'file'), ballast, kibibytes * 1024);
  const path = await mkdtemp(join(sharedMemory, 'fightcard-disk-'));
  return diskAt(path, () => rm(ballast, { recursive: true, force: true }));
}

/**
 * A disk that a test can fill: a mounted one, which needs the rights of root, or else the shared memory of a container.
 *
 * @throws {Error} with what to do, where there is neither.
 */
export async function mountDisk(kibibytes: number): Promise<Disk> {
  const path = await mkdtemp(join(tmpdir(), 'fightcard-disk-'));
  const options = `size=${kibibytes}k,mode=700,uid=${process.getuid?.() ?? 0}`;
  if (process.platform === 'linux' && (await asRoot('mount', ['-t', 'tmpfs', '-o', options, 'none', path]))) {
    return diskAt(path, () => asRoot('umount', ['-l', path]));
  }
  await rm(path, { recursive: true });
  const shared = process.platform === 'linux' ? await shareMemory(kibibytes) : undefined;
  if (shared) return shared;
  throw new Error(
    'No small disk can be mounted: run the tests as root, or as a user who may "sudo -n mount", or in a container whose /dev/shm has less than 1 GiB.',
  );
}
