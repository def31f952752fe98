/** `npm --prefix lab run bench -- content`: the cost of publishing and reading as an archive grows, each beside its baseline. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSampleArchive } from '../../server/content/sample-archive.ts';
import { createStore } from '../../server/store/index.ts';
import type { TestNode } from '../../test/support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../test/support/redis/redis.ts';
import { startTestServer, type TestServer } from '../../test/support/server/server.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult, type Figure } from './support/figures.ts';
import { median } from './support/statistics.ts';
import { redisBytes } from './support/usage.ts';

const root = join(import.meta.dirname, '../..');

export interface ContentFigures {
  articles: number;
  jsonBytes: number;
  publish: { seconds: number; megabytesPerSecond: number; peakMemoryMegabytes: number };
  /** Plain pipelined SET of every line of the same files, on the same Redis in the same run. */
  set: { seconds: number; megabytesPerSecond: number };
  /** Speed of publish relative to SET; target: at least 0.5. */
  publishToSet: number;
  /** Bytes in Redis relative to the JSON published; target: at most 1.6. */
  bytesToJson: number;
  /** Milliseconds, and relative to the smallest archive, measured in turn; target: at most 1.3. */
  newest: { p50: number; ratio: number };
  fifthPage: { p50: number; ratio: number };
}

interface Archive {
  redis: TestNode;
  opened: TestStore;
  server: TestServer;
}

const collections = ['fighters', 'events', 'news', 'media', 'stats'] as const;

/** Runs a script in its own process, as cold as the other one, and parses the JSON that it prints. */
function runScript<T>(url: string, args: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env: { ...process.env, REDIS_URL: url } }, (error, out, err) => {
      if (error) reject(new Error(`${out}${err}`));
      else resolve(JSON.parse(out) as T);
    });
  });
}

/** The baseline: one half runs before a publish and one after it, so that other load on the machine affects both. */
async function setLines(url: string, folder: string, half: 0 | 1): Promise<number> {
  const { seconds } = await runScript<{ seconds: number }>(url, [
    join(root, 'lab/bench/plain-set.ts'),
    folder,
    String(half),
  ]);
  return seconds;
}

/** The command itself. */
const publish = (url: string, folder: string) =>
  runScript<{ seconds: number; peakMemoryBytes: number }>(url, [
    '--max-semi-space-size=4',
    '--max-old-space-size=192',
    join(root, 'scripts/content.ts'),
    'publish',
    folder,
    '--json',
  ]);

async function fifthCursor(server: TestServer): Promise<string> {
  let path = '/api/v3/mobile/news';
  for (let page = 1; page < 5; page++) {
    const answer = await fetch(server.url + path);
    const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    await answer.arrayBuffer();
    if (!link) throw new Error(`${path} has no next page`);
    const { pathname, search } = new URL(link, server.url);
    path = pathname + search;
  }
  return path;
}

/** Requests both in turn, so that other load on the machine affects both. */
async function compare(one: TestServer, other: TestServer, paths: [string, string], rounds: number) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of [one, other].entries()) {
      const started = performance.now();
      const answer = await fetch(server.url + paths[index as 0 | 1]);
      await answer.arrayBuffer();
      // On a busy machine Redis may be too slow for the server.
      if (answer.status === 503) continue;
      if (!answer.ok) throw new Error(`${paths[index as 0 | 1]} answers ${answer.status}`);
      if (round >= rounds / 10) times[index as 0 | 1].push(performance.now() - started);
    }
  }
  return { p50: median(times[1]), ratio: median(times[1]) / median(times[0]) };
}

async function close({ server, opened, redis }: Archive): Promise<void> {
  await server.close();
  opened.close();
  await redis.close();
}

/**
 * Publishes archives of growing size and reads them, with the server's cache off.
 *
 * @param options.sizes articles of each; the first is what reads are compared with.
 */
