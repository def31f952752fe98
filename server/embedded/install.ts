import { spawn } from 'node:child_process';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withFileLock } from './lock.ts';

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

/** Finds an executable in the folders of PATH, then in the usual folders. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of [...path.split(delimiter), ...systemFolders]) {
    const file = join(folder, name);
    if (folder && (await isExecutable(file))) return file;
  }
  return undefined;
}

/** Package managers of Linux, with the arguments that install Redis, or Valkey where there is no Redis. */
const managers = {
  'apt-get': 'install -y redis-server',
  apk: 'add redis',
  dnf: 'install -y valkey',
  pacman: '-S --noconfirm valkey',
  zypper: 'install -y redis',
} as const;

/** What decides how Redis gets onto a machine. */
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

async function linuxCommand({ isRoot, find }: Machine): Promise<string | undefined> {
  for (const [manager, args] of Object.entries(managers)) {
    if (!(await find(manager))) continue;
    if (isRoot) return `${manager} ${args}`;
    // Alpine has doas.
    return `${!(await find('sudo')) && (await find('doas')) ? 'doas' : 'sudo'} ${manager} ${args}`;
  }
  return undefined;
}

/** What a user does who has no Redis, as the rest of a sentence. */
export async function describeInstallation(machine: Machine): Promise<string> {
  const other = 'or set REDIS_URL to a running Redis';
  if (machine.platform === 'win32') {
    return `which Windows has only within WSL: run "wsl sudo apt-get install -y redis-server" (without WSL "wsl --install" first), then cmd /c "set REDIS_URL=redis://localhost:6379&& npm start", ${other}.`;
  }
  if (machine.platform === 'darwin') return `install it with "brew install redis", ${other}.`;
  const command = machine.platform === 'linux' ? await linuxCommand(machine) : undefined;
  return command ? `install it with "${command}", ${other}.` : `put it or valkey-server on PATH, ${other}.`;
}

function runQuietly(program: string, args: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (data) => {
    output = (output + data).slice(-2000);
  });
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`${program} ${args.join(' ')} ended with code ${code}: ${output.trim().split('\n').at(-1)}`));
  });
  return promise;
}

const aptTimeoutMs = 600_000;

/** Debian asks this file whether a newly installed service may be started. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages as root, without prompts and without starting a service.
 *
 * @throws {Error} with the last line of apt-get.
 */
export function installWithApt(apt: string, packages: readonly string[]): Promise<void> {
  // One at a time per machine: apt fails while another apt runs.
  return withFileLock(join(tmpdir(), 'fightcard-apt.lock'), aptTimeoutMs, () => install(apt, packages));
}

async function install(apt: string, packages: readonly string[]): Promise<void> {
  // Only our own file is removed again; images often have one, with the same content.
  const ours = await writeFile(servicePolicy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    () => false,
  );
  try {
    // A source that cannot be read does not matter if the package is known anyway.
    await runQuietly(apt, ['update', '-qq']).catch(() => undefined);
    await runQuietly(apt, ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  } finally {
    if (ours) await rm(servicePolicy, { force: true });
  }
}

/** The programs that can be the embedded Redis: Redis, or where there is none, Valkey. */
const redisPrograms = ['redis-server', 'valkey-server'] as const;

/** @param find looks for a program by its name. */
export async function findRedis(find: (name: string) => Promise<string | undefined> = findProgram) {
  for (const name of redisPrograms) {
    const file = await find(name);
    if (file) return file;
  }
  return undefined;
}

/**
 * Returns the path of `redis-server`, or of `valkey-server`, installing it first where that needs no prompt: as root on Debian
 * and Ubuntu. The package's system service is not started.
 *
 * @param report called before a slow step.
 * @param machine default: this one.
 * @throws {RedisMissing} with the command to run.
 */
export async function redisServer(report: (line: string) => void, machine = thisMachine()): Promise<string> {
  const found = await findRedis(machine.find);
  if (found) return found;
  const apt = machine.platform === 'linux' && machine.isRoot ? await machine.find('apt-get') : undefined;
  if (apt) {
    report('redis-server is not installed: installing it with apt-get (once).');
    await installWithApt(apt, ['redis-server']).catch((error: Error) => {
      throw new RedisMissing(
        `redis-server could not be installed (${error.message}): install it, or set REDIS_URL to a running Redis.`,
      );
    });
    const installed = await machine.find('redis-server');
    if (installed) return installed;
  }
  throw new RedisMissing(`redis-server is not installed: ${await describeInstallation(machine)}`);
}
