import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

/** A folder with scripts of `.ci`, and programs that stand for others. */
class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'fightcard-release-'));

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  program(path: string, text: string): void {
    this.write(path, `#!/usr/bin/env bash\nset -eu\n${text}`);
    chmodSync(join(this.folder, path), 0o755);
  }

  run(script: string, args: string[], env: Record<string, string> = {}) {
    cpSync(join(root, script), join(this.folder, script));
    const { status, stdout, stderr } = spawnSync('bash', [script, ...args], {
      cwd: this.folder,
      timeout: 30_000,
      encoding: 'utf8',
      env: { ...process.env, ...env, PATH: [join(this.folder, 'bin'), process.env.PATH].join(delimiter) },
    });
    return { status, stdout, stderr };
  }

  git(...args: string[]): void {
    const named = [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.c',
      '-c',
      'commit.gpgsign=false',
      '-c',
      'tag.gpgsign=false',
    ];
    const { status, stderr } = spawnSync('git', [...named, ...args], { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  remove = () => rmSync(this.folder, { recursive: true });
}

describe('.ci/arrival', () => {
  /** @param tookMs of a start, by the clock that the script asks. */
  function arrive(tookMs: number) {
    const place = new Place();
    try {
      place.program(
        'bin/npm',
        'mkdir -p "$6/node_modules/node/bin"; ln -s "$(command -v node)" "$6/node_modules/node/bin/node"',
      );
      place.program(
        '.github/actions/mock/start',
        'echo "$PACKAGE $PORT" >>"$STARTED"; sleep 60 >&- 2>&- &\necho "pid=$!" >>"$GITHUB_OUTPUT"',
      );
      place.write('mock.tgz', '');
      place.write('clock', '1000000');
      const at = (name: string) => join(place.folder, name);
      // Each look at the clock is later by as much.
      place.program('bin/date', `n=$(cat "$CLOCK"); echo "$n"; echo $((n + ${tookMs})) >"$CLOCK"`);
      mkdirSync(at('.ci'), { recursive: true });
      const ended = place.run('.ci/arrival', ['mock.tgz', '20', '22'], { CLOCK: at('clock'), STARTED: at('started') });
      return { ...ended, started: readFileSync(at('started'), 'utf8').trim().split('\n') };
    } finally {
      place.remove();
    }
  }

  it('fails if a start takes more than 15 s', () => {
    const [quick, slow] = [arrive(15_000), arrive(15_001)];
    expect(quick.stdout).to.match(/^Node v[\d.]+: 15000 ms\nNode v[\d.]+: 15000 ms\n$/);
    expect([quick.status, slow.status], quick.stderr).to.deep.equal([0, 1]);
    expect(quick.started).to.have.lengthOf(2);
    for (const line of quick.started) expect(line).to.match(/\/mock\.tgz \d+$/);
  });
});

describe('mock action', () => {
  const script = '.github/actions/mock/start';
  /** @param npx stands for the mock. */
  function start(npx: string, given: Record<string, string>) {
    const place = new Place();
    try {
      place.write('package.json', '{\n  "name": "fightcard",\n  "version": "7.8.9",\n  "private": true\n}\n');
      place.write(script, '');
      place.program('bin/npx', npx);
      const env = { PORT: '1', WITHIN_SECONDS: '60', RUNNER_TEMP: place.folder, ...given };
      return place.run(script, [], { ...env, GITHUB_OUTPUT: join(place.folder, 'output') });
    } finally {
      place.remove();
    }
  }

  for (const [given, sentence] of [
    [{ WITHIN_SECONDS: '1m' }, 'within-seconds must be a whole number of seconds, such as 60, not "1m".'],
    [{ WITHIN_SECONDS: '-1' }, 'within-seconds must be a whole number of seconds, such as 60, not "-1".'],
    [{ PORT: 'http' }, 'port must be a number from 1 to 65535, not "http".'],
    [{ PORT: '70000' }, 'port must be a number from 1 to 65535, not "70000".'],
  ] as const) {
    it(`refuses ${Object.entries(given).join().replace(',', ' ')}`, () => {
      const { status, stderr } = start('exec sleep 60', { PACKAGE: './mock.tgz', ...given });
      expect({ status, stderr }).to.deep.equal({ status: 1, stderr: `${sentence}\n` });
    });
  }

  it('ends if the mock does not start in time', () => {
    const { status, stderr } = start('echo it starts; exec sleep 60', { PACKAGE: './mock.tgz', WITHIN_SECONDS: '1' });
    expect({ status, stderr }).to.deep.equal({
      ...{ status: 1, stderr: 'it starts\nThe mock does not answer after 1 s.\n' },
    });
  });
});

describe('.ci/release', () => {
  it('writes mock, kits, contracts, change log and digests', () => {
    const place = new Place();
    try {
      place.write('package.json', '{"version":"7.8.9"}');
      for (const file of ['openapi.json', 'asyncapi.json', 'pacts/a.json', 'schemas/A.json', 'http/a.http']) {
        place.write(`contracts/generated/${file}`, file);
      }
      for (const file of ['README.md', 'fixtures/a.json', 'typescript/a.ts', 'swift/a.swift', 'kotlin/a.kt']) {
        place.write(`contracts/generated/kit/${file}`, file);
      }
      place.program(
        'bin/npm',
        'case "$*" in *pack*) echo packed >"$6/fightcard-mock-7.8.9.tgz" ;; *version*) echo "npm run mock 7.8.9, contracts 0123" ;; esac',
      );
      // The list of what would be in the archive, in its place.
      place.program('bin/zip', 'shift; out=$1; shift; echo "$@" >"$out"');
      mkdirSync(join(place.folder, '.ci'));
      place.git('init', '-q');
      const commit = (subject: string) => place.git('commit', '-q', '--allow-empty', '-m', subject);
      commit('feat(mock): long ago');
      place.git('tag', 'v7.8.8');
      for (const subject of [
        ...['perf(server)!: the old form is gone', 'feat(mock): it can fly', 'fix(server, mock): it lands'],
        ...['perf: it is quick', 'refactor!: another name', 'docs: words', 'test(mock): a test'],
      ]) {
        commit(subject);
      }
      const { status, stderr } = place.run('.ci/release', ['out']);
      expect(status, stderr).to.equal(0);
      const read = (file: string) => readFileSync(join(place.folder, 'out', file), 'utf8');
      const files = [
        ...['CHANGELOG.md', 'asyncapi.json', 'fightcard-http-7.8.9.zip', 'fightcard-kit-kotlin-7.8.9.zip'],
        ...['fightcard-kit-swift-7.8.9.zip', 'fightcard-kit-typescript-7.8.9.zip', 'fightcard-mock-7.8.9.tgz'],
        ...['fightcard-pacts-7.8.9.zip', 'fightcard-schemas-7.8.9.zip', 'openapi.json'],
      ];
      expect(readdirSync(join(place.folder, 'out'))).to.have.members([...files, 'SHA256SUMS']);
      expect(read('fightcard-kit-swift-7.8.9.zip')).to.equal('README.md fixtures swift\n');
      expect(read('fightcard-pacts-7.8.9.zip')).to.equal('pacts\n');
      const digests = read('SHA256SUMS').trim().split('\n');
      expect(digests.map((line) => line.slice(66))).to.have.members(files);
      for (const line of digests) expect(line).to.match(/^[0-9a-f]{64} {2}/);
      expect(read('CHANGELOG.md').split('\n').filter(Boolean)).to.deep.equal([
        ...['# 7.8.9', 'Contracts 0123.'],
        ...['## What breaks', '- refactor!: another name', '- perf(server)!: the old form is gone'],
        ...['## What is new', '- feat(mock): it can fly'],
        ...['## What is mended', '- fix(server, mock): it lands'],
        ...['## What is faster', '- perf: it is quick'],
      ]);
    } finally {
      place.remove();
    }
  });
});
