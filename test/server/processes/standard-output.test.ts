import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { StandardOutput } from '../../../server/processes/standard-output.ts';
import { eventually } from '../../support/run/eventually.ts';

const line = (number: number) => `${String(number).padStart(9, '0')}${'x'.repeat(1_014)}\n`;
const kilobyte = 1_024;

describe('StandardOutput', () => {
  let folder: string;
  const files: number[] = [];
  let pipes = 0;
  const opened = (path: string, flags: string | number) => {
    const file = openSync(path, flags);
    files.push(file);
    return file;
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-output-'));
  });
  afterEach(() => {
    for (const file of files.splice(0)) closeSync(file);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Both ends of a pipe that refuses what has no room: as long as nobody reads, 64 KB. */
  function pipe() {
    const path = join(folder, `pipe${++pipes}`);
    spawnSync('mkfifo', [path]);
    return opened(path, constants.O_RDWR | constants.O_NONBLOCK);
  }
  /** What waits in a pipe. */
  function taken(file: number): string {
    const bytes = Buffer.alloc(2_000_000);
    try {
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } catch {
      return '';
    }
  }

  it('writes lines in order, the last ones when flushed', async () => {
    const path = join(folder, 'file');
    const output = new StandardOutput(opened(path, 'w'));
    for (let number = 0; number < 3; number++) output.write(`${number}\n`);
    await eventually(() => readFileSync(path, 'utf8') === '0\n1\n2\n', 'three lines');
    output.write('3\n');
    output.write('4\n');
    output.flushSync();
    expect(readFileSync(path, 'utf8')).to.equal('0\n1\n2\n3\n4\n');
    output.write('5\n');
    await eventually(() => readFileSync(path, 'utf8') === '0\n1\n2\n3\n4\n5\n', 'six lines');
  });

  it('keeps a megabyte of lines while nobody reads', async () => {
    const file = pipe();
    const output = new StandardOutput(file);
    output.write(line(0));
    let read = '';
    const isFull = () => {
      for (let number = 1; number < 1_500; number++) output.write(line(number));
      return true;
    };
    await eventually(isFull, 'the pipe is full');
    await eventually(() => {
      read += taken(file);
      return read.length >= 1_024 * kilobyte;
    }, 'a megabyte');
    const lines = read.split('\n').slice(0, 1_024);
    expect(lines.map((text) => Number(text.slice(0, 9)))).to.deep.equal(Array.from({ length: 1_024 }, (_, n) => n));
    // Those that came while there was no room are lost, and none after them.
    let later = '';
    await eventually(() => {
      output.write('again\n');
      later += taken(file);
      return later.endsWith('again\n');
    }, 'a later line');
    expect(later.length).to.be.below(200 * kilobyte);
  });

  it('counts lines that cannot be written, and goes on', async () => {
    const unwritten = { output: 0 };
    const output = new StandardOutput(opened('/dev/full', 'w'), unwritten);
    output.write('lost\n');
    output.flushSync();
    output.write('lost\n');
    output.write('lost\n');
    await eventually(() => unwritten.output === 2, 'the lost lines are counted');
    output.write('lost\n');
    output.flushSync();
    const path = join(folder, 'later');
    writeFileSync(path, '');
    const file = openSync(path, 'r');
    const failed = { output: 0 };
    const recovered = new StandardOutput(file, failed);
    recovered.write('lost\n');
    await eventually(() => failed.output === 1, 'the line is lost');
    closeSync(file);
    // The system gives the lowest number that is free: the same.
    expect(opened(path, 'w')).to.equal(file);
    recovered.write('written\n');
    await eventually(() => readFileSync(path, 'utf8') === 'written\n', 'the line after it');
    const stopped = new StandardOutput(pipe(), unwritten);
    for (let number = 0; number < 2_000; number++) stopped.write(line(number));
    expect(unwritten.output, 'more than may wait').to.be.above(900);
    await new Promise((resolve) => setTimeout(resolve, 20));
    stopped.flushSync();
  });

  it('flushes lines that a full pipe has refused', async () => {
    const file = pipe();
    const output = new StandardOutput(file);
    // A pipe takes 64 KiB.
    output.write('x'.repeat(96 * kilobyte));
    await sleep(50);
    output.write('0\n');
    expect(taken(file)).to.have.length(64 * kilobyte);
    output.write('1\n');
    output.flushSync();
    expect(taken(file)).to.match(/^x{32768}0\n1\n$/);
    output.write('2\n');
    let later = '';
    await eventually(() => {
      later += taken(file);
      return later.length > 0;
    }, 'the line after them');
    expect(later).to.equal('2\n');
  });

  it('lets the process end while nobody reads its pipe', () => {
    const path = join(folder, 'unread');
    spawnSync('mkfifo', [path]);
    const file = opened(path, constants.O_RDWR);
    const module = new URL('../../../server/processes/standard-output.ts', import.meta.url);
    const program = `
      import { StandardOutput } from '${module}';
      const output = new StandardOutput();
      for (let number = 0; number < 200; number++) output.write('x'.repeat(1_024) + '\\n');
      setTimeout(() => {
        output.write('the end\\n');
        process.exit(7);
      }, 50);`;
    const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      ...{ stdio: ['ignore', file, 'inherit'], timeout: 20_000, killSignal: 'SIGKILL' },
    });
    expect([status, signal]).to.deep.equal([7, null]);
  });
});
