import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ConfigError, digestOf, readConfig } from '../../../server/config.ts';
import { openClientPool } from '../../support/http/client-pool.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const path = '/api/v1/us/fight_metrics/update_live_event';
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const snapshot = (EventID: string, sequence: number, more: object = {}) => ({
  sequence,
  FMLiveFeed: { EventID, ...more },
});
const line = (name: string, key: string, events = '') =>
  `${name}:${digestOf(key).toString('hex')}${events && `:${events}`}`;

describe('feed keys', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-keys-'));
    file = join(folder, 'keys');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Replaces the file atomically, as a secret store does. */
  async function replace(...lines: string[]): Promise<void> {
    await writeFile(`${file}.new`, `${lines.join('\n')}\n`);
    await rename(`${file}.new`, file);
  }

  it('D05: rotate under load without refusing a valid key', async () => {
    const [oldKey, newKey] = ['the-old-key-of-the-supplier-0001', 'the-new-key-of-the-supplier-0002'];
    const fixedKey = 'a-key-of-the-environment-0000003';
    const redis = await startRedis();
    await replace('# made by hand', line('old', oldKey));
    const server: ServerProcess = startServerProcess(
      {
        ...{ REDIS_URL: redis.url, LOG_LEVEL: 'info', RATE_WRITES: '0' },
        ...{ FEED_KEYS: line('fixed', fixedKey), FEED_KEYS_FILE: file },
      },
      ['--no-sample'],
    );
    const pool = openClientPool(await server.ready, 8);
    const readings = () => server.output().split('"feed keys read"').length - 1;
    const statusOf = async (key: string) => (await pool.send('POST', path, snapshot('900', 1), bearer(key))).status;

    const valid = new Set([oldKey]);
    let running = true;
    let posts = 0;
    let refusals = 0;
    /** Posts as long as its key is valid; posts sent just before the key expires may be accepted or refused. */
    async function feed(key: string, event: string): Promise<void> {
      for (let sequence = 1; running; sequence++) {
        if (valid.has(key)) {
          const { status } = await pool.send('POST', path, snapshot(event, sequence), bearer(key));
          posts++;
          if (status !== 200) refusals++;
        }
        await sleep(1);
      }
    }
    const feeds = [oldKey, newKey].flatMap((key, index) => [1, 2].map((n) => feed(key, `90${index * 2 + n}`)));

    await eventually(() => posts > 25, 'the keys');
    await replace(line('old', oldKey), line('new', newKey));
    server.child.kill('SIGHUP');
    await eventually(() => readings() >= 1, 'the keys');
    valid.add(newKey);
    const both = posts;
    await eventually(() => posts > both + 25, 'the keys');
    valid.delete(oldKey);
    await sleep(50);
    const before = readings();
    await replace(line('new', newKey));
    server.child.kill('SIGHUP');
    await eventually(async () => readings() > before && (await statusOf(oldKey)) === 403, 'the old key is refused');
    const one = posts;
    await eventually(() => posts > one + 10, 'the keys');

    // An invalid file changes nothing, and the log says why without showing it.
    await replace(line('new', newKey), 'a-key-that-was-pasted-by-mistake');
    server.child.kill('SIGHUP');
    await eventually(() => server.output().includes('FEED_KEYS_FILE is invalid'), 'the keys');
    expect([await statusOf(newKey), await statusOf(oldKey)]).to.deep.equal([200, 403]);
    expect(await statusOf(fixedKey), 'of the environment').to.equal(200);
    expect(server.output()).to.include('line 2: each key must be').and.not.include('pasted-by-mistake');

    // Without a signal, too.
    await replace(line('third', 'a-third-key-of-the-supplier-00003'), line('new', newKey));
    await eventually(async () => (await statusOf('a-third-key-of-the-supplier-00003')) === 200, 'the keys');
    running = false;
    await Promise.all(feeds);
    await pool.close();
    await server.close();
    await redis.close();
    expect(posts).to.be.above(50);
    expect(refusals).to.equal(0);
    for (const key of [oldKey, newKey]) expect(server.output()).not.to.include(key);
  });

  it('D13: are needed in production, without sample keys', async () => {
    for (const [env, reason] of [
      [{}, /FEED_KEYS: required in production/],
      [{ FEED_KEYS: line('a', feedKey) }, /FEED_KEYS: a digest belongs to a sample key/],
      [{ FEED_KEYS: line('a', wrongFeedKey) }, /FEED_KEYS: a digest belongs to a sample key/],
    ] as const) {
      expect(() => readConfig({ NODE_ENV: 'production', ...env })).to.throw(ConfigError, reason);
    }
    const server = startServerProcess({ NODE_ENV: 'production', REDIS_URL: 'redis://127.0.0.1:1' });
    expect(await server.ended).not.to.equal(0);
    expect(server.output()).to.include('FEED_KEYS: required in production');
    await server.close();
  });
});
