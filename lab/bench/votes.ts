/** `npm --prefix lab run bench -- votes`: votes of different clients on one fight, all rules on, all of them counted. */

import { ids } from '../../contracts/world/ids.ts';
import { ask, ownHeaders } from './support/answers.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, merged } from './support/figures.ts';
import { castOpenLoop } from './support/open-loop.ts';
import { voteBody, voteRequest } from './support/paths.ts';
import { startBaseline } from './support/process.ts';
import { runRounds } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';

const bench = 'votes';
const ours = 'fightcard';
const bare = 'bare node:http, the same batches';

const withoutLength = (headers: readonly string[]) => headers.toSpliced(headers.indexOf('Content-Length'), 2);

/** Votes at a fixed rate, which are counted one by one. */
const openLoop = { perSecond: 2_000, seconds: 3 };

async function measure(fsync: 'everysec' | 'always', options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, { ...options, fsync });
    const { redis } = setUp;
    const server = await setUp.serve();
    const ballots = ballotsIn(redis.client);
    options.report(`${openLoop.perSecond} votes a second for ${openLoop.seconds} s, one by one`);
    const exact = await castOpenLoop(server.url, ballots, openLoop);

    // Cast twice: the answer to a repeat has no header of its own vote.
    const repeat = { ...voteRequest, body: voteBody('bench-bare-0001') };
    await ask(server.url, repeat);
    const headers = withoutLength(ownHeaders(await ask(server.url, repeat)));
    const { pid, ready } = await startBaseline<string>(scope, 'bare-votes.ts', {
      ...{ redisUrl: redis.url, fightId: ids.fightInProgress, headers },
    });

    const common = { requests: [voteRequest], redisPids: [redis.pid] };
    const measured = await runRounds(
      [
        { ...httpContestant({ ...common, ...server, name: ours }), check: checkVotes(ours, ballots.counted) },
        {
          ...httpContestant({ ...common, pid, url: ready, name: bare }),
          check: checkVotes(bare, ballots.counted),
        },
      ],
      options,
    );
    const name = `vote, appendfsync ${fsync}`;
    return {
      ...emptyResult(),
      figures: [compare(measured, ours, bare, { bench, name, against: bare, target: 0.85 })],
      rows: measured.rows(bench, name),
      tables: [
        {
          title: `Votes at a fixed rate, appendfsync ${fsync}`,
          head: ['votes/s', 'sent', 'clients acknowledged', 'sent twice', 'lost', 'doubled', 'p50 ms', 'p99 ms'],
          rows: [
            [
              ...[
                exact.perSecond.toFixed(0),
                exact.sent,
                exact.acknowledged,
                exact.repeated,
                exact.lost,
                exact.doubled,
              ],
              ...[exact.p50Ms.toFixed(1), exact.p99Ms.toFixed(1)],
            ].map(String),
          ],
        },
      ],
      notes: measured.notes,
    };
  });
}

export async function measureVotes(options: BenchOptions): Promise<BenchResult> {
  return merged([await measure('everysec', options), await measure('always', options)]);
}
