/** `npm --prefix lab run bench -- reads`: one record: cached, unchanged and missed. */
import { startNginx } from './baselines/nginx.ts';
import { ask, ownHeaders } from './support/answers.ts';
import { keepChangingAFighter } from './support/changes.ts';
import { httpContestant, readyAnswer, startBare } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, merged, WrongAnswers } from './support/figures.ts';
import { fighterPath, fighterPaths } from './support/paths.ts';
import { plainFighters, startPlainExpress } from './support/plain-data.ts';
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
  plain: { url: string; pid: number };
  options: BenchOptions;
}

/** A cached record, beside the same bytes from the baselines. */
async function cached({ scope, server, setUp, plain, options }: Parts): Promise<BenchResult> {
  const request = { path: fighterPath };
  const expected = await ask(server.url, request);
  const kilobytes = expected.body.length / 1024;
  if (expected.status !== 200 || kilobytes < 1 || kilobytes > 2) {
    throw new WrongAnswers(
      `${fighterPath} answers ${expected.status} with ${kilobytes.toFixed(2)} KB, not with 1 to 2`,
    );
  }
  const bare = await startBare(scope, [expected]);
  const fast = await startBaseline<string>(scope, 'fastify.ts', { path: fighterPath, ...readyAnswer(expected) });
  const nginx = await startNginx(scope, fighterPath, readyAnswer(expected));
  const common = { requests: [request] };
  const same = [{ request, expected, sameness: 'headers and bytes' as const }];
  const measured = await runRounds(
    [
      httpContestant({ ...common, ...server, name: ours, checks: same }),
      httpContestant({ ...common, name: 'bare node:http', url: bare.urls[0] ?? '', pid: bare.pid, checks: same }),
      httpContestant({ ...common, name: 'Fastify, ready Buffer', url: fast.ready, pid: fast.pid, checks: same }),
      ...(nginx
        ? [httpContestant({ ...common, ...nginx, name: 'nginx, static file', checks: [{ request, expected }] })]
        : []),
      httpContestant({
        ...{ ...common, ...plain, name: 'plain Express + ioredis', redisPids: [setUp.redis.pid] },
        checks: [{ request, expected }],
      }),
    ],
    options,
  );
  const others = ['Fastify, ready Buffer', ...(nginx ? ['nginx, static file'] : []), 'plain Express + ioredis'];
  const name = `cached GET, ${kilobytes.toFixed(1)} KB`;
  const what = (against: string, target?: number) => ({ bench, name, against, ...(target && { target }) });
  return {
    figures: [
      compare(measured, ours, 'bare node:http', what('bare node:http', 0.95)),
      compare(measured, ours, 'plain Express + ioredis', { ...what('plain Express + ioredis', 3), unit: 'times' }),
      compare(measured, ours, 'Fastify, ready Buffer', what('Fastify, ready Buffer')),
      ...(nginx ? [compare(measured, ours, 'nginx, static file', what('nginx, static file'))] : []),
      ...others.map((other) =>
        compare(measured, other, 'bare node:http', { bench, name: other, against: 'bare node:http' }),
      ),
    ],
    rows: measured.rows(bench, name),
    tables: [],
    notes: [
      ...measured.notes,
      ...(nginx ? [] : ['nginx is not installed, so it was left out (apt-get install nginx).']),
    ],
  };
}

/** The answer to a client that has the record already. */
async function unchanged({ scope, server, plain, setUp, options }: Parts): Promise<BenchResult> {
  const conditional = async (url: string) => {
    const { headers } = await ask(url, { path: fighterPath });
    return { path: fighterPath, headers: { 'If-None-Match': String(headers.etag) } };
  };
  const request = await conditional(server.url);
  const expected = await ask(server.url, request);
  if (expected.status !== 304) throw new WrongAnswers(`${fighterPath} answers ${expected.status} to its own ETag`);
  const bare = await startBare(scope, [expected]);
  const checks = [{ request, expected, sameness: 'headers and bytes' as const }];
  const plainRequest = await conditional(plain.url);
  const plainExpected = await ask(plain.url, plainRequest);
  const measured = await runRounds(
    [
      httpContestant({ ...server, name: ours, requests: [request], checks }),
      httpContestant({ name: 'bare node:http', url: bare.urls[0] ?? '', pid: bare.pid, requests: [request], checks }),
      httpContestant({
        ...{ ...plain, name: 'plain Express + ioredis', redisPids: [setUp.redis.pid] },
        requests: [plainRequest],
        checks: [{ request: plainRequest, expected: { ...plainExpected, status: 304 } }],
      }),
    ],
    options,
  );
  const name = '304';
  return {
    ...emptyResult(),
    figures: [
      compare(measured, ours, 'bare node:http', { bench, name, against: 'bare node:http 304', target: 0.93 }),
      compare(measured, ours, 'plain Express + ioredis', { bench, name, against: 'plain Express 304', unit: 'times' }),
    ],
    rows: measured.rows(bench, name),
    notes: measured.notes,
  };
}

