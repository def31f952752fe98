import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import pino from 'pino';
import { openEmbeddedRedis } from '../../../server/embedded/embedded.ts';
import { embeddedState } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
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
    [
      'the folder is replaced by an older one',
      async () => {
        await cp(join(dataDir, 'redis'), join(dataDir, 'older'), { recursive: true });
        await using(rewrite);
        await rm(join(dataDir, 'redis'), { recursive: true });
        await rename(join(dataDir, 'older'), join(dataDir, 'redis'));
      },
      /its append-only log is an older one\./,
    ],
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
      expect(accepted).to.be.a('number').at.most(50);
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

  it('is not a torn end, a rewrite or a kill', async () => {
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

  it('is refused when the manifest lacks the log', async () => {
    const manifest = await readFile(logFile('appendonly.aof.manifest'), 'utf8');
    await writeFile(logFile('appendonly.aof.manifest'), manifest.replace(/^.*incr\.aof.*\n/m, ''));
    expect(await found()).to.match(/1\.incr\.aof is not in its append-only log any more\./);
  });

  for (const [title, damage, reason] of [
    ['cut', () => truncate(logFile(), 600), 'was cut while it runs'],
    ['removed', () => rm(logFile('.'), { recursive: true }), 'was removed while it runs'],
  ] as const) {
    it(`is logged when the log is ${title} while Redis runs`, async () => {
      const logged: string[] = [];
      const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).reason) });
      const redis = await openEmbeddedRedis({ dataDir, log });
      await damage();
      await eventually(() => logged.some((line) => line.includes(reason)), 'a line about the log');
      await redis.close();
    });
  }

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
