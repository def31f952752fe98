import files, { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import {
  BadDataFolder,
  findRoom,
  openFolder,
  toFolderError,
  withFolderLock,
} from '../../../server/store/redis/embedded/folder.ts';
import { isRunning, withFileLock } from '../../../server/store/redis/embedded/lock.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { withFunctions } from '../../support/run/replace-functions.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

let folder: string;
function useFolder(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
}

describe('the data folder', () => {
  useFolder();

  it('fails with one sentence for each reason that its owner can do something about', () => {
    const sayings = {
      'DiskFull: The disk of /data is full (CODE): make room there; see df -h /data': ['ENOSPC', 'EDQUOT', 'EFBIG'],
      'BadDataFolder: DATA_DIR /data cannot be written (CODE): let the user of the server own it, or choose another folder with DATA_DIR.':
        ['EACCES', 'EPERM', 'EROFS'],
      'BadDataFolder: DATA_DIR /data is no folder and cannot be made one (CODE): choose another folder.': [
        ...['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG'],
      ],
    };
    for (const [says, codes] of Object.entries(sayings)) {
      for (const code of codes) {
        const error = toFolderError(failure(code), '/data');
        expect(error).to.be.instanceOf(BadDataFolder);
        expect(String(error)).to.equal(says.replace('CODE', code));
      }
    }
    for (const other of [failure('EIO'), new Error('no code'), undefined]) {
      expect(toFolderError(other, '/data')).to.equal(other);
    }
  });

  it('is made where it is missing, is only for its user, and has everything in its place', async () => {
    const path = join(folder, 'a/data');
    expect(await openFolder(relative(process.cwd(), path))).to.deep.equal({
      path,
      redis: `${path}/redis`,
      manifest: `${path}/redis/appendonlydir/appendonly.aof.manifest`,
      state: `${path}/redis.json`,
      lock: `${path}/redis.lock`,
    });
    const modes = async () =>
      (await Promise.all([path, join(path, 'redis')].map((one) => stat(one)))).map(({ mode }) => mode & 0o777);
    expect(await modes()).to.deep.equal([0o700, 0o700]);
    await chmod(path, 0o755);
    await openFolder(path);
    expect(await modes()).to.deep.equal([0o700, 0o700]);
    const chmodFails = () => Promise.reject(failure('EPERM'));
    expect(await withFunctions(files, { chmod: chmodFails }, () => reasonOf(openFolder(path)))).to.equal(
      `BadDataFolder: DATA_DIR ${path} cannot be written (EPERM): let the user of the server own it, or choose another folder with DATA_DIR.`,
    );
  });

  /** What a look for room does with its file, and how it ends. */
  async function looked(fault: { open?: string; write?: string; rm?: string } = {}) {
    const done: unknown[] = [];
    const fail = (code: string | undefined) => (code ? Promise.reject(failure(code)) : Promise.resolve());
    let bytes = Buffer.alloc(0);
    const replaced = {
      async open(...args: unknown[]) {
        done.push(['open', ...args]);
        await fail(fault.open);
        return {
          writeFile(data: Buffer<ArrayBuffer>) {
            bytes = data;
            return fail(fault.write);
          },
          close: async () => void done.push('close'),
        };
      },
      rm(...args: unknown[]) {
        done.push(['rm', ...args]);
        return fail(fault.rm);
      },
    };
    const place = { path: '/data', redis: '/data/redis', manifest: '', state: '', lock: '' };
    const reason = await withFunctions(files, replaced, () => reasonOf(findRoom(place)));
    return { reason, done, bytes };
  }

  it('has room for a mebibyte of what cannot be compressed, which is written for that, and removed', async () => {
    const file = `/data/redis/room.${process.pid}`;
    const opened = ['open', file, 'w', 0o600];
    const removed = ['rm', file, { force: true }];
    const { bytes, ...rest } = await looked();
    expect(rest).to.deep.equal({ reason: 'done', done: [opened, 'close', removed] });
    expect(bytes).to.have.length(1_048_576);
    expect(new Set(bytes).size).to.equal(256);
    const full = 'DiskFull: The disk of /data is full (ENOSPC): make room there; see df -h /data';
    expect(await looked({ write: 'ENOSPC', rm: 'EIO' })).to.deep.include({
      ...{ reason: full, done: [opened, 'close', removed] },
    });
    expect(await looked({ open: 'ENOSPC' })).to.deep.include({ reason: full, done: [opened, removed] });
    expect((await looked({ rm: 'EIO' })).reason).to.equal('done');
  });

  it('is used by one process at a time, which another waits for, for five minutes', async () => {
    const { path, lock, ...others } = await openFolder(folder);
    const place = { path, lock, ...others };
    expect(await withFolderLock(place, () => readFile(lock, 'utf8'))).to.equal(String(process.pid));
    expect(await reasonOf(withFolderLock(place, () => Promise.reject(failure('EDQUOT'))))).to.equal(
      `DiskFull: The disk of ${path} is full (EDQUOT): make room there; see df -h ${path}`,
    );
    await writeFile(lock, String(process.ppid));
    let nowMs = 0;
    const later = [300_000, 300_001];
    const clock = mock.method(performance, 'now', () => nowMs);
    const pass = async () => {
      nowMs = later.shift() ?? Number.POSITIVE_INFINITY;
    };
    const held = await withFunctions(timers, { setTimeout: sleepFor('embedded/lock.ts', pass) }, () =>
      reasonOf(withFolderLock(place, async () => 'it ran')),
    ).finally(() => clock.mock.restore());
    expect([held, later]).to.deep.equal([
      `Error: ${lock} is held by another process: wait for it, or remove the file if there is none.`,
      [],
    ]);
  });
});

describe('a lock file', () => {
  useFolder();
  let lock: string;
  beforeEach(() => {
    lock = join(folder, 'lock');
  });

  it('names its process, is only for its user, and is gone after the action, however that ends', async () => {
    const look = async () => [await readdir(folder), await readFile(lock, 'utf8'), (await stat(lock)).mode & 0o777];
    expect(await withFileLock(lock, 0, look)).to.deep.equal([['lock'], String(process.pid), 0o600]);
    const failed = withFileLock(lock, 0, () => Promise.reject(failure('EIO')));
    const next = withFileLock(lock, 0, async () => {
      await rm(lock);
      return 'removed by hand';
    });
    expect([await reasonOf(failed), await next]).to.deep.equal(['Error: EIO', 'removed by hand']);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('fails at once where none can be made', async () => {
    const error = await withFileLock(join(folder, 'nothing/lock'), 5_000, async () => 'it ran').catch(
      (reason) => reason,
    );
    expect(error).to.include({ code: 'ENOENT', syscall: 'open' });
  });

  it('is looked at every 15 ms, and asks whether its process runs, without a signal to it', async () => {
    await writeFile(lock, '77');
    const asked: unknown[] = [];
    const waits: unknown[] = [];
    const kill = mock.method(process, 'kill', (...args: unknown[]) => {
      if (asked.push(args) < 3) return true;
      throw failure('ESRCH');
    });
    const wait = { setTimeout: sleepFor('embedded/lock.ts', async (ms) => waits.push(ms)) };
    const ran = withFunctions(timers, wait, () => withFileLock(lock, 5_000, async () => 'it ran'));
    expect(await ran.finally(() => kill.mock.restore())).to.equal('it ran');
    expect([asked, waits]).to.deep.equal([
      [
        [77, 0],
        [77, 0],
        [77, 0],
      ],
      [15, 15, 15],
    ]);
    expect(isRunning(process.pid)).to.equal(true);
  });

  it('that names no process, or cannot be read, is not taken away', async () => {
    const kill = mock.method(process, 'kill', () => {
      throw failure('ESRCH');
    });
    const renamed: unknown[] = [];
    try {
      const rename = async (...names: unknown[]) => void renamed.push(names);
      for (const [text, readFails] of [
        ['', false],
        ['77', true],
      ] as const) {
        await writeFile(lock, text);
        const unreadable = { readFile: () => Promise.reject(failure('EIO')) };
        const held = withFunctions(files, { rename, ...(readFails && unreadable) }, () =>
          reasonOf(withFileLock(lock, 20, async () => 'it ran')),
        );
        expect(await held).to.match(/^Error: \S+lock is held by another process/);
      }
    } finally {
      kill.mock.restore();
    }
    expect(renamed).to.deep.equal([]);
  });

  it('of a process that has ended is taken away also when its moved file cannot be read', async () => {
    await writeFile(lock, '77');
    const kill = mock.method(process, 'kill', () => {
      throw failure('ESRCH');
    });
    const read = async (path: string) => {
      if (path.includes('.moved.')) throw failure('EIO');
      return '77';
    };
    const ran = withFunctions(files, { readFile: read }, () =>
      reasonOf(withFileLock(lock, 100, async () => 'it ran')),
    ).finally(() => kill.mock.restore());
    expect([await ran, await readdir(folder)]).to.deep.equal(['done', []]);
  });
});
