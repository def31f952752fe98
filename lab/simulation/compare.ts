import { availableParallelism, loadavg } from 'node:os';
import { sendOpenLoop } from '../../test/support/load/open-loop.ts';
import { ballotsIn } from '../bench/support/ballots.ts';
import { clientPrefix, defaultConnections } from '../bench/support/load.ts';
import { voteBody, votePath } from '../bench/support/paths.ts';
import { scoped } from '../bench/support/scope.ts';
import { setUpBench } from '../bench/support/set-up.ts';
import { percentile } from '../bench/support/statistics.ts';
import { cpuMicros } from '../bench/support/usage.ts';
import { ballotCost, type Costs } from './costs.ts';
import { type Scenario, simulate } from './model.ts';
import { integerText, msText, tableOf } from './report.ts';

/** Votes a second that a machine with two cores takes beside the load. */
const rates = [250, 500, 1_000, 2_000];
const seconds = 4;

/** One worker and one master of one machine. */
const scenarioOf = (costs: Costs, seed: number, ballotsPerSecond: number): Scenario => ({
  ...{ seed, ballotsPerSecond, seconds, readsPerSecond: 0, workers: 1, masters: 1, buckets: 8 },
  ...{ ballotMs: ballotCost(costs, 1) / 1_000, readMs: 0, callMs: costs.call / 1_000, inCallMs: costs.inCall / 1_000 },
  ...{ hopMs: 0, baseMs: costs.p50Ms, turnMost: 1_000, repeats: 0, failures: [] },
  ...{ failoverMs: 0, restartMs: 0, lagMs: 0 },
});

/**
 * What the model says of one worker and one master, and what a run on this machine shows, as a table.
 *
 * @throws {Error} when the run has counted fewer votes than it acknowledged.
 */
export async function compareWithRun(costs: Costs, seed: number, report: (line: string) => void): Promise<string> {
  const rows = await scoped('simulate', async (scope) => {
    const { redis, serve } = await setUpBench(scope, { report, fsync: 'everysec' });
    const server = await serve();
    const ballots = ballotsIn(redis.client);
    const spent = () => [server.pid, redis.pid].map((pid) => cpuMicros([pid]) ?? Number.NaN);

    /** Votes of different phones at a fixed rate. */
    async function run(perSecond: number) {
      const prefix = clientPrefix();
      const total = perSecond * seconds;
      const before = { counted: await ballots.counted(), micros: spent() };
      const request = (index: number) => {
        return { method: 'POST' as const, path: votePath, body: voteBody(prefix + String(index).padStart(10, '0')) };
      };
      const answers = await sendOpenLoop(server.url, { perSecond, total, connections: defaultConnections, request });
      const acknowledged = answers.filter(({ status }) => status === 201).map(({ ms }) => ms);
      const counted = (await ballots.counted()) - before.counted;
      // A vote whose answer came too late may be counted.
      if (counted < acknowledged.length) throw new Error(`${acknowledged.length} acknowledged, and ${counted} counted`);
      const micros = spent().map((now, index) => (now - (before.micros[index] ?? 0)) / total);
      return { total, counted, micros, p50: percentile(acknowledged, 0.5), p99: percentile(acknowledged, 0.99) };
    }

    // The first votes are slower: code is compiled.
    await run(1_000);
    const compared: string[][] = [];
    for (const perSecond of rates) {
      report(`${perSecond} votes a second for ${seconds} s`);
      const real = await run(perSecond);
      const model = simulate(scenarioOf(costs, seed, perSecond));
      const micros = (busy: number) => (busy * seconds * 1e6) / model.sent;
      compared.push([
        integerText(perSecond),
        ...[
          `${integerText(model.counted)} of ${integerText(model.sent)}`,
          `${integerText(real.counted)} of ${integerText(real.total)}`,
        ],
        ...[micros(model.workersBusy), ...real.micros.slice(0, 1)].map((value) => `${Math.round(value)} µs`),
        ...[micros(model.mastersBusy), ...real.micros.slice(1)].map((value) => `${Math.round(value)} µs`),
        ...[model.answer.quantile(0.5), real.p50, model.answer.quantile(0.99), real.p99].map(msText),
      ]);
    }
    return compared;
  });
  const names = ['counted', 'worker, CPU of a vote', 'master, CPU of a vote', 'p50', 'p99'];
  const table = tableOf(['votes a second', ...names.flatMap((name) => [`${name}: model`, 'run'])], rows);
  const [load = 0] = loadavg();
  return `${table}\n\nWhile it ran, ${load.toFixed(1)} processes wanted the ${availableParallelism()} cores of the machine.`;
}
