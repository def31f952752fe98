import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startRedis } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';
import { ask } from './answers.ts';
import { type ArchiveSize, publishArchive, recordedSize } from './archive.ts';
import { cores, pin } from './cores.ts';
import { nodeOptionsOf } from './node-options.ts';
import { type Started, startProcess } from './process.ts';
import type { Scope } from './scope.ts';

/** A Redis of the bench's own. */
export interface BenchRedis {
  url: string;
  port: number;
  pid: number;
  /** For what the bench itself asks. */
  client: Redis;
}

/** Starts a `redis-server` with an append-only file, on the core that the load has. */
export async function startBenchRedis(scope: Scope, fsync: 'everysec' | 'always' = 'everysec'): Promise<BenchRedis> {
  const redis = await startRedis();
  scope.defer(() => redis.close());
  await pin(redis.pid, (await cores()).redis);
  const client = new Redis(redis.port, { maxRetriesPerRequest: 3 });
  client.on('error', () => undefined);
  scope.defer(() => client.disconnect());
  await client.config('SET', 'appendfsync', fsync);
  return { url: redis.url, port: redis.port, pid: redis.pid, client };
}

/** The server under test, as a process. */
export interface BenchServer {
  url: string;
  pid: number;
}

/** Of the supplier of live updates; made anew for each run. */
export const feedKey = randomBytes(24).toString('base64url');

const readyTimeoutMs = 20_000;
const healthPath = '/api/v3/mobile/health';

/** A machine that is busy elsewhere may make it give up on Redis, as it should. */
const mostStarts = 3;

type ServerOptions = { env?: Record<string, string>; core?: 'server' | 'load' | 'anywhere'; folder?: string };

/**
 * Starts `server/main.js` as in production, one worker, its rate limits per address off, since all load comes from one.
 *
 * @param options.env more settings of the server.
 * @param options.core where it is not the core of the server under test.
 * @param options.folder of another checkout, whose server it is.
 */
export async function startServer(scope: Scope, redisUrl: string, options: ServerOptions = {}): Promise<BenchServer> {
  for (let starts = 1; ; starts++) {
    try {
      return await startOnce(scope, redisUrl, options);
    } catch (error) {
      if (starts === mostStarts) throw error;
    }
  }
}

async function startOnce(scope: Scope, redisUrl: string, options: ServerOptions): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fightcard-bench-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await startProcess(scope, {
    command: process.execPath,
    args: [...nodeOptionsOf('start', options.folder), 'server/main.js', '--no-sample'],
    ...(options.folder && { cwd: options.folder }),
    core: options.core ?? 'server',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      REDIS_URL: redisUrl,
      DATA_DIR: dataDir,
      FEED_KEYS: `bench:${createHash('sha256').update(feedKey).digest('hex')}`,
      RATE_WRITES: '0',
      RATE_MISSES: '0',
      STREAMS_PER_ADDRESS: '0',
      NEW_CLIENTS_PER_MINUTE: '0',
      WORKERS: '1',
      ...options.env,
    },
  });
  await untilReady(url, started);
  return { url, pid: started.pid };
}

/** Waits until a server, or a mock, says that it is well; throws with its words when it ends before. */
export async function untilReady(url: string, started: Started): Promise<void> {
  const endMs = performance.now() + readyTimeoutMs;
  while (performance.now() < endMs) {
    if (started.hasEnded()) throw new Error(`the server ended: ${started.said()}`);
    const reply = await ask(url, { path: healthPath }).catch(() => undefined);
    if (reply?.status === 200) return;
    await sleep(25);
  }
  throw new Error(`the server is not ready after ${readyTimeoutMs / 1000} s: ${started.said()}`);
}

/** A Redis with an archive in it, which the server and the baselines of a bench share. */
export interface Stage {
  redis: BenchRedis;
  /** Starts one more server on it. */
  serve(options?: ServerOptions): Promise<BenchServer>;
}

export async function setStage(
  scope: Scope,
  options: { size?: ArchiveSize; fsync?: 'everysec' | 'always'; report(line: string): void },
): Promise<Stage> {
  const { size = recordedSize, fsync, report } = options;
  report(`starting Redis and publishing ${size.fighters} fighters and ${size.events} events`);
  const redis = await startBenchRedis(scope, fsync);
  await publishArchive(redis.url, size);
  return { redis, serve: (more) => startServer(scope, redis.url, more) };
}
