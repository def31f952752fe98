import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { cores, pinned } from './cores.ts';
import type { Scope } from './scope.ts';

/** A process that a bench has started. */
export interface Started {
  pid: number;
  /** What it wrote to stderr so far. */
  said(): string;
  /** The first line of its stdout; rejects when it ends before. Only with `speaks`. */
  line: Promise<string>;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

export interface StartOptions {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Default: the folder of this process. */
  cwd?: string;
  /** Default: that of the server under test; `anywhere` does not pin it. */
  core?: 'server' | 'load' | 'anywhere';
  /** Whether its stdout is read; otherwise nobody reads it. */
  speaks?: boolean;
}

const stopTimeoutMs = 8_000;

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = await Promise.race([ended.then(() => false), sleep(stopTimeoutMs, true, { ref: false })]);
  if (!late) return;
  child.kill('SIGKILL');
  await ended;
}

/** Starts a process that ends with the scope, or with this process. */
export async function startProcess(scope: Scope, options: StartOptions): Promise<Started> {
  const { command, args, env = {}, cwd, core = 'server', speaks = false } = options;
  const layout = await cores();
  const [program, words] = pinned(core === 'anywhere' ? undefined : layout[core], command, args);
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH ?? '', ...env },
    ...(cwd && { cwd }),
    // A baseline ends when its stdin does, so it does not outlive a bench that was killed.
    stdio: ['pipe', speaks ? 'pipe' : 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const ended = once(child, 'close').finally(() => process.off('exit', kill));
  const line = Promise.withResolvers<string>();
  line.promise.catch(() => undefined);
  let said = '';
  let out = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4_000);
  });
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    const [first, rest] = out.split('\n', 2);
    if (rest !== undefined) line.resolve(first ?? '');
  });
  const failed = (reason: unknown) => line.reject(new Error(`${words.join(' ')} ended: ${reason} ${said}`));
  ended.then(([code]) => failed(`code ${code}`), failed);
  const stop = () => end(child, ended);
  scope.defer(stop);
  return {
    pid: child.pid ?? 0,
    said: () => said,
    line: line.promise,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop,
  };
}

/** A TypeScript file of this folder as a process; it prints one line of JSON when it is ready. */
export async function startBaseline<T>(
  scope: Scope,
  file: string,
  settings: unknown,
): Promise<{ pid: number; ready: T }> {
  const started = await startProcess(scope, {
    command: process.execPath,
    args: [new URL(`../baselines/${file}`, import.meta.url).pathname, JSON.stringify(settings)],
    env: { NODE_ENV: 'production' },
    speaks: true,
  });
  return { pid: started.pid, ready: JSON.parse(await started.line) as T };
}
