/** `npm --prefix lab run bench -- reads`: one record: cached, unchanged and missed. */
import { ask, ownHeaders, type RawAnswer } from './support/answers.ts';
import { keepChangingAFighter } from './support/changes.ts';
import { httpContestant, startBare } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, merged, WrongAnswers } from './support/figures.ts';
import { fighterPath, fighterPaths } from './support/paths.ts';
import { startBaseline } from './support/process.ts';
import { runRounds } from './support/rounds.ts';
import { type Scope, scoped } from './support/scope.ts';
import { type BenchServer, type SetUp, setUpBench } from './support/set-up.ts';

const bench = 'reads';
const ours = 'fightcard';

interface Parts {
  scope: Scope;
  setUp: SetUp;
  server: BenchServer;
  options: BenchOptions;
}

/** A cached record, beside the same bytes from the baselines. */
async function cached({ scope, server, options }: Parts): Promise<BenchResult> {
  const request = { path: fighterPath };
  const expected = await ask(server.url, request);
  const kilobytes = expected.body.length / 1024;
  if (expected.status !== 200 || kilobytes < 1 || kilobytes > 2) {
    throw new WrongAnswers(
      `${fighterPath} answers ${expected.status} with ${kilobytes.toFixed(2)} KB, not with 1 to 2`,
    );
  }
  const bare = await startBare(scope, [expected]);
  const common = { requests: [request] };
  const same = [{ request, expected, sameness: 'headers and bytes' as const }];
  const measured = await runRounds(
    [
      httpContestant({ ...common, ...server, name: ours, checks: same }),
      httpContestant({ ...common, name: 'bare node:http', url: bare.urls[0] ?? '', pid: bare.pid, checks: same }),
    ],
    options,
  );
  const name = `cached GET, ${kilobytes.toFixed(1)} KB`;
  return {
    ...emptyResult(),
    figures: [compare(measured, ours, 'bare node:http', { bench, name, against: 'bare node:http', target: 0.95 })],
    rows: measured.rows(bench, name),
    notes: measured.notes,
  };
}

/** The answer to a client that has the record already. */
async function unchanged({ scope, server, options }: Parts): Promise<BenchResult> {
  const { headers } = await ask(server.url, { path: fighterPath });
  const request = { path: fighterPath, headers: { 'If-None-Match': String(headers.etag) } };
  const expected = await ask(server.url, request);
  if (expected.status !== 304) throw new WrongAnswers(`${fighterPath} answers ${expected.status} to its own ETag`);
  const bare = await startBare(scope, [expected]);
  const checks = [{ request, expected, sameness: 'headers and bytes' as const }];
  const measured = await runRounds(
    [
      httpContestant({ ...server, name: ours, requests: [request], checks }),
      httpContestant({ name: 'bare node:http', url: bare.urls[0] ?? '', pid: bare.pid, requests: [request], checks }),
    ],
    options,
  );
  const name = '304';
  return {
    ...emptyResult(),
    figures: [compare(measured, ours, 'bare node:http', { bench, name, against: 'bare node:http 304', target: 0.93 })],
    rows: measured.rows(bench, name),
    notes: measured.notes,
  };
}

/** Names and values in turn, without some names. */
const withoutHeaders = (headers: readonly string[], names: readonly string[]) =>
  headers.filter((_, index) => !names.includes((headers[index - (index % 2)] as string).toLowerCase()));

/** As many records as the requests for misses have in turn, so that none can wait for another. */
const recordCount = 600;

const limit = 'bare node:http, one GET';

/** The least that a miss can cost in Node: one GET from Redis for each reply. */
async function startBareReads(
  { scope, setUp: { redis }, server }: Parts,
  expected: RawAnswer,
): Promise<{ pid: number; url: string }> {
  for (const path of fighterPaths(recordCount)) {
    const { body } = await ask(server.url, { path });
    await redis.client.set(`plain:fighter:${path.split('/').at(-1)}`, body);
  }
  const headers = withoutHeaders(ownHeaders(expected), ['etag', 'content-length']);
  const { pid, ready } = await startBaseline<string>(scope, 'bare-reads.ts', { redisUrl: redis.url, headers });
  return { pid, url: ready };
}

/**
 * Requests that need Redis: six hundred records in turn, so that none can wait for another. With CACHE=off the server
 * asks whether content has changed and sends its cached reply; with CACHE_BYTES=0 too, it reads the record as if for the
 * first time: it parses it, cuts, checks and serialises the reply.
 */
async function missed(parts: Parts): Promise<BenchResult> {
  const { setUp, options } = parts;
  const revalidating = await setUp.serve({ env: { CACHE: 'off' } });
  const uncached = await setUp.serve({ env: { CACHE: 'off', CACHE_BYTES: '0' } });
  const requests = fighterPaths(recordCount).map((path) => ({ path }));
  const [request = { path: fighterPath }] = requests;
  const expected = await ask(uncached.url, request);
  const common = { requests, checks: [{ request, expected }], redisPids: [setUp.redis.pid] };
  const bare = await startBareReads(parts, expected);
  const figures = [
    { name: 'miss, one record, unchanged (CACHE=off)', contestant: `${ours}, CACHE=off`, server: revalidating },
    { name: 'miss, one record, never read before', contestant: `${ours}, CACHE_BYTES=0`, server: uncached },
  ];
  const measured = await runRounds(
    [
      ...figures.map(({ contestant, server }) => httpContestant({ ...common, ...server, name: contestant })),
      httpContestant({ ...common, name: limit, ...bare }),
    ],
    options,
  );
  return {
    ...emptyResult(),
    figures: figures.map(({ name, contestant }) =>
      compare(measured, contestant, limit, { bench, name, against: limit }),
    ),
    rows: measured.rows(bench, 'miss, one record'),
    notes: measured.notes,
  };
}

/** Between two requests for the same fighter there is a change, even at 40,000 requests per second. */
const changeEveryMs = 10;

/**
 * Requests that need Redis since another record of their collection changes all the time: all replies are invalidated, and
 * their records are read again. What is warm: the server knows the text of each record, and the reply that it made of it.
 */
async function reread(parts: Parts): Promise<BenchResult> {
  const { scope, setUp, server, options } = parts;
  const requests = fighterPaths(recordCount).map((path) => ({ path }));
  const [request = { path: fighterPath }] = requests;
  const expected = await ask(server.url, request);
  const bare = await startBareReads(parts, expected);
  await keepChangingAFighter(scope, setUp.redis.url, changeEveryMs);
  const common = { requests, checks: [{ request, expected }], redisPids: [setUp.redis.pid] };
  const contestant = `${ours}, another record changes every ${changeEveryMs} ms`;
  const measured = await runRounds(
    [httpContestant({ ...common, ...server, name: contestant }), httpContestant({ ...common, name: limit, ...bare })],
    options,
  );
  const name = 'miss, one record, read again the same';
  return {
    ...emptyResult(),
    figures: [compare(measured, contestant, limit, { bench, name, against: limit })],
    rows: measured.rows(bench, name),
    notes: measured.notes,
  };
}

export async function measureReads(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const server = await setUp.serve();
    const parts = { scope, setUp, server, options };
    const results: BenchResult[] = [];
    for (const part of [cached, unchanged, missed, reread]) results.push(await part(parts));
    return merged(results);
  });
}
