import { execFile } from 'node:child_process';
import { cpus, loadavg, platform, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { redisServer } from '../../../server/embedded/install.ts';

const root = new URL('../../../', import.meta.url);

async function output(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: root });
  return stdout.trim();
}

/** The commit that runs, and whether it was changed: `3bb06d5`, `3bb06d5 with changes`; `no commit` outside of git. */
async function describeCommit(): Promise<string> {
  try {
    const commit = await output('git', 'rev-parse', '--short', 'HEAD');
    // What a run writes itself is no change of what runs.
    const changed = await output('git', 'status', '--porcelain', '--', '.', ':!test/RELIABILITY.md');
    return changed === '' ? commit : `${commit} with changes`;
  } catch {
    return 'no commit';
  }
}

/** When, of what and where a figure was made: for a reader who compares it with one of another day or machine. */
export interface Origin {
  /** The day, in UTC: `2026-11-23`. */
  date: string;
  commit: string;
  machine: string;
}

/** @throws {RedisMissing} without a redis-server. */
export async function describeOrigin(): Promise<Origin> {
  const version = await output(await redisServer(console.error), '--version');
  const [{ model } = { model: 'unknown' }] = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const redis = /\bv=(\S+)/.exec(version)?.[1] ?? 'unknown';
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: await describeCommit(),
    machine: `${model.trim()}, ${cpus().length} cores, ${memoryGb} GB, ${platform()}, Node ${process.versions.node}, Redis ${redis}, load ${loadavg()[1]?.toFixed(1)}`,
  };
}
