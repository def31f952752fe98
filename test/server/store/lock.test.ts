import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { withFileLock } from '../../../server/embedded/lock.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

/** No process has this id: it is above what Linux and macOS give out. */
const deadPid = 99_999_999;

describe('isRunning', () => {
  it('counts a process of another user as running', () => {
    const script = `
      import { isRunning } from ${JSON.stringify(join(import.meta.dirname, '../../../server/embedded/lock.ts'))};
      if (process.getuid() === 0) process.setuid(65534);
      console.log(isRunning(1));`;
    const out = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      encoding: 'utf8',
    });
    expect(out).to.equal('true\n');
  });
});

describe('withFileLock', () => {
  let folder: string;
  let lock: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-lock-'));
    lock = join(folder, 'lock');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const held = () => `Error: ${lock} is held by another process: wait for it, or remove the file if there is none.`;

  it('runs one action at a time', async () => {
    await writeFile(lock, String(deadPid));
    let inside = 0;
    const action = async () => {
      expect(++inside).to.equal(1);
      expect(await readFile(lock, 'utf8')).to.equal(String(process.pid));
      await sleep(5);
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFileLock(lock, 5_000, action)));
    expect(await readdir(folder), 'nothing is left').to.deep.equal([]);
  });

  it('gives up while another process holds the lock', async () => {
    for (const content of [String(process.ppid), '']) {
      await writeFile(lock, content);
      expect(await reasonOf(withFileLock(lock, 50, async () => 'it ran'))).to.equal(held());
      expect(await readdir(folder)).to.deep.equal(['lock']);
    }
  });

  it('leaves a lock that another process just took over', async () => {
    await writeFile(lock, '77');
    // Process 77 is dead. When this is found out, process 78 has just taken the lock over.
    const runs = (pid: number) => {
      if (pid === 77) writeFileSync(lock, '78');
      return pid === 78;
    };
    expect(await reasonOf(withFileLock(lock, 50, async () => 'it ran', runs))).to.equal(held());
    expect(await readFile(lock, 'utf8')).to.equal('78');
    expect(await readdir(folder)).to.deep.equal(['lock']);
  });
});
