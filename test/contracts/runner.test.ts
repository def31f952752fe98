import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { grown, loweredUnmarked } from '../run/floors.ts';
import type { Totals } from '../run/report.ts';
import { Schedule } from '../run/stages.ts';
import { until } from '../support/redis/nodes.ts';
import { freePorts, portsOf } from '../support/run/ports.ts';
import { outcome, passing, Repository } from './runner-repository.ts';

/** Files that prove nothing, each green for a runner that only counts failures, and what is said about it. */
const faulty: Record<string, [text: string, says: RegExp]> = {
  'fails.test.ts': [
    `it('is wrong', () => { throw new Error('one is not two'); });`,
    /is wrong:\n\s+Error: one is not two/,
  ],
  'skipped.test.ts': [
    `${passing}it.skip('is left out', () => undefined);`,
    /is left out:\n\s+Error: Pending test forbid/,
  ],
  'skips-itself.test.ts': [`it('leaves', function () { this.skip(); });`, /leaves:\n\s+Error: Pending test forbidden/],
  'no-body.test.ts': [`it('will be written');`, /will be written:\n\s+Error: Pending test forbidden/],
  'focused.test.ts': [`${passing}it.only('is alone', () => undefined);`, /could not be loaded:\n.*`\.only` forbidden/],
  'empty.test.ts': [`describe('nothing', () => undefined);`, /has no test/],
  'unreadable.test.ts': [`it('is not closed', () => {`, /could not be loaded:\n[\s\S]*SyntaxError/],
  'missing.test.ts': [`import './nowhere.ts';`, /could not be loaded:\n[\s\S]*nowhere\.ts/],
  'hook.test.ts': [
    `before(() => { throw new Error('no Redis'); });\n${passing}`,
    /"before all" hook[\s\S]*Error: no Redis/,
  ],
  'exits.test.ts': [
    `${passing}it('ends all', () => process.exit(0));`,
    /the process ended with code 0 during "ends all": what follows has not run/,
  ],
  'dies.test.ts': [
    `it('ends badly', () => process.kill(process.pid, 'SIGKILL'));`,
    /the process ended by SIGKILL during "ends badly": what follows has not run/,
  ],
  'replaces.test.ts': [
    `${passing}it('has a clock of its own', () => { performance.now = () => 0; });`,
    /leaves performance\.now replaced: put back what a test replaces/,
  ],
  'rejects.test.ts': [
    `it('does not wait', async () => { Promise.reject(new Error('lost')); await new Promise(setImmediate); });`,
    /does not wait:\n\s+(Uncaught )?Error: lost/,
  ],
  'late.test.ts': [
    `after(() => void setImmediate(() => setImmediate(() => { throw new Error('too late'); })));\n${passing}`,
    /the process ended with code \d+ during what follows its last test/,
  ],
};

