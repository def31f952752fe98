import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

/** Files on PATH, without those that npm adds for its scripts. */
const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));

const posing = `const { versions } = process;
Object.defineProperty(process, 'versions', { value: { ...versions, node: '20.19.0' } });
Object.defineProperty(process, 'version', { value: 'v20.19.0' })`;
const versionOf = (file: string) => execFileSync(file, ['-p', 'process.versions.node']).toString().trim();

/** A Node before 24, or else this Node posing as one. */
const oldFile = onPath('node').find((file) => Number.parseInt(versionOf(file), 10) < 24);
const [oldNode = '', ...oldOptions] = oldFile
  ? [oldFile]
  : [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(posing)}`];

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'fightcard-npm-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('an outdated Node', () => {
  it('installs without a warning', () => {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file));
    const npm = onPath('npm')[0] ?? process.env.npm_execpath ?? '';
    const env = { PATH: process.env.PATH, HOME: folder, npm_config_update_notifier: 'false' };
    const args = [...oldOptions, npm, 'ci', '--dry-run', '--offline'];
    const { status, stdout, stderr } = spawnSync(oldNode, args, { cwd: folder, encoding: 'utf8', env });
    expect(stderr).to.equal('');
    expect(status).to.equal(0);
    expect(stdout).to.include('add @stoplight/prism-http ');
  });

  for (const args of [
    ['server/main.js'],
    ['scripts/run.js', 'mock/main.ts'],
    ['scripts/run.js', 'scripts/pack.ts', '--help'],
    ['node_modules/mocha/bin/mocha.js', 'test/contracts/rules/checks.test.ts'],
  ]) {
    it(`is refused by ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = spawnSync(oldNode, [...oldOptions, ...args], { cwd: root, encoding: 'utf8' });
      const version = oldFile ? versionOf(oldFile) : '20.19.0';
      expect(stderr).to.equal(
        `Fightcard needs Node 24 or newer; this is ${version}. Run "npm ci", which installs one, and start with npm, which uses it (npm start, npm run mock, npm test).\n`,
      );
      expect(stdout).to.equal('');
      expect(status).to.equal(1);
    });
  }
});

/** Ids of a process and its descendants. */
function familyOf(first: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const rows = listed.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const family = [first];
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
  for (const [args, least] of [
    // npm, the shell, the primary, two workers and Redis.
    [['start'], 6],
    [['run', 'mock', '--', '--no-watch'], 3],
  ] as const) {
    it(`ends npm ${args.join(' ')} and all its processes`, async () => {
      // A shell that stays between npm and the program.
      const shell = join(folder, 'shell');
      writeFileSync(shell, '#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nexec /bin/sh -c "$1\nexit \\$?"\n');
      chmodSync(shell, 0o755);
      const child = spawn('npm', ['--script-shell', shell, ...args], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0', WORKERS: '2' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      const closed = once(child, 'close');
      await until(() => output.includes('"msg":"ready"') || child.exitCode !== null);
      expect(output).to.include('"msg":"ready"');
      const family = familyOf(child.pid as number);
      expect(family).to.have.length.of.at.least(least);
      child.kill('SIGTERM');
      await closed;
      await until(() => !family.some(isAlive));
    });
  }
});
