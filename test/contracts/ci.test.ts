import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const script = fileURLToPath(new URL('../../.ci/run', import.meta.url));

/** Stands for npm: for each command of `.ci/run`, a line of shell from the environment. */
const npm = `#!/bin/sh
case "$*" in
  ci) eval "\${CI_INSTALL:-}" ;;
  *--count) eval "\${CI_COUNT:-}" ;;
  test) eval "\${CI_TEST-$CI_GREEN}" ;;
  *test:consumer) eval "\${CI_CONSUMER:-}" ;;
  *lint) eval "\${CI_LINT:-}" ;;
  *typecheck) eval "\${CI_TYPES:-}" ;;
  *generate) eval "\${CI_GENERATE:-}" ;;
  *coverage) eval "\${CI_COVERAGE:-}" ;;
  *) echo "unknown: $*"; exit 9 ;;
esac
`;

const result = (passed: number, failures: string[]) =>
  `mkdir -p .data; echo '${JSON.stringify({ passed, failed: failures.length, failures })}' > .data/tests.json`;

const pact = 'contracts/generated/pacts/a.json';

/** What a command does, and what CI must say: the title of a failed check or another line, and the last line. */
const cases: [title: string, commands: Record<string, string>, says: string, last: string][] = [
  ['everything is right', {}, '── coverage has no empty cell', '10 passed, 0 failed'],
  ['a test fails', { CI_TEST: `${result(2, ['is wrong'])}; exit 1` }, '\nis wrong\n', '9 passed, 1 failed'],
  ['two tests fail, and npm test ends with 0', { CI_TEST: result(1, ['a', 'b']) }, '\na\n\nb\n', '8 passed, 2 failed'],
  ['npm test dies', { CI_TEST: 'exit 1' }, 'FAILED: npm test ended with code 1 after no tests', '7 passed, 1 failed'],
  [
    'npm test does nothing',
    { CI_TEST: 'true' },
    'FAILED: npm test ended with code 0 after no tests',
    '7 passed, 1 failed',
  ],
  [
    'npm test runs no test',
    { CI_TEST: result(0, []) },
    'FAILED: npm test ended with code 0 after 0 tests',
    '7 passed, 1 failed',
  ],
  [
    'npm test dies after an earlier run was green',
    { CI_INSTALL: result(3, []), CI_TEST: 'exit 1' },
    'FAILED: npm test ended with code 1 after no tests',
    '7 passed, 1 failed',
  ],
  ['the packages cannot be installed', { CI_INSTALL: 'exit 1' }, 'FAILED: installation', '9 passed, 1 failed'],
  ['a file has fewer tests', { CI_COUNT: 'exit 1' }, 'FAILED: every file has as many tests as', '9 passed, 1 failed'],
  ['the lint finds something', { CI_LINT: 'exit 1' }, 'FAILED: lint', '9 passed, 1 failed'],
  ['a type is wrong', { CI_TYPES: 'exit 1' }, 'FAILED: types', '9 passed, 1 failed'],
  ['the generator fails', { CI_GENERATE: 'exit 1' }, 'FAILED: generated files are as committed', '9 passed, 1 failed'],
  [
    'the generator writes another byte',
    { CI_GENERATE: `printf x >> ${pact}` },
    'FAILED: generated files are as committed',
    '8 passed, 2 failed',
  ],
  [
    'the generator writes a list that is committed elsewhere',
    { CI_GENERATE: 'echo more >> contracts/all.ts' },
    'FAILED: generated files are as committed',
    '9 passed, 1 failed',
  ],
  [
    'the consumer tests no longer write a pact',
    { CI_TEST: `rm ${pact}; ${result(3, [])}` },
    'FAILED: the tests wrote the committed pacts, and no other file',
    '9 passed, 1 failed',
  ],
  [
    'the consumer tests write a pact that is not committed',
    { CI_TEST: `touch ${pact}.new; ${result(3, [])}` },
    'FAILED: the tests wrote the committed pacts, and no other file',
    '9 passed, 1 failed',
  ],
  [
    'a test changes a file of the repository',
    { CI_TEST: `echo more >> contracts/all.ts; ${result(3, [])}` },
    'FAILED: the tests wrote the committed pacts, and no other file',
    '9 passed, 1 failed',
  ],
  ['a cell is empty', { CI_COVERAGE: 'exit 1' }, 'FAILED: coverage has no empty cell', '9 passed, 1 failed'],
];

describe('.ci/run', () => {
  let folder: string;
  let root: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-ci-'));
    root = join(folder, 'repository');
    mkdirSync(join(root, '.ci'), { recursive: true });
    mkdirSync(join(root, 'contracts/generated/pacts'), { recursive: true });
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npm'), npm);
    chmodSync(join(folder, 'bin/npm'), 0o755);
    cpSync(script, join(root, '.ci/run'));
    writeFileSync(join(root, pact), '{}\n');
    writeFileSync(join(root, 'contracts/all.ts'), '');
    writeFileSync(join(root, '.gitignore'), '.data/\n');
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-q', '-m', 'test: begin'],
    ])
      git(...args);
  });
  after(() => rmSync(folder, { recursive: true }));

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root });

  function run(commands: Record<string, string>, ...args: string[]) {
    git('reset', '-q', '--hard');
    git('clean', '-fdqx');
    const env = {
      ...process.env,
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      CI_GREEN: result(3, []),
    };
    const { status, stdout, stderr } = spawnSync('bash', [join(root, '.ci/run'), ...args], {
      env: { ...env, ...commands },
      encoding: 'utf8',
    });
    return { status, stdout, stderr, last: stdout.trimEnd().split('\n').at(-1) };
  }

  for (const [title, commands, says, last] of cases) {
    it(`ends with "${last}" when ${title}`, () => {
      const ended = run(commands);
      expect(ended.stdout).to.include(says);
      expect(ended.last).to.equal(last);
      expect(ended.status).to.equal(last.endsWith(' 0 failed') ? 0 : 1);
    });
  }

  it('quick: checks what needs no test, first, and that the pacts are written as committed', () => {
    const green = run({ CI_TEST: 'echo tests ran' }, 'quick');
    expect(green).to.include({ status: 0, last: '6 passed, 0 failed' });
    expect(green.stdout).not.to.include('tests ran');
    expect(run({ CI_COUNT: 'exit 1' }, 'quick')).to.include({ status: 1, last: '5 passed, 1 failed' });
    expect(run({ CI_CONSUMER: `rm ${pact}` }, 'quick')).to.include({ status: 1, last: '5 passed, 1 failed' });
  });

  it('refuses another part', () => {
    const { status, stdout, stderr } = run({}, 'quik');
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr).to.match(/^There is no part "quik": run "bash \.ci\/run", or "bash \.ci\/run quick" /);
  });
});
