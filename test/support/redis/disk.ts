import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
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

/** @returns undefined where no disk can be mounted: on systems other than Linux, and without the rights to mount. */
export async function mountDisk(kibibytes: number): Promise<Disk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'fightcard-disk-'));
  const options = `size=${kibibytes}k,mode=700,uid=${process.getuid?.() ?? 0}`;
  if (process.platform !== 'linux' || !(await asRoot('mount', ['-t', 'tmpfs', '-o', options, 'none', path]))) {
    await rm(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (;;) await file.write(Buffer.alloc(16_384, 1));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async close() {
      await asRoot('umount', ['-l', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