describe('npm test', () => {
  it('is green when every file has its tests and all pass, and says so for each stage', async () => {
    const files = { 'test/mock/a.test.ts': passing + passing, 'test/server/deep/b.test.ts': passing };
    const floors = { 'test/mock/a.test.ts': { tests: 2, seconds: 1 } };
    const { printed, ...totals } = await outcome(files, ['mock', 'server'], floors);
    expect(totals).to.deep.equal({ passed: 3, failed: 0, failures: [] });
    expect(printed).to.match(/mock {4}1 files, 2 passed, 0 failed, .*\n {2}server {2}1 files, 1 passed, 0 failed/);
    expect(printed).to.match(/\n {2}3 passing \(\d+ s\)\n$/);
    expect(printed).to.include('note: test/server/deep/b.test.ts is new, with 1 test\n');
  });

  describe('is red, names the file and runs the others', () => {
    let printed: string;
    let totals: Totals;
    before(async () => {
      const files = Object.entries(faulty).map(([name, [text]]) => [`test/server/${name}`, text] as const);
      const others = { 'test/mock/z.test.ts': passing, 'test/server/z.test.ts': passing };
      ({ printed, ...totals } = await outcome({ ...Object.fromEntries(files), ...others }, ['mock', 'server']));
    });

    for (const [name, [, says]] of Object.entries(faulty)) {
      it(`for ${name}`, () => {
        const own = totals.failures.filter((text) => text.startsWith(`test/server/${name}\n`));
        expect(own.join('\n'), printed).to.match(says);
      });
    }

    it('and counts each of them, and what passed all the same', () => {
      expect(totals.failed).to.be.at.least(Object.keys(faulty).length);
      expect(printed).to.match(/test\/mock\/z\.test\.ts: 1 passed/);
      expect(printed).to.match(/test\/server\/z\.test\.ts: 1 passed/);
    });
  });

  it('kills a process in which nothing happens any more, and names the test', async () => {
    // Waits without working, and without ever returning.
    const files = {
      'test/mock/a.test.ts': `it('hangs', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`,
    };
    const { printed, failed } = await outcome(files, ['mock'], undefined, { silentMs: 6_000 });
    expect(printed).to.match(/test\/mock\/a\.test\.ts\n +nothing happened for 6 s, so it was killed during "hangs"/);
    expect(failed).to.equal(1);
  });

  it('ends what the tests left running', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fightcard-left-')), 'pid');
    const start = `import { spawn } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';\n`;
    const spawned = `const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' });\nwriteFileSync(${JSON.stringify(file)}, String(pid));`;
    await outcome({ 'test/mock/a.test.ts': `${start}it('starts one', () => { ${spawned} });` }, ['mock']);
    const pid = readFileSync(file, 'utf8');
    rmSync(dirname(file), { recursive: true });
    const isLeft = () => {
      try {
        return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        return false;
      }
    };
    // A signal is delivered when the process is next scheduled. Left alone it would sleep for ten minutes.
    await until('the process has ended', async () => !isLeft(), 60_000);
  });

  it('is red for a stage without files, and for a file that is gone', async () => {
    const floors = { 'test/mock/a.test.ts': { tests: 1, seconds: 1 }, 'test/mock/b.test.ts': { tests: 7, seconds: 1 } };
    const { printed, failed } = await outcome({ 'test/mock/a.test.ts': passing }, ['mock', 'server'], floors);
    expect(printed).to.include('the stage server has no test file: nothing of it is proved\n');
    expect(printed).to.include('test/mock/b.test.ts is gone, which has 7 tests in test/floors.json\n');
    expect(failed).to.equal(2);
  });

  it('is red for a test file that no stage runs', async () => {
    const files = { 'test/mock/a.test.ts': passing, 'test/mocks/b.test.ts': passing, 'test/c.test.ts': passing };
    const { failures } = await outcome(files, ['mock'], { 'test/mock/a.test.ts': { tests: 1, seconds: 1 } });
    const says = 'is in no stage, so nothing runs it: move it, or add a stage to test/run/stages.ts';
    expect(failures).to.deep.equal([`test/c.test.ts ${says}`, `test/mocks/b.test.ts ${says}`]);
  });

  it('is red when a file has fewer tests than its floor, and when there are no floors', async () => {
    const files = { 'test/mock/a.test.ts': passing };
    const fewer = await outcome(files, ['mock'], { 'test/mock/a.test.ts': { tests: 2, seconds: 1 } });
    expect(fewer.printed).to.include('test/mock/a.test.ts has 1 test, and test/floors.json asks for 2\n');
    expect(fewer.failed).to.equal(1);
    const none = await outcome(files, ['mock'], {});
    expect(none.printed).to.include('test/floors.json is missing or empty: restore it from git\n');
    expect(none.failed).to.equal(1);
  });

  it('--count asks for as many tests as there are without running one, and --write makes it so', async () => {
    const repository = new Repository({
      'test/mock/a.test.ts': `${passing}it('runs', () => { throw new Error('ran'); });`,
    });
    const isRed = await repository.run(['mock'], { isCount: true });
    expect(isRed.failed).to.equal(1);
    expect(repository.printed).to.include('test/mock/a.test.ts has 2 tests, and test/floors.json asks for 1 only\n');
    await repository.run(['mock'], { isCount: true, isWrite: true });
    expect(JSON.parse(repository.read('test/floors.json'))).to.deep.equal({
      'test/mock/a.test.ts': { tests: 2, seconds: 1 },
    });
    expect((await repository.run(['mock'], { isCount: true })).failed).to.equal(0);
    repository.remove();
  });

  it('deletes pacts and evidence first, so that what is verified was made in this run', async () => {
    const look = (path: string) =>
      `import { existsSync } from 'node:fs';\nit('sees none', () => { if (existsSync('${path}')) throw new Error('old'); });`;
    const repository = new Repository({
      'test/consumer/a.test.ts': look('contracts/generated/pacts/a.json'),
      'test/provider/a.test.ts': look('.data/verification/requests.json'),
    });
    repository.write('contracts/generated/pacts/a.json', '{}');
    repository.write('.data/verification/requests.json', '{}');
    expect(await repository.run(['consumer', 'provider'])).to.deep.equal({ passed: 2, failed: 0, failures: [] });
    repository.remove();
  });
});

describe('the order of test files', () => {
  const seconds: Record<string, number> = {
    'test/consumer/a': 1,
    'test/server/long': 9,
    'test/server/short': 2,
    'test/mock/long': 8,
  };
  const next = (schedule: Schedule) =>
    Promise.race([schedule.next(), new Promise((done) => setImmediate(done, 'waits'))]);

  it('begins with the pacts, then the longest; a new file counts as long', async () => {
    const schedule = new Schedule(['test/server/new', ...Object.keys(seconds).reverse()], (file) => seconds[file]);
    const order = [await next(schedule), await next(schedule)];
    schedule.finished('test/consumer/a');
    for (let left = 3; left > 0; left--) order.push(await next(schedule));
    expect(order).to.deep.equal([
      'test/consumer/a',
      'test/server/new',
      'test/server/long',
      'test/mock/long',
      'test/server/short',
    ]);
    expect(await schedule.next()).to.equal(undefined);
  });

  it('lets what reads the pacts wait until all are written', async () => {
    const schedule = new Schedule(['test/provider/a', 'test/consumer/a', 'test/consumer/b'], () => 1);
    expect([await next(schedule), await next(schedule)]).to.deep.equal(['test/consumer/a', 'test/consumer/b']);
    const waiting = schedule.next();
    schedule.finished('test/consumer/b');
    expect(await Promise.race([waiting, new Promise((done) => setImmediate(done, 'waits'))])).to.equal('waits');
    schedule.finished('test/consumer/a');
    expect(await waiting).to.equal('test/provider/a');
  });
});

