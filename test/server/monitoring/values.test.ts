import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { Sources } from '../../../server/monitoring/admin/sources.ts';
import { Layout } from '../../../server/monitoring/layout.ts';
import { Recorder } from '../../../server/monitoring/recorder.ts';
import { readValuesFile, ValuesFile } from '../../../server/monitoring/values-file.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

describe('the numbers of a process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-values-'));
  });
  afterEach(() => {
    mock.reset();
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true });
  });

  /** Replaces a function of `node:fs`. @returns its calls. */
  function replaced(name: 'writeSync' | 'writeFileSync' | 'closeSync' | 'rmSync', by: () => unknown) {
    const { mock: replacement } = mock.method(fs, name, by);
    syncBuiltinESMExports();
    return () => replacement.calls.map(({ arguments: given }) => given as unknown[]);
  }
  const fails = () => {
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  };

  it('have their places in the order in which they are declared', () => {
    const layout = new Layout();
    const { length } = layout.metrics;
    const first = layout.size;
    const places = [
      layout.counter('a_total', 'A.'),
      layout.counter('b_total', 'B.', { x: ['1', '2'], y: ['3', '4', '5'] }),
      layout.gauge('c', 'C.'),
      layout.gauge('d', 'D.', { x: ['1', '2'] }, 'max'),
      layout.histogram('e_seconds', 'E.', [1, 2]),
      layout.histogram('f_seconds', 'F.', [3], { x: ['1', '2'] }),
    ];
    expect([...places, layout.size].map((place) => place - first)).to.deep.equal([0, 1, 7, 8, 10, 14, 20]);
    expect(
      layout.metrics.slice(length).map((metric) => ({ ...metric, start: metric.start - first + 3 })),
    ).to.deep.equal([
      { name: 'a_total', help: 'A.', type: 'counter', labels: {}, merge: 'sum', start: 3 },
      {
        name: 'b_total',
        help: 'B.',
        type: 'counter',
        labels: { x: ['1', '2'], y: ['3', '4', '5'] },
        merge: 'sum',
        start: 4,
      },
      { name: 'c', help: 'C.', type: 'gauge', labels: {}, merge: 'sum', start: 10 },
      { name: 'd', help: 'D.', type: 'gauge', labels: { x: ['1', '2'] }, merge: 'max', start: 11 },
      { name: 'e_seconds', help: 'E.', type: 'histogram', labels: {}, bounds: [1, 2], merge: 'sum', start: 13 },
      {
        name: 'f_seconds',
        help: 'F.',
        type: 'histogram',
        labels: { x: ['1', '2'] },
        bounds: [3],
        merge: 'sum',
        start: 17,
      },
    ]);
  });

  it('are in a file after their description, which spaces fill to a multiple of eight bytes', () => {
    const path = join(folder, 'file');
    for (const help of ['é', 'C.', 'C.1', 'C.12', 'C.123', 'C.1234', 'C.12345', 'C.123456', 'C.1234567']) {
      const metric = { name: 'c_total', help, type: 'counter', labels: {}, merge: 'sum', start: 0 } as const;
      new ValuesFile(path, [metric], Float64Array.of(7, 8)).close();
      const bytes = readFileSync(path);
      const json = Buffer.from(JSON.stringify([metric]));
      const length = Math.ceil((4 + json.length) / 8) * 8;
      const expected = Buffer.alloc(length + 16, ' ');
      expected.writeUInt32LE(length - 4);
      json.copy(expected, 4);
      for (const [at, value] of [7, 8].entries()) expected.writeDoubleLE(value, length + at * 8);
      expect(bytes.toString('latin1')).to.equal(expected.toString('latin1'));
      expect(readValuesFile(path)).to.deep.equal({ metrics: [metric], values: Float64Array.of(7, 8) });
    }
  });

  it('are written in one piece behind it; once that has failed, or the file is closed, no more', () => {
    const values = Float64Array.of(7, 8);
    const path = join(folder, 'file');
    const start = 8;
    const file = new ValuesFile(path, [], values);
    const other = new ValuesFile(join(folder, 'other'), [], values);
    values[1] = 9;
    file.write();
    expect(readFileSync(path).readDoubleLE(start + 8)).to.equal(9);
    const writes = replaced('writeSync', fails);
    file.write();
    file.write();
    other.close();
    other.write();
    const [[descriptor, bytes, ...place] = [], ...others] = writes();
    expect(others).to.deep.equal([]);
    expect(descriptor).to.be.a('number');
    expect(place).to.deep.equal([0, 16, 8]);
    expect(Buffer.from(bytes as Uint8Array).readDoubleLE(8)).to.equal(9);
    const closes = replaced('closeSync', () => undefined);
    file.close();
    expect(closes()).to.deep.equal([[descriptor]]);
    mock.reset();
    fs.closeSync(descriptor as number);
  });

  it('leave no file where there is no room for all of them', () => {
    const path = join(folder, 'file');
    const [writes, removed] = [replaced('writeFileSync', fails), replaced('rmSync', () => undefined)];
    const closes = replaced('closeSync', () => undefined);
    expect(() => new ValuesFile(path, [], Float64Array.of(7))).to.throw('the disk is full');
    const [[descriptor, bytes] = []] = writes();
    expect((bytes as Buffer).length).to.equal(16);
    expect(closes()).to.deep.equal([[descriptor]]);
    expect(removed()).to.deep.equal([[path, { force: true }]]);
    mock.reset();
    fs.closeSync(descriptor as number);
  });

  describe('as they change', () => {
    let layout: Layout;
    let counter: number;
    let recorder: Recorder;
    let isOpen = false;
    let clock: bigint;
    let before: NodeJS.ExitListener[];
    let writes: () => unknown[][];
    beforeEach(() => {
      mock.timers.enable({ apis: ['setInterval', 'setImmediate'] });
      clock = 12_500_000_000n;
      mock.method(process.hrtime, 'bigint', () => clock);
      layout = new Layout();
      counter = layout.counter('c_total', 'C.');
      before = process.listeners('exit');
      recorder = new Recorder(layout, join(folder, 'file'));
      isOpen = true;
      writes = replaced('writeSync', () => undefined);
    });
    afterEach(() => {
      if (isOpen) recorder.close();
      mock.timers.reset();
    });

    it('are written once at the end of a turn in which a counter changed, and not of one in which a gauge did', () => {
      recorder.add(counter);
      recorder.add(counter, 4);
      recorder.observe(counter, [], 2);
      expect(recorder.values[counter]).to.equal(6);
      expect(writes()).to.deep.equal([]);
      mock.timers.tick(1);
      expect(writes()).to.have.length(1);
      mock.timers.tick(1);
      recorder.set(counter, 3);
      recorder.note(counter, [], 1);
      expect(writes()).to.have.length(1);
      for (const [nth, change] of [() => recorder.add(counter, -1), () => recorder.observe(counter, [], 1)].entries()) {
        change();
        mock.timers.tick(1);
        expect(writes()).to.have.length(nth + 2);
      }
    });

    it('are written when the process exits, until they are closed', () => {
      const added = process.listeners('exit').filter((listener) => !before.includes(listener));
      expect(added).to.have.length(1);
      recorder.set(counter, 3);
      added[0]?.call(process, 0);
      expect(writes()).to.have.length(1);
      const closes = replaced('closeSync', () => undefined);
      recorder.sample(() => recorder.set(counter, 4));
      recorder.close();
      isOpen = false;
      expect(writes()).to.have.length(2);
      expect(process.listeners('exit')).to.deep.equal(before);
      mock.timers.tick(1_000);
      expect(writes()).to.have.length(2);
      expect(recorder.values[counter]).to.equal(3);
      expect(closes()).to.deep.equal([[writes()[0]?.[0]]]);
      mock.reset();
      fs.closeSync(writes()[0]?.[0] as number);
    });

    it('are written at each beat, after what nothing reports has been read', () => {
      const lines = { repeated: 0, output: 0 };
      recorder.sampleLog(lines);
      recorder.sample(() => recorder.set(counter, 7));
      Object.assign(lines, { repeated: 5, output: 6 });
      clock = 13_000_000_000n;
      mock.timers.tick(249);
      const { beat, unwritten } = layout;
      const values = () => [beat, unwritten, unwritten + 1, counter].map((place) => recorder.values[place]);
      expect(values()).to.deep.equal([12.5, 0, 0, 0]);
      mock.timers.tick(1);
      expect(values()).to.deep.equal([13, 5, 6, 7]);
      expect(writes()).to.have.length(1);
    });
  });

  it('keep no process running', () => {
    const timer = { unref: mock.fn() };
    const set = mock.fn();
    const restore = replaceTimers('setInterval', 'monitoring/recorder.ts', (_, ms) => {
      set(ms);
      return timer;
    });
    try {
      new Recorder(new Layout(), join(folder, 'file')).close();
    } finally {
      restore();
    }
    expect(set.mock.calls.map((call) => call.arguments)).to.deep.equal([[250]]);
    expect(timer.unref.mock.callCount()).to.equal(1);
  });

  describe('of several processes', () => {
    const record = (name: string, fill: (layout: Layout) => (recorder: Recorder) => void) => {
      const layout = new Layout();
      const set = fill(layout);
      const recorder = new Recorder(layout, join(folder, name));
      set(recorder);
      recorder.values[layout.beat] = name.length;
      recorder.close();
      return join(folder, name);
    };
    const all = (name: string, ...numbers: [number, number, number, number]) =>
      record(name, (layout) => {
        const places = [layout.counter('c_total', 'C.'), layout.gauge('g', 'G.'), layout.gauge('m', 'M.', {}, 'max')];
        const histogram = layout.histogram('h_seconds', 'H.', [1]);
        return (recorder) => {
          for (const [nth, place] of places.entries()) recorder.set(place, numbers[nth] ?? 0);
          recorder.note(histogram, [1], numbers[3]);
        };
      });
    const shown = (sources: Sources) => {
      const { metrics, beats } = sources.read();
      const entries = [...metrics.values()].map(({ name, series }) => [
        name,
        [...series.values()].map((one) => one.numbers),
      ]);
      return { ...Object.fromEntries(entries), beats: beats.map(({ seconds }) => seconds) };
    };

    it('are summed or their highest, and counters stay when a process ends', () => {
      const sources = new Sources();
      const paths = [all('one', 1, 2, -3, 0.5), all('second', 10, 20, -30, 2), all('third', 100, 200, -4, 4)];
      for (const path of [...paths, join(folder, 'begins')]) sources.add(path);
      const none = { fightcard_build_info: [[1]], fightcard_log_lines_suppressed_total: [[0], [0]] };
      const whole = { ...none, c_total: [[111]], g: [[222]], m: [[-3]], h_seconds: [[1, 2, 6.5]], beats: [3, 6, 5] };
      expect(shown(sources)).to.deep.equal(whole);
      for (const path of paths.slice(0, 2)) sources.end(path);
      expect(readdirSync(folder), 'at once').to.deep.equal(['third']);
      expect(shown(sources)).to.deep.equal({ ...whole, g: [[200]], m: [[-4]], beats: [5] });
      const again = all('one', 1, 2, 3, 4);
      expect(shown(sources), 'what is written later').to.deep.equal({ ...whole, g: [[200]], m: [[-4]], beats: [5] });
      rmSync(again);
      // It has ended already.
      sources.end(paths[0] ?? '');
      sources.end(paths[2] ?? '');
      const { g: _, m: __, fightcard_build_info: ___, ...counters } = whole;
      expect(shown(sources)).to.deep.equal({ ...counters, beats: [] });
    });

    it('keep what a process of which they know nothing has written', () => {
      const sources = new Sources();
      const path = all('unknown', 1, 2, 3, 4);
      sources.end(path);
      expect(existsSync(path)).to.equal(true);
      expect(shown(sources)).to.deep.equal({ beats: [] });
    });

    it('need no file of a process that has ended without one', () => {
      const sources = new Sources();
      const path = join(folder, 'folder');
      mkdirSync(path);
      sources.add(path);
      sources.end(path);
      rmSync(path, { recursive: true });
      for (let reads = 0; reads < 2; reads++) expect(shown(sources)).to.deep.equal({ beats: [] });
    });
  });
});
