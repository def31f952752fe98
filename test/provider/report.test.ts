import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { type CTRFReport, validateStrict } from 'ctrf';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Coverage } from '../../scripts/verify/matrix.ts';
import { findPactFiles, type ReadFile, readPact } from '../../scripts/verify/pact-files.ts';
import { writeReports } from '../../scripts/verify/report.ts';
import {
  type FileVerdict,
  type InteractionVerdict,
  type Outcome,
  outcomes,
  type Verdict,
} from '../../scripts/verify/verdict.ts';
import { crowding, faintness } from '../support/browser/page-checks.ts';
import { usePages } from '../support/browser/pages.ts';

const scriptOf = (command: 'verify' | 'coverage') => fileURLToPath(new URL(`./${command}.ts`, import.meta.url));

const path = '/api/v3/mobile/fighters/3107';
const strange = 'missing, 100%: \u0007 ]]> <b> | ``` "\u{1F94A}"\nnext';
const pact = {
  consumer: { name: 'corner' },
  provider: { name: 'fight-sports-api' },
  interactions: [
    { description: 'a fighter', request: { method: 'GET', path }, response: { status: 200 } },
    {
      description: strange,
      request: { method: 'GET', path, headers: { Authorization: 'Bearer hidden-1' } },
      response: { status: 404, headers: { 'X-Echo': 'hidden-2' } },
    },
  ],
  metadata: { pactSpecification: { version: '3.0.0' } },
};

interface Property {
  '@_name': string;
  '@_value': string;
}

type Case = { '@_name': string; failure?: { '#text': string; '@_message': string } };

interface JUnit {
  testsuites: Record<string, string> & { testsuite: { testcase: Case[]; properties: { property: Property[] } }[] };
}

function readJUnit(folder: string) {
  const xml = readFileSync(join(folder, 'junit.xml'), 'utf8');
  expect(XMLValidator.validate(xml)).to.equal(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseAttributeValue: false,
    trimValues: false,
    htmlEntities: true,
    isArray: (name) => /^test(?:suite|case)$/.test(name),
  });
  return (parser.parse(xml) as JUnit).testsuites;
}

function readReports(folder: string) {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const ctrf: unknown = JSON.parse(read('verdict.json'));
  validateStrict(ctrf);
  const badge = JSON.parse(read('badge.json')) as Record<string, unknown>;
  const { results } = ctrf as CTRFReport;
  return { ctrf: results, junit: readJUnit(folder), summary: read('summary.md'), page: read('index.html'), badge };
}

const interactionOf = (outcome: Outcome, index: number): InteractionVerdict => ({
  ...{
    description: `the ${index}th`,
    kind: 'request',
    at: `b.json:${index}`,
    line: index,
    states: [],
    warnings: [],
  },
  results: { mock: { outcome, mismatches: outcome === 'kept' ? [] : [{ sentence: 'why' }] } },
});

const verdictOf = (interactions: InteractionVerdict[], ...others: FileVerdict[]): Verdict => ({
  ...{ startedMs: 0, durationMs: 1, targets: ['mock'], findings: [] },
  files: [{ file: 'b.json', consumer: 'corner', version: '1.1', interactions }, ...others],
});

const targets = ['mock', 'server, cold cache', 'server, warm cache'];
/** So that no commit is looked up. */
const env = { GITHUB_SHA: '1234567', GITHUB_REF_NAME: 'main' };
const ownPacts = fileURLToPath(new URL('../../contracts/generated/pacts', import.meta.url));