describe('test/floors.json', () => {
  const file = 'test/mock/a.test.ts';
  const asks = (tests: number) => JSON.stringify(tests === 0 ? {} : { [file]: { tests, seconds: 1 } });

  for (const [subject, isRed] of [
    ['test(mock): remove two tests', true],
    ['test(mock)!: remove two tests that prove the same', false],
  ] as const) {
    it(`is ${isRed ? 'not lowered' : 'lowered'} by a commit called "${subject}"`, () => {
      const repository = new Repository({ [file]: passing }, { [file]: { tests: 3, seconds: 1 } });
      const commit = (message: string) => {
        repository.git('add', '.');
        repository.git('commit', '-q', '-m', message);
      };
      repository.git('init', '-q');
      commit('test(mock): begin');
      repository.write('test/floors.json', asks(1));
      commit(subject);
      repository.write('test/floors.json', asks(2));
      commit('test(mock): add a test');
      const says = `"${subject}" lowers ${file} from 3 to 1 in test/floors.json, and its type has no "!"`;
      expect(loweredUnmarked(repository.root)).to.deep.equal(isRed ? [says] : []);
      repository.write('test/floors.json', asks(4));
      commit('test(mock)!: accept what was removed');
      expect(loweredUnmarked(repository.root)).to.deep.equal([]);
      repository.remove();
    });
  }

  it('is not lowered any more once it is as it was', () => {
    const repository = new Repository({ [file]: passing }, { [file]: { tests: 3, seconds: 1 } });
    repository.git('init', '-q');
    repository.git('add', '.');
    repository.git('commit', '-q', '-m', 'test: begin');
    for (const [tests, lowered] of [
      [1, 1],
      [2, 1],
      [3, 0],
    ] as const) {
      repository.write('test/floors.json', asks(tests));
      repository.git('commit', '-q', '-a', '-m', `test: ask for ${tests}`);
      expect(loweredUnmarked(repository.root)).to.have.length(lowered);
    }
    repository.remove();
  });

  it('is not lowered by moving a file to another folder', () => {
    const repository = new Repository({ [file]: passing }, { [file]: { tests: 3, seconds: 1 } });
    const commitFloors = (moved: string, tests: number) => {
      repository.write('test/floors.json', JSON.stringify({ [moved]: { tests, seconds: 1 } }));
      repository.git('commit', '-q', '-a', '-m', `test: move it to ${moved}`);
    };
    repository.git('init', '-q');
    repository.git('add', '.');
    repository.git('commit', '-q', '-m', 'test: begin');
    commitFloors('test/server/a.test.ts', 3);
    expect(loweredUnmarked(repository.root)).to.deep.equal([]);
    commitFloors('test/provider/a.test.ts', 2);
    expect(loweredUnmarked(repository.root)).to.have.length(1);
    repository.remove();
  });

  it('is not emptied by removing it and adding it again', () => {
    const repository = new Repository({ [file]: passing }, { [file]: { tests: 3, seconds: 1 } });
    repository.git('init', '-q');
    repository.git('add', '.');
    repository.git('commit', '-q', '-m', 'test: begin');
    repository.git('rm', '-q', 'test/floors.json');
    repository.git('commit', '-q', '-m', 'test: tidy');
    repository.write('test/floors.json', asks(1));
    repository.git('add', '.');
    repository.git('commit', '-q', '-m', 'test: add floors');
    expect(loweredUnmarked(repository.root)).to.have.length(1);
    repository.remove();
  });

  it('asks for what is there: a new file and more tests are named', () => {
    const counted = new Map([
      [file, 3],
      ['test/mock/b.test.ts', 1],
    ]);
    expect(grown(counted, { [file]: { tests: 2, seconds: 1 } })).to.deep.equal([
      `${file} has 3 tests, and test/floors.json asks for 2 only`,
      'test/mock/b.test.ts is new, with 1 test',
    ]);
  });
});

describe('TCP ports of tests', () => {
  it('are those of one process of the pool only', () => {
    const ranges = [0, 1, 2, 3].map((lane) => portsOf(lane, 4).split('-').map(Number));
    for (const [index, [from = 0, to = 0]] of ranges.entries()) {
      expect(to - from).to.be.greaterThan(100);
      expect(from).to.be.at.least(ranges[index - 1]?.[1] ?? 0);
    }
  });

  it('are not given twice, though none is listened on', async () => {
    const ports = [...(await freePorts(20)), ...(await freePorts(20))];
    expect(new Set(ports).size).to.equal(40);
  });
});
