/** Three times the votes that the server can accept, each client on its own connection. */
import { sendOpenLoop } from '../../test/support/load/open-loop.ts';
import { ballotsIn } from './support/ballots.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult, WrongAnswers } from './support/figures.ts';
import { clientPrefix } from './support/load.ts';
import { openRound, votedFor, votePath, voteRequest } from './support/paths.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';
import { percentile } from './support/statistics.ts';
import { runLoad } from './support/wrk.ts';

const bench = 'overload';
const healthPath = '/api/v3/mobile/health';
const connections = 1_000;
/** So few that they never wait for each other: their rate is the maximum that the server accepts. */
const closedLoop = 32;
/** The client may be too slow to offer three times the peak; below this the bench draws no conclusion. */
const leastOffered = 2.5;

export async function measureOverloadVotes(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { url } = await setUp.serve({ core: 'anywhere' });
    const ballots = ballotsIn(setUp.redis.client);
    const cast = async (perSecond: number) => {
      const prefix = clientPrefix();
      const before = await ballots.counted();
      const startMs = performance.now();
      const answers = await sendOpenLoop(url, {
        ...{ perSecond, total: Math.round(perSecond * options.seconds), connections },
        request: (index) => ({
          ...{ method: 'POST', path: votePath },
          body: { round_num: openRound, fighter_statid: votedFor, client_id: prefix + String(index).padStart(10, '0') },
        }),
      });
      const seconds = (performance.now() - startMs) / 1000;
      const of = (status: number) => answers.filter((answer) => answer.status === status);
      const counted = (await ballots.counted()) - before;
      if (counted !== of(201).length) throw new WrongAnswers(`${counted} counted, ${of(201).length} acknowledged`);
      const ms = (status: number) =>
        percentile(
          of(status).map((answer) => answer.ms),
          0.99,
        );
      return {
        ...{ perSecond: of(201).length / seconds, offered: answers.length / seconds, acceptedMs: ms(201) },
        ...{ refused: of(503).length, refusedMs: ms(503), others: answers.length - of(201).length - of(503).length },
      };
    };
    options.report('measuring the peak');
    const peak = await runLoad({
      ...{ url, requests: [voteRequest], seconds: options.seconds },
      ...{ connections: closedLoop, pinned: false },
    });
    options.report(`three times ${peak.perSecond.toFixed(0)} votes a second`);
    const [over, health] = await Promise.all([
      cast(3 * peak.perSecond),
      sendOpenLoop(url, {
        ...{ perSecond: 10, total: 10 * options.seconds, connections: 100 },
        request: () => ({ method: 'GET', path: healthPath }),
      }),
    ]);
    const healthMs = percentile(
      health.map(({ ms }) => ms),
      0.99,
    );
    const ms = (name: string, value: number, most: number) =>
      createFigure({ bench, name, against: '', unit: 'ms', value, target: { value: most, is: 'most' } });
    const timesOffered = over.offered / peak.perSecond;
    if (timesOffered < leastOffered) {
      const note = `overload: the client offered ${timesOffered.toFixed(1)} times the peak, too little for a conclusion.`;
      return { ...emptyResult(), notes: [note] };
    }
    return {
      ...emptyResult(),
      figures: [
        createFigure({
          ...{ bench, name: 'votes accepted at three times the peak', against: 'peak', unit: 'ratio' },
          value: over.perSecond / peak.perSecond,
          target: { value: 0.9, is: 'least' },
        }),
        ms('vote accepted, p99', over.acceptedMs, 300),
        ...(over.refused > 0 ? [ms('vote refused, p99', over.refusedMs, 50)] : []),
        ms('health, p99', healthMs, 100),
      ],
      tables: [
        {
          title: 'Votes at a fixed rate, each client on its own connection',
          head: ['', 'offered/s', 'accepted/s', 'p99 ms', '503', 'p99 ms', '408 or reset'],
          rows: [
            ['peak, over 32 connections', '', peak.perSecond.toFixed(0), peak.p99Ms.toFixed(0), '0', '', '0'],
            [
              'three times the peak',
              ...[over.offered, over.perSecond, over.acceptedMs, over.refused, over.refusedMs, over.others].map((n) =>
                n.toFixed(0),
              ),
            ],
          ],
        },
      ],
      notes: ['Client, server and Redis share the cores, so the rates are those of the machine, not of the server.'],
    };
  });
}
