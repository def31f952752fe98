/** `npm --prefix lab run bench -- metrics`: what counting costs a cached GET and a vote. */
import { ask } from './support/answers.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, merged } from './support/figures.ts';
import { fighterPath, voteRequest } from './support/paths.ts';
import { runRounds } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';

const bench = 'metrics';
const counting = 'fightcard';
const without = 'fightcard, ADMIN_PORT=off';
/** Counting may cost 2 % of a cached GET. */
const target = 0.98;

export async function measureMetrics(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const servers = [
      { name: counting, ...(await setUp.serve({ env: { ADMIN_PORT: '0' } })) },
      { name: without, ...(await setUp.serve({ env: { ADMIN_PORT: 'off' } })) },
    ];
    const request = { path: fighterPath };
    const expected = await ask(servers[0]?.url ?? '', request);
    const ballots = ballotsIn(setUp.redis.client);
    const works = [
      {
        name: 'cached GET, with metrics',
        contestants: servers.map((server) =>
          httpContestant({
            ...server,
            requests: [request],
            checks: [{ request, expected, sameness: 'headers and bytes' }],
          }),
        ),
      },
      {
        name: 'vote, with metrics',
        contestants: servers.map((server) => ({
          ...httpContestant({ ...server, requests: [voteRequest], redisPids: [setUp.redis.pid] }),
          check: checkVotes(server.name, ballots.counted),
        })),
      },
    ];
    const results: BenchResult[] = [];
    for (const { name, contestants } of works) {
      const measured = await runRounds(contestants, options);
      results.push({
        ...emptyResult(),
        figures: [compare(measured, counting, without, { bench, name, against: 'ADMIN_PORT=off', target })],
        rows: measured.rows(bench, name),
        notes: measured.notes,
      });
    }
    return merged(results);
  });
}
