import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import scripts from '../../../package.json' with { type: 'json' };
import { rawFighter } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

const mebibyte = 1024 * 1024;

const article = (id: number, more: object) => ({
  ...{
    id,
    title: 't',
    article_date: '2031-01-01T00:00:00Z',
    created: '2031-01-01T00:00:00Z',
    last_modified: '2031-01-02T00:00:00Z',
    url_name: 'u',
  },
  ...more,
});

describe('limits of npm run content', () => {
  let folder: string;
  let redis: TestNode;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-limits-'));
    redis = await startRedis();
  });
  after(async () => {
    await redis?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** With the memory that npm gives it. */
  function start(args: string[]) {
    const [, ...line] = scripts.scripts.content.split(' ');
    const child = spawn(process.execPath, [...line, ...args], {
      env: { ...process.env, REDIS_URL: redis.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (said += text));
    // A busy machine takes so long that progress is shown.
    const withoutProgress = () => said.replaceAll(folder, '').replace(/^ *\d+ % .*\n/gm, '');
    return { child, ended: once(child, 'close').then(([code]) => ({ code, said: withoutProgress() })) };
  }

  async function run(name: string, text: string, verb = ['publish', '--check']) {
    const path = join(folder, name);
    await writeFile(path, text);
    try {
      return await start([...verb, path]).ended;
    } finally {
      await rm(path);
    }
  }

  it('puts at most 32 MiB at once', async () => {
    const articles = (count: number, text: string) =>
      Array.from({ length: count }, (_, at) => JSON.stringify(article(at + 1, { content: text }))).join('\n');
    const more = await run('news.ndjson', articles(3, 'x'.repeat(12 * mebibyte)), ['put', 'news']);
    expect(more).to.deep.equal({
      code: 1,
      said:
        '/news.ndjson: has more than 32 MiB, must have at most 32 MiB to put: publish more\n' +
        'Nothing was published: 1 error in the content.\n',
    });
    const enough = await run('news.ndjson', articles(3, '€'.repeat(3 * mebibyte)), ['put', 'news']);
    expect([enough.code, enough.said.split('\n').at(-2)]).to.deep.equal([0, 'Put 3 news: generation 1.']);
  });

  it('puts at most 100,000 ids in lists at once', async () => {
    const articles = (count: number, from: number) =>
      Array.from({ length: count }, (_, at) =>
        JSON.stringify(article(at + 1, { fighter_ids: Array.from({ length: 9_990 }, (__, n) => from + n) })),
      ).join('\n');
    const more = await run('news.ndjson', articles(60, 1), ['put', 'news']);
    expect(more.code).to.equal(1);
    expect(more.said).to.match(
      /^\/news\.ndjson: has 599,400 ids in lists, must have at most 100,000 to put: publish more$/m,
    );
    expect(more.said).to.match(/^Nothing was published: 1 error in the content\.$/m);
    for (const from of [1, 500_000]) {
      const enough = await run('news.ndjson', articles(10, from), ['put', 'news']);
      expect(enough.code, enough.said.slice(0, 500)).to.equal(0);
      expect(enough.said).to.match(/^Put 10 news: generation \d+\.$/m);
    }
  });

  it('finds references to the largest ids', async () => {
    const ids = [999_999_999, 1_000_000_000, 2_147_483_647];
    const fighters = join(folder, 'fighters.ndjson');
    await writeFile(fighters, ids.map((id) => JSON.stringify(rawFighter(id))).join('\n'));
    const news = ids.map((id, at) =>
      JSON.stringify(article(at + 1, { fighter_ids: [id], title: { es_US: 't', en_US: 't' } })),
    );
    const { code, said } = await run('news.ndjson', news.join('\n'), ['publish', '--check', '--strict', fighters]);
    expect([code, said]).to.deep.equal([0, 'Fits: 3 fighters, 3 news. Nothing was published.\n']);
    await rm(fighters);
  });

  it('reads a pipe and ends at SIGINT', async () => {
    const pipe = join(folder, 'alerts.ndjson');
    execFileSync('mkfifo', [pipe]);
    const waiting = start(['publish', pipe]);
    // A publish holds its lock from before it reads.
    await eventually(async () => (await redis.client.exists('{content}:publishing')) === 1, 'the lock of the publish');
    const startMs = performance.now();
    waiting.child.kill('SIGINT');
    const killed = setTimeout(() => waiting.child.kill('SIGKILL'), 20_000);
    expect(await waiting.ended).to.deep.equal({ code: 130, said: '' });
    clearTimeout(killed);
    // One second, and nine more for a busy machine.
    expect(performance.now() - startMs).to.be.below(10_000);
    const reading = start(['publish', '--check', pipe]);
    await writeFile(pipe, '{"id":1,"title":"a","message":"b","created":"2031-01-01T00:00:00Z"}\n');
    expect(await reading.ended).to.deep.equal({ code: 0, said: 'Fits: 1 alerts. Nothing was published.\n' });
  });
});
