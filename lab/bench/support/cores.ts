import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { findProgram } from '../../../server/embedded/install.ts';

const run = promisify(execFile);

/** Which core each part has; undefined where it may run anywhere. */
export interface Cores {
  server: number | undefined;
  load: number | undefined;
  redis: number | undefined;
  /** For the report. */
  note: string;
}

/** `0-3,8` → 0, 1, 2, 3, 8. */
const parseList = (text: string) =>
  text
    .trim()
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });

async function chooseCores(): Promise<Cores> {
  const nowhere = { server: undefined, load: undefined, redis: undefined };
  const taskset = await findProgram('taskset');
  if (!taskset) return { ...nowhere, note: 'nothing is pinned to a core: taskset is not installed' };
  const { stdout } = await run(taskset, ['-cp', String(process.pid)]);
  const allowed = parseList(stdout.slice(stdout.lastIndexOf(':') + 1));
  if (allowed.length < 2) return { ...nowhere, note: 'nothing is pinned: there is only one core' };
  const [server, load, third] = allowed;
  const redis = third ?? load;
  const others = redis === load ? 'the load and Redis share another' : 'the load has another, Redis a third';
  return { server, load, redis, note: `the server under test has a core of its own, ${others} (taskset)` };
}

let known: Promise<Cores> | undefined;

/** The same for the whole run. */
export function cores(): Promise<Cores> {
  known ??= chooseCores();
  return known;
}

/** The command line that runs a program on one core. */
export function pinned(core: number | undefined, command: string, args: readonly string[]): [string, string[]] {
  return core === undefined ? [command, [...args]] : ['taskset', ['-c', String(core), command, ...args]];
}

/** Moves a running process with all its threads to a core. */
export async function pin(pid: number, core: number | undefined): Promise<void> {
  if (core !== undefined) await run('taskset', ['-a', '-cp', String(core), String(pid)]);
}

/** Lets a process run anywhere again. */
export async function unpin(pid: number): Promise<void> {
  if ((await cores()).server === undefined) return;
  await run('taskset', ['-a', '-cp', `0-${Math.max(availableParallelism(), 2) - 1}`, String(pid)]).catch(
    () => undefined,
  );
}
