import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Copy, filesOf } from '../../mutation/judge/copy.ts';
import { hasRun, updateMap } from '../../mutation/judge/coverage.ts';
import { Judge } from '../../mutation/judge/judge.ts';
import { runsOf, testsFor } from '../../mutation/judge/order.ts';
import { judgePlanted } from '../../mutation/judge/planted.ts';
import { run } from '../../mutation/judge/run.ts';
import { TestWords } from '../../mutation/judge/words.ts';
import { mutate } from '../../mutation/mutants/files.ts';
import {
  describeMutant,
  describeSurvivor,
  plantedTableOf,
  scoresOf,
  survivorsIn,
  tableOf,
} from '../../mutation/report.ts';

const here = fileURLToPath(new URL('../../../', import.meta.url));

const source = `export function fee(age: number): number {
  if (age < 18) return 1;
  return age - 8;
}
export const unused = (n: number) => n + 1;
`;
const imports = `import { expect } from 'chai';\nimport { fee } from '../../server/fee.ts';\n`;

/** A project with one test that notices a wrong limit, and one that notices nothing. */
const project: Record<string, string> = {
  'package.json': JSON.stringify({ type: 'module' }),
  'tsconfig.json': readFileSync(join(here, 'tsconfig.json'), 'utf8'),
  'server/fee.ts': source,
  'test/contracts/sharp.test.ts': `${imports}it('asks 1 below 18', () => expect([fee(17), fee(18)]).to.deep.equal([1, 10]));\n`,
  'test/contracts/blunt.test.ts': `${imports}it('asks something', () => expect(fee(30)).to.be.a('number'));\n`,
  'test/support/setup/programs.ts': 'export {};\n',
};

