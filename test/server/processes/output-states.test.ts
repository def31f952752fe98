import fs, { constants } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { expect } from 'chai';
import { StandardOutput } from '../../../server/processes/standard-output.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void;

/** The system, as a test lets it answer. */
describe('standard output', () => {
  let kind: 'FIFO' | 'terminal' | 'file';
  let opened: unknown[][];
  /** What another thread is asked to write, and what is written at once. */
  let asked: [file: number, text: string, end: Written][];
  let atOnce: string[];
  let later: { run: () => void; ms: number | undefined; unreferenced: number }[];
  let restoreTimers: () => void;
  let before: NodeJS.ExitListener[];
  let refuses: boolean;

  beforeEach(() => {
    [kind, opened, asked, atOnce, later, refuses] = ['FIFO', [], [], [], [], false];
    before = process.listeners('exit');
    mock.method(fs, 'fstatSync', (file: number) => {
      if (file < 0) throw new Error('bad file descriptor');
      return { isFIFO: () => kind === 'FIFO', isCharacterDevice: () => kind === 'terminal' };
    });
    mock.method(fs, 'openSync', (...args: unknown[]) => {
      opened.push(args);
      if (refuses) throw new Error('it is a socket');
      return 77;
    });
    mock.method(fs, 'write', (file: number, bytes: Buffer, end: Written) => asked.push([file, bytes.toString(), end]));
    mock.method(fs, 'writeSync', (file: number, bytes: Buffer) => {
      atOnce.push(`${file} ${bytes}`);
      if (refuses) throw new Error('nobody reads it');
    });
    syncBuiltinESMExports();
    restoreTimers = replaceTimers('setTimeout', 'processes/standard-output.ts', (run, ms) => {
      const timer = { run, ms, unreferenced: 0 };
      later.push(timer);
      return { unref: () => timer.unreferenced++ };
    });
  });
  afterEach(() => {
    for (const listener of exits()) process.off('exit', listener);
    restoreTimers();
    mock.reset();
    syncBuiltinESMExports();
  });

  const exits = () => process.listeners('exit').filter((listener) => !before.includes(listener));
  const turn = () => new Promise(setImmediate);
  const texts = () => asked.map(([file, text]) => `${file} ${text}`);
  /** The system has taken so many bytes, or none. */
  async function answer(bytes: number, code?: string): Promise<void> {
    const [, , end] = asked.at(-1) as (typeof asked)[number];
    end(code === undefined ? null : Object.assign(new Error(code), { code }), bytes);
    await turn();
  }

  it('is opened again where it is a pipe or a terminal, so that no write waits, else used as it is', async () => {
    const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
    const rows: [kind: typeof kind, given: number | undefined, opened: string | undefined, file: number][] = [
      ['FIFO', undefined, '/proc/self/fd/1', 77],
      ['terminal', 9, '/proc/self/fd/9', 77],
      ['file', 9, undefined, 9],
      ['FIFO', -1, undefined, -1],
    ];
    for (const [of, given, path, file] of rows) {
      [kind, opened, asked] = [of, [], []];
      new StandardOutput(given).write('x\n');
      await turn();
      expect(opened).to.deep.equal(path === undefined ? [] : [[path, flags]]);
      expect(texts()).to.deep.equal([`${file} x\n`]);
    }
    refuses = true;
    new StandardOutput(9).write('y\n');
    await turn();
    expect(texts().at(-1)).to.equal('9 y\n');
  });

  it('gets the lines of a turn together, and those that come meanwhile after them', async () => {
    const output = new StandardOutput();
    output.write('1\n');
    output.write('2\n');
    expect(texts()).to.deep.equal([]);
    await turn();
    expect(texts()).to.deep.equal(['77 1\n2\n']);
    output.write('3\n');
    await turn();
    output.write('4\n');
    await turn();
    expect(texts()).to.have.length(1);
    // It takes a part.
    await answer(1);
    expect(texts().slice(1)).to.deep.equal(['77 \n2\n']);
    await answer(3);
    expect(texts().slice(2)).to.deep.equal(['77 3\n4\n']);
    await answer(4);
    expect(texts()).to.have.length(3);
    output.write('5\n');
    await turn();
    expect(texts().slice(3)).to.deep.equal(['77 5\n']);
    expect(later).to.deep.equal([]);
  });

  it('loses the lines that it cannot take, which are counted, and gets those after them', async () => {
    const unwritten = { output: 0 };
    const output = new StandardOutput(undefined, unwritten);
    output.write('1\n');
    output.write('2\n');
    output.write('3\n');
    await turn();
    output.write('4\n');
    await answer(0, 'ENOSPC');
    expect(unwritten).to.deep.equal({ output: 3 });
    expect(texts()).to.deep.equal(['77 1\n2\n3\n', '77 4\n']);
    await answer(2);
    expect(unwritten).to.deep.equal({ output: 3 });
  });

  it('is asked again after a tenth of a second where it is full, with the same lines', async () => {
    const unwritten = { output: 0 };
    const output = new StandardOutput(undefined, unwritten);
    output.write('1\n');
    await turn();
    await answer(0, 'EAGAIN');
    output.write('2\n');
    await turn();
    expect(texts()).to.deep.equal(['77 1\n']);
    expect(later.map(({ ms, unreferenced }) => [ms, unreferenced])).to.deep.equal([[100, 1]]);
    later[0]?.run();
    expect(texts()).to.deep.equal(['77 1\n', '77 1\n']);
    await answer(2);
    expect(texts().slice(2)).to.deep.equal(['77 2\n']);
    expect(unwritten).to.deep.equal({ output: 0 });
  });

  it('may have a megabyte waiting, and what does not fit is lost and counted', async () => {
    const unwritten = { output: 0 };
    const output = new StandardOutput(undefined, unwritten);
    output.write('x'.repeat(1_048_575));
    output.write('\n');
    expect(unwritten).to.deep.equal({ output: 0 });
    output.write('y');
    expect(unwritten).to.deep.equal({ output: 1 });
    await turn();
    expect(asked[0]?.[1]).to.equal(`${'x'.repeat(1_048_575)}\n`);
    output.write('z'.repeat(1_048_577));
    expect(unwritten).to.deep.equal({ output: 2 });
    await answer(1_048_576);
    expect(asked).to.have.length(1);
  });

  it('gets at once what waits when it is flushed, after what it has refused, and not what it is taking', async () => {
    const output = new StandardOutput();
    output.flushSync();
    expect(atOnce).to.deep.equal([]);
    output.write('1\n');
    await turn();
    output.write('2\n');
    output.flushSync();
    expect(atOnce).to.deep.equal(['77 2\n']);
    await answer(0, 'EAGAIN');
    output.write('3\n');
    output.flushSync();
    output.flushSync();
    expect(atOnce.slice(1)).to.deep.equal(['77 1\n3\n']);
    later[0]?.run();
    expect(texts()).to.have.length(1);
    refuses = true;
    output.write('4\n');
    output.flushSync();
    refuses = false;
    output.flushSync();
    expect(atOnce.slice(2), 'what failed is not tried again').to.deep.equal(['77 4\n']);
  });

  it('gets also a single character, in each of these ways', async () => {
    const output = new StandardOutput();
    output.write('1');
    output.flushSync();
    expect(atOnce).to.deep.equal(['77 1']);
    await turn();
    output.write('2');
    await turn();
    expect(texts()).to.deep.equal(['77 2']);
    await answer(0, 'EAGAIN');
    output.flushSync();
    expect(atOnce.slice(1)).to.deep.equal(['77 2']);
    later[0]?.run();
    expect(texts(), 'once').to.have.length(1);
  });

  it('gets everything at once from the exit of the process on', () => {
    const output = new StandardOutput();
    output.write('1\n');
    expect(exits()).to.have.length(1);
    for (const listener of exits()) listener.call(process, 0);
    expect(atOnce).to.deep.equal(['77 1\n']);
    output.write('2\n');
    expect(atOnce.slice(1)).to.deep.equal(['77 2\n']);
  });
});
