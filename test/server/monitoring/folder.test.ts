import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { createFolder, removeAbandoned } from '../../../server/monitoring/folder.ts';

describe('the numbers of processes in a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-folder-'));
  });
  afterEach(() => {
    mock.reset();
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true });
  });

  /** Replaces what says which process ids these are. */
  function linked(read: () => string) {
    const { mock: replacement } = mock.method(fs, 'readlinkSync', read);
    syncBuiltinESMExports();
    return replacement;
  }
  const fails = () => {
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  };

  const nowMs = 1_900_000_000_000;
  /** A folder that was last written to so long ago, with its files. */
  function old(name: string, agoMs: number, files: Record<string, number> = {}): void {
    mkdirSync(join(folder, name));
    for (const [file, fileAgoMs] of Object.entries({ ...files, '': agoMs })) {
      const path = join(folder, name, file);
      if (file !== '') writeFileSync(path, '');
      utimesSync(path, (nowMs - fileAgoMs) / 1_000, (nowMs - fileAgoMs) / 1_000);
    }
  }

  it('are abandoned when nothing was written there for an hour', () => {
    mock.method(Date, 'now', () => nowMs);
    old('fightcard-metrics-a', 3_600_000);
    old('fightcard-metrics-b', 3_599_999);
    old('fightcard-metrics-c', 3_600_000, { 1: 4_000_000, 2: 3_599_999 });
    old('fightcard-metrics-d', 3_600_000, { 1: 4_000_000, 2: 3_600_000 });
    old('fightcard-metrics-e', 3_599_999, { 1: 3_600_000 });
    old('fightcard-metric-f', 4_000_000);
    old('of-fightcard-metrics-g', 4_000_000);
    removeAbandoned(folder);
    expect(readdirSync(folder)).to.deep.equal([
      ...['fightcard-metric-f', 'fightcard-metrics-b', 'fightcard-metrics-c', 'fightcard-metrics-e'],
      'of-fightcard-metrics-g',
    ]);
  });

  if (process.platform === 'linux') {
    it('are abandoned when the process that its name begins with has ended, of these process ids', () => {
      linked(() => 'pid:[4026531836]');
      // Above the highest process id that Linux gives.
      const ended = 4_194_305;
      const names = [
        `fightcard-metrics-4026531836-${ended}-a`,
        `fightcard-metrics-4026531836-${process.pid}-b`,
        `fightcard-metrics-4026531837-${ended}-c`,
        `fightcard-metrics-fightcard-metrics-4026531836-${ended}-d`,
        `fightcard-metrics-4026531836-0${ended}-e`,
      ];
      for (const name of names) mkdirSync(join(folder, name));
      removeAbandoned(folder);
      expect(readdirSync(folder)).to.deep.equal(names.slice(1).sort());
    });
  }

  it('have room of 256 KiB there, or else in the next one', () => {
    linked(() => 'pid:[7]');
    const inFolder = (name: string) => join(folder, name);
    const [full, vanishing, free] = [inFolder('full'), inFolder('vanishing'), inFolder('free')];
    for (const parent of [full, vanishing, free]) mkdirSync(parent);
    const abandoned = join(free, 'fightcard-metrics-7-4194305-x');
    mkdirSync(abandoned);
    const sizes: unknown[] = [];
    const { writeFileSync: original } = fs;
    mock.method(fs, 'writeFileSync', (path: string, bytes: Buffer) => {
      sizes.push([path.split('/').at(-1), bytes.length]);
      original(path, bytes);
      if (path.startsWith(vanishing)) rmSync(dirname(path), { recursive: true });
      if (!path.startsWith(free)) fails();
      expect(statSync(path).size).to.equal(262_144);
    });
    syncBuiltinESMExports();
    const created = createFolder([join(folder, 'nowhere'), full, vanishing, free]);
    expect(created).to.match(new RegExp(`^${free}/fightcard-metrics-7-${process.pid}-[^/-]{6}$`));
    expect(sizes).to.deep.equal(Array(3).fill(['room', 262_144]));
    expect([full, created ?? ''].map((path) => readdirSync(path))).to.deep.equal([[], []]);
    if (process.platform === 'linux') expect(existsSync(abandoned)).to.equal(false);
    expect(createFolder([full])).to.equal(undefined);
  });

  it('have one in memory by default where there is such a folder, whose name says 0 without /proc', () => {
    const reads = linked(fails);
    for (const link of [fails, () => 'no digit']) {
      reads.mockImplementation(link);
      const created = createFolder() ?? '';
      rmSync(created, { recursive: true });
      const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
      expect(created.startsWith(join(parent, `fightcard-metrics-0-${process.pid}-`)), created).to.equal(true);
      expect(reads.calls.at(-1)?.arguments).to.deep.equal(['/proc/self/ns/pid']);
    }
  });

  it('have one in the folder for what is temporary where memory is full', () => {
    const { mkdtempSync: original } = fs;
    mock.method(fs, 'mkdtempSync', (path: string) => (path.startsWith('/dev/shm') ? fails() : original(path)));
    syncBuiltinESMExports();
    const created = createFolder() ?? '';
    rmSync(created, { recursive: true });
    expect(created.startsWith(join(tmpdir(), 'fightcard-metrics-')), created).to.equal(true);
  });
});
