/** `npm run bench -- growth`: what a request costs as the archive grows, and a vote as its buckets do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { families } from '../../contracts/families.ts';
import { ask } from './support/answers.ts';
import { type ArchiveSize, type PublishedArchive, publishArchive, recordedSize } from './support/archive.ts';
import { ballotsIn } from './support/ballots.ts';
import { httpContestant, votesCounted } from './support/contestants.ts';
import {
  type BenchOptions,
  type BenchResult,
  merged,
  nothing,
  type Row,
  type Table,
  WrongAnswers,
} from './support/figures.ts';
import type { LoadRequest } from './support/load.ts';
import { fighterPath, newsPath, voteRequest } from './support/paths.ts';
import { type Contestant, runCourse } from './support/rounds.ts';
import { type Scope, scoped } from './support/scope.ts';
import { startBenchRedis, startServer } from './support/set-up.ts';

const bench = 'growth';
const smallArchive = { fighters: 50, events: 20, news: 20 };
const bucketCounts = [1, 2, 4, 8];
/** Counts of what a client changed go after 10 s. */
const countsGoneMs = 11_000;

const works = ['held GET', 'miss, one record', 'miss, page of articles', 'miss, tally'] as const;

const scaled = (scale: number): ArchiveSize => ({
  fighters: recordedSize.fighters * scale,
  events: recordedSize.events * scale,
  news: recordedSize.news * scale,
});

/** More pages made anew at once would keep the server so busy that Redis seems late to it, and it answers 503. */
const missConnections = 16;

/** What is missed is asked for at many URLs, so that no request can wait for the same one of another. */
const differentUrls = 100;

/** Those of some ids from all over an archive, as far as they are there: the sample world has taken some. */
async function found(url: string, paths: readonly string[]): Promise<LoadRequest[]> {
  const answers = await Promise.all(paths.map((path) => ask(url, { path })));
  const there = paths.filter((_, index) => answers[index]?.status === 200);
  if (there.length < paths.length * 0.9) throw new WrongAnswers(`of ${paths.length} paths ${there.length} are found`);
  return there.map((path) => ({ path }));
}

const fromAllOver = (count: number) => {
  const step = Math.floor((count - 1) / differentUrls);
  return Array.from({ length: differentUrls }, (_, index) => 1 + index * step);
};

/** A made-up event has a dozen fights, numbered from a hundred times its own id. */
const fightOf = (eventId: number) => eventId * 100;
const { prefix } = families.v3;

async function requestsFor(url: string, size: ArchiveSize): Promise<Record<(typeof works)[number], LoadRequest[]>> {
  const pages = Array.from({ length: 64 }, (_, index) => `${newsPath}?limit=${37 + index}`);
  return {
    'held GET': [{ path: fighterPath }],
    'miss, one record': await found(
      url,
      fromAllOver(size.fighters).map((id) => `${prefix}/fighters/${id}`),
    ),
    'miss, page of articles': await found(url, pages),
    'miss, tally': await found(
      url,
      fromAllOver(size.events).map((id) => `${prefix}/fights/${fightOf(id)}/votes`),
    ),
  };
}

const nameOf = (work: string, scale: number) => `${work}, ${scale} ×`;

async function startScale(
  scope: Scope,
  scale: number,
): Promise<{ archive: PublishedArchive; contestants: Contestant[] }> {
  const redis = await startBenchRedis(scope);
  const size = scaled(scale);
  const archive = await publishArchive(redis.url, size);
  const cached = await startServer(scope, redis.url);
  const uncached = await startServer(scope, redis.url, { env: { CACHE: 'off', CACHE_BYTES: '0' } });
  const requests = await requestsFor(uncached.url, size);
  const contestants = works.map(async (work) => {
    const server = work === 'held GET' ? cached : uncached;
    const [request = { path: fighterPath }] = requests[work];
    const asked = [{ request, expected: await ask(server.url, request) }];
    return httpContestant({
      ...{ ...server, name: nameOf(work, scale), requests: requests[work], asked },
      redisPids: [redis.pid],
      ...(work !== 'held GET' && { connections: missConnections }),
    });
  });
  return { archive, contestants: await Promise.all(contestants) };
}

const beside = (value: number, first: number) => `${(value / first).toFixed(2)} ×`;

