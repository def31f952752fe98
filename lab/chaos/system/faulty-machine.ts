import { execFile } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOrInstall } from '../../../test/support/run/programs.ts';

const source = fileURLToPath(new URL('faulty-machine.c', import.meta.url));

/** The machine of a redis-server: its clock can be set, its disk can fail, and SIGKILL is a loss of power. */
export interface FaultyMachine {
  /** For the environment of the redis-server. */
  environment: Record<string, string>;
  setClock(offsetMs: number): void;
  setFsyncFails(fails: boolean): void;
  close(): void;
}

/** @throws {Error} with the command to run, when there is no C compiler. */
export async function buildFaultyMachine(): Promise<FaultyMachine> {
  const compiler = await findOrInstall('cc');
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-machine-'));
  const [library, path] = [join(folder, 'faulty-machine.so'), join(folder, 'faults')];
  await promisify(execFile)(compiler, ['-shared', '-fPIC', '-O1', '-o', library, source, '-lpthread']);
  const file = openSync(path, 'w');
  const numbers = new BigInt64Array(2);
  const write = () => void writeSync(file, Buffer.from(numbers.buffer), 0, 16, 0);
  write();
  return {
    environment: { LD_PRELOAD: library, FAULTS: path },
    setClock(offsetMs) {
      numbers[0] = BigInt(offsetMs);
      write();
    },
    setFsyncFails(fails) {
      numbers[1] = fails ? 1n : 0n;
      write();
    },
    close() {
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
