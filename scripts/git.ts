import { spawnSync } from 'node:child_process';

/** Runs git in a folder; undefined where it fails: no repository, no such commit or file. */
export function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64_000_000 });
  return status === 0 ? stdout.trim() : undefined;
}
