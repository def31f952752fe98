import { type ChildProcess, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../../test/support/http/send.ts';
import { startRedis } from '../../../test/support/redis/redis.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import { type ServerProcess, startServerProcess } from '../../../test/support/server/server-process.ts';
import { describeTimes, formatCount, type Part, type PartOptions, repeat, type Shown, sentencesOf } from './part.ts';

/** What became of servers that were started one after the other. */
export interface Starts {
  count: number;
  /** Servers that answered their probes and a request. */
  live: number;
  /** From the start, or from the moment when Redis was there, to `/readyz` 200, in milliseconds. */
  readyMs: number[];
}

/** The same, with the mean of the load averages at each start. */
export interface LoadedStarts extends Starts {
  loadAverage: number;
}

/** The same, beside servers whose Redis was there. */
export interface WaitingStarts extends Starts {
  /** What a whole start took in the same minutes, in milliseconds. */
  wholeMs: number[];
}

const load = 20;
/** A load average follows late. */
const leastShare = 0.8;
/** Far longer than any start takes. */
const startedMs = 300_000;

const probe = (url: string) =>
  fetch(url).then(
    async (reply) => ({ status: reply.status, text: (await reply.text()).trim() }),
    () => ({ status: 0, text: '' }),
  );

async function startServer(env: Record<string, string>) {
  const adminPort = String(await freePort());
  const server = startServerProcess({ ADMIN_PORT: adminPort, ...env }, ['--no-sample']);
  return { server, admin: `http://127.0.0.1:${adminPort}` };
}

/** Whether a server becomes ready and answers a request; false when it ends instead. */
async function becomesReady(server: ServerProcess, admin: string): Promise<boolean> {
  const url = await server.ready.catch(() => undefined);
  if (url === undefined) return false;
  await eventually(async () => (await probe(`${admin}/readyz`)).status === 200, 'the server is ready', startedMs);
  const isLive = (await probe(`${admin}/livez`)).status === 200;
  return isLive && (await send(url, 'GET', '/api/v1/us/health')).status === 200;
}

/** Programs that want a core each, all the time: as many as are missing to a load average. */
class Burners {
  readonly #running: ChildProcess[] = [];
  readonly #end = () => this.set(0);

  constructor() {
    process.on('exit', this.#end);
  }

  /** Starts or ends some, so that they and what others do on this machine make this load. @returns the load average. */
  fill(load: number): number {
    const [now = 0] = loadavg();
    const others = Math.max(0, Math.round(now) - this.#running.length);
    this.set(Math.max(0, load - others));
    return now;
  }

  set(count: number): void {
    while (this.#running.length > count) this.#running.pop()?.kill('SIGKILL');
    while (this.#running.length < count)
      this.#running.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }

  close(): void {
    this.#end();
    process.off('exit', this.#end);
  }
}

/** Starts of a server while other programs want every core. */
async function startUnderLoad(options: PartOptions): Promise<LoadedStarts> {
  const burners = new Burners();
  const redis = await startRedis();
  try {
    const [readyMs, loads]: [number[], number[]] = [[], []];
    burners.fill(load);
    while ((loadavg()[0] ?? 0) < load * leastShare) {
      await sleep(2_000);
      burners.fill(load);
    }
    await repeat(options, 'starts under load', async () => {
      loads.push(burners.fill(load));
      const startMs = performance.now();
      const { server, admin } = await startServer({ REDIS_URL: redis.url });
      if (await becomesReady(server, admin)) readyMs.push(performance.now() - startMs);
      else options.progress(`a server ended: ${server.output()}`);
      await server.close();
    });
    const loadAverage = loads.reduce((sum, one) => sum + one, 0) / loads.length;
    return { count: options.count, live: readyMs.length, readyMs, loadAverage };
  } finally {
    burners.close();
    await redis.close();
  }
}

/** Starts of a server with two workers before its Redis, which comes a moment later; each beside one when it is there. */
async function startBeforeRedis(options: PartOptions, waitSeconds: number): Promise<WaitingStarts> {
  const redis = await startRedis();
  const env = { WORKERS: '2', REDIS_URL: redis.url, REDIS_WAIT_SECONDS: String(waitSeconds) };
  const [readyMs, wholeMs]: [number[], number[]] = [[], []];
  const startWhole = async () => {
    const startMs = performance.now();
    const { server, admin } = await startServer(env);
    if (await becomesReady(server, admin)) wholeMs.push(performance.now() - startMs);
    await server.close();
  };
  try {
    await repeat(options, 'starts without Redis', async (nth) => {
      await redis.kill();
      const { server, admin } = await startServer(env);
      let hasEnded = false;
      server.ended.then(() => {
        hasEnded = true;
      });
      const waits = async () => (await probe(`${admin}/readyz`)).text === 'waiting for Redis';
      await eventually(async () => hasEnded || (await waits()), 'the server waits for Redis, or ends', startedMs);
      const wasAlive = !hasEnded && (await probe(`${admin}/livez`)).status === 200;
      // At any moment between two of its attempts.
      await sleep((nth % 10) * 100);
      await redis.start();
      const thereMs = performance.now();
      if (wasAlive && (await becomesReady(server, admin))) readyMs.push(performance.now() - thereMs);
      await server.close();
      await startWhole();
    });
    return { count: options.count, live: readyMs.length, readyMs, wholeMs };
  } finally {
    await redis.close();
  }
}

const mostMs = 2_000;
const medianOf = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

export function judgeStarts(loaded: LoadedStarts, waiting: WaitingStarts, control: Starts): Shown {
  const late = waiting.readyMs.filter((ms) => ms > mostMs).length;
  // A machine on which others work as well says less about two seconds than about a whole start in the same minutes.
  const allowedMs = Math.max(mostMs, medianOf(waiting.wholeMs));
  return {
    figure: `${formatCount(loaded.live)} of ${formatCount(loaded.count)} starts live at a load of ${loaded.loadAverage.toFixed(0)}, ready after ${describeTimes(loaded.readyMs)}; ${formatCount(waiting.live)} of ${formatCount(waiting.count)} before Redis, ready ${describeTimes(waiting.readyMs)} after it was there, ${late} after more than ${formatCount(mostMs)} ms (a whole start in the same minutes: ${describeTimes(waiting.wholeMs)})`,
    control: `\`REDIS_WAIT_SECONDS=0\`: ${formatCount(control.live)} of ${formatCount(control.count)} before Redis`,
    faults: sentencesOf(
      [loaded.live < loaded.count, `${loaded.count - loaded.live} servers did not start under load.`],
      [!(loaded.loadAverage >= load * leastShare), `The load was only ${loaded.loadAverage.toFixed(1)}.`],
      [waiting.live < waiting.count, `${waiting.count - waiting.live} servers did not start before Redis.`],
      [
        !(medianOf(waiting.readyMs) <= allowedMs),
        `Half of the servers were ready more than ${formatCount(allowedMs)} ms after Redis was there.`,
      ],
      [control.live > 0, 'In the control a server that may not wait was live: Redis was there.'],
    ),
  };
}

export const starts: Part = {
  ...{ name: 'starts', unit: 'starts under load, and as many without Redis', count: 50 },
  claim:
    'Servers start on a machine with a load of 20; those that start before Redis are alive, and ready within 2 s of it, or on a busy machine within the time of a whole start (G10)',
  async run(options) {
    const waiting = await startBeforeRedis(options, 600);
    const control = await startBeforeRedis({ ...options, count: 2 }, 0);
    return judgeStarts(await startUnderLoad(options), waiting, control);
  },
};
