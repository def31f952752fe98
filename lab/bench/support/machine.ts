import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { findProgram } from '../../../server/embedded/install.ts';
import { cores } from './cores.ts';

/** Where the figures were measured. */
export interface Machine {
  cpu: string;
  cores: number;
  memoryGB: number;
  system: string;
  /** Program or package → version. */
  versions: Record<string, string>;
  /** Which part runs on which core. */
  layout: string;
}

/** Reads the file, since not every package exports its package.json. */
function packageVersion(name: string): string {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

async function programVersion(name: string, argument: string): Promise<string | undefined> {
  const program = (await findProgram(name)) ?? (await findProgram(name, '/usr/sbin'));
  if (!program) return undefined;
  // Some print it on stderr and still end with an error.
  const output = await promisify(execFile)(program, [argument]).catch(
    (error: { stdout?: string; stderr?: string }) => error,
  );
  return /\d+\.\d+(?:\.\d+)?/.exec(`${output.stdout ?? ''}${output.stderr ?? ''}`)?.[0];
}

export async function describeMachine(): Promise<Machine> {
  const processors = cpus();
  const programs = await Promise.all([programVersion('redis-server', '--version'), programVersion('wrk', '--version')]);
  const [redis, wrk] = programs;
  const versions = {
    node: process.versions.node,
    ...(redis && { redis }),
    ...Object.fromEntries(['express', 'ioredis'].map((name) => [name, packageVersion(name)])),
    ...(wrk && { wrk }),
  };
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()} ${process.arch}`,
    versions,
    layout: (await cores()).note,
  };
}
