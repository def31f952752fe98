/** `npm --prefix lab run bench -- cluster`: the votes of one fight on 1, 3 and 6 masters of a Redis Cluster. */
import { Cluster } from 'ioredis';
import { startCluster } from '../../test/support/redis/cluster.ts';
import { publishArchive } from './support/archive.ts';
import { ballotsIn } from './support/ballots.ts';
import { checkVotes, httpContestant } from './support/contestants.ts';
import { cores, pin } from './support/cores.ts';
import { type BenchOptions, type BenchResult, emptyResult, type Table } from './support/figures.ts';
import { voteRequest } from './support/paths.ts';
import { type Contestant, runRounds } from './support/rounds.ts';
import { type Scope, scoped } from './support/scope.ts';
import { startServer } from './support/set-up.ts';
import { median } from './support/statistics.ts';
import { cpuMicros } from './support/usage.ts';

const bench = 'cluster';
const sizes = [1, 3, 6];
const smallArchive = { fighters: 50, events: 20, news: 20 };
/** Enough for all masters: of the server's default of 8, each of 6 masters would get 1 or 2. */
const buckets = 24;

interface Clustered {
  contestant: Contestant;
  masters: number;
  /** CPU of the busiest master per vote, in microseconds, by round. */
  busiest: number[];
}

async function startMasters(scope: Scope, masters: number): Promise<Clustered> {
  const cluster = await startCluster({ masters });
  scope.defer(() => cluster.close());
  const { redis } = await cores();
  for (const { pid, client } of cluster.masters) {
    await pin(pid, redis);
    await client.config('SET', 'appendfsync', 'everysec');
    // A lone master does not know its own address.
    await client.config('SET', 'cluster-announce-ip', '127.0.0.1');
  }
  await publishArchive(cluster.url, smallArchive, buckets);
  const server = await startServer(scope, cluster.url, { env: { VOTE_BUCKETS: String(buckets) } });
  const client = new Cluster(cluster.masters.map(({ port }) => ({ host: '127.0.0.1', port })));
  scope.defer(() => client.disconnect());
  const name = `${masters} master${masters > 1 ? 's' : ''}`;
  const redisPids = cluster.masters.map(({ pid }) => pid);
  const contestant = httpContestant({ ...server, name, requests: [voteRequest], redisPids });
  const busiest: number[] = [];
  const each = () => redisPids.map((pid) => cpuMicros([pid]) ?? Number.NaN);
  return {
    masters,
    busiest,
    contestant: {
      ...contestant,
      async load(seconds) {
        const before = each();
        const loaded = await contestant.load(seconds);
        const used = each().map((micros, index) => micros - (before[index] ?? 0));
        busiest.push(Math.max(...used) / loaded.requests);
        return loaded;
      },
      check: checkVotes(name, ballotsIn(client, buckets).counted),
    },
  };
}

export async function measureCluster(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const started: Clustered[] = [];
    for (const masters of sizes) {
      options.report(`starting a Cluster of ${masters}`);
      started.push(await startMasters(scope, masters));
    }
    const measured = await runRounds(
      started.map(({ contestant }) => contestant),
      options,
    );
    const rows = measured.rows(bench, `votes on a Redis Cluster, ${buckets} buckets, appendfsync everysec`);
    const table: Table = {
      title: `Votes on one fight by masters of a Redis Cluster (${buckets} buckets, appendfsync everysec)`,
      head: [
        'masters',
        'votes/s here',
        'server CPU µs',
        'Redis CPU µs, all',
        'busiest master µs',
        'votes/s it could take',
      ],
      rows: started.map(({ masters, busiest }, index) => {
        const row = rows[index];
        const micros = median(busiest);
        return [
          ...[masters, row?.requestsPerSecond.toFixed(0), row?.cpuMicros.toFixed(1), row?.redisMicros.toFixed(1)],
          ...[micros.toFixed(2), (1e6 / micros).toFixed(0)],
        ].map(String);
      }),
      note: 'Here one server process feeds all masters and they share one core, so the rate says little; CPU per vote of the busiest master says how many votes a second the fight could take with a core for each master and enough servers.',
    };
    return { ...emptyResult(), rows, tables: [table], notes: measured.notes };
  });
}
