import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { AofMark } from '../../../server/store/redis/embedded/mark.ts';
import { embeddedState } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
import { openFilesBelow } from '../../support/run/open-files.ts';
import { scaled } from '../../support/run/scale.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

describe('F21: damaged data of the embedded Redis', () => {
  let dataDir: string;
  const logFile = (name = 'appendonly.aof.1.incr.aof') => join(dataDir, 'redis/appendonlydir', name);
  /** Uses the embedded Redis, and stops it. */
  async function using<T>(action: (client: Redis) => Promise<T>, options: { acceptsLoss?: boolean } = {}): Promise<T> {
    const redis = await openEmbeddedRedis({ dataDir, ...options });
    const client = new Redis(redis.url);
    client.on('error', () => undefined);
    const result = await action(client);
    client.disconnect();
    await redis.close();
    return result;
  }
  /** How many votes Redis then has, or why it does not start. */
  const found = (options?: { acceptsLoss?: boolean }) =>
    using((client) => client.hlen('votes'), options).catch(({ message }: Error) => message);
  async function rewrite(client: Redis): Promise<void> {
    await client.bgrewriteaof();
    await eventually(async () => /aof_rewrite_in_progress:0/.test(await client.info('persistence')), 'the rewrite');
  }
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-mark-'));
    await using(async (client) => {
      for (let n = 0; n < 50; n++) await client.hset('votes', `client-${n}`, 'first');
    });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  for (const [title, damage, reason] of [
    ['the folder is deleted', () => rm(join(dataDir, 'redis'), { recursive: true }), /its append-only log is gone/],
    ['the log is deleted', () => rm(logFile('.'), { recursive: true }), /log is gone/],
    ['the log is cut', () => truncate(logFile(), 600), /incr\.aof has 600 bytes and had \d+\./],
    ['the log is emptied', () => writeFile(logFile(), ''), /incr\.aof has 0 bytes and had \d+\./],
  ] as const) {
    it(`is refused when ${title}`, async () => {
      await damage();
      const output = await found();
      expect(output).to.match(/^Votes that were acknowledged are missing in the embedded Redis: /);
      expect(output).to.match(reason);
      expect(output).to.match(
        / Restore a copy of \S+ if there is one, and continue with what is there: npm start -- --accept-loss$/,
      );
      expect(await found(), 'again').to.equal(output);
      const accepted = await found({ acceptsLoss: true });
      expect(accepted).to.be.a('number').below(50);
      expect(await found()).to.equal(accepted);
    });
  }

  for (const [title, replacement, reason] of [
    ['emptied', async () => '', /base\.rdb has 0 bytes and had \d+\./],
    ['replaced by an older one', readFile, /base\.rdb has \d+ bytes and had \d+\./],
  ] as const) {
    it(`is refused when the base is ${title}`, async () => {
      const older = await replacement(logFile('appendonly.aof.1.base.rdb'));
      await using(rewrite);
      const [base = ''] = (await readdir(logFile('.'))).filter((name) => name.includes('.base.'));
      const newer = await readFile(logFile(base));
      await writeFile(logFile(base), older);
      expect(await found()).to.match(reason);
      await writeFile(logFile(base), newer);
      expect(await found()).to.equal(50);
    });
  }

  it('is refused when any bit is flipped', async () => {
    const whole = await readFile(logFile());
    const flips = scaled(12);
    for (let n = 0; n < flips; n++) {
      const at = Math.floor((n / flips) * whole.length);
      await writeFile(logFile(), whole.with(at, (whole[at] ?? 0) ^ (1 << (n % 8))));
      expect(await found(), `byte ${at}`).to.include('are not those that were written');
    }
    await writeFile(logFile(), whole);
    expect(await found()).to.equal(50);
  });

  it('is not what a torn end, rewrite or kill leaves', async () => {
    await appendFile(logFile(), '*4\r\n$4\r\nHSET\r\n$5\r\nvot');
    expect(await found()).to.equal(50);
    await using(async (client) => {
      await rewrite(client);
      await client.hset('votes', 'another', 'second');
      const mark = () => readFile(join(dataDir, 'redis-mark.json'), 'utf8');
      await eventually(async () => (await mark()).includes('2.incr.aof'), 'the next mark');
      const { pid } = await embeddedState(dataDir);
      process.kill(pid, 'SIGKILL');
      await eventually(async () => (await embeddedState(dataDir)).pid !== pid, 'it is started again');
      await eventually(async () => (await client.hlen('votes')) === 51, 'all is there');
    });
    expect(await found()).to.equal(51);
    expect((await readdir(dataDir)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
  });

  it('prevents npm start until the loss is accepted', async () => {
    await rename(join(dataDir, 'redis'), join(dataDir, 'elsewhere'));
    const refused = startServerProcess({ DATA_DIR: dataDir }, ['--no-sample']);
    expect(await refused.ended).to.equal(1);
    expect(refused.output().trim()).to.match(/^Votes that were acknowledged are missing.*$/);
    await refused.close();
    const accepted = startServerProcess({ DATA_DIR: dataDir }, ['--no-sample', '--accept-loss']);
    await accepted.ready;
    await accepted.close();
  });
});

describe('AofMark', () => {
  let folder: string;
  let mark: AofMark;
  const file = (name: string) => join(folder, 'redis/appendonlydir', name);
  /** A log of a base and files that are appended to, by their numbers. */
  async function writeLog(base: number, files: Record<number, string>): Promise<void> {
    const names = Object.keys(files).map((seq) => `file ${seq}.incr.aof seq ${seq} type i\n`);
    await writeFile(file('manifest'), `file ${base}.base.rdb seq ${base} type b\n${names.join('')}`);
    await writeFile(file(`${base}.base.rdb`), 'base');
    for (const [seq, text] of Object.entries(files)) await writeFile(file(`${seq}.incr.aof`), text);
  }
  const take = (answers = async (): Promise<unknown> => undefined) => mark.take(answers);
  const stored = async () => JSON.parse(await readFile(join(folder, 'redis-mark.json'), 'utf8'));
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => '',
      ({ message }: Error) => /embedded Redis: (.*)\. Restore a copy of /.exec(message)?.[1] ?? message,
    );
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-mark-'));
    await mkdir(file('.'), { recursive: true });
    const redis = join(folder, 'redis');
    mark = new AofMark({ path: folder, redis, manifest: file('manifest'), state: '', lock: '' });
    await writeLog(2, { 3: 'first' });
    await take();
  });
  afterEach(async () => {
    expect(openFilesBelow(folder), 'open files').to.deep.equal([]);
    await rm(folder, { recursive: true, force: true });
  });

  it('stores files, lengths and checksums', async () => {
    expect(await stored()).to.deep.equal({
      baseSeq: 2,
      base: { file: '2.base.rdb', seq: 2, bytes: 4, crc: crc32('base') },
      files: [{ file: '3.incr.aof', seq: 3, bytes: 5, crc: crc32('first') }],
    });
    expect((await stat(join(folder, 'redis-mark.json'))).mode & 0o777).to.equal(0o600);
    expect((await readdir(folder)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
  });

  it('covers no byte written after Redis was asked', async () => {
    await take(() => appendFile(file('3.incr.aof'), ' and a half'));
    expect((await stored()).files[0].bytes).to.equal(5);
    await take();
    expect((await stored()).files[0]).to.include({ bytes: 16, crc: crc32('first and a half') });
    expect(await reasonOf(take(() => Promise.reject(new Error('no answer'))))).to.equal('no answer');
  });

  it('finds what a log has lost', async () => {
    for (const [base, files, why] of [
      [2, { 3: 'first' }, ''],
      [2, { 3: 'first', 4: 'more' }, ''],
      [3, { 4: '' }, ''],
      [1, { 3: 'first' }, 'its append-only log is an older one'],
      [2, { 4: '' }, '3.incr.aof is not in its append-only log any more'],
      [3, { 2: '', 4: '' }, '3.incr.aof is not in its append-only log any more'],
      [2, { 3: 'firs' }, '3.incr.aof has 4 bytes and had 5'],
      [2, { 3: 'First' }, 'the first 5 bytes of 3.incr.aof are not those that were written'],
    ] as const) {
      await writeLog(base, files);
      expect(await reasonOf(mark.check()), JSON.stringify([base, files])).to.equal(why);
    }
    await rm(file('3.incr.aof'));
    expect(await reasonOf(mark.check())).to.equal('3.incr.aof is gone');
    await rm(file('manifest'));
    expect(await reasonOf(mark.check())).to.equal('its append-only log is gone');
  });

  it('finds damage while Redis runs', async () => {
    const before = await stored();
    await writeLog(2, { 3: 'firs' });
    expect(await reasonOf(take())).to.equal('3.incr.aof was cut while it runs');
    await rm(file('manifest'));
    expect(await reasonOf(take())).to.equal('its append-only log was removed while it runs');
    expect(await stored()).to.deep.equal(before);
    // Before the first mark there may be no log yet.
    await mark.remove();
    expect(await reasonOf(take())).to.equal('');
  });

  it('leaves an unreadable manifest to Redis', async () => {
    await writeFile(file('manifest'), 'no file 3.incr.aof seq 3 type i\n');
    expect(await reasonOf(mark.check())).to.equal('');
    expect(await reasonOf(take())).to.equal('its append-only log was removed while it runs');
  });

  it('covers a log without a base', async () => {
    await mark.remove();
    await writeFile(file('manifest'), 'file 3.incr.aof seq 3 type i\n');
    await take();
    expect(await stored()).to.deep.include({ baseSeq: 0 });
    expect(await reasonOf(mark.check())).to.equal('');
    await writeFile(file('manifest'), 'file 4.base.rdb seq 4 type b\nfile 3b.incr.aof seq 3 type i\n');
    expect(await reasonOf(mark.check())).to.equal('3.incr.aof is not in its append-only log any more');
  });

  it('is rewritten only for new data', async () => {
    const inode = async () => (await stat(join(folder, 'redis-mark.json'))).ino;
    const before = await inode();
    await take();
    expect(await inode()).to.equal(before);
    await writeLog(2, { 3: 'first and a half', 4: 'more' });
    await take();
    expect((await stored()).files).to.deep.equal([
      { file: '3.incr.aof', seq: 3, bytes: 16, crc: crc32('first and a half') },
      { file: '4.incr.aof', seq: 4, bytes: 4, crc: crc32('more') },
    ]);
  });

  it('covers logs longer than a chunk', async () => {
    const text = `first${'x'.repeat(1_500_000)}`;
    await writeLog(2, { 3: text });
    await take();
    expect((await stored()).files[0].crc).to.equal(crc32(text));
    await appendFile(file('3.incr.aof'), 'y'.repeat(1_500_000));
    expect(await reasonOf(mark.check())).to.equal('');
  });

  it('leaves no file when it cannot be written', async () => {
    await mark.remove();
    await mkdir(join(folder, 'redis-mark.json'));
    expect(await reasonOf(take())).to.match(/^EISDIR/);
    expect((await readdir(folder)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
  });
});
