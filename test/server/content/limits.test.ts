import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
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

describe('npm run content with little memory, odd files and great ids', () => {
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

  it('refuses a record of 16 MiB with more values than fit into its memory', async () => {
    // One after the other, so that one run meets all of them.
    const records = ['[]', '{}', '""', '{"a":{}}', '-1.5'].map((unit, at) => {
      const count = Math.floor((15 * mebibyte) / (unit.length + 1));
      return `{"id":${at + 1},"x":[${`${unit},`.repeat(count)}0]}`;
    });
    const { code, said } = await run('alerts.json', `[${records.join(',\n')}]`);
    const places = ['1:2', '2:1', '3:1', '4:1', '5:1'];
    expect([code, said]).to.deep.equal([
      1,
      `${places.map((place) => `/alerts.json:${place}: has more than 250,000 values, must have fewer\n`).join('')}` +
        'Nothing was published: 5 errors in the content.\n',
    ]);
  });

  it('names what is wrong with a record of 16 MiB, whatever it is made of', async () => {
    const texts = ['\\\\', '\\n', '\\u20ac', 'é', '€'].map((unit) => {
      const text = unit.repeat((15 * mebibyte) / Buffer.byteLength(unit));
      return `"${text}"`;
    });
    const members = (count: number) =>
      `{${Array.from({ length: count }, (_, at) => `"key-number-${at}":{"own-key-${at}":"a text of some length"}`).join(',')}}`;
    const lists = Array.from({ length: 240_000 }, (_, at) => `"a text of some length ${at}"`).join(',');
    const records = [...texts, members(120_000), `[${lists}]`].map((value) => `{"x":${value},"id":"wrong"}`);
    const { code, said } = await run('alerts.json', `[${records.join(',\n')}]`);
    expect(code, said.slice(0, 1_000)).to.equal(1);
    const named = [...said.matchAll(/^\/alerts\.json:(\d+):\d+: \/id: is "wrong", must be an integer/gm)];
    expect(named.map(([, line]) => line)).to.deep.equal(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('puts at most 32 MiB at once, and refuses more', async () => {
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

  it('puts at most 100,000 ids in lists at once, also in the place of others, and refuses more before memory ends', async () => {
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

  it('finds a reference to the greatest id', async () => {
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

  it('names a link in a folder that leads nowhere', async () => {
    const links = join(folder, 'links');
    execFileSync('mkdir', [links]);
    await symlink('nowhere', join(links, 'alerts.json'));
    expect(await start(['publish', links]).ended).to.deep.equal({
      code: 1,
      said: '/links/alerts.json: cannot be read, there is no such file or folder\n',
    });
  });

  it('exports with --force into a folder that then has this content and no other', async () => {
    await redis.client.flushall();
    const text = '{"id":1,"title":"a","message":"b","created":"2031-01-01T00:00:00Z"}';
    expect((await run('alerts.ndjson', text, ['publish'])).code).to.equal(0);
    const out = join(folder, 'out');
    execFileSync('mkdir', [out]);
    for (const name of ['alerts.json', 'media.json', 'news.ndjson', 'notes.txt'])
      await writeFile(join(out, name), '[]');
    expect((await start(['export', out, '--force']).ended).code).to.equal(0);
    expect((await readdir(out)).sort()).to.deep.equal(['alerts.ndjson', 'notes.txt']);
  });

  it('ends at SIGINT while it waits for a pipe, and reads what comes through one', async () => {
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
