import { setTimeout as sleep } from 'node:timers/promises';
import { ids } from '../../../contracts/world/ids.ts';
import { startClosedLoop } from '../../../test/support/load/closed-loop.ts';
import { adminUrlOf, scrape, sumOf } from '../../../test/support/monitoring/scrape.ts';
import { startRedis } from '../../../test/support/redis/redis.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import { preload } from '../../../test/support/server/preload.ts';
import { type ServerProcess, startServerProcess, workersOf } from '../../../test/support/server/server-process.ts';
import { formatCount, type Part, type PartOptions, repeat, type Shown, sentencesOf } from './part.ts';

/** Workers that stop as a server of node:http does: without a word to clients whose next request is on its way. */
const closesLikeNode = preload(`
  import cluster from 'node:cluster';
  import http from 'node:http';
  import net from 'node:net';
  if (cluster.isWorker) {
    const { close } = net.Server.prototype;
    net.Server.prototype.close = function (done) {
      this.closeIdleConnections?.();
      return close.call(this, done);
    };
    Object.defineProperty(http.OutgoingMessage.prototype, 'shouldKeepAlive', { get: () => true, set() {} });
  }`);

/** What clients saw while workers were replaced, and what the metrics say of it. */
export interface Replacements {
  count: number;
  /** Requests with a whole answer. */
  answered: number;
  /** Requests without one, after all that the client may repeat. */
  failed: number;
  /** Attempts without a whole answer that were repeated. */
  repeated: number;
  /** Requests that `/metrics` says were answered. */
  counted: number;
  /** Answers by their status. */
  statuses: Record<number, number>;
}

const paths = [
  `/api/v3/mobile/fighters/${ids.champion}`,
  '/api/v1/us/health',
  '/api/v1/us/live',
  `/api/v3/mobile/fights/${ids.fightInProgress}/votes`,
  `/api/v1/us/events/${ids.liveEvent}`,
];
const unlimited = { RATE_WRITES: '0', RATE_MISSES: '0', NEW_CLIENTS_PER_MINUTE: '0' };
/** Enough that some requests are under way at any moment, and not so many that a worker can hardly start beside them. */
const load = { count: 10, paths, pauseMs: 20 };

const countOf = (server: ServerProcess, msg: string) => server.output().split(`"msg":"${msg}"`).length - 1;
/** A replacement may wait for a busy machine. */
const replacedMs = 120_000;

/** Replaces workers once; `nth` counts from 1. */
type Replace = (server: ServerProcess, nth: number) => Promise<void>;

const restart: Replace = async (server, nth) => {
  server.child.kill('SIGHUP');
  await eventually(() => countOf(server, 'all workers are replaced') === nth, 'all workers are replaced', replacedMs);
};

/** A worker that ends sooner after its start is started again after a pause. */
const soonMs = 10_500;

/** Kills the worker that has run for longest, once it has run long enough to be replaced without a pause. */
function killing(): Replace {
  const sinceMs = new Map<number, number>();
  return async (server, nth) => {
    for (const pid of workersOf(server)) if (!sinceMs.has(pid)) sinceMs.set(pid, performance.now());
    const [oldest = 0] = workersOf(server).sort((a, b) => (sinceMs.get(a) ?? 0) - (sinceMs.get(b) ?? 0));
    // At the first kill they have started one after the other, whatever the map says.
    await sleep(Math.max(0, (sinceMs.get(oldest) ?? 0) + soonMs - performance.now()));
    process.kill(oldest, 'SIGKILL');
    await eventually(() => countOf(server, 'a worker is ready') === nth, 'another worker', replacedMs);
  };
}

