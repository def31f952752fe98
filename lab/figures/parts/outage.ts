import { setTimeout as sleep } from 'node:timers/promises';
import { expectedOperations } from '../../../test/support/expected/routes.ts';
import { samplePath } from '../../../test/support/fixtures/sample-requests.ts';
import { send } from '../../../test/support/http/send.ts';
import type { TestNode } from '../../../test/support/redis/nodes.ts';
import { startRedis } from '../../../test/support/redis/redis.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import { startServerProcess, workersOf } from '../../../test/support/server/server-process.ts';
import { formatCount, type Part, type PartOptions, type Shown, sentencesOf } from './part.ts';

/** What readers saw while Redis was away. */
export interface Outage {
  minutes: number;
  /** Different addresses, each read before. */
  paths: number;
  asked: number;
  /** Answers 200 with the text of before, marked as stale. */
  answered: number;
  /** Workers that were killed meanwhile, and replaced. */
  replaced: number;
}

/** What a server did that was started meanwhile. */
export interface Newcomer {
  livez: number;
  readyz: string;
  /** Whether its public port took a connection. */
  accepts: boolean;
  /** From the return of Redis until it was ready. */
  readyMs: number;
}

const paths = expectedOperations.filter(({ name, isConditional }) => name !== 'root' && isConditional).map(samplePath);
/** Workers share replies within a tenth of a second. */
const sharedMs = 1_000;
const pauseMs = 1_000;
const patienceMs = 60_000;

const textOf = (url: string) =>
  fetch(url).then(
    async (reply) => ({ status: reply.status, text: (await reply.text()).trim() }),
    () => ({ status: 0, text: '' }),
  );

/** Reads every path twice, so that both workers are asked: the primary gives them connections in turn. */
async function readAll(url: string) {
  const answers = [];
  for (const path of paths) for (let times = 0; times < 2; times++) answers.push(await send(url, 'GET', path));
  return answers;
}

/** Reads everything, takes Redis away, and reads it again and again. */
async function outageOf(
  { count: minutes, progress }: PartOptions,
  { env, ms, meanwhile }: { env: Record<string, string>; ms: number; meanwhile?: (redis: TestNode) => Promise<void> },
): Promise<Outage> {
  const redis = await startRedis();
  const unlimited = { RATE_WRITES: '0', RATE_MISSES: '0' };
  const server = startServerProcess({ WORKERS: '2', REDIS_URL: redis.url, ...unlimited, ...env });
  try {
    const url = await server.ready;
    const before = await readAll(url);
    await sleep(sharedMs);
    await redis.kill();
    const [beginMs, killed] = [performance.now(), new Set<number>()];
    const outage: Outage = { minutes, paths: paths.length, asked: 0, answered: 0, replaced: 0 };
    for (let saidMs = beginMs; performance.now() - beginMs < ms; ) {
      for (const [index, { status, headers, body }] of (await readAll(url)).entries()) {
        outage.asked++;
        const isStale = String(headers['cache-status']).includes('stale');
        if (status === 200 && isStale && before[index]?.body.equals(body)) outage.answered++;
      }
      // A replacement knows only what the others have shared.
      const [pid = 0] = workersOf(server);
      if (outage.replaced < 4 && performance.now() - beginMs > ((outage.replaced + 1) * ms) / 5 && !killed.has(pid)) {
        process.kill(pid, 'SIGKILL');
        killed.add(pid);
        const isReplaced = () => workersOf(server).length === 2 && !workersOf(server).includes(pid);
        await eventually(isReplaced, 'another worker', patienceMs);
        outage.replaced++;
      }
      if (performance.now() - saidMs > 20_000) {
        saidMs = performance.now();
        progress(`${formatCount(outage.answered)} of ${formatCount(outage.asked)} reads answered`);
      }
      await sleep(pauseMs);
    }
    await meanwhile?.(redis);
    return outage;
  } finally {
    await server.close();
    await redis.close();
  }
}

/** Starts one more server on a Redis that is away, looks at it, and brings Redis back. */
async function newcomerOf(redis: TestNode): Promise<Newcomer> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const admin = `http://127.0.0.1:${adminPort}`;
  const env = { REDIS_URL: redis.url, REDIS_WAIT_SECONDS: '86400', PORT: String(port), ADMIN_PORT: String(adminPort) };
  const server = startServerProcess(env);
  try {
    const readyz = async () => (await textOf(`${admin}/readyz`)).text;
    await eventually(async () => (await readyz()) === 'waiting for Redis', 'the new server waits', patienceMs);
    const accepts = await send(`http://127.0.0.1:${port}`, 'GET', '/api/v1/us/health').then(
      () => true,
      () => false,
    );
    const seen = { livez: (await textOf(`${admin}/livez`)).status, readyz: await readyz(), accepts };
    await redis.start();
    const thereMs = performance.now();
    await eventually(async () => (await readyz()) === 'ok', 'the new server is ready', patienceMs);
    return { ...seen, readyMs: performance.now() - thereMs };
  } finally {
    await server.close();
  }
}

const share = ({ asked, answered }: Outage) => `${formatCount(answered)} of ${formatCount(asked)}`;

export function judgeOutage(own: Outage, newcomer: Newcomer, control: Outage): Shown {
  const { livez, readyz, accepts, readyMs } = newcomer;
  return {
    figure: `${own.minutes} minutes without Redis: ${share(own)} reads of ${own.paths} addresses answered as before, marked stale, also by ${own.replaced} workers that were started meanwhile. A new server has no replies of its own and would serve nothing: it is alive (\`/livez\` ${livez}), not ready (\`/readyz\`: ${readyz}), ${accepts ? 'takes' : 'takes no'} connections, and was ready ${formatCount(readyMs)} ms after Redis was back`,
    control: `\`CACHE_BYTES=0\`: ${share(control)} reads answered`,
    faults: sentencesOf(
      [own.answered < own.asked, `${own.asked - own.answered} of ${own.asked} reads were not answered as before.`],
      [own.asked === 0, 'Nothing was read.'],
      [own.replaced === 0, 'No worker was replaced meanwhile.'],
      [livez !== 200 || readyz !== 'waiting for Redis', `The new server is ${livez}, ${readyz}.`],
      [accepts, 'The new server takes connections, which it cannot answer.'],
      [control.answered > 0, 'In the control reads were answered: Redis was there.'],
    ),
  };
}

export const outage: Part = {
  ...{ name: 'outage', unit: 'minutes', count: 10 },
  claim: 'Without Redis all that was read before is answered, also by new workers; a new server waits (J04, G10)',
  async run(options) {
    let newcomer: Newcomer | undefined;
    const meanwhile = async (redis: TestNode) => {
      newcomer = await newcomerOf(redis);
    };
    const own = await outageOf(options, { env: {}, ms: options.count * 60_000, meanwhile });
    const control = await outageOf(options, { env: { CACHE_BYTES: '0' }, ms: 1 });
    if (!newcomer) throw new Error('No new server was started.');
    return judgeOutage(own, newcomer, control);
  },
};
