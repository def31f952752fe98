import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/pact/coverage.ts';
import { messages } from '../../contracts/pact/messages.ts';
import { reportCoverage } from '../provider/coverage-report.ts';
import { Evidence, type Part } from '../support/pact/evidence.ts';

const here = fileURLToPath(new URL('../../', import.meta.url));
const copied = ['contracts', 'mock', 'scripts', 'server', 'test', 'package.json', 'package-lock.json'];

/** `npm run coverage` in a copy of this repository, whose last verification passed everything. */
describe('npm run coverage', () => {
  let root: string;

  const { PACTS } = process.env;

  before(() => {
    delete process.env.PACTS;
    root = mkdtempSync(join(tmpdir(), 'fightcard-coverage-'));
    for (const name of copied) cpSync(join(here, name), join(root, name), { recursive: true });
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'));
    verifyAll();
  });
  after(() => {
    if (PACTS !== undefined) process.env.PACTS = PACTS;
    rmSync(root, { recursive: true });
  });

  const declared: Record<Part, string[]> = {
    requests: interactions.map(identityOf),
    messages: messages.map(identityOf),
    pacts: ['corner-ios\na request for news'],
  };

  /** The evidence of `npm run test:provider`. */
  function verify(part: Part, { broken = [] as string[], rounds = 2 } = {}): void {
    const evidence = new Evidence(part, ['mock', 'server', 'server'], root);
    const replayed = declared[part].map((identity) => {
      const [consumer = '', description = '', ...states] = identity.split('\n');
      return {
        consumer,
        description,
        states,
        mismatches: broken.includes(description) ? ['a mismatch'] : [],
        isPending: false,
      };
    });
    evidence.add('mock', replayed);
    for (let round = 0; round < rounds; round++) evidence.add('server', replayed);
    evidence.write();
  }

  /** The command itself, in the copy. */
  function run(...args: string[]) {
    const options = { cwd: root, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['test/provider/coverage.ts', ...args], options);
    return { status, stdout, stderr };
  }

  const coverage = (isJson = false) => reportCoverage(root, isJson);

  /** Reads and digests every file, so that it is called only where evidence was spoilt. */
  function verifyAll(): void {
    for (const part of ['requests', 'messages', 'pacts'] as const) verify(part);
  }

  it('is green when everything was verified, and after what tests write and editors leave', () => {
    appendFileSync(join(root, 'server/README.md'), '\nMore.\n');
    writeFileSync(join(root, 'server/handlers/.news.ts.swp'), '');
    writeFileSync(join(root, 'contracts/generated/kit/README.md'), '');
    appendFileSync(join(root, 'test/contracts/kit/kit.test.ts'), '\n');
    const { exitCode, stdout, stderr } = coverage();
    expect(stderr).to.equal('');
    expect(exitCode).to.equal(0);
    expect(stdout).to.include('messages: mock 27 of 27, server 27 of 27; pacts of test/mock/pacts: mock 1 of 1');
    expect(run()).to.deep.equal({ status: 0, stdout, stderr: '' });
  });

  const change = (path: string) => {
    const file = join(root, path);
    cpSync(file, `${file}~`);
    appendFileSync(file, '\n');
    return () => renameSync(`${file}~`, file);
  };
  const [messagePact] = readdirSync(join(here, 'contracts/generated/pacts/messages'));
  for (const path of [
    'server/handlers/news.ts',
    'server/store/ballots/castBallots-many.lua',
    'mock/reply/decide.ts',
    'contracts/problems.ts',
    'contracts/generated/openapi.json',
    `contracts/generated/pacts/messages/${messagePact}`,
    'contracts/generated/pacts/mobile-us-fight-sports-api.json',
    'test/mock/pacts/corner-ios-fight-sports-api.json',
    'test/provider/states.ts',
    'test/support/pact/gateway.ts',
    'package-lock.json',
  ]) {
    it(`is red, and names it, when ${path} changed after the last verification`, () => {
      const undo = change(path);
      const changed = coverage();
      undo();
      expect(changed.stderr).to.include(`\n  ${path} has changed\n`);
      expect(changed.stderr.trim().split('\n')).to.have.length(2);
      expect(changed.exitCode).to.equal(1);
    });
  }

  it('fails for a new and for a removed handler, as JSON, too', () => {
    writeFileSync(join(root, 'server/handlers/more.ts'), '');
    renameSync(join(root, 'server/handlers/news.ts'), join(root, 'server/news.txt'));
    const { exitCode, stdout } = coverage(true);
    renameSync(join(root, 'server/news.txt'), join(root, 'server/handlers/news.ts'));
    rmSync(join(root, 'server/handlers/more.ts'));
    expect(exitCode).to.equal(1);
    expect(JSON.parse(stdout)).to.deep.equal({
      stale: ['server/handlers/more.ts is new', 'server/handlers/news.ts is gone', 'server/news.txt is new'],
    });
    expect(coverage().exitCode).to.equal(0);
  });

  it('ends with the code of its report, which it prints', () => {
    const undo = change('server/handlers/live.ts');
    const spawned = [run(), run('--json')];
    const reports = [coverage(), coverage(true)];
    undo();
    expect(spawned).to.deep.equal(reports.map(({ exitCode, ...printed }) => ({ status: exitCode, ...printed })));
  });

  it('is red when only a part was verified after a change', () => {
    const undo = change('server/handlers/live.ts');
    verify('requests');
    const { exitCode, stderr } = coverage();
    undo();
    verifyAll();
    expect(stderr).to.include('server/handlers/live.ts has changed');
    expect(exitCode).to.equal(1);
  });

  it('is red when a part was never verified, broke off, or did not pass', () => {
    new Evidence('messages', ['mock', 'server'], root);
    expect(coverage()).to.deep.include({
      exitCode: 1,
      stderr:
        'Not proved: run "npm run test:provider" first. Since the last verification\n  the messages were not verified\n',
    });
    verify('messages', { broken: [messages[0]?.receiving ?? ''] });
    verify('pacts', { rounds: 1 });
    const { exitCode, stderr } = coverage();
    expect(exitCode).to.equal(1);
    expect(stderr).to.include(`messages, mock: "${messages[0]?.receiving}" is not verified`);
    expect(stderr).to.include('pacts of test/mock/pacts, server: nothing is verified');
  });
});