/** Names and values in turn, without some names. */
const withoutHeaders = (headers: readonly string[], names: readonly string[]) =>
  headers.filter((_, index) => !names.includes((headers[index - (index % 2)] as string).toLowerCase()));

/**
 * Requests that need Redis: six hundred records in turn, so that none can wait for another. With CACHE=off the server
 * asks whether content has changed and sends its cached reply; with CACHE_BYTES=0 too, it reads the record as if for the
 * first time: it parses it, cuts, checks and serialises the reply.
 */
async function missed({ scope, setUp, plain, options }: Parts): Promise<BenchResult> {
  const revalidating = await setUp.serve({ env: { CACHE: 'off' } });
  const uncached = await setUp.serve({ env: { CACHE: 'off', CACHE_BYTES: '0' } });
  const requests = fighterPaths(plainFighters).map((path) => ({ path }));
  const [request = { path: fighterPath }] = requests;
  const expected = await ask(uncached.url, request);
  const common = { requests, checks: [{ request, expected }], redisPids: [setUp.redis.pid] };
  const against = 'plain Express + ioredis';
  const limit = 'bare node:http, one GET';
  const bare = await startBaseline<string>(scope, 'bare-reads.ts', {
    redisUrl: setUp.redis.url,
    headers: withoutHeaders(ownHeaders(expected), ['etag', 'content-length']),
  });
  const figures = [
    { name: 'miss, one record, unchanged (CACHE=off)', contestant: `${ours}, CACHE=off`, server: revalidating },
    { name: 'miss, one record, never read before', contestant: `${ours}, CACHE_BYTES=0`, server: uncached },
  ];
  const measured = await runRounds(
    [
      ...figures.map(({ contestant, server }) => httpContestant({ ...common, ...server, name: contestant })),
      httpContestant({ ...common, name: limit, url: bare.ready, pid: bare.pid }),
      httpContestant({ ...common, ...plain, name: against }),
    ],
    options,
  );
  return {
    ...emptyResult(),
    figures: [
      ...figures.map(({ name, contestant }) =>
        compare(measured, contestant, against, { bench, name, against, target: 1.8, unit: 'times' }),
      ),
      ...figures.map(({ name, contestant }) => compare(measured, contestant, limit, { bench, name, against: limit })),
      compare(measured, limit, against, { bench, name: limit, against, unit: 'times' }),
    ],
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
async function reread({ scope, setUp, server, plain, options }: Parts): Promise<BenchResult> {
  const requests = fighterPaths(plainFighters).map((path) => ({ path }));
  const [request = { path: fighterPath }] = requests;
  const checks = [{ request, expected: await ask(server.url, request) }];
  await keepChangingAFighter(scope, setUp.redis.url, changeEveryMs);
  const common = { requests, checks, redisPids: [setUp.redis.pid] };
  const against = 'plain Express + ioredis';
  const contestant = `${ours}, another record changes every ${changeEveryMs} ms`;
  const measured = await runRounds(
    [
      httpContestant({ ...common, ...server, name: contestant }),
      httpContestant({ ...common, ...plain, name: against }),
    ],
    options,
  );
  const name = 'miss, one record, read again the same';
  return {
    ...emptyResult(),
    figures: [compare(measured, contestant, against, { bench, name, against, target: 1.3, unit: 'times' })],
    rows: measured.rows(bench, name),
    notes: measured.notes,
  };
}

export async function measureReads(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const server = await setUp.serve();
    const plain = await startPlainExpress(scope, setUp.redis, server);
    const parts = { scope, setUp, server, plain, options };
    const results: BenchResult[] = [];
    for (const part of [cached, unchanged, missed, reread]) results.push(await part(parts));
    return merged(results);
  });
}
