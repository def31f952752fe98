import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/interactions/interaction.ts';
import { messages } from '../../scripts/verify/stream-messages.ts';
import { countsOn, exitCodeOf } from '../../scripts/verify/verdict.ts';
import { reportCoverage } from '../provider/coverage-report.ts';
import { Evidence, evidentOf, type Part } from '../support/pact/evidence.ts';

const declared: Record<Part, string[]> = {
  requests: interactions.map(identityOf),
  messages: messages.map(identityOf),
  pacts: ['corner-ios\na request for news'],
};
const parts = ['requests', 'messages', 'pacts'] as const;

describe('npm run coverage', () => {
  let root: string;
  const { PACTS } = process.env;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  /** The evidence of `npm test -- provider`. */
  function verify(part: Part, { broken = '', rounds = 2 } = {}): void {
    const evidence = new Evidence(part, ['mock', 'server', 'server'], root);
    const replayed = declared[part].map((identity) => {
      const [consumer = '', description = '', ...states] = identity.split('\n');
      const mismatches = description === broken ? ['a mismatch'] : [];
      return evidentOf({ consumer, description, states, mismatches, isPending: false });
    });
    evidence.add('mock', replayed);
    for (let round = 0; round < rounds; round++) evidence.add('server', replayed);
    evidence.write();
  }

  beforeEach(() => {
    delete process.env.PACTS;
    root = mkdtempSync(join(tmpdir(), 'fightcard-coverage-'));
    write('server/handlers/news.ts', 'const before = 1;');
    for (const part of parts) verify(part);
  });
  afterEach(() => {
    if (PACTS !== undefined) process.env.PACTS = PACTS;
    rmSync(root, { recursive: true });
  });

  it('passes when everything is verified', () => {
    for (const path of ['server/README.md', 'server/.news.ts.swp', 'contracts/generated/kit/a.ts']) write(path, '');
    const { exitCode, stdout, stderr } = reportCoverage(root, false);
    expect(stderr).to.equal('');
    expect(exitCode).to.equal(0);
    expect(stdout).to.include('messages: mock 27 of 27, server 27 of 27; pacts of test/mock/pacts: mock 1 of 1');
  });

  for (const [path, change] of [
    ['server/handlers/news.ts', 'has changed'],
    ['server/store/ballots/cast.lua', 'is new'],
    ['mock/reply/decide.ts', 'is new'],
    ['contracts/generated/pacts/messages/a.json', 'is new'],
    ['test/mock/pacts/a.json', 'is new'],
    ['test/provider/states.ts', 'is new'],
    ['test/support/pact/gateway.ts', 'is new'],
    ['package-lock.json', 'is new'],
  ] as const) {
    it(`fails when ${path} ${change}`, () => {
      write(path, 'const after = 1;');
      verify('requests');
      expect(reportCoverage(root, false)).to.deep.include({ exitCode: 3, stdout: '' });
      expect(reportCoverage(root, false).stderr).to.include(`\n  ${path} ${change}\n`);
      expect(JSON.parse(reportCoverage(root, true).stdout)).to.deep.equal({ stale: [`${path} ${change}`] });
    });
  }

  it('fails when a part is not verified', () => {
    new Evidence('messages', ['mock', 'server'], root);
    expect(reportCoverage(root, false)).to.deep.include({ exitCode: 3, stdout: '' });
    verify('messages', { broken: messages[0]?.receiving ?? '' });
    verify('pacts', { rounds: 1 });
    const { exitCode, stderr } = reportCoverage(root, false);
    expect(exitCode).to.equal(1);
    expect(stderr).to.include(`messages, mock: "${messages[0]?.receiving}" is not verified`);
    expect(stderr).to.include('pacts of test/mock/pacts, server: nothing is verified');
  });

  it('reports a verdict with the interactions of every pact', () => {
    const all = interactions.length + messages.length;
    const description = interactions[0]?.receiving ?? '';
    const own = interactions.filter(({ receiving }) => receiving === description).length;
    verify('requests', { broken: description });
    verify('pacts', { rounds: 1 });
    const { exitCode, verdict: make } = reportCoverage(root, false);
    const verdict = make();
    expect({ exitCode, ofVerdict: exitCodeOf(verdict) }).to.deep.equal({ exitCode: 1, ofVerdict: 1 });
    expect(countsOn('server', verdict.files)).to.include({ kept: all - own, broken: own });
    expect(verdict.findings.map(({ sentence }) => sentence)).to.deep.equal([
      'pacts of test/mock/pacts, server: nothing is verified',
    ]);
  });

  it('exits with 3 without a verification', () => {
    // The evidence of other pacts: that of this repository may be written meanwhile.
    const env = { ...process.env, PACTS: root };
    const coverage = fileURLToPath(new URL('../provider/coverage.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [coverage], { encoding: 'utf8', env });
    expect(stderr).to.match(/^Not proved: run "npm test -- provider" first\./);
    expect(status).to.equal(3);
  });
});
