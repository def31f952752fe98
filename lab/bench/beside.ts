/** `npm --prefix lab run bench -- beside --checkout <folder>`: this checkout beside another one, such as the parent commit's. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startOurMock } from './mock.ts';
import { ask } from './support/answers.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, merged } from './support/figures.ts';
import type { LoadRequest } from './support/load.ts';
import { fighterPath, fighterPaths, listPath, voteRequest } from './support/paths.ts';
import { plainFighters } from './support/plain-data.ts';
import { type Contestant, runRounds } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { type BenchServer, setUpBench } from './support/set-up.ts';

const bench = 'beside';
const [ours, theirs] = ['this checkout', 'the other'];

/** Differences up to this count as equal. */
const noise = 0.03;

interface Work {
  name: string;
  requests: readonly LoadRequest[];
  servers: readonly [BenchServer, BenchServer];
  redisPids?: readonly number[];
  check?: Contestant['check'];
}

/** Sends one kind of request to both, in turns. Both must answer with the same bytes, unless they count votes. */
async function measure({ name, requests, servers, redisPids, check }: Work, options: BenchOptions) {
  const [request] = requests;
  const checks = check || !request ? [] : [{ request, expected: await ask(servers[0].url, request) }];
  const contestants = servers.map((server, index) => ({
    ...httpContestant({
      ...server,
      name: [ours, theirs][index] ?? '',
      requests,
      checks,
      ...(redisPids && { redisPids }),
    }),
    ...(check && { check }),
  }));
  const measured = await runRounds(contestants, options);
  return {
    ...emptyResult(),
    figures: [compare(measured, ours, theirs, { bench, name, against: theirs, target: 1 - noise })],
    rows: measured.rows(bench, name),
    notes: measured.notes,
  };
}

export async function measureBeside(options: BenchOptions): Promise<BenchResult> {
  const { checkout, report } = options;
  if (checkout === undefined || !(await stat(join(checkout, 'server/main.js')).catch(() => undefined))) {
    throw new Error(
      'beside needs --checkout <folder>: another checkout with its dependencies installed (git worktree add ../parent HEAD~1, npm ci there)',
    );
  }
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const redisPids = [setUp.redis.pid];
    const both = async (env: Record<string, string> = {}): Promise<[BenchServer, BenchServer]> => [
      await setUp.serve({ env }),
      await setUp.serve({ env, folder: checkout }),
    ];
    const servers = await both();
    const gzip = { path: listPath, headers: { 'Accept-Encoding': 'gzip' } };
    const { headers } = await ask(servers[0].url, { path: fighterPath });
    const unchanged = { path: fighterPath, headers: { 'If-None-Match': String(headers.etag) } };
    const works: (() => Promise<Work>)[] = [
      async () => ({ name: 'cached GET, 1.2 KB', servers, requests: [{ path: fighterPath }] }),
      async () => ({ name: '304', servers, requests: [unchanged] }),
      async () => ({ name: 'list of 735 fighters, gzip', servers, requests: [gzip] }),
      async () => {
        const check = checkVotes('votes', ballotsIn(setUp.redis.client).counted);
        return { name: 'vote, appendfsync everysec', servers, requests: [voteRequest], redisPids, check };
      },
      async () => ({
        name: 'miss, one record, rebuilt',
        ...{ servers: await both({ CACHE: 'off', CACHE_BYTES: '0' }), redisPids },
        requests: fighterPaths(plainFighters).map((path) => ({ path })),
      }),
      async () => ({
        name: `mock, ${fighterPath}`,
        servers: [await startOurMock(scope), await startOurMock(scope, checkout)],
        requests: [{ path: fighterPath }],
      }),
    ];
    const results: BenchResult[] = [];
    for (const work of works) {
      const ready = await work();
      report(ready.name);
      results.push(await measure(ready, options));
    }
    return merged(results);
  });
}
