import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cores, pinned } from './cores.ts';
import type { Scope } from './scope.ts';

/** A process started by a bench. */
export interface Started {
  pid: number;
  /** The last 4,000 characters of its stderr. */
  stderr(): string;
  /** The first line of its stdout, with `readsStdout`; rejects when the process ends first. */
  line: Promise<string>;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

export interface StartOptions {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Default: the core of the server under test; `anywhere` does not pin it. */
  core?: 'server' | 'load' | 'anywhere';
  /** Whether its stdout is read; otherwise it is dropped. */
  readsStdout?: boolean;
}

const stopTimeoutMs = 8_000;

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const isLate = await Promise.race([ended.then(() => false), sleep(stopTimeoutMs, true, { ref: false })]);
  if (!isLate) return;
  child.kill('SIGKILL');
  await ended;
}

/** Starts a process that ends with the scope, or with this process. */
export async function startProcess(scope: Scope, options: StartOptions): Promise<Started> {
  const { command, args, env = {}, core = 'server', readsStdout = false } = options;
  const layout = await cores();
  const [program, words] = pinned(core === 'anywhere' ? undefined : layout[core], command, args);
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH ?? '', ...env },
    // A baseline ends with its stdin, so it does not outlive a killed bench.
    stdio: ['pipe', readsStdout ? 'pipe' : 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const ended = once(child, 'close').finally(() => process.off('exit', kill));
  const line = Promise.withResolvers<string>();
  line.promise.catch(() => undefined);
  let stderr = '';
  let out = '';
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-4_000);
  });
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    const [first, rest] = out.split('\n', 2);
    if (rest !== undefined) line.resolve(first ?? '');
  });
  const failed = (reason: unknown) => line.reject(new Error(`${words.join(' ')} ended: ${reason} ${stderr}`));
  ended.then(([code]) => failed(`code ${code}`), failed);
  const stop = () => end(child, ended);
  scope.defer(stop);
  return {
    pid: child.pid ?? 0,
    stderr: () => stderr,
    line: line.promise,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop,
  };
}

/** The Node options of a script in package.json, so that programs are measured as users run them. */
export function readNodeOptions(script: 'start' | 'mock'): string[] {
  const file = new URL('../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<typeof script, string> };
  return scripts[script].split(' ').filter((word) => word.startsWith('--'));
}

/** Runs a file of baselines/ as a process, which prints one line of JSON when it is ready. */
export async function startBaseline<T>(
  scope: Scope,
  file: string,
  settings: unknown,
): Promise<{ pid: number; ready: T }> {
  const started = await startProcess(scope, {
    command: process.execPath,
    args: [new URL(`../baselines/${file}`, import.meta.url).pathname, JSON.stringify(settings)],
    env: { NODE_ENV: 'production' },
    readsStdout: true,
  });
  return { pid: started.pid, ready: JSON.parse(await started.line) as T };
}
