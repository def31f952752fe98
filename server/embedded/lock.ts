import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 15;

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function take(file: string): Promise<boolean> {
  // Linked when complete, so that no process reads a lock without its owner.
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, String(process.pid), { mode: 0o600 });
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

async function removeIfAbandoned(file: string, runs: typeof isRunning): Promise<void> {
  const owner = await readFile(file, 'utf8').catch(() => '');
  if (!owner || runs(Number(owner))) return;
  // Only one of several processes can move the file; if it moved a newer lock, it puts that back.
  const moved = `${file}.moved.${randomUUID()}`;
  await rename(file, moved).catch(() => undefined);
  const taken = await readFile(moved, 'utf8').catch(() => owner);
  if (taken !== owner) await link(moved, file).catch(() => undefined);
  await rm(moved, { force: true });
}

/** By lock file, the turns of callers in this process: a lock distinguishes processes, not callers. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs an action under a lock file, which excludes other processes. The lock of a dead process is taken over.
 *
 * @param runs whether a process runs; for tests.
 * @throws {Error} when another process does not release the lock in time.
 */
export function withFileLock<T>(
  file: string,
  timeoutMs: number,
  action: () => Promise<T>,
  runs = isRunning,
): Promise<T> {
  const turn = (turns.get(file) ?? Promise.resolve()).then(async () => {
    const until = performance.now() + timeoutMs;
    while (!(await take(file))) {
      await removeIfAbandoned(file, runs);
      if (performance.now() > until) {
        throw new Error(`${file} is held by another process: wait for it, or remove the file if there is none.`);
      }
      await sleep(pollMs);
    }
    try {
      return await action();
    } finally {
      await rm(file, { force: true });
    }
  });
  turns.set(
    file,
    turn.catch(() => undefined),
  );
  return turn;
}