describe('--report', function () {
  // No limit by time: a busy machine may take long.
  this.timeout(0);
  const pages = usePages();
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'fightcard-report-'));
    writeFileSync(join(cwd, 'a.json'), JSON.stringify(pact, null, 2));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  function run(command: 'verify' | 'coverage', args: string[], env: Record<string, string> = {}) {
    const options = {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env },
    } as const;
    return spawnSync(process.execPath, [scriptOf(command), ...args], options);
  }

  it('writes the same numbers to every file', () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'step.md'), 'before\n');
    const { status, stdout } = run('verify', ['a.json', '--on', 'mock', '--report', 'out'], {
      ...{ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'step.md'), PACT_BROKER_TOKEN: 'hidden-2' },
    });
    expect(status).to.equal(1);
    const { ctrf, junit, summary, page, badge } = readReports(join(cwd, 'out'));
    expect(ctrf.summary).to.include({ tests: 2, passed: 1, failed: 1, pending: 0, skipped: 0, other: 0 });
    expect(ctrf.tests[1]).to.include({ name: strange, status: 'failed', filePath: 'a.json', line: 20 });
    expect(ctrf.tests[1]?.message).to.contain('status: expected 404, got 200');
    expect(junit).to.include({ '@_tests': '2', '@_failures': '1', '@_errors': '0' });
    const failure = junit.testsuite[0]?.testcase[1]?.failure;
    expect(failure?.['@_message']).to.match(/^a\.json:20: corner: "missing, 100%: \uFFFD \]\]> <b> \|/);
    expect(failure?.['#text']).to.contain('status: expected 404, got 200');
    expect(summary).to.contain('| a.json | corner | mock | 2 | 1 | 1 | 0 | 0 | 0 |');
    expect(summary).to.contain('````text\na.json:20: corner: "missing');
    const { documented, ceiling, kept } = (ctrf.extra as { replies: Coverage }).replies;
    expect(ceiling)
      .to.be.below(documented)
      .and.above(kept.mock ?? ceiling);
    const properties = junit.testsuite[0]?.properties.property.map((one) => [one['@_name'], one['@_value']]);
    expect(properties).to.deep.equal([
      ['documented', `${documented}`],
      ['ceiling', `${ceiling}`],
      ['kept on mock', `${kept.mock}`],
    ]);
    expect(summary)
      .to.contain(`${ceiling} of ${documented} replies in the OpenAPI document`)
      .and.contain(`mock ${kept.mock}.`);
    expect(page).to.contain(`<b>${ceiling}</b> of ${documented} replies`).and.contain(`<b>${kept.mock}</b> of`);
    expect(badge).to.deep.equal({
      ...{ schemaVersion: 1, label: 'contracts', message: 'broken: 1 of 2 interactions', color: 'red' },
    });
    expect(readFileSync(join(cwd, 'step.md'), 'utf8')).to.equal(`before\n${summary}`);
    expect(stdout.match(/^::.*/gm)?.map((line) => line.slice(0, 75))).to.deep.equal([
      '::error file=a.json,line=20::a.json:20: corner: "missing, 100%25: \u0007 ]]> <b>',
    ]);
    const everything = readdirSync(join(cwd, 'out')).map((name) => readFileSync(join(cwd, 'out', name), 'utf8'));
    expect([...everything, stdout].join('')).not.to.match(/hidden-|fightcard-|undefined/);
  });

  const toFolder = '--report a.json/out: cannot be written (ENOTDIR); name a folder that you may write to.\n';
  const toPage =
    'GITHUB_STEP_SUMMARY=a.json/x: cannot be written (ENOTDIR); set a file that you may write to, or unset it.\n';
  for (const [command, args, env, says] of [
    ['verify', ['a.json', '--report', 'a.json/out'], {}, toFolder],
    ['coverage', ['--report', 'a.json/out'], {}, toFolder],
    ['verify', ['a.json', '--report', 'out'], { GITHUB_STEP_SUMMARY: 'a.json/x' }, toPage],
  ] as const) {
    it(`ends ${command} before the first request: ${says.split(' (')[0]}`, () => {
      const { status, stdout, stderr } = run(command, [...args], env);
      expect(stderr).to.equal(says);
      expect({ status, stdout }).to.deep.equal({ status: 4, stdout: '' });
    });
  }

  it('replaces the files of an earlier run', () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out/verdict.json'), '{}');
    writeFileSync(join(cwd, 'out/notes.txt'), '');
    expect(run('verify', ['a.json', '--on', 'mok', '--report', 'out']).status).to.equal(2);
    expect(existsSync(join(cwd, 'out/verdict.json'))).to.equal(false);
    writeFileSync(join(cwd, 'out/verdict.json'), '{}');
    run('verify', ['.', '--consumer', 'nobody', '--report', 'out']);
    const { ctrf, junit, badge } = readReports(join(cwd, 'out'));
    expect(ctrf.summary).to.include({ tests: 1, passed: 0, failed: 0, other: 1 });
    expect(junit).to.include({ '@_tests': '1', '@_errors': '1' });
    expect(badge).to.include({ color: 'lightgrey' });
    expect(readdirSync(join(cwd, 'out'))).to.include('notes.txt');
  });

  it('tells of a run that ended early', () => {
    const { status, stdout } = run('verify', ['a.json', '--report', 'out'], { TMPDIR: join(cwd, 'nowhere') });
    expect(status).to.equal(3);
    expect(stdout).to.match(/^Unknown: the run ended early: ENOENT/m);
    expect(readReports(join(cwd, 'out')).summary).to.match(/^## Unknown: the run ended early: ENOENT/);
  });

  it('covers coverage without a verification', () => {
    const { status } = run('coverage', ['--report', 'out', '--json'], { PACTS: cwd });
    expect(status).to.equal(3);
    const { ctrf, summary } = readReports(join(cwd, 'out'));
    expect(ctrf.tests.map((test) => test.status)).to.deep.equal(['other']);
    expect(summary).to.match(/^## Unknown: run "npm test -- provider" first\./);
  });

  it('has all outcomes, and at most ten annotations', () => {
    const interactions = Array.from({ length: 20 }, (_, index) =>
      interactionOf(outcomes[index % 5] as Outcome, index + 1),
    );
    const verdict = verdictOf(interactions, { file: 'c.json', damage: 'c.json:3:9: no value', interactions: [] });
    const inActions = { ...env, GITHUB_ACTIONS: 'true' };
    expect(writeReports(cwd, verdict, { tool: 'npm run verify', env: inActions })).to.have.length(10);
    const { ctrf, junit, summary } = readReports(cwd);
    expect(ctrf.summary).to.include({ tests: 21, passed: 4, failed: 9, pending: 4, other: 4 });
    expect(ctrf.tests.at(-1)).to.include({ filePath: 'c.json', line: 3 });
    expect(junit).to.include({ '@_tests': '21', '@_failures': '9', '@_errors': '4' });
    expect(summary).to.contain('| b.json | corner 1.1 | mock | 20 | 4 | 4 | 4 | 4 | 4 |');
  });

  /** An app with the interactions of our own contracts, all kept. */
  function appOf(version: string, files: readonly ReadFile[]): FileVerdict[] {
    const kept = Object.fromEntries(targets.map((target) => [target, { outcome: 'kept' as const, mismatches: [] }]));
    return files.map(({ pact: _, interactions, ...file }) => ({
      ...{ ...file, consumer: 'corner-ios', version },
      interactions: interactions.map(({ written: __, isPending: ___, ...one }) => ({ ...one, results: kept })),
    }));
  }

  it('has a page of at most 1 MB for five app versions', () => {
    const own = findPactFiles(ownPacts).map(readPact);
    const files = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'].flatMap((version) => appOf(version, own));
    writeReports(cwd, { startedMs: 0, durationMs: 0, targets, files, findings: [] }, { tool: 'npm run verify', env });
    expect(statSync(join(cwd, 'index.html')).size).to.be.within(100_000, 1_000_000);
  });

  it('has a page that needs no script and no request', async () => {
    const long = 'value '.repeat(100);
    const results: InteractionVerdict['results'] = {
      mock: {
        outcome: 'broken',
        mismatches: [{ path: '$.reach_cm', expected: long, actual: '1', sentence: 'differs' }],
      },
    };
    const warnings = ['request.headers.Authorization looks like a secret; write a made-up value'];
    const broken = {
      ...interactionOf('broken', 3),
      description: strange,
      operation: 'v3.fighter',
      reply: '200',
      warnings,
    };
    const verdict = verdictOf([
      ...outcomes.map(interactionOf),
      { ...broken, curl: { mock: 'curl -i x', server: 'y' }, results },
    ]);
    writeReports(cwd, verdict, { tool: 'npm run verify', env });
    for (const [colorScheme, width] of [
      ['dark', 360],
      ['light', 1400],
    ] as const) {
      const page = await pages().open(undefined, {
        colorScheme,
        viewport: { width, height: 900 },
        javaScriptEnabled: false,
      });
      const seen: string[] = [];
      page.on('console', (message) => seen.push(message.text()));
      page.on('request', (request) => seen.push(request.url()));
      const url = String(pathToFileURL(join(cwd, 'index.html')));
      await page.goto(url);
      expect(await page.locator('h1').textContent()).to.equal('✗ Broken');
      expect(await page.locator('h4', { hasText: '<b> |' }).count()).to.equal(1);
      expect(await page.evaluate(`${crowding}.concat(${faintness})`), colorScheme).to.deep.equal([]);
      await page.locator('#show-broken').check({ timeout: 20_000 });
      expect(await page.locator('.matrix tbody:visible').count()).to.equal(2);
      expect(seen).to.deep.equal([url]);
    }
  });

  it('is XML for every description', () => {
    const awkward = fc
      .array(fc.constantFrom(']]>', '\u0000', '\u{1F94A}', '&lt;', '"', '\uD800'))
      .map((all) => all.join(''));
    const isXml = /^[\t\n\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u;
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), awkward), (description) => {
        const one = verdictOf([{ ...interactionOf('broken', 1), description }]);
        writeReports(cwd, one, { tool: 'npm run verify', env });
        const shown = [...description].map((character) => (isXml.test(character) ? character : '\uFFFD')).join('');
        expect(readJUnit(cwd).testsuite[0]?.testcase[0]?.['@_name']).to.equal(shown);
      }),
    );
  });
});