describe('npm run mutate', () => {
  let root: string;
  let copy: Copy;

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'fightcard-mutate-'));
    for (const [file, text] of Object.entries(project)) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'));
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    copy = new Copy(root);
  });
  after(() => {
    copy.remove();
    rmSync(root, { recursive: true });
  });

  const [sharp, blunt] = ['test/contracts/sharp.test.ts', 'test/contracts/blunt.test.ts'];
  const mapOf = (...tests: string[]) => updateMap(join(root, '.data/map.json'), [copy], tests, () => undefined);
  const mutantOf = (is: string) => {
    const found = mutate('server/fee.ts', source).find((mutant) => mutant.is === is);
    expect(found, is).not.to.equal(undefined);
    return found as NonNullable<typeof found>;
  };

  it('asks the tests that run a mutant, kills what one of them notices, and names who was asked of the others', async () => {
    const map = await mapOf(blunt, sharp);
    const judge = new Judge({
      copy,
      tests: [blunt],
      map: { [blunt]: map[blunt] as never },
      history: {},
      budgetSeconds: 60,
    });
    const both = new Judge({ copy, tests: [blunt, sharp], map, history: {}, budgetSeconds: 60 });
    const boundary = mutantOf('age <= 18');

    const survived = await judge.judge(boundary);
    expect(describeSurvivor(survived)).to.equal(
      `server/fee.ts:2: was age < 18, is age <= 18 (comparison)\n    asked: ${blunt}, types`,
    );
    const killed = await both.judge(boundary);
    expect(killed).to.include({
      noticedBy: sharp,
      failure: 'asks 1 below 18: expected [ 1, 1 ] to deeply equal [ 1, 10 ]',
    });
    const unrun = await both.judge(mutantOf('n - 1'));
    expect(describeSurvivor(unrun)).to.include('asked: types');

    expect(copy.read('server/fee.ts')).to.equal(source);
    expect(tableOf(scoresOf([survived, killed, unrun]))).to.equal(
      [
        'folder  mutants  killed by tests  by types  by generated files  survived  score',
        'server  3        1                0         0                   2         33.3 %, below 95 %',
      ].join('\n'),
    );
  });

  it('asks a test without the mutant that was green before it changed: one that is red anyway has noticed nothing', async () => {
    const red = 'test/contracts/red.test.ts';
    writeFileSync(join(copy.root, red), `${imports}it('is wrong', () => expect(fee(0)).to.equal(7));\n`);
    execFileSync('git', ['add', red], { cwd: copy.root });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'red'], { cwd: copy.root });
    const map = await mapOf(sharp);
    const before = { ...(map[sharp] as NonNullable<(typeof map)[string]>), hash: 'of another text', isGreen: true };
    const judge = new Judge({ copy, tests: [red], map: { [red]: before }, history: {}, budgetSeconds: 60 });
    const verdict = await judge.judge(mutantOf('age <= 18'));
    expect([verdict.noticedBy, verdict.failure]).to.deep.equal([undefined, undefined]);
  });

  it('wants 95 of a hundred mutants noticed in contracts, mock, server and Lua, and reports the commands only', () => {
    const mutant = mutantOf('age <= 18');
    const verdictsIn = (file: string, noticed: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        ...{ mutant: { ...mutant, file }, asked: [], notAsked: 0, seconds: 1 },
        ...(index < noticed && { noticedBy: sharp }),
      }));
    const files = ['contracts/a.ts', 'mock/a.ts', 'server/a.ts', 'server/store/a.lua', 'scripts/a.ts'];
    const below = (noticed: number) =>
      scoresOf(files.flatMap((file) => verdictsIn(file, noticed))).map(({ isBelowFloor }) => isBelowFloor);
    expect(below(95)).to.deep.equal([false, false, false, false, false]);
    expect(below(94)).to.deep.equal([true, true, true, true, false]);
  });

  it('judges the survivors of an earlier run again, wherever their lines are now', () => {
    const output = `1/3 SURVIVED after 4 s: server/fee.ts:99: was age < 18, is age <= 18 (comparison)
    asked: nobody, since no test runs it
2/3 killed in 3 s: server/fee.ts:3: was age - 8, is age + 8 (arithmetic)
3/3 SURVIVED after 4 s: server/other.ts:2: was age - 8, is age + 8 (arithmetic)
`;
    const again = survivorsIn(output, mutate('server/fee.ts', source));
    expect(again.map(({ line, is }) => [line, is])).to.deep.equal([[2, 'age <= 18']]);
    expect(survivorsIn('', mutate('server/fee.ts', source))).to.deep.equal([]);
  });

  it('says what git says where there is no repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-no-git-'));
    expect(() => filesOf(folder)).to.throw(/^git cannot list the files of .* \(.+\): use a clone/s);
    rmSync(folder, { recursive: true });
  });

  it('counts a type error as a test that fails', async () => {
    const verdict = await new Judge({ copy, tests: [], map: {}, history: {}, budgetSeconds: 60 }).judge(
      mutantOf('undefined'),
    );
    expect(verdict).to.include({ noticedBy: 'types' });
  });

  it('checks the types of a page by the configuration of its folder', async () => {
    const page = 'server/pages/board/fee.js';
    const text = `/** @param {{ age: number, limit: number }} fee */
const free = ({ age, limit }) => age < limit;
export const isFree = free({ age: 7, limit: 18 });
`;
    const settings = {
      extends: '../../../tsconfig.json',
      compilerOptions: { types: [] },
      include: ['*.js'],
      exclude: [],
    };
    mkdirSync(join(copy.root, 'server/pages/board'), { recursive: true });
    copy.write(page, text);
    copy.write('server/pages/board/tsconfig.json', JSON.stringify(settings));
    execFileSync('git', ['add', '.'], { cwd: copy.root });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'page'], { cwd: copy.root });
    const verdictOn = async (change: string) => {
      const mutant = mutate(page, text).find((one) => describeMutant(one).endsWith(change));
      expect(mutant, change).not.to.equal(undefined);
      return new Judge({ copy, tests: [], map: {}, history: {}, budgetSeconds: 60 }).judge(mutant as never);
    };
    expect((await verdictOn('limit: 18, is nothing (element removed)')).failure).to.match(
      /^server\/pages\/board\/fee\.js\(3,28\): error TS\d+: .*'limit'/,
    );
    expect(await verdictOn('is age <= limit (comparison)')).not.to.have.property('noticedBy');
  });

  it('knows which part of a file a test runs', async () => {
    const map = await mapOf(blunt, sharp);
    const part = (test: string) => map[test]?.parts['server/fee.ts'];
    const hash = part(sharp)?.hash ?? '';
    const ran = (test: string, text: string) => hasRun(part(test), hash, source.indexOf(text));
    expect([ran(sharp, 'return 1'), ran(sharp, 'return age'), ran(sharp, 'n + 1')]).to.deep.equal([true, true, false]);
    expect([ran(blunt, 'return 1'), ran(blunt, 'return age')]).to.deep.equal([false, true]);
    expect(hasRun(part(blunt), 'of another text', source.indexOf('return 1')), 'a changed file').to.equal(true);
  });

  it('knows what a test runs of a copy of the sources, unless that was edited', async () => {
    const copying = 'test/contracts/copying.test.ts';
    const text = `import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
const folderOf = (edit: string) => {
  const folder = mkdtempSync(\`\${tmpdir()}/copied-\`);
  cpSync('server', \`\${folder}/server\`, { recursive: true });
  if (edit) writeFileSync(\`\${folder}/server/fee.ts\`, edit);
  return folder;
};
it('runs a copy', async () => {
  const { fee } = await import(\`\${folderOf('')}/server/fee.ts\`);
  fee(30);
  const edited = await import(\`\${folderOf('export const fee = (age: number) => (age < 18 ? 1 : age);')}/server/fee.ts\`);
  edited.fee(17);
});
`;
    copy.write(copying, text);
    const parts = (await mapOf(copying))[copying]?.parts['server/fee.ts'];
    const ran = (piece: string) => hasRun(parts, parts?.hash ?? '', source.indexOf(piece));
    expect([ran('return 1'), ran('return age'), ran('n + 1')]).to.deep.equal([false, true, false]);
  });

  it('reports a planted fault that its test does not notice, and a test that is red without it', async () => {
    const fault = { title: 'Adults pay nothing', file: 'server/fee.ts', from: 'age - 8', to: 'age - 18' };
    const missing = 'test/contracts/missing.test.ts';
    const faults = [sharp, blunt, missing].map((test) => ({ ...fault, test }));
    const lines: string[] = [];
    const verdicts = await judgePlanted([copy], faults, (line) => lines.push(line));
    const seen = 'asks 1 below 18: expected [ 1, +0 ] to deeply equal [ 1, 10 ]';
    expect(verdicts.map(({ isNoticed }) => isNoticed)).to.deep.equal([true, false, false]);
    expect(verdicts.map(({ sentence }) => sentence).slice(0, 2)).to.deep.equal([seen, `${blunt} did not notice`]);
    expect(verdicts[2]?.sentence).to.match(/^test\/contracts\/missing\.test\.ts is red without any fault: /);
    expect(lines.map((line) => line.replace(/ in \d+ s/, '')).slice(0, 4)).to.deep.equal([
      '1/3 red: Adults pay nothing',
      `    ${sharp}: ${seen}`,
      '2/3 NOT NOTICED: Adults pay nothing',
      `    ${blunt}: ${blunt} did not notice`,
    ]);
    expect(plantedTableOf(verdicts.slice(0, 2)).split('\n').slice(2)).to.deep.equal([
      `| Adults pay nothing | contracts | ${sharp} | ${seen} |`,
      `| Adults pay nothing | NOT NOTICED | ${blunt} | ${blunt} did not notice |`,
    ]);
  });

  it('ends a program that hangs, and all that it started', async () => {
    const script =
      "require('node:child_process').spawn('sleep', ['86399'], { detached: true }); setInterval(() => 0, 999);";
    const { end } = await run(copy, [process.execPath, '--eval', script], { wallSeconds: 1 });
    expect(end).to.equal('hung');
    const counting = [process.execPath, '--eval', 'for (;;);'];
    expect((await run(copy, counting, { wallSeconds: 100, cpuSeconds: 1 })).end, 'counts forever').to.equal('hung');
  });
});

