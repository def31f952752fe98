import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { formatBytes } from '../../../scripts/content/output.ts';
import { publishWorld } from '../../provider/states.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { runContent } from './run-content.ts';

describe('npm run content keeps what its help says in passing', () => {
  let folder: string;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let store: Awaited<ReturnType<typeof openStore>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-promises-'));
    redis = await startRedis();
    store = await openStore(redis.url);
    await publishWorld(store.store);
  });
  after(async () => {
    store.close();
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  });

  const content = (args: string[], input = '') => runContent({ redisUrl: redis.url, folder }, args, input);
  const alert = (id: number) => ({ id, title: `alert ${id}`, message: 'm', created: '2031-01-01T00:00:00Z' });

  it('list marks the live generation, the newest', async () => {
    for (const id of [1, 2]) await content(['put', 'alerts', '-'], JSON.stringify(alert(id)));
    const lines = (await content(['list'])).out.trimEnd().split('\n');
    expect(lines).to.have.length(3);
    expect(lines.map((line) => /^(.) (\d+) +20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ /.exec(line)?.slice(1))).to.deep.equal([
      ['*', '3'],
      [' ', '2'],
      [' ', '1'],
    ]);
  });

  it('put --strict refuses what is a warning without it', async () => {
    const inOneLocale = JSON.stringify({ ...alert(9), title: { en_US: 'One' } });
    const strict = await content(['put', 'alerts', '-', '--strict'], inOneLocale);
    expect([strict.code, strict.err]).to.deep.equal([1, strict.err]);
    expect(strict.err).to.match(/title/);
    const plain = await content(['put', 'alerts', '-'], inOneLocale);
    expect([plain.code, plain.out.slice(0, 12)], plain.err).to.deep.equal([0, 'Put 1 alerts']);
    expect(plain.err).to.match(/warning/);
  });

  it('sample makes the archive of seed 1 without a seed', async () => {
    const make = async (name: string, ...more: string[]) => {
      const size = ['--fighters', '30', '--events', '5', '--news', '20'];
      expect((await content(['sample', ...size, ...more, name])).code).to.equal(0);
      const files = (await readdir(join(folder, name))).sort();
      return Promise.all(files.map((file) => readFile(join(folder, name, file), 'utf8')));
    };
    const [first, second, plain] = [
      await make('one', '--seed', '1'),
      await make('two', '--seed', '2'),
      await make('none'),
    ];
    expect(plain).to.deep.equal(first);
    expect(plain).not.to.deep.equal(second);
  });

  it('audit --repair ends with 1 as long as a record is damaged, which nothing repairs', async () => {
    const { writes } = store.connections;
    await writes.hset('{content}:1:alerts', '1', '{"id":');
    const { code, out } = await content(['audit', '--repair']);
    expect([code, /error: record: alerts 1 /.test(out)], out).to.deep.equal([1, true]);
  });

  it('bytes are counted by 1,024', () => {
    expect([0, 1_023, 1_024, 1_536, 1_048_576, 5 * 2 ** 30].map(formatBytes)).to.deep.equal([
      ...['0 B', '1023 B', '1.0 KiB', '1.5 KiB', '1.0 MiB', '5.0 GiB'],
    ]);
  });
});
