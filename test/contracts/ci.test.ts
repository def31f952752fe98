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
  ci | ls*) ;;
  'test -- consumer') eval "\${CI_CONSUMER:-}" ;;
  test) eval "\${CI_TEST-$CI_GREEN}" ;;
  *lint) eval "\${CI_LINT:-}" ;;
  *generate) eval "\${CI_GENERATE:-}" ;;
esac
`;

const testcase = (inner = '') => `<testcase classname="a" name="b" file="c" time="0">${inner}</testcase>`;

/** A run of npm test that reports so many tests. */
const reports = (passed: number, failed = 0) =>
  `mkdir -p .data/junit; echo '${testcase().repeat(passed)}${testcase('<failure>is wrong</failure>').repeat(failed)}' > .data/junit/a.xml`;

const pact = 'contracts/generated/pacts/a.json';

/** What a command does, what CI prints for it, and its last line. */
const cases: [title: string, commands: Record<string, string>, prints: string, last: string][] = [
  ['all checks pass', {}, '── coverage has no empty cell', '9 passed, 0 failed'],
  ['npm test reports a failure with exit code 0', { CI_TEST: reports(2, 1) }, 'is wrong', '8 passed, 1 failed'],
  ['no test runs', { CI_TEST: reports(0) }, 'npm test ended with code 0 after 0 tests', '6 passed, 1 failed'],
  ['lint fails', { CI_LINT: 'exit 1' }, 'FAILED: lint', '8 passed, 1 failed'],
  ['a generated file differs', { CI_GENERATE: `echo x >> ${pact}` }, 'FAILED: generated files', '7 passed, 2 failed'],
  ['a pact is gone', { CI_TEST: `rm ${pact}; ${reports(3)}` }, 'FAILED: the tests wrote', '8 passed, 1 failed'],
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
    writeFileSync(join(root, '.gitignore'), '.data/\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'test: begin');
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
      CI_GREEN: reports(3),
    };
    const { status, stdout, stderr } = spawnSync('bash', [join(root, '.ci/run'), ...args], {
      env: { ...env, ...commands },
      encoding: 'utf8',
    });
    return { status, stdout, stderr, last: stdout.trimEnd().split('\n').at(-1) };
  }

  for (const [title, commands, prints, last] of cases) {
    it(`ends with "${last}" when ${title}`, () => {
      const ended = run(commands);
      expect(ended.stdout).to.include(prints);
      expect(ended.last).to.equal(last);
      expect(ended.status).to.equal(last.endsWith(' 0 failed') ? 0 : 1);
    });
  }

  it('quick runs the consumer tests only', () => {
    expect(run({ CI_TEST: 'exit 1' }, 'quick')).to.include({ status: 0, last: '5 passed, 0 failed' });
    expect(run({ CI_CONSUMER: `rm ${pact}` }, 'quick')).to.include({ status: 1, last: '4 passed, 1 failed' });
  });
});
