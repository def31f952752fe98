import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedCache } from '../run/shared-cache.ts';
import { withoutLinks } from '../run/without-links.ts';

export interface ServerProcess {
  child: ChildProcess;
  dataDir: string;
  /** Resolves when it is ready; rejects with its output if it ends before. */
  ready: Promise<string>;
  ended: Promise<number | null>;
  output(): string;
  close(): Promise<void>;
}

export const serverFile = [...withoutLinks, 'server/main.js'];

/**
 * @param env beside PATH, a free port, one process, no admin port and a fresh data folder; nothing else of this environment.
 * @param folder of the repository, or of a copy of it.
 */
export function startServerProcess(env: Record<string, string>, args: string[] = [], folder?: string): ServerProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'fightcard-spawned-'));
  const child = spawn(process.execPath, [...serverFile, ...args], {
    env: {
      ...{ PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: '0', WORKERS: '1', ADMIN_PORT: 'off' },
      ...(folder !== undefined && sharedCache(folder)),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  let output = '';
  const ready = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<number | null>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      const url = /(?:ready: |"urls":\[")(http:\/\/localhost:\d+)\//.exec(output)?.[1];
      if (url) ready.resolve(url.replace('localhost', '127.0.0.1'));
    });
  }
  child.on('close', (code) => {
    process.off('exit', kill);
    ended.resolve(code);
    ready.reject(new Error(`the server ended with ${code}: ${output}`));
  });
  ready.promise.catch(() => undefined);
  return {
    child,
    dataDir,
    ready: ready.promise,
    ended: ended.promise,
    output: () => output,
    async close() {
      child.kill('SIGTERM');
      await ended.promise;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function workersOf(server: ServerProcess): number[] {
  const output = server.output();
  const list = /"workers":(\[[^\]]*\])/.exec(output.slice(Math.max(0, output.lastIndexOf('"workers":[{'))))?.[1];
  return (JSON.parse(list ?? '[]') as { pid: number }[]).map(({ pid }) => pid);
}
