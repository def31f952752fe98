import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { rawFighter } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { runContent, spawnContent } from './run-content.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

describe('npm run content in a shell', () => {
  let redis: TestNode;
  let opened: TestStore;
  let folder: string;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    folder = await mkdtemp(join(tmpdir(), 'fightcard-content-'));
  });
  after(async () => {
    opened.close();
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = (name: string, text: string) => writeFile(join(folder, name), text);
  const content = (args: string[], input = '') => spawnContent({ redisUrl: redis.url, folder }, args, input);

  it('exits with 1 and names the errors', async () => {
    await file('fighters.json', JSON.stringify(Array.from({ length: 53 }, () => ({ ...rawFighter(1), id: 0 }))));
    const { code, out, err } = await content(['publish', 'fighters.json']);
    expect([code, out]).to.deep.equal([1, '']);
    const lines = err.trim().split('\n');
    expect(lines[0]).to.match(/^fighters\.json:1:\d+: \/id: is 0, must be an integer from 1/);
    expect(lines.slice(50)).to.deep.equal(['and 3 more', 'Nothing was published: 53 errors in the content.']);
  });

  it('survives a closed standard output', async () => {
    await file('fighters.json', JSON.stringify([rawFighter(3)]));
    const ended = async (args: string[]) => {
      const child = spawn(process.execPath, [join(scripts, 'run.js'), join(scripts, 'content.ts'), ...args], {
        cwd: folder,
        env: { ...process.env, REDIS_URL: redis.url },
      });
      let said = '';
      child.stdout.destroy();
      child.stderr.on('data', (chunk) => (said += chunk));
      const [code] = await once(child, 'close');
      return [code, said];
    };
    expect(await ended(['publish', 'fighters.json'])).to.deep.equal([0, '']);
    const { records } = await opened.store.content.list('fighters');
    expect(records.map(({ id }) => id)).to.deep.equal([3]);
    expect(await ended(['list'])).to.deep.equal([0, '']);
    const [code, said] = await ended(['publish', 'nowhere.json']);
    expect(code).to.equal(1);
    expect(said)
      .to.match(/^nowhere\.json: .+\n/)
      .and.not.match(/ {4}at /);
  });

  it('exits with 2 after wrong arguments', async () => {
    for (const args of [[], ['publish'], ['burn', 'x'], ['--nothing']]) {
      const { code, out, err } = await runContent({ redisUrl: redis.url }, args);
      expect([args, code, out, err.split('\n')[1]]).to.deep.equal([args, 2, '', 'Try: npm run content -- --help']);
    }
    const spawned = await content(['burn', 'x']);
    expect(spawned).to.deep.equal(await runContent({ redisUrl: redis.url }, ['burn', 'x']));
    const { code, out } = await runContent({ redisUrl: redis.url }, ['--help']);
    expect([code, out.split(':')[0]]).to.deep.equal([0, 'Usage']);
  });

  it('exits with 1 and one sentence without Redis', async () => {
    await file('fighters.json', '[]');
    const { code, err } = await spawnContent({ redisUrl: 'redis://127.0.0.1:1', folder }, ['publish', '.']);
    expect([code, err.trim().split('\n').length]).to.deep.equal([1, 1]);
    expect(err).to.match(/^Redis cannot be reached at redis:\/\/127\.0\.0\.1:1/);
  });

  it('reads standard input and exits with 130 at SIGINT', async () => {
    const args = ['publish', '-', '--only', 'alerts'];
    const waiting = spawn(process.execPath, [join(scripts, 'content.ts'), ...args], {
      env: { ...process.env, REDIS_URL: redis.url },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const closed = once(waiting, 'close');
    // A publish takes its lock before it reads.
    await eventually(async () => (await redis.client.exists('{content}:publishing')) === 1, 'the lock of the publish');
    waiting.kill('SIGINT');
    expect(await closed).to.deep.equal([130, null]);
    const input = '{"id":1,"title":"a","message":"b","created":"2031-01-01T00:00:00Z"}\n';
    const read = await content([...args, '--check'], input);
    expect(read).to.deep.equal({ code: 0, out: 'Fits: 1 alerts. Nothing was published.\n', err: '' });
  });

  it('starts and stops the embedded Redis', async () => {
    const embedded = (args: string[]) =>
      spawnContent({ redisUrl: '', folder, env: { DATA_DIR: join(folder, 'data') } }, args);
    await mkdir(join(folder, 'in'));
    await file('in/fighters.json', JSON.stringify([rawFighter(1)]));
    const first = await embedded(['publish', 'in']);
    expect(first).to.deep.equal({ code: 0, out: 'Published 1 fighters.\n', err: '' });
    await file('in/fighters.json', '[]');
    expect((await embedded(['publish', 'in'])).code).to.equal(0);
  });
});
