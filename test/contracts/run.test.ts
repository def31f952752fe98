import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { dependentTests } from '../support/run/changed.ts';
import { sharedCache } from '../support/run/shared-cache.ts';
import { withoutLinks } from '../support/run/without-links.ts';

const here = fileURLToPath(new URL('../../', import.meta.url));

describe('npm test', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'fightcard-run-'));
    for (const path of ['common', 'contracts', 'server', 'package.json', 'test/run.ts', 'test/support']) {
      cpSync(join(here, path), join(root, path), { recursive: true });
    }
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'));
    mkdirSync(join(root, 'test/peers'));
    writeFileSync(join(root, 'test/peers/green.test.ts'), "it('passes', () => undefined);\n");
  });
  after(() => rmSync(root, { recursive: true }));

  function run(...args: string[]) {
    const env = { ...process.env, ...sharedCache(root), NODE_OPTIONS: withoutLinks.join(' ') };
    const { status, stdout } = spawnSync(process.execPath, ['test/run.ts', ...args], {
      ...{ cwd: root, encoding: 'utf8', env },
    });
    return { status, stdout };
  }

  it('passes when every test passes', () => {
    const { status, stdout } = run('peers');
    expect(stdout).to.include('1 passed, 0 failed');
    expect(status).to.equal(0);
  });

  for (const [title, text] of [
    ['a test fails', "it('a', () => { throw new Error('wrong'); });"],
    ['a test is skipped', "it.skip('a', () => undefined);"],
    ['a test is focused', "it.only('a', () => undefined);"],
    [
      'nothing handles a rejection',
      "it('a', async () => { void Promise.reject(new Error('lost')); await new Promise(setImmediate); });",
    ],
    ['a file has no test', 'export {};'],
    ['a file cannot be loaded', "import './missing.ts';"],
    ['a process ends with code 0', "it('a', () => process.exit(0));"],
  ] as const) {
    it(`fails and names the file when ${title}`, () => {
      writeFileSync(join(root, 'test/peers/red.test.ts'), `${text}\n`);
      const { status, stdout } = run('peers');
      rmSync(join(root, 'test/peers/red.test.ts'));
      expect(stdout).to.match(/red\.test\.ts/);
      expect(status).to.equal(1);
    });
  }
});

describe('npm test -- --changed', () => {
  const texts: Record<string, string> = {
    'server/a.ts': "import { b } from './b.ts';",
    'server/b.ts': '',
    'server/scripts/c.lua': '',
    'server/d.ts': "readFileSync(new URL('./scripts/', import.meta.url))",
    'test/server/a.test.ts': "import '../../server/a.ts';",
    'test/server/d.test.ts': "spawn('node', ['server/d.ts'])",
  };
  for (const [changed, tests] of [
    ['server/b.ts', ['test/server/a.test.ts']],
    ['server/scripts/c.lua', ['test/server/d.test.ts']],
    ['test/server/a.test.ts', ['test/server/a.test.ts']],
    ['README.md', []],
  ] as const) {
    it(`selects ${tests.length} tests for ${changed}`, () => {
      const found = dependentTests([changed], Object.keys(texts), (file) => texts[file] ?? '');
      expect([...found]).to.deep.equal(tests);
    });
  }
});
