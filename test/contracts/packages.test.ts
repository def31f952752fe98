import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Locked {
  version?: string;
  dependencies?: Record<string, string>;
  deprecated?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  allowScripts: Record<string, boolean>;
  optionalDependencies: Record<string, string>;
};

/** Files of PATH, without those that npm puts there for its scripts. */
const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));

const npm = () => onPath('npm')[0] ?? process.env.npm_execpath ?? '';

/** A Node of this machine before 24; if there is none, this one posing as such. */
function oldNode(): string[] {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v20.19.0' })`;
  const major = (file: string) => Number(execFileSync(file, ['-p', 'parseInt(process.versions.node)']).toString());
  const installed = onPath('node').find((file) => major(file) >= 20 && major(file) < 24);
  return installed ? [installed] : [process.execPath, '--import', `data:text/javascript,${pretend}`];
}

/** What npm says before it would install a folder: nothing is read from the network, and nothing written. */
function dryRun(folder: string, [node = '', ...options]: string[], ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(node, [...options, npm(), 'ci', '--dry-run', '--offline', ...args], {
    cwd: folder,
    encoding: 'utf8',
    // Without the settings of a user or of the npm that runs the tests.
    env: { PATH: process.env.PATH, HOME: folder, npm_config_userconfig: join(folder, 'none') },
  });
  expect(status, stderr).to.equal(0);
  return { stdout, warnings: stderr };
}

describe('the packages', () => {
  let copy: string;
  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'fightcard-packages-'));
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(copy, file));
  });
  after(() => rmSync(copy, { recursive: true }));

  it('all run on the Node that is installed with them, as npm says itself', () => {
    const warnings = (folder: string) => dryRun(folder, [process.execPath], '--loglevel=warn').warnings;
    expect(warnings(copy)).to.equal('');
    // Only one package, since npm takes seconds to read them all.
    const control = join(copy, 'control');
    mkdirSync(control);
    const { dependencies: _, ...express } = packages['node_modules/express'] as Locked;
    const own = { name: 'control', dependencies: { express: express.version } };
    const locked = { '': own, 'node_modules/express': { ...express, engines: { node: '>=99' } } };
    writeFileSync(join(control, 'package.json'), JSON.stringify(own));
    writeFileSync(join(control, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: locked }));
    expect(warnings(control), 'control').to.match(/EBADENGINE[\s\S]*express@/);
  });

  it('are installed on Node 20 without a line of warning, and those of the mock with them', () => {
    const { stdout, warnings } = dryRun(copy, oldNode(), '--omit=dev');
    expect(dryRun(copy, oldNode()).warnings).to.equal('');
    expect(warnings).to.equal('');
    // npm leaves out an optional package that does not run on its own Node.
    const names = Object.keys(about.optionalDependencies);
    expect(names).to.include('@stoplight/prism-http');
    for (const name of names) expect(stdout, name).to.include(`add ${name} `);
  });

  it('bring the server one table of media types, which takes 11 ms of each start', () => {
    const installed = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/mime-types'));
    expect(installed.length).to.be.above(0);
    const ofServer = installed.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional);
    expect(ofServer.map(([path]) => path)).to.deep.equal(['node_modules/mime-types']);
  });

  it('are not deprecated, and each that would run something when it is installed is allowed or refused by name', () => {
    const of = (is: (locked: Locked) => boolean) =>
      Object.entries(packages).flatMap(([path, locked]) =>
        is(locked) ? [path.slice(path.lastIndexOf('node_modules/') + 13)] : [],
      );
    expect(of(({ deprecated }) => deprecated !== undefined)).to.deep.equal([]);
    const scripted = of(({ hasInstallScript }) => hasInstallScript === true);
    expect(scripted).to.have.members(Object.keys(about.allowScripts));
    expect(scripted).to.include('node');
  });
});
