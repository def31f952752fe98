import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { AofMark } from '../../../server/store/redis/embedded/mark.ts';
import { embeddedState } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
import { openFilesBelow } from '../../support/run/open-files.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';
import { scaled } from '../../support/run/scale.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

describe('F21: data of the embedded Redis that differ from the acknowledged data', () => {
  let dataDir: string;
  const log = () => join(dataDir, 'redis/appendonlydir/appendonly.aof.1.incr.aof');
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-mark-'));
    const redis = await openEmbeddedRedis({ dataDir });
    const client = new Redis(redis.url);
    for (let n = 0; n < 50; n++) await client.hset('votes', `client-${n}`, 'first');
    client.disconnect();
    await redis.close();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  /** What Redis then has, or why it does not start. */
  async function found(options: { acceptsLoss?: boolean } = {}): Promise<number | string> {
    try {
      const redis = await openEmbeddedRedis({ dataDir, ...options });
      const client = new Redis(redis.url);
      const count = await client.hlen('votes');
      client.disconnect();
      await redis.close();
      return count;
    } catch (error) {
      return (error as Error).message;
    }
  }

  const damages: [string, () => Promise<unknown>, RegExp][] = [
    ['the folder is deleted', () => rm(join(dataDir, 'redis'), { recursive: true }), /its append-only log is gone/],
    ['the log is deleted', () => rm(join(dataDir, 'redis/appendonlydir'), { recursive: true }), /log is gone/],
    ['the log is cut', async () => truncate(log(), 600), /incr\.aof has 600 bytes and had \d+\./],
    ['the log is emptied', () => writeFile(log(), ''), /incr\.aof has 0 bytes and had \d+\./],
  ];
  for (const [title, damage, reason] of damages) {
    it(`are refused when ${title}, until the loss is accepted`, async () => {
      await damage();
      const output = await found();
      expect(output).to.match(/^Votes that were acknowledged are missing in the embedded Redis: /);
      expect(output)
        .to.match(reason)
        .and.match(
          /Restore a copy of \S+ if there is one, and continue with what is there: npm start -- --accept-loss$/,
        );
      // It did not start, so nothing was written: it is refused again.
      expect(await found()).to.equal(output);
      const accepted = await found({ acceptsLoss: true });
      expect(accepted).to.be.a('number').below(50);
      expect(await found()).to.equal(accepted);
    });
  }

  /** Moves all data into a new base file, and returns its path. */
  async function rewritten(): Promise<string> {
    const redis = await openEmbeddedRedis({ dataDir });
    const client = new Redis(redis.url);
    await client.bgrewriteaof();
    await eventually(async () => /aof_rewrite_in_progress:0/.test(await client.info('persistence')), 'the rewrite');
    client.disconnect();
    await redis.close();
    const folder = join(dataDir, 'redis/appendonlydir');
    const [base = ''] = (await readdir(folder)).filter((name) => name.includes('.base.'));
    return join(folder, base);
  }

  for (const [title, replacement, reason] of [
    ['emptied', async () => '', /base\.rdb has 0 bytes and had \d+\./],
    ['replaced by an older one', readFile, /base\.rdb has \d+ bytes and had \d+\./],
  ] as const) {
    it(`are refused when the base of the log is ${title}`, async () => {
      const older = await replacement(join(dataDir, 'redis/appendonlydir/appendonly.aof.1.base.rdb'));
      const base = await rewritten();
      const newer = await readFile(base);
      await writeFile(base, older);
      const output = await found();
      expect(output)
        .to.match(/^Votes that were acknowledged are missing in the embedded Redis: /)
        .and.match(reason);
      await writeFile(base, newer);
      expect(await found()).to.equal(50);
    });
  }

  it('are refused when any bit is flipped', async () => {
    const whole = await readFile(log());
    const silent: number[] = [];
    const flips = scaled(12);
    for (let n = 0; n < flips; n++) {
      const at = Math.floor((n / flips) * whole.length);
      const file = await open(log(), 'r+');
      await file.write(Buffer.from([(whole[at] ?? 0) ^ (1 << (n % 8))]), 0, 1, at);
      await file.close();
      if (!String(await found()).includes('are not those that were written')) silent.push(at);
      await writeFile(log(), whole);
    }
    expect(silent).to.deep.equal([]);
    expect(await found()).to.equal(50);
  });

  it('the control: without the mark Redis starts silently', async () => {
    const whole = await readFile(log());
    whole[whole.indexOf('first', whole.length - 40)] = 'F'.charCodeAt(0);
    await writeFile(log(), whole);
    expect(await found()).to.match(/are not those that were written/);
    await rm(join(dataDir, 'redis-mark.json'));
    expect(await found()).to.equal(50);
  });

  it('a torn end, a rewrite and a kill are no damage', async () => {
    const file = await open(log(), 'a');
    await file.write('*4\r\n$4\r\nHSET\r\n$5\r\nvot');
    await file.close();
    expect(await found()).to.equal(50);
    const redis = await openEmbeddedRedis({ dataDir });
    const client = new Redis(redis.url);
    client.on('error', () => undefined);
    await client.bgrewriteaof();
    await eventually(async () => /aof_rewrite_in_progress:0/.test(await client.info('persistence')), 'the rewrite');
    await client.hset('votes', 'another', 'second');
    const marked = async () => readFile(join(dataDir, 'redis-mark.json'), 'utf8');
    await eventually(async () => (await marked()).includes('2.incr.aof'), 'the next mark');
    const { pid } = await embeddedState(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => (await embeddedState(dataDir)).pid !== pid, 'it is started again');
    await eventually(async () => (await client.hlen('votes')) === 51, 'all is there');
    client.disconnect();
    await redis.close();
    expect(await found()).to.equal(51);
    expect((await readdir(dataDir)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
  });

  it('prevent npm start, with one sentence, unless the loss is accepted', async () => {
    await rename(join(dataDir, 'redis'), join(dataDir, 'elsewhere'));
    const refused = startServerProcess({ DATA_DIR: dataDir }, ['--no-sample']);
    expect(await refused.ended).to.equal(1);
    expect(refused.output().trim().split('\n')).to.have.length(1);
    expect(refused.output()).to.match(/^Votes that were acknowledged are missing/);
    await refused.close();
    const accepted = startServerProcess({ DATA_DIR: dataDir }, ['--no-sample', '--accept-loss']);
    await accepted.ready;
    await accepted.close();
  });
});

describe('the mark of an append-only log', () => {
  let folder: string;
  let mark: AofMark;
  const file = (name: string) => join(folder, 'redis/appendonlydir', name);
  /** A log of a base file and files that are appended to, by their numbers, with their contents. */
  async function writeLog(base: number, files: Record<number, string>): Promise<void> {
    const names = Object.keys(files).map((seq) => `file ${seq}.incr.aof seq ${seq} type i\n`);
    await writeFile(file('manifest'), `file ${base}.base.rdb seq ${base} type b\n${names.join('')}`);
    await writeFile(file(`${base}.base.rdb`), 'base');
    for (const [seq, text] of Object.entries(files)) await writeFile(file(`${seq}.incr.aof`), text);
  }
  const take = (answers = async (): Promise<unknown> => undefined) => mark.take(answers);
  const marked = async () => JSON.parse(await readFile(join(folder, 'redis-mark.json'), 'utf8'));
  /** What is lost; nothing when it is all there. */
  const lost = (work: Promise<unknown>) =>
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
    expect(openFilesBelow(folder), 'files that are left open').to.deep.equal([]);
    await rm(folder, { recursive: true, force: true });
  });

  it('has the files, their lengths and checksums', async () => {
    const crc = crc32('first');
    expect(await marked()).to.deep.equal({
      baseSeq: 2,
      base: { file: '2.base.rdb', seq: 2, bytes: 4, crc: crc32('base') },
      files: [{ file: '3.incr.aof', seq: 3, bytes: 5, crc }],
    });
    expect(await lost(mark.check())).to.equal('');
  });

  it('has no byte that came after Redis was asked, and is on disk when it is there', async () => {
    await take(() => appendFile(file('3.incr.aof'), ' and a half'));
    expect((await marked()).files[0].bytes).to.equal(5);
    await take();
    expect((await marked()).files[0]).to.include({ bytes: 16, crc: crc32('first and a half') });
    expect((await readdir(folder)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
    const unanswered = await lost(take(() => Promise.reject(new Error('no answer'))));
    expect(unanswered).to.equal('no answer');
  });

  it('tells a log that was rewritten from one that is older or lacks a file', async () => {
    for (const [base, files, why] of [
      [2, { 3: 'first', 4: 'more' }, ''],
      [3, { 4: '' }, ''],
      [1, { 3: 'first' }, 'its append-only log is an older one'],
      [2, { 4: '' }, '3.incr.aof is not in its append-only log any more'],
      [3, { 2: '', 4: '' }, '3.incr.aof is not in its append-only log any more'],
      [2, { 3: 'firs' }, '3.incr.aof has 4 bytes and had 5'],
      [2, { 3: 'First' }, 'the first 5 bytes of 3.incr.aof are not those that were written'],
    ] as const) {
      await writeLog(base, files);
      expect(await lost(mark.check()), JSON.stringify([base, files])).to.equal(why);
    }
  });

  it('is not taken of a log that was cut or removed while Redis runs', async () => {
    const before = await marked();
    await writeLog(2, { 3: 'firs' });
    expect(await lost(take())).to.equal('3.incr.aof was cut while it runs');
    await rm(file('manifest'));
    expect(await lost(take())).to.equal('its append-only log was removed while it runs');
    expect(await marked()).to.deep.equal(before);
    // Before the first mark there may be no log yet.
    await mark.remove();
    expect(await lost(take())).to.equal('');
  });

  it('says in one sentence what is lost, and what to do', async () => {
    await rm(file('3.incr.aof'));
    const reason = await mark.check().catch((error: Error) => error);
    expect(reason).to.include({
      name: 'DataLost',
      message: `Votes that were acknowledged are missing in the embedded Redis: 3.incr.aof is gone. Restore a copy of ${join(folder, 'redis')} if there is one, and continue with what is there: npm start -- --accept-loss`,
    });
    await rm(file('manifest'));
    expect(await lost(mark.check())).to.equal('its append-only log is gone');
  });

  it('leaves to Redis a list of files that it cannot read', async () => {
    await writeFile(file('manifest'), 'no file 3.incr.aof seq 3 type i\n');
    expect(await lost(mark.check())).to.equal('');
    expect(await lost(take())).to.equal('its append-only log was removed while it runs');
    await mark.remove();
    expect(await lost(take())).to.equal('');
    await mark.remove();
    expect((await readdir(folder)).sort()).to.deep.equal(['redis']);
  });

  it('is of a log without a base, too, and of another file with the number of one that is gone', async () => {
    await mark.remove();
    await writeFile(file('manifest'), 'file 3.incr.aof seq 3 type i\n');
    await take();
    expect(await marked()).to.deep.include({ baseSeq: 0 });
    expect(await lost(mark.check())).to.equal('');
    await writeFile(file('4.base.rdb'), 'base');
    await writeFile(file('manifest'), 'file 4.base.rdb seq 4 type b\nfile 3b.incr.aof seq 3 type i\n');
    expect(await lost(mark.check())).to.equal('3.incr.aof is not in its append-only log any more');
  });

  it('is the same for as long as nothing is written, and only its user can read it', async () => {
    await writeLog(2, { 3: 'first', 4: 'more' });
    await take();
    const path = join(folder, 'redis-mark.json');
    const before = await stat(path);
    expect(before.mode & 0o777).to.equal(0o600);
    await take();
    expect((await stat(path)).ino).to.equal(before.ino);
    await writeLog(2, { 3: 'first and a half', 4: 'more' });
    await take();
    expect((await marked()).files).to.deep.equal([
      { file: '3.incr.aof', seq: 3, bytes: 16, crc: crc32('first and a half') },
      { file: '4.incr.aof', seq: 4, bytes: 4, crc: crc32('more') },
    ]);
  });

  it('is of what it covers, in a log that is longer than what is read at once', async () => {
    const text = `first${'x'.repeat(1_500_000)}`;
    await writeLog(2, { 3: text });
    await take();
    expect((await marked()).files[0].crc).to.equal(crc32(text));
    await appendFile(file('3.incr.aof'), 'y'.repeat(1_500_000));
    expect(await lost(mark.check())).to.equal('');
  });

  it('ends with a log that is cut while it is read', async () => {
    await writeLog(2, { 3: 'first and a half' });
    await take(() => truncate(file('3.incr.aof'), 5));
    expect(await lost(mark.check())).to.equal('3.incr.aof has 5 bytes and had 16');
  });

  it('is on disk before it takes the place of the last, and leaves no file, not even when it cannot', async () => {
    const probe = await open(file('manifest'));
    const synced = mock.method(Object.getPrototypeOf(probe), 'sync', async () => undefined);
    await probe.close();
    await writeLog(2, { 3: 'first and a half' });
    await take();
    synced.mock.restore();
    expect(synced.mock.callCount()).to.equal(1);
    await mark.remove();
    await mkdir(join(folder, 'redis-mark.json'));
    expect(await lost(take())).to.match(/^EISDIR/);
    expect((await readdir(folder)).sort()).to.deep.equal(['redis', 'redis-mark.json']);
    await rm(join(folder, 'redis-mark.json'), { recursive: true });
    await rm(file('3.incr.aof'));
    expect(await lost(take())).to.match(/^ENOENT/);
  });

  it('is taken by one at a time, however long Redis takes to answer', async () => {
    let tick = () => undefined as unknown;
    const restoreTimers = replaceTimers('setInterval', 'embedded/embedded.ts', (run) => {
      tick = run;
      return { unref: () => undefined };
    });
    const redis = await openEmbeddedRedis({ dataDir: join(folder, 'running'), isWatched: false });
    restoreTimers();
    const answers: (() => void)[] = [];
    const taken = mock.method(AofMark.prototype, 'take', () => new Promise<void>((resolve) => answers.push(resolve)));
    try {
      const [first] = [tick(), tick()];
      expect(answers, 'while the first waits').to.have.length(1);
      answers[0]?.();
      await first;
      const second = tick();
      expect(answers, 'after the first').to.have.length(2);
      answers[1]?.();
      await second;
    } finally {
      taken.mock.restore();
      await redis.close();
    }
  });
});
