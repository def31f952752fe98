/** `npm --prefix lab run bench -- growth`: the cost of a request as the archive grows, and of a vote by number of buckets. */
import { setTimeout as sleep } from 'node:timers/promises';
import { families } from '../../contracts/families.ts';
import { ask } from './support/answers.ts';
import { type ArchiveSize, type PublishedArchive, publishArchive, recordedSize } from './support/archive.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import {
  type BenchOptions,
  type BenchResult,
  emptyResult,
  merged,
  type Row,
  type Table,
  WrongAnswers,
} from './support/figures.ts';
import type { LoadRequest } from './support/load.ts';
import { fighterPath, newsPath, voteRequest } from './support/paths.ts';
import { type Contestant, runRounds } from './support/rounds.ts';
import { type Scope, scoped } from './support/scope.ts';
import { startBenchRedis, startServer } from './support/set-up.ts';
import { redisBytes } from './support/usage.ts';

const bench = 'growth';
const smallArchive = { fighters: 50, events: 20, news: 20 };
const bucketCounts = [1, 2, 4, 8];
/** The counters of changes per client expire after 10 s. */
const countersExpiredMs = 11_000;

const works = ['cached GET', 'miss, one record', 'miss, page of articles', 'miss, tally'] as const;

const scaled = (scale: number): ArchiveSize => ({
  fighters: recordedSize.fighters * scale,
  events: recordedSize.events * scale,
  news: recordedSize.news * scale,
});

/** With more pages built at once, Redis would seem late to the busy server, which would answer 503. */
const missConnections = 16;

/** Misses use many URLs, so that no request can wait for another with the same URL. */
const differentUrls = 100;

/** Requests for the existing paths only: some ids belong to the sample world. */
async function findExisting(url: string, paths: readonly string[]): Promise<LoadRequest[]> {
  const answers = await Promise.all(paths.map((path) => ask(url, { path })));
  const existing = paths.filter((_, index) => answers[index]?.status === 200);
  if (existing.length < paths.length * 0.9)
    throw new WrongAnswers(`of ${paths.length} paths only ${existing.length} exist`);
  return existing.map((path) => ({ path }));
}

const spreadIds = (count: number) => {
  const step = Math.floor((count - 1) / differentUrls);
  return Array.from({ length: differentUrls }, (_, index) => 1 + index * step);
};

/** A made-up event has a dozen fights, numbered from a hundred times its own id. */
const firstFightOf = (eventId: number) => eventId * 100;
const { prefix } = families.v3;

async function requestsFor(url: string, size: ArchiveSize): Promise<Record<(typeof works)[number], LoadRequest[]>> {
  const pages = Array.from({ length: 64 }, (_, index) => `${newsPath}?limit=${37 + index}`);
  return {
    'cached GET': [{ path: fighterPath }],
    'miss, one record': await findExisting(
      url,
      spreadIds(size.fighters).map((id) => `${prefix}/fighters/${id}`),
    ),
    'miss, page of articles': await findExisting(url, pages),
    'miss, tally': await findExisting(
      url,
      spreadIds(size.events).map((id) => `${prefix}/fights/${firstFightOf(id)}/votes`),
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
    const server = work === 'cached GET' ? cached : uncached;
    const [request = { path: fighterPath }] = requests[work];
    const checks = [{ request, expected: await ask(server.url, request) }];
    return httpContestant({
      ...{ ...server, name: nameOf(work, scale), requests: requests[work], checks },
      redisPids: [redis.pid],
      ...(work !== 'cached GET' && { connections: missConnections }),
    });
  });
  return { archive, contestants: await Promise.all(contestants) };
}

const relative = (value: number, first: number) => `${(value / first).toFixed(2)} ×`;

function growthTable(rows: readonly Row[], scales: readonly number[]): Table {
  const find = (work: string, scale: number) => rows.find(({ name }) => name === nameOf(work, scale));
  return {
    title: 'A request as the archive grows',
    head: ['work', 'archive', 'requests/s', 'p99 ms', 'server CPU µs', 'of the first', 'Redis CPU µs'],
    note: 'Misses are those of a server without a cache (CACHE=off, CACHE_BYTES=0), at 64 to 100 URLs in turn over 16 connections; a page has 37 to 100 articles.',
    rows: works.flatMap((work) => {
      const first = find(work, scales[0] ?? 1);
      return scales.flatMap((scale) => {
        const row = find(work, scale);
        if (!row || !first) return [];
        const { requestsPerSecond, p99Ms, cpuMicros, redisMicros } = row;
        return [
          [
            ...[work, `${scale} ×`, requestsPerSecond.toFixed(0), p99Ms.toFixed(1), cpuMicros.toFixed(1)],
            ...[relative(cpuMicros, first.cpuMicros), redisMicros.toFixed(2)],
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
    const measured = await runRounds(contestants, options);
    const rows = measured.rows(bench, 'as the archive grows');
    const { fighters, events, news } = recordedSize;
    return {
      ...emptyResult(),
      rows,
      tables: [
        growthTable(rows, scales),
        {
          title: 'Bytes of an archive',
          head: ['archive', 'records', 'JSON MB', 'Redis MB', 'Redis bytes per record', 'of the JSON'],
          rows: archives,
          note: `1 × is ${fighters} fighters, ${events} events and ${news} articles with their media.`,
        },
      ],
      notes: measured.notes,
    };
  });
}

/** Votes of a fight over 1, 2, 4 and 8 buckets, each on its own Redis. */
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
      const contestant = { ...httpContestant(common), check: checkVotes(name, counted) };
      started.push({ buckets, counted, client: redis.client, before: await redisBytes(redis.client), contestant });
    }
    const measured = await runRounds(
      started.map(({ contestant }) => contestant),
      options,
    );
    const rows = measured.rows(bench, 'votes by buckets, appendfsync everysec');
    await sleep(countersExpiredMs);
    const lines = started.map(async ({ buckets, counted, client, before }, index) => {
      const votes = await counted();
      const { requestsPerSecond = 0, p99Ms = 0, cpuMicros = 0, redisMicros = 0 } = rows[index] ?? {};
      const bytes = ((await redisBytes(client)) - before) / votes;
      return [
        ...[String(buckets), requestsPerSecond.toFixed(0), p99Ms.toFixed(1), cpuMicros.toFixed(1)],
        ...[redisMicros.toFixed(1), bytes.toFixed(0), votes.toLocaleString('en-US')],
      ];
    });
    const table: Table = {
      title: 'A vote by the buckets of its fight (one Redis, appendfsync everysec)',
      head: ['buckets', 'votes/s', 'p99 ms', 'server CPU µs', 'Redis CPU µs', 'Redis bytes per vote', 'votes stored'],
      rows: await Promise.all(lines),
    };
    return { ...emptyResult(), rows, tables: [table], notes: measured.notes };
  });
}

export async function measureGrowth(options: BenchOptions): Promise<BenchResult> {
  return merged([await archiveGrowth(options), await bucketGrowth(options)]);
}
