import { mkdtemp, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { embeddedState } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
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
