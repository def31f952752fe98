import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Sources } from '../../../server/monitoring/admin/sources.ts';
import { createFolder, removeAbandoned } from '../../../server/monitoring/folder.ts';
import { Layout } from '../../../server/monitoring/layout.ts';
import { Recorder } from '../../../server/monitoring/recorder.ts';
import { readValuesFile } from '../../../server/monitoring/values-file.ts';
import { mountDisk } from '../../support/redis/disk.ts';
import { scaled } from '../../support/run/scale.ts';

const program = fileURLToPath(new URL('../../support/monitoring/counting.ts', import.meta.url));

describe('values of several processes', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-recorder-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Runs the counting process; kills it when it has printed some turns. @returns the last turn that it printed. */
  async function run(path: string, turns: number, killAfter?: number): Promise<number> {
    const child = spawn(process.execPath, [program, path, String(turns)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'close');
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (killAfter !== undefined && Number(text.trimEnd().split('\n').at(-1)) >= killAfter) child.kill('SIGKILL');
    }
    await exited;
    return Number(text.trimEnd().split('\n').at(-1));
  }
  const numbers = (sources: Sources, name: string) => sources.read().metrics.get(name)?.series.get('{}')?.numbers;

  it('lose at most one turn of a killed process', async () => {
    const sources = new Sources();
    let least = 0;
    const killed = scaled(3);
    for (let nth = 0; nth < 2 * killed; nth++) {
      const path = join(folder, `process-${nth}`);
      sources.add(path);
      const isKilled = nth % 2 === 0;
      const printed = await (isKilled ? run(path, 0, 20 + nth) : run(path, 10));
      least += 3 * printed;
      const before = numbers(sources, 'counted_total')?.[0] ?? 0;
      sources.end(path);
      expect(numbers(sources, 'counted_total')?.[0], 'ending a process changes no sum').to.equal(before);
      expect(existsSync(path), 'its file').to.equal(false);
    }
    const [sum = 0] = numbers(sources, 'counted_total') ?? [];
    expect(sum).to.be.within(least, least + 3 * killed);
    expect(numbers(sources, 'open'), 'gauges end with their process').to.equal(undefined);
  });

  it('add up by labels across versions', async () => {
    const sources = new Sources();
    const record = (name: string, operations: string[], counts: number[]) => {
      const layout = new Layout();
      const start = layout.counter('requests_total', 'Requests.', { operation: operations, status: ['2xx', '5xx'] });
      const highest = layout.gauge('highest', 'The highest.', {}, 'max');
      const path = join(folder, name);
      const recorder = new Recorder(layout, path);
      for (const [index, count] of counts.entries()) recorder.add(start + index, count);
      recorder.set(highest, counts.length);
      recorder.close();
      sources.add(path);
    };
    record('old', ['a', 'b'], [1, 2, 3, 4]);
    record('new', ['a', 'new', 'b'], [10, 20, 30, 40, 50, 60]);
    const series = [...(sources.read().metrics.get('requests_total')?.series.values() ?? [])];
    expect(series.map(({ labels, numbers }) => [labels.operation, labels.status, numbers[0]])).to.deep.equal([
      ['a', '2xx', 11],
      ['a', '5xx', 22],
      ['b', '2xx', 53],
      ['b', '5xx', 64],
      ['new', '2xx', 30],
      ['new', '5xx', 40],
    ]);
    expect(numbers(sources, 'highest')).to.deep.equal([6]);
  });

  it('of killed servers are removed after an hour', () => {
    const [mine, killed, other] = ['fightcard-metrics-mine', 'fightcard-metrics-killed', 'other'].map((name) => {
      const own = join(folder, name);
      mkdirSync(own);
      writeFileSync(join(own, '1'), '');
      return own;
    }) as [string, string, string];
    const longAgo = new Date(Date.now() - 3_700_000);
    for (const path of [mine, join(killed, '1'), killed, join(other, '1'), other]) utimesSync(path, longAgo, longAgo);
    removeAbandoned(folder);
    expect([mine, killed, other].map((path) => existsSync(path))).to.deep.equal([true, false, true]);
  });

  if (process.platform === 'linux') {
    it('of killed servers in this container are removed immediately', () => {
      const ended = spawnSync(process.execPath, ['--version']).pid;
      const namespace = Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]);
      const names = [
        `fightcard-metrics-${namespace}-${ended}-a`,
        `fightcard-metrics-${namespace}-${process.pid}-b`,
        `fightcard-metrics-${namespace + 1}-${ended}-c`,
        `fightcard-metrics-0-${ended}-d`,
      ];
      for (const name of names) mkdirSync(join(folder, name));
      removeAbandoned(folder);
      expect(names.map((name) => existsSync(join(folder, name)))).to.deep.equal([false, true, true, true]);
    });
  }

  /** A process that has counted one of each label. */
  const countAll = (path: string, labels: string[]) => {
    const layout = new Layout();
    const start = layout.counter('all_total', 'All.', { label: labels });
    const recorder = new Recorder(layout, path);
    for (const index of labels.keys()) recorder.add(start + index);
    recorder.close();
  };
  const totals = (sources: Sources) =>
    Array.from(sources.read().metrics.get('all_total')?.series.values() ?? [], ({ numbers }) => numbers);

  it('ignore a truncated file', () => {
    const sources = new Sources();
    const [whole, cut] = ['whole', 'cut'].map((name) => join(folder, name)) as [string, string];
    countAll(whole, ['a', 'b']);
    countAll(cut, ['a', 'b']);
    for (const path of [whole, cut]) sources.add(path);
    expect(totals(sources)).to.deep.equal([[2], [2]]);
    for (let bytes = statSync(cut).size - 8; bytes >= 0; bytes -= 8) {
      truncateSync(cut, bytes);
      expect(totals(sources), `${bytes} bytes`).to.deep.equal([[1], [1]]);
    }
  });

  it('of an ended process stay until they are read', () => {
    const sources = new Sources();
    const path = join(folder, 'unread');
    sources.add(path);
    mkdirSync(path);
    sources.end(path);
    expect(() => sources.read()).to.throw('EISDIR');
    rmdirSync(path);
    countAll(path, ['a']);
    expect(totals(sources)).to.deep.equal([[1]]);
    expect(existsSync(path), 'its file').to.equal(false);
    expect(totals(sources)).to.deep.equal([[1]]);
  });

  it('leave no partial file on a full disk', async () => {
    const disk = await mountDisk(16);
    try {
      const labels = Array.from({ length: 3_000 }, (_, nth) => String(nth));
      expect(() => countAll(join(disk.path, '1'), labels)).to.throw('ENOSPC');
      expect(readdirSync(disk.path)).to.deep.equal([]);
      const created = createFolder(['/proc/nowhere', disk.path, folder]);
      expect(created?.startsWith(join(folder, 'fightcard-metrics-'))).to.equal(true);
      expect([created ?? '', disk.path].map((path) => readdirSync(path))).to.deep.equal([[], []]);
      expect(createFolder([disk.path])).to.equal(undefined);
    } finally {
      await disk.close();
    }
  });

  it('are undefined while the header is written', () => {
    const path = join(folder, 'begun');
    const layout = new Layout();
    layout.counter('c_total', 'C.');
    new Recorder(layout, path).close();
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    const whole = readFileSync(path);
    const described = 4 + whole.readUInt32LE();
    for (const length of [0, 3, 4, 5, described - 1, described]) {
      writeFileSync(path, whole.subarray(0, length));
      expect(readValuesFile(path), `${length} bytes`).to.equal(undefined);
    }
    writeFileSync(path, whole);
    const beatSeconds = readValuesFile(path)?.values[layout.beat] ?? 0;
    expect(Number(process.hrtime.bigint()) / 1e9 - beatSeconds, 'it runs from the start').to.be.within(0, 600);
    expect(readValuesFile(path)?.metrics.at(-1)?.name).to.equal('c_total');
    expect(readValuesFile(join(folder, 'nowhere'))).to.equal(undefined);
  });
});
