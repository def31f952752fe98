import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

let folder: string;

function inFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-release-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** A program that stands for another. */
function program(path: string, text: string): void {
  write(path, `#!/usr/bin/env bash\nset -eu\n${text}`);
  chmodSync(join(folder, path), 0o755);
}

function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  write(script, readFileSync(join(root, script), 'utf8'));
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  const options = { cwd: folder, timeout: 30_000, encoding: 'utf8', env: { ...process.env, ...env, PATH } } as const;
  const { status, stdout, stderr } = spawnSync('bash', [script, ...args], options);
  return { status, stdout, stderr };
}

describe('.ci/arrival', () => {
  inFolder();

  for (const [tookMs, code] of [
    [15_000, 0],
    [15_001, 1],
  ] as const) {
    it(`ends with ${code} after a start of ${tookMs} ms`, () => {
      program(
        'bin/npm',
        'mkdir -p "$6/node_modules/node/bin"; ln -s "$(command -v node)" "$6/node_modules/node/bin/node"',
      );
      program('.github/actions/mock/start', 'sleep 60 >&- 2>&- &\necho "pid=$!" >>"$GITHUB_OUTPUT"');
      write('mock.tgz', '');
      write('clock', '1000000');
      program('bin/date', `n=$(cat "$CLOCK"); echo "$n"; echo $((n + ${tookMs})) >"$CLOCK"`);
      const { status, stdout } = run('.ci/arrival', ['mock.tgz', '20'], { CLOCK: join(folder, 'clock') });
      expect(stdout).to.match(new RegExp(`^Node v[\\d.]+: ${tookMs} ms\n$`));
      expect(status).to.equal(code);
    });
  }
});

describe('mock action', () => {
  inFolder();

  for (const [given, sentence] of [
    [{ WITHIN_SECONDS: '1m' }, 'within-seconds must be a whole number of seconds, such as 60, not "1m".'],
    [{ PORT: 'http' }, 'port must be a number from 1 to 65535, not "http".'],
    [{ PORT: '70000' }, 'port must be a number from 1 to 65535, not "70000".'],
    [{ WITHIN_SECONDS: '1' }, 'it starts\nThe mock does not answer after 1 s.'],
  ] as const) {
    it(`fails with ${Object.entries(given).join().replace(',', ' ')}`, () => {
      program('bin/npx', 'echo it starts; exec sleep 60');
      const env = { PACKAGE: './mock.tgz', PORT: '1', WITHIN_SECONDS: '60', RUNNER_TEMP: folder, ...given };
      const { status, stderr } = run('.github/actions/mock/start', [], { ...env, GITHUB_OUTPUT: join(folder, 'out') });
      expect(stderr).to.equal(`${sentence}\n`);
      expect(status).to.equal(1);
    });
  }
});

describe('.ci/release', () => {
  inFolder();

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });

  it('writes mock, kits, contracts, change log and digests', () => {
    write('package.json', '{"version":"7.8.9"}');
    for (const file of ['openapi.json', 'asyncapi.json', 'kit/README.md']) write(`contracts/generated/${file}`, file);
    program(
      'bin/npm',
      'case "$*" in *pack*) echo packed >"$6/fightcard-mock-7.8.9.tgz" ;; *version*) echo "contracts 0123" ;; esac',
    );
    // Writes the list of what would be in the archive.
    program('bin/zip', 'shift; out=$1; shift; echo "$@" >"$out"');
    git('init', '-q');
    const commit = (subject: string) => git('commit', '-q', '--allow-empty', '-m', subject);
    commit('feat(mock): long ago');
    git('tag', 'v7.8.8');
    for (const subject of [
      'perf(server)!: drop the old form',
      'feat(mock): fly',
      'fix(server, mock): land',
      'perf: hurry',
      'refactor!: rename',
      'docs: words',
      'test(mock): a test',
    ]) {
      commit(subject);
    }
    const { status, stderr } = run('.ci/release', ['out']);
    expect(status, stderr).to.equal(0);
    const read = (file: string) => readFileSync(join(folder, 'out', file), 'utf8');
    expect(read('fightcard-kit-swift-7.8.9.zip')).to.equal('README.md fixtures swift\n');
    const digests = read('SHA256SUMS').trim().split('\n');
    expect(digests.map((line) => line.replace(/^[0-9a-f]{64} {2}/, ''))).to.have.members([
      'CHANGELOG.md',
      'asyncapi.json',
      'openapi.json',
      'fightcard-mock-7.8.9.tgz',
      ...['http', 'kit-kotlin', 'kit-swift', 'kit-typescript', 'pacts', 'schemas'].map(
        (part) => `fightcard-${part}-7.8.9.zip`,
      ),
    ]);
    expect(read('CHANGELOG.md').replaceAll('\n\n', '\n')).to.equal(`# 7.8.9
Contracts 0123.
## What breaks
- refactor!: rename
- perf(server)!: drop the old form
## What is new
- feat(mock): fly
## What is mended
- fix(server, mock): land
## What is faster
- perf: hurry
`);
  });
});