async function replaceWorkers(
  options: PartOptions,
  what: string,
  run: { replace: Replace; env: Record<string, string>; repeats: number },
): Promise<Replacements> {
  const redis = await startRedis();
  const server = startServerProcess({ REDIS_URL: redis.url, ADMIN_PORT: '0', ...unlimited, ...run.env });
  try {
    const url = await server.ready;
    const admin = await adminUrlOf(server);
    const loops = [true, false].map((keepAlive) => startClosedLoop(url, { ...load, keepAlive, repeats: run.repeats }));
    await repeat(options, what, (nth) => run.replace(server, nth));
    const calls = await Promise.all(loops.map((loop) => loop.stop()));
    const sum = (each: (of: (typeof calls)[number]) => number) => calls.reduce((total, of) => total + each(of), 0);
    const answered = sum((of) => of.answered);
    const counted = async () => {
      const samples = await scrape(admin);
      const aborted = sumOf(samples, 'fightcard_requests_total', { status: 'aborted' });
      return sumOf(samples, 'fightcard_requests_total') - aborted;
    };
    const statuses: Record<number, number> = {};
    for (const of of calls) {
      for (const [status, times] of Object.entries(of.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times;
    }
    return {
      ...{ count: options.count, answered, statuses, counted: await counted() },
      ...{ failed: sum((of) => of.cut + of.refused), repeated: sum((of) => of.repeated) },
    };
  } finally {
    await server.close();
    await redis.close();
  }
}

const describeStatuses = (statuses: Record<number, number>) => Object.keys(statuses).join(', ');

export function judgeRestarts(own: Replacements, control: Replacements): Shown {
  return {
    figure: `${formatCount(own.count)} rolling restarts of two workers: ${formatCount(own.failed)} of ${formatCount(own.answered)} requests failed, with keep-alive and without, none repeated; metrics count ${formatCount(own.counted)}`,
    control: `workers that close as node:http does, ${formatCount(control.count)} restarts: ${formatCount(control.failed)} of ${formatCount(control.answered)} requests failed`,
    faults: sentencesOf(
      [own.failed > 0, `${own.failed} requests failed.`],
      [describeStatuses(own.statuses) !== '200', `Not every answer is 200: ${JSON.stringify(own.statuses)}.`],
      [own.counted !== own.answered, `${own.answered} requests were answered, and the metrics count ${own.counted}.`],
      [own.answered < 100 * own.count, `Only ${own.answered} requests were answered, too few to be under way always.`],
      [control.failed === 0, 'In the control no request failed: a failure would not be noticed.'],
    ),
  };
}

export function judgeKills(own: Replacements, control: Replacements): Shown {
  return {
    figure: `${formatCount(own.count)} of six workers killed: ${formatCount(own.failed)} of ${formatCount(own.answered)} requests failed, ${formatCount(own.repeated)} were repeated once or twice`,
    control: `clients that repeat nothing, ${formatCount(control.count)} kills: ${formatCount(control.failed)} of ${formatCount(control.answered)} requests failed`,
    faults: sentencesOf(
      [own.failed > 0, `${own.failed} requests failed.`],
      [describeStatuses(own.statuses) !== '200', `Not every answer is 200: ${JSON.stringify(own.statuses)}.`],
      [own.answered < 100 * own.count, `Only ${own.answered} requests were answered, too few to be under way always.`],
      [control.failed === 0, 'In the control no request failed: a failure would not be noticed.'],
    ),
  };
}

export const restarts: Part = {
  ...{ name: 'restarts', unit: 'rolling restarts', count: 100 },
  claim: 'A rolling restart under load fails no request, and the metrics stay exact (G01)',
  async run(options) {
    const run = { replace: restart, repeats: 0 };
    const own = await replaceWorkers(options, 'rolling restarts', { ...run, env: { WORKERS: '2' } });
    const lacking = { ...run, env: { WORKERS: '2', ...closesLikeNode } };
    return judgeRestarts(own, await replaceWorkers({ ...options, count: 3 }, 'restarts of the control', lacking));
  },
};

export const kills: Part = {
  ...{ name: 'kills', unit: 'killed workers', count: 100 },
  claim: 'Killed workers fail no request of clients that repeat a GET which had no answer (G04)',
  async run(options) {
    const env = { WORKERS: '6' };
    const own = await replaceWorkers(options, 'killed workers', { replace: killing(), env, repeats: 2 });
    const lacking = { replace: killing(), env, repeats: 0 };
    const control = await replaceWorkers({ ...options, count: 12 }, 'killed workers of the control', lacking);
    return judgeKills(own, control);
  },
};
