import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
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

/** Node 20 or 22 of this machine, or else this Node posing as one. */
function oldNode(): string[] {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v20.19.0' })`;
  const major = (file: string) => Number(execFileSync(file, ['-p', 'parseInt(process.versions.node)']).toString());
  const installed = onPath('node').find((file) => major(file) >= 20 && major(file) < 24);
  return installed ? [installed] : [process.execPath, '--import', `data:text/javascript,${pretend}`];
}

describe('npm ci', () => {
  it('prints no warning on Node 20', () => {
    const copy = mkdtempSync(join(tmpdir(), 'fightcard-packages-'));
    try {
      for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(copy, file));
      const [node = '', ...options] = oldNode();
      const npm = onPath('npm')[0] ?? process.env.npm_execpath ?? '';
      const { status, stdout, stderr } = spawnSync(node, [...options, npm, 'ci', '--dry-run', '--offline'], {
        cwd: copy,
        encoding: 'utf8',
        // Without the settings of the user or of the npm that runs the tests.
        env: {
          PATH: process.env.PATH,
          HOME: copy,
          npm_config_userconfig: join(copy, 'none'),
          npm_config_update_notifier: 'false',
        },
      });
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout).to.include('add @stoplight/prism-http ');
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});
