import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOrInstall } from '../run/programs.ts';

const source = fileURLToPath(new URL('skewed-clock.c', import.meta.url));

/** Runs processes with a clock that differs from the machine's. */
export interface Skew {
  /** For the environment of a process. */
  by(skewMs: number): Record<string, string>;
  close(): Promise<void>;
}

/** @throws {Error} with the command to run, when there is no C compiler. */
export async function buildSkew(): Promise<Skew> {
  const compiler = await findOrInstall('cc');
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-skew-'));
  const library = join(folder, 'skewed-clock.so');
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await promisify(execFile)(compiler, ['-shared', '-fPIC', '-O1', '-o', library, source]);
  } catch (error) {
    await close();
    throw error;
  }
  return { by: (skewMs) => ({ LD_PRELOAD: library, SKEW_MS: String(skewMs) }), close };
}
