import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const here = fileURLToPath(new URL('../../', import.meta.url));

interface OldNode {
  file: string;
  options: string[];
  version: string;
}

const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;

/** This Node posing as an old one. */
const posing: OldNode = {
  ...{ file: process.execPath, version: '20.1.0' },
  options: ['--import', `data:text/javascript,${pretend}`],
};

/** The Nodes of this machine before 24, of which there may be none. */
function oldNodes(): OldNode[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file))
    .filter((file, at, all) => all.indexOf(file) === at)
    .map((file) => {
      const version = execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
      return { file, options: [], version };
    })
    .filter(({ version }) => Number(version.split('.')[0]) < 24);
}

describe('an outdated Node', () => {
  const mocha = 'node_modules/mocha/bin/mocha.js';
  // One test for all: how many there are must not depend on the machine.
  it('is refused with one sentence', () => {
    for (const { file, options, version } of [posing, ...oldNodes()]) {
      for (const args of [
        ['server/main.js'],
        ['scripts/run.js', 'mock/main.ts'],
        ['scripts/run.js', 'scripts/kit.ts', '--help'],
        [mocha, 'test/contracts/requests/checks.test.ts'],
      ]) {
        const { status, stdout, stderr } = spawnSync(file, [...options, ...args], { cwd: here, encoding: 'utf8' });
        expect({ file, args, status, stdout, stderr }).to.deep.equal({
          ...{ file, args, status: 1, stdout: '' },
          stderr: `Fightcard needs Node 24 or newer, and this is ${version}: run "npm ci", which brings one, and then start with npm, which uses it (npm start, npm run mock, npm test).\n`,
        });
      }
    }
  });
});

/** Ids of a process and its descendants, from the system's list. */
function familyOf(root: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const family = [root];
  for (const pid of family) family.push(...rows.filter(([, parent]) => parent === pid).map(([child]) => child));
  return family;
}

/** A zombie has ended: its parent has not waited for it yet. */
const isAlive = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('SIGTERM to npm', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-npm-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A shell that never becomes its last command: it stays between npm and the program. */
  function shellThatStays(): string {
    const file = join(folder, 'shell');
    writeFileSync(file, '#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nexec /bin/sh -c "$1\nexit \\$?"\n');
    chmodSync(file, 0o755);
    return file;
  }

  /** Runs npm like a user, until it reports ready. */
  async function run(args: string[], ready: RegExp, env: Record<string, string> = {}) {
    const child = spawn('npm', ['--script-shell', shellThatStays(), ...args], {
      cwd: here,
      env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'exit');
    // When the last process that has its output has ended, and all that they wrote has arrived.
    const closed = once(child, 'close');
    await until(() => ready.test(output) || child.exitCode !== null);
    expect(output).to.match(ready);
    return { child, ended, closed, family: familyOf(child.pid as number), output: () => output };
  }

  for (const [title, args, ready, least] of [
    // npm, the shell, the primary, two workers and Redis.
    ['npm start', ['start'], /"msg":"ready"/, 6],
    ['npm run mock', ['run', 'mock', '--', '--no-watch'], /"msg":"ready"/, 3],
  ] as const) {
    it(`ends ${title} and all its processes`, async () => {
      const { child, ended, closed, family, output } = await run([...args], ready, { WORKERS: '2' });
      expect(family).to.have.length.of.at.least(least);
      child.kill('SIGTERM');
      await ended;
      await until(() => !family.some(isAlive));
      await closed;
      if (title === 'npm start') expect(output()).to.match(/"signal":"SIGTERM".*"stopping"/);
    });
  }
});
