import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/**
 * Lets everything that is started from here on use this program as `redis-server`: tests, and the servers that they start,
 * find it first in PATH, under that name.
 *
 * @param program of any version of Redis or Valkey, as `REDIS_SERVER` names it; undefined changes nothing.
 * @returns the new PATH.
 * @throws {Error} when it cannot be run: the tests would use another one, and prove nothing about this.
 */
export function useRedisServer(program: string | undefined, path = process.env.PATH ?? ''): string {
  if (!program) return path;
  const file = resolve(program);
  try {
    accessSync(file, constants.X_OK);
  } catch {
    throw new Error(`REDIS_SERVER is ${program}, which is no program that can be run.`);
  }
  const name = createHash('sha256').update(realpathSync(file)).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `fightcard-redis-${name}`);
  mkdirSync(folder, { recursive: true });
  try {
    symlinkSync(realpathSync(file), join(folder, 'redis-server'));
  } catch (error) {
    // Another process of this run has made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return path.split(delimiter).includes(folder) ? path : [folder, path].join(delimiter);
}