export async function measureContent(
  options: { sizes?: readonly number[]; rounds?: number; report?(line: string): void } = {},
): Promise<ContentFigures[]> {
  const { sizes = [1_000, 100_000, 1_000_000], rounds = 300, report } = options;
  const figures: ContentFigures[] = [];
  let reference: Archive | undefined;
  for (const articles of sizes) {
    report?.(`publishing ${articles.toLocaleString('en-US')} articles`);
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-bench-'));
    const redis = await startRedis();
    const opened = await openStore(redis.url);
    await opened.connections.bulk.connect();
    try {
      // The proportions of the sample archive, up to a roster of 2,000 and 500 events.
      const size = {
        fighters: Math.min(2_000, articles / 50),
        events: Math.min(500, articles / 200),
        news: articles,
        seed: 1,
      };
      const { bytes: jsonBytes } = await writeSampleArchive(folder, size, collections);
      // The best of a few: with a small archive a process ends before it is warm.
      const repeats = articles >= 500_000 ? 1 : 3;
      let set = Number.POSITIVE_INFINITY;
      let published = { seconds: Number.POSITIVE_INFINITY, peakMemoryBytes: 0 };
      let stored = 0;
      for (let repeat = 0; repeat < repeats; repeat++) {
        await opened.connections.bulk.flushdb('SYNC');
        const firstHalf = await setLines(redis.url, folder, 0);
        const before = await redisBytes(opened.connections.reads);
        const one = await publish(redis.url, folder);
        if (one.seconds < published.seconds) {
          published = { ...one, peakMemoryBytes: Math.max(one.peakMemoryBytes, published.peakMemoryBytes) };
        }
        stored = (await redisBytes(opened.connections.reads)) - before;
        set = Math.min(set, firstHalf + (await setLines(redis.url, folder, 1)));
      }
      const store = createStore(opened.connections);
      const server = await startTestServer(store, { cacheBytes: 0 });
      const archive = { redis, opened, server };
      reference ??= archive;
      const fifth: [string, string] = [await fifthCursor(reference.server), await fifthCursor(server)];
      const rate = (seconds: number) => jsonBytes / 1e6 / seconds;
      figures.push({
        articles,
        jsonBytes,
        publish: {
          seconds: published.seconds,
          megabytesPerSecond: rate(published.seconds),
          peakMemoryMegabytes: published.peakMemoryBytes / 2 ** 20,
        },
        set: { seconds: set, megabytesPerSecond: rate(set) },
        publishToSet: set / published.seconds,
        bytesToJson: stored / jsonBytes,
        newest: await compare(reference.server, server, ['/api/v3/mobile/news', '/api/v3/mobile/news'], rounds),
        fifthPage: await compare(reference.server, server, fifth, rounds),
      });
      if (archive !== reference) await close(archive);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  if (reference) await close(reference);
  return figures;
}

const targets = { publish: 0.5, bytes: 1.6, reads: 1.3, memoryMB: 250 };

/** The figures of the largest archive, and a table of all. */
export async function measureContentFigures({ sizes, report }: BenchOptions): Promise<BenchResult> {
  const figures = await measureContent({ ...(sizes && { sizes }), report });
  const last = figures.at(-1);
  if (!last) return emptyResult();
  const bench = 'content';
  const articles = last.articles.toLocaleString('en-US');
  const { newest, fifthPage, publishToSet, bytesToJson, publish: published } = last;
  const first = `the same of ${figures[0]?.articles.toLocaleString('en-US')} articles`;
  const most = (name: string, against: string, value: number, target: number): Figure =>
    createFigure({ bench, name, against, value, unit: 'ratio', target: { value: target, is: 'most' } });
  return {
    ...emptyResult(),
    figures: [
      createFigure({
        ...{ bench, name: `publish of ${articles} articles`, against: 'pipelined SET of every line', unit: 'ratio' },
        ...{ value: publishToSet, target: { value: targets.publish, is: 'least' } },
      }),
      most(`bytes in Redis of ${articles} articles`, 'their JSON', bytesToJson, targets.bytes),
      most(`newest 100 of ${articles} articles, p50`, first, newest.ratio, targets.reads),
      most(`fifth page of ${articles} articles, p50`, first, fifthPage.ratio, targets.reads),
      createFigure({
        ...{ bench, name: `publish of ${articles} articles, memory`, against: '', unit: 'MB' },
        ...{ value: published.peakMemoryMegabytes, target: { value: targets.memoryMB, is: 'most' } },
      }),
    ],
    tables: [
      {
        title: 'Publishing and reading as the archive grows, cache off',
        head: [
          'articles',
          'JSON MB',
          'publish MB/s',
          'SET MB/s',
          'ratio',
          'peak MB',
          'bytes in Redis',
          'newest p50 ms',
          'fifth page p50 ms',
        ],
        rows: figures.map((one) => [
          ...[one.articles.toLocaleString('en-US'), (one.jsonBytes / 1e6).toFixed(1)],
          ...[one.publish.megabytesPerSecond.toFixed(1), one.set.megabytesPerSecond.toFixed(1)],
          ...[one.publishToSet.toFixed(2), one.publish.peakMemoryMegabytes.toFixed(0), one.bytesToJson.toFixed(2)],
          ...[one.newest.p50.toFixed(2), one.fifthPage.p50.toFixed(2)],
        ]),
        note: 'Bytes in Redis are relative to those of the JSON. SET: every line of the same files on the same Redis.',
      },
    ],
  };
}