function growthTable(rows: readonly Row[], scales: readonly number[]): Table {
  const find = (work: string, scale: number) => rows.find(({ name }) => name === nameOf(work, scale));
  return {
    title: 'A request as the archive grows',
    head: ['work', 'archive', 'requests/s', 'p99 ms', 'server CPU µs', 'beside the first', 'Redis CPU µs'],
    note: 'Misses are those of a server that holds nothing (CACHE=off, CACHE_BYTES=0), at 64 to 100 URLs by turns over 16 connections; a page has 37 to 100 articles.',
    rows: works.flatMap((work) => {
      const first = find(work, scales[0] ?? 1);
      return scales.flatMap((scale) => {
        const row = find(work, scale);
        if (!row || !first) return [];
        const { requestsPerSecond, p99Ms, cpuMicros, redisMicros } = row;
        return [
          [
            ...[work, `${scale} ×`, requestsPerSecond.toFixed(0), p99Ms.toFixed(1), cpuMicros.toFixed(1)],
            ...[beside(cpuMicros, first.cpuMicros), redisMicros.toFixed(2)],
          ],
        ];
      });
    }),
  };
}

async function archiveGrowth(options: BenchOptions): Promise<BenchResult> {
  const { scales = [1, 10, 100], report } = options;
  return scoped(bench, async (scope) => {
    const contestants: Contestant[] = [];
    const archives: string[][] = [];
    for (const scale of scales) {
      report(`publishing the archive ${scale} times as large as recorded`);
      const started = await startScale(scope, scale);
      contestants.push(...started.contestants);
      const { records, jsonBytes, redisBytes } = started.archive;
      archives.push([
        ...[`${scale} ×`, records.toLocaleString('en-US'), (jsonBytes / 1e6).toFixed(1), (redisBytes / 1e6).toFixed(1)],
        ...[(redisBytes / records).toFixed(0), (redisBytes / jsonBytes).toFixed(2)],
      ]);
    }
    const course = await runCourse(contestants, options);
    const rows = course.rows(bench, 'as the archive grows');
    const { fighters, events, news } = recordedSize;
    return {
      ...nothing(),
      rows,
      tables: [
        growthTable(rows, scales),
        {
          title: 'Bytes of an archive',
          head: ['archive', 'records', 'JSON MB', 'Redis MB', 'Redis bytes per record', 'beside the JSON'],
          rows: archives,
          note: `1 × is ${fighters} fighters, ${events} events and ${news} articles with their media.`,
        },
      ],
      notes: course.notes,
    };
  });
}

/** Votes of a fight over 1, 2, 4 and 8 buckets, each on a Redis of its own. */
async function bucketGrowth(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const started = [];
    for (const buckets of bucketCounts) {
      options.report(`starting a server with ${buckets} buckets`);
      const redis = await startBenchRedis(scope);
      await publishArchive(redis.url, smallArchive, buckets);
      const server = await startServer(scope, redis.url, { env: { VOTE_BUCKETS: String(buckets) } });
      const { counted } = ballotsIn(redis.client, buckets);
      const name = `votes, ${buckets} bucket${buckets > 1 ? 's' : ''}`;
      const common = { ...server, name, requests: [voteRequest], redisPids: [redis.pid] };
      const held = async () => Number(/used_memory:(\d+)/.exec(await redis.client.info('memory'))?.[1]);
      const contestant = { ...httpContestant(common), check: votesCounted(name, counted) };
      started.push({ buckets, counted, held, before: await held(), contestant });
    }
    const course = await runCourse(
      started.map(({ contestant }) => contestant),
      options,
    );
    const rows = course.rows(bench, 'votes by buckets, appendfsync everysec');
    await sleep(countsGoneMs);
    const lines = started.map(async ({ buckets, counted, held, before }, index) => {
      const votes = await counted();
      const { requestsPerSecond = 0, p99Ms = 0, cpuMicros = 0, redisMicros = 0 } = rows[index] ?? {};
      const bytes = ((await held()) - before) / votes;
      return [
        ...[String(buckets), requestsPerSecond.toFixed(0), p99Ms.toFixed(1), cpuMicros.toFixed(1)],
        ...[redisMicros.toFixed(1), bytes.toFixed(0), votes.toLocaleString('en-US')],
      ];
    });
    const table: Table = {
      title: 'A vote by the buckets of its fight (one Redis, appendfsync everysec)',
      head: ['buckets', 'votes/s', 'p99 ms', 'server CPU µs', 'Redis CPU µs', 'Redis bytes per vote', 'votes held'],
      rows: await Promise.all(lines),
    };
    return { ...nothing(), rows, tables: [table], notes: course.notes };
  });
}

export async function measureGrowth(options: BenchOptions): Promise<BenchResult> {
  return merged([await archiveGrowth(options), await bucketGrowth(options)]);
}
