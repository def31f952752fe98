/** `npm run bench -- workers`: two workers beside one, with all cores for everybody. */
import { ask } from './support/answers.ts';
import { ballotsIn } from './support/ballots.ts';
import { httpContestant, votesCounted } from './support/contestants.ts';
import { unpin } from './support/cores.ts';
import { type BenchOptions, type BenchResult, compare, nothing } from './support/figures.ts';
import { fighterPath, voteRequest } from './support/paths.ts';
import { runCourse } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setStage } from './support/set-up.ts';

const bench = 'workers';
const note = 'The load and Redis run on the same cores, so what a second worker may take is what they leave.';

export async function measureWorkers(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const stage = await setStage(scope, options);
    const { redis } = stage;
    await unpin(redis.pid);
    const serve = (workers: number) => stage.serve({ core: 'anywhere', env: { WORKERS: String(workers) } });
    const [one, two] = [await serve(1), await serve(2)];
    const ballots = ballotsIn(redis.client);
    const request = { path: fighterPath };
    const asked = [{ request, expected: await ask(one.url, request) }];
    const reads = { requests: [request], asked, pinned: false };
    const votes = { requests: [voteRequest], redisPids: [redis.pid], pinned: false };
    const check = votesCounted('fightcard', ballots.counted);
    const course = await runCourse(
      [
        httpContestant({ ...reads, ...one, name: 'held GET, 1 worker' }),
        httpContestant({ ...reads, ...two, name: 'held GET, 2 workers' }),
        { ...httpContestant({ ...votes, ...one, name: 'vote, 1 worker' }), check },
        { ...httpContestant({ ...votes, ...two, name: 'vote, 2 workers' }), check },
      ],
      options,
    );
    const against = '1 worker';
    return {
      ...nothing(),
      figures: ['held GET', 'vote'].map((work) =>
        compare(course, `${work}, 2 workers`, `${work}, 1 worker`, {
          ...{ bench, name: `${work}, 2 workers`, against, unit: 'times', note },
        }),
      ),
      rows: course.rows(bench, 'workers on all cores, unpinned'),
      notes: [note, ...course.notes],
    };
  });
}
