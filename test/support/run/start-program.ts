import { type SpawnOptions, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Starts a program. @returns `result`: what it wrote, and its exit code, or null after a signal. */
export function startProgram(file: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const all = Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { child, result: all.then(([out, err, code]) => ({ out, err, code })) };
}
