import { spawn } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { exclusively } from './lock.ts';

/** The embedded Redis cannot be used; the message is one sentence that says what to do. */
export class RedisMissing extends Error {
  override name = 'RedisMissing';
}

const systemFolders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** First file of this name in the folders of PATH, then in the usual ones; undefined when there is none. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of [...path.split(delimiter), ...systemFolders]) {
    const file = join(folder, name);
    if (folder && (await isExecutable(file))) return file;
  }
  return undefined;
}

/** The command that installs Redis on a platform, for a person to run. */
export function installCommand(platform: NodeJS.Platform, hasApt: boolean): string {
  if (platform === 'darwin') return 'brew install redis';
  if (platform === 'win32') return 'wsl --install, then in its shell: sudo apt-get install -y redis-server';
  return hasApt ? 'sudo apt-get install -y redis-server' : 'your package manager, for example: dnf install redis';
}

function runQuietly(program: string, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data) => {
    said = (said + data).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`${program} ${args.join(' ')} ended with code ${code}: ${said.trim().split('\n').at(-1)}`));
  });
  return promise;
}

const aptTimeoutMs = 600_000;

/** Debian asks this file whether a newly installed service may be started. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages as root, without a question and without starting a service.
 *
 * @throws what apt-get said last.
 */
export function installWithApt(apt: string, packages: readonly string[]): Promise<void> {
  // One at a time on a machine: apt itself gives up when another one is at work.
  return exclusively(join(tmpdir(), 'fightcard-apt.lock'), aptTimeoutMs, () => install(apt, packages));
}

async function install(apt: string, packages: readonly string[]): Promise<void> {
  // Only a file of our own is removed again; images often come with theirs, which says the same.
  const ours = await writeFile(servicePolicy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  );
  try {
    // A source that cannot be read does not matter if the package is known all the same.
    await runQuietly(apt, ['update', '-qq']).catch(() => undefined);
    await runQuietly(apt, ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  } finally {
    if (ours) await rm(servicePolicy, { force: true });
  }
}

/**
 * Path of `redis-server`, which is installed first where that needs no question: on Debian and Ubuntu as root. The
 * system service that comes with the package is not started.
 *
 * @param report told before something that takes a while.
 * @throws {RedisMissing} with the command to run.
 */
export async function redisServer(report: (line: string) => void): Promise<string> {
  const found = await findProgram('redis-server');
  if (found) return found;
  const apt = process.platform === 'linux' ? await findProgram('apt-get') : undefined;
  if (apt && process.getuid?.() === 0) {
    report('redis-server is not installed: installing it with apt-get (once).');
    await installWithApt(apt, ['redis-server']).catch((error: Error) => {
      throw new RedisMissing(
        `redis-server could not be installed (${error.message}): install it, or set REDIS_URL to a Redis that runs.`,
      );
    });
    const installed = await findProgram('redis-server');
    if (installed) return installed;
  }
  throw new RedisMissing(
    `redis-server is not installed: install it with ${installCommand(process.platform, apt !== undefined)} or set REDIS_URL to a Redis that runs.`,
  );
}
