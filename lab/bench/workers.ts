/** `npm --prefix lab run bench -- workers`: two workers beside one, with nothing pinned to a core. */
import { ask } from './support/answers.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import { unpin } from './support/cores.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult } from './support/figures.ts';
import { fighterPath, voteRequest } from './support/paths.ts';
import { runRounds } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';

const bench = 'workers';
const note = 'The load and Redis run on the same cores, so a second worker gets only what they leave.';

export async function measureWorkers(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { redis } = setUp;
    await unpin(redis.pid);
    const serve = (workers: number) => setUp.serve({ core: 'anywhere', env: { WORKERS: String(workers) } });
    const [one, two] = [await serve(1), await serve(2)];
    const ballots = ballotsIn(redis.client);
    const request = { path: fighterPath };
    const checks = [{ request, expected: await ask(one.url, request) }];
    const reads = { requests: [request], checks, pinned: false };
    const votes = { requests: [voteRequest], redisPids: [redis.pid], pinned: false };
    const check = checkVotes('fightcard', ballots.counted);
    const measured = await runRounds(
      [
        httpContestant({ ...reads, ...one, name: 'cached GET, 1 worker' }),
        httpContestant({ ...reads, ...two, name: 'cached GET, 2 workers' }),
        { ...httpContestant({ ...votes, ...one, name: 'vote, 1 worker' }), check },
        { ...httpContestant({ ...votes, ...two, name: 'vote, 2 workers' }), check },
      ],
      options,
    );
    const against = '1 worker';
    return {
      ...emptyResult(),
      figures: ['cached GET', 'vote'].map((work) =>
        compare(measured, `${work}, 2 workers`, `${work}, 1 worker`, {
          ...{ bench, name: `${work}, 2 workers`, against, unit: 'times', note },
        }),
      ),
      rows: measured.rows(bench, 'workers on all cores, unpinned'),
      notes: [note, ...measured.notes],
    };
  });
}
