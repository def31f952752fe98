/** `npm --prefix lab run bench -- clients`: what a vote and a read cost through ioredis, and through the `redis` package. */
import type { ClientCost, ClientName } from './baselines/redis-client.ts';
import { type BenchOptions, type BenchResult, emptyResult } from './support/figures.ts';
import { startBaseline } from './support/process.ts';
import { type Scope, scoped } from './support/scope.ts';
import { type BenchRedis, setUpBench } from './support/set-up.ts';
import { median, spread } from './support/statistics.ts';

const bench = 'clients';
const recordKey = 'bench:record';
/** As long as the record of a fighter. */
const record = JSON.stringify({ text: 'x'.repeat(1_200) });

async function measure(client: ClientName, { url }: BenchRedis, seconds: number): Promise<ClientCost> {
  return scoped(bench, async (scope: Scope) => {
    const settings = { client, url, ms: seconds * 1_000, recordKey };
    return (await startBaseline<ClientCost>(scope, 'redis-client.ts', settings)).ready;
  });
}

export function measureClients(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const { redis, serve } = await setUpBench(scope, options);
    // It opens the round.
    await serve();
    await redis.client.set(recordKey, record);
    const pairs: [own: ClientCost, other: ClientCost][] = [];
    for (let round = 1; round <= options.rounds; round++) {
      options.report(`round ${round} of ${options.rounds}: ioredis, redis`);
      const own = await measure('ioredis', redis, options.seconds);
      pairs.push([own, await measure('redis', redis, options.seconds)]);
    }
    const rowOf = (work: string, what: keyof ClientCost) => {
      const ratios = pairs.map(([own, other]) => other[what] / own[what]);
      const micros = ([0, 1] as const).map((nth) => median(pairs.map((pair) => pair[nth][what])).toFixed(1));
      return [work, ...micros, `${median(ratios).toFixed(2)} ×`, `${(spread(ratios) * 100).toFixed(0)} %`];
    };
    return {
      ...emptyResult(),
      tables: [
        {
          title: 'Redis clients',
          head: ['CPU µs of the process', 'ioredis', 'redis', 'redis against ioredis', 'spread'],
          rows: [
            rowOf('a vote, in batches of 8 for 8 buckets', 'perVote'),
            rowOf('a read of 1.2 KB, 64 at once', 'perRead'),
          ],
          note: 'Both send the same script calls with their deadlines; nothing else runs in the process.',
        },
      ],
    };
  });
}