describe('the order of test files', () => {
  it('begins with the test that speaks of the line, in the file or in a suite that it imports', () => {
    const files: Record<string, string> = {
      'server/x.ts': 'const newClientLimiter = take(1 < b);\nconst other = 1;\n',
      'test/a.test.ts': 'it("speaks of nothing")',
      'test/b.test.ts': "import { suite } from './support/suites/limits.ts';",
      'test/support/suites/limits.ts': 'expect(limiter)',
    };
    const tests = ['test/a.test.ts', 'test/b.test.ts'];
    const words = new TestWords(tests, (file) => files[file] ?? '');
    const [mutant] = mutate('server/x.ts', files['server/x.ts'] ?? '');
    expect(tests.map((test) => words.likeness(test, mutant as NonNullable<typeof mutant>))).to.deep.equal([0, 1]);
  });

  const asked = [0.5, 2, 3, 9, 50, 90].map((seconds, n) => ({ test: `${n}`, seconds }));

  it('is kept, in runs that become longer, within the seconds that a mutant may cost', () => {
    const runs = runsOf(asked, 70).map((files) => files.map(({ test }) => test));
    expect(runs).to.deep.equal([['0', '1'], ['2'], ['3'], ['4']]);
  });

  it('has test files that are not mapped, where their path shares a word with the source', () => {
    const [mutant] = mutate('server/limits/limiter.ts', 'f(1);');
    const tests = ['test/server/http/limits.test.ts', 'test/server/http/board.test.ts'];
    const words = new TestWords(tests, () => '');
    const found = testsFor(mutant as NonNullable<typeof mutant>, { tests, map: {}, history: {}, words }, () => 'f(1);');
    expect(found.map(({ test }) => test)).to.deep.equal(['test/server/http/limits.test.ts']);
  });

  it('has test files that name a script, or import what does, without a place in the store that does', () => {
    const files: Record<string, string> = {
      'server/store/live/readLive-1.lua': 'return { 1 }',
      'test/a.test.ts': "run(redis, 'readLive', [])",
      'test/b.test.ts': '',
      'test/server/c.test.ts': "import { read } from '../support/redis/read-live.ts';",
      'test/support/redis/read-live.ts': "run(redis, 'readLive', [])",
    };
    const tests = ['test/a.test.ts', 'test/b.test.ts', 'test/server/c.test.ts'];
    const read = (file: string) => files[file] ?? '';
    const [mutant] = mutate('server/store/live/readLive-1.lua', 'return { 1 }');
    const mapped = { hash: 'mapped', seconds: 1, isGreen: true, parts: {} };
    const map = Object.fromEntries(tests.map((test) => [test, mapped]));
    const known = { tests, map, history: {}, words: new TestWords(tests, read) };
    const found = testsFor(mutant as NonNullable<typeof mutant>, known, read);
    expect(found.map(({ test }) => test)).to.have.members(['test/a.test.ts', 'test/server/c.test.ts']);
  });

  it('asks one test file however long it takes', () => {
    expect(runsOf(asked.slice(5), 70)).to.have.length(1);
  });
});
