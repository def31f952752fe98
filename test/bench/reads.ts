/** `npm run bench -- reads`: one record, held, unchanged and missed. */
import { startNginx } from './baselines/nginx.ts';
import { ask } from './support/answers.ts';
import { httpContestant, readyAnswer, startBare } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, merged, nothing, WrongAnswers } from './support/figures.ts';
import { fighterPath, fighterPaths } from './support/paths.ts';
import { plainFighters, startPlainExpress } from './support/plain-data.ts';
import { startBaseline } from './support/process.ts';
import { runCourse } from './support/rounds.ts';
import { type Scope, scoped } from './support/scope.ts';
import { type BenchServer, type Stage, setStage } from './support/set-up.ts';

const bench = 'reads';
const ours = 'fightcard';

interface Parts {
  scope: Scope;
  stage: Stage;
  server: BenchServer;
  plain: { url: string; pid: number };
  options: BenchOptions;
}

/** A record that the server holds, against the same bytes from others. */
async function held({ scope, server, stage, plain, options }: Parts): Promise<BenchResult> {
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
  const course = await runCourse(
    [
      httpContestant({ ...common, ...server, name: ours, asked: same }),
      httpContestant({ ...common, name: 'bare node:http', url: bare.urls[0] ?? '', pid: bare.pid, asked: same }),
      httpContestant({ ...common, name: 'Fastify, ready Buffer', url: fast.ready, pid: fast.pid, asked: same }),
      ...(nginx
        ? [httpContestant({ ...common, ...nginx, name: 'nginx, static file', asked: [{ request, expected }] })]
        : []),
      httpContestant({
        ...{ ...common, ...plain, name: 'plain Express + ioredis', redisPids: [stage.redis.pid] },
        asked: [{ request, expected }],
      }),
    ],
    options,
  );
  const others = ['Fastify, ready Buffer', ...(nginx ? ['nginx, static file'] : []), 'plain Express + ioredis'];
  const name = `held GET, ${kilobytes.toFixed(1)} KB`;
  const what = (against: string, target?: number) => ({ bench, name, against, ...(target && { target }) });
  return {
    figures: [
      compare(course, ours, 'bare node:http', what('bare node:http', 0.95)),
      compare(course, ours, 'plain Express + ioredis', { ...what('plain Express + ioredis', 3), unit: 'times' }),
      compare(course, ours, 'Fastify, ready Buffer', what('Fastify, ready Buffer')),
      ...(nginx ? [compare(course, ours, 'nginx, static file', what('nginx, static file'))] : []),
      ...others.map((other) =>
        compare(course, other, 'bare node:http', { bench, name: other, against: 'bare node:http' }),
      ),
    ],
    rows: course.rows(bench, name),
    tables: [],
    notes: [...course.notes, ...(nginx ? [] : ['nginx is not installed, so it was left out (apt-get install nginx).'])],
  };
}

/** The answer to a client that holds the record already. */
async function unchanged({ scope, server, plain, stage, options }: Parts): Promise<BenchResult> {
  const conditional = async (url: string) => {
    const { headers } = await ask(url, { path: fighterPath });
    return { path: fighterPath, headers: { 'If-None-Match': String(headers.etag) } };
  };
  const request = await conditional(server.url);
  const expected = await ask(server.url, request);
  if (expected.status !== 304) throw new WrongAnswers(`${fighterPath} answers ${expected.status} to its own ETag`);
  const bare = await startBare(scope, [expected]);
  const asked = [{ request, expected, sameness: 'headers and bytes' as const }];
  const plainRequest = await conditional(plain.url);
  const plainExpected = await ask(plain.url, plainRequest);
  const course = await runCourse(
    [
      httpContestant({ ...server, name: ours, requests: [request], asked }),
      httpContestant({ name: 'bare node:http', url: bare.urls[0] ?? '', pid: bare.pid, requests: [request], asked }),
      httpContestant({
        ...{ ...plain, name: 'plain Express + ioredis', redisPids: [stage.redis.pid] },
        requests: [plainRequest],
        asked: [{ request: plainRequest, expected: { ...plainExpected, status: 304 } }],
      }),
    ],
    options,
  );
  const name = '304';
  return {
    ...nothing(),
    figures: [
      compare(course, ours, 'bare node:http', { bench, name, against: 'bare node:http 304', target: 0.93 }),
      compare(course, ours, 'plain Express + ioredis', { bench, name, against: 'plain Express 304', unit: 'times' }),
    ],
    rows: course.rows(bench, name),
    notes: course.notes,
  };
}

/**
 * Records that are asked for in Redis at each request: a hundred of them by turns, so that none can wait for another.
 * With its cache off the server asks whether content has changed and sends what it holds; holding nothing, it reads the
 * record, checks and serialises the reply, as it does the first time after a change.
 */
async function missed({ stage, plain, options }: Parts): Promise<BenchResult> {
  const asking = await stage.serve({ env: { CACHE: 'off' } });
  const holdingNothing = await stage.serve({ env: { CACHE: 'off', CACHE_BYTES: '0' } });
  const requests = fighterPaths(plainFighters).map((path) => ({ path }));
  const [request = { path: fighterPath }] = requests;
  const expected = await ask(holdingNothing.url, request);
  const common = { requests, asked: [{ request, expected }], redisPids: [stage.redis.pid] };
  const against = 'plain Express + ioredis';
  const figures = [
    { name: 'miss, one record, unchanged (CACHE=off)', contestant: `${ours}, CACHE=off`, server: asking },
    { name: 'miss, one record, made anew', contestant: `${ours}, CACHE_BYTES=0`, server: holdingNothing },
  ];
  const course = await runCourse(
    [
      ...figures.map(({ contestant, server }) => httpContestant({ ...common, ...server, name: contestant })),
      httpContestant({ ...common, ...plain, name: against }),
    ],
    options,
  );
  return {
    ...nothing(),
    figures: figures.map(({ name, contestant }) =>
      compare(course, contestant, against, { bench, name, against, target: 1.8, unit: 'times' }),
    ),
    rows: course.rows(bench, 'miss, one record'),
    notes: course.notes,
  };
}

export async function measureReads(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const stage = await setStage(scope, options);
    const server = await stage.serve();
    const plain = await startPlainExpress(scope, stage.redis, server);
    const parts = { scope, stage, server, plain, options };
    const results: BenchResult[] = [];
    for (const part of [held, unchanged, missed]) results.push(await part(parts));
    return merged(results);
  });
}
