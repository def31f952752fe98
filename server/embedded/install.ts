import { execFile } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The embedded Redis cannot be used; the message is one sentence that says what to do. */
export class RedisMissing extends Error {
  override name = 'RedisMissing';
}

const systemFolders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Finds an executable in the folders of PATH, then in the usual folders. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of [...path.split(delimiter), ...systemFolders].filter(Boolean)) {
    const file = join(folder, name);
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return file;
  }
  return undefined;
}

/** The facts that decide how Redis is installed. */
export interface Machine {
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** The path of a program. */
  find(name: string): Promise<string | undefined>;
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  isRoot: process.getuid?.() === 0,
  find: (name) => findProgram(name),
});

/** The command that installs Redis. */
const commands: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'brew install redis',
  linux: 'sudo apt-get install -y redis-server',
  win32: 'wsl sudo apt-get install -y redis-server',
};

const execute = promisify(execFile);

async function run(program: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await execute(program, args, { env }).catch(
    ({ code, stderr, message }: Error & { code: unknown; stderr: string }) => {
      const last = stderr.trim().split('\n').at(-1) || message;
      throw new Error(`${program} ${args.join(' ')} ended with code ${code}: ${last}`);
    },
  );
}

/** Debian runs this program to decide whether to start a newly installed service. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages as root, without prompts and without starting a service. Waits while another apt-get runs.
 *
 * @throws {Error} with the last line of output of apt-get.
 */
export async function installWithApt(apt: string, packages: readonly string[]): Promise<void> {
  // Remove only our own file: images often have one with the same content.
  const isOurs = await writeFile(servicePolicy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  );
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  try {
    // If a package source is unreachable, the package may still be known.
    await run(apt, ['update', '-qq', ...wait]).catch(() => undefined);
    await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...wait, ...packages]);
  } finally {
    if (isOurs) await rm(servicePolicy, { force: true });
  }
}

/**
 * Returns the path of `redis-server`, or of `valkey-server`. Installs Redis first where that needs no prompt: as root on
 * Debian and Ubuntu.
 *
 * @param report called before a slow step.
 * @throws {RedisMissing} with the command to run.
 */
export async function redisServer(report: (line: string) => void, machine = thisMachine()): Promise<string> {
  const { find, platform, isRoot } = machine;
  const found = (await find('redis-server')) ?? (await find('valkey-server'));
  if (found) return found;
  const apt = platform === 'linux' && isRoot ? await find('apt-get') : undefined;
  if (apt) {
    report('redis-server is not installed: installing it with apt-get (once).');
    await installWithApt(apt, ['redis-server']).catch((error: Error) => {
      throw new RedisMissing(
        `redis-server could not be installed (${error.message}): install it, or set REDIS_URL to a running Redis.`,
      );
    });
    const installed = await find('redis-server');
    if (installed) return installed;
  }
  const command = commands[platform];
  const fix = command ? `install it, for example with "${command}"` : 'put it or valkey-server on PATH';
  throw new RedisMissing(`redis-server is not installed: ${fix}, or set REDIS_URL to a running Redis.`);
}
