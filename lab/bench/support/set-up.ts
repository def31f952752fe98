import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startRedis } from '../../../test/support/redis/redis.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import { ask } from './answers.ts';
import { type ArchiveSize, publishArchive, recordedSize } from './archive.ts';
import { cores, pin } from './cores.ts';
import { readNodeOptions, type Started, startProcess } from './process.ts';
import type { Scope } from './scope.ts';

/** The Redis of a bench. */
export interface BenchRedis {
  url: string;
  port: number;
  pid: number;
  /** For the bench itself. */
  client: Redis;
}

/** Starts a `redis-server` with an append-only file, on the core for Redis. */
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

/** Key of the supplier of live updates, new for each run. */
export const feedKey = randomBytes(24).toString('base64url');

const readyTimeoutMs = 20_000;
const healthPath = '/api/v3/mobile/health';

/** On a busy machine a starting server may give up on Redis, as it should. */
const mostStarts = 3;

interface ServerOptions {
  env?: Record<string, string>;
  core?: 'server' | 'load' | 'anywhere';
}

/**
 * Starts `server/main.js` as in production with one worker. Limits per address are off: all load has the same address.
 *
 * @param options.env more settings of the server.
 * @param options.core default: the core of the server under test.
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
    args: [...readNodeOptions('start'), 'server/main.js', '--no-sample'],
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
      // It counts as in production, on a port of its own.
      ADMIN_PORT: '0',
      ...options.env,
    },
  });
  await untilReady(url, started);
  return { url, pid: started.pid };
}

/** Waits until a server or a mock is healthy; throws with its stderr when it ends before. */
export async function untilReady(url: string, started: Started): Promise<void> {
  const endMs = performance.now() + readyTimeoutMs;
  while (performance.now() < endMs) {
    if (started.hasEnded()) throw new Error(`the server ended: ${started.stderr()}`);
    const reply = await ask(url, { path: healthPath }).catch(() => undefined);
    if (reply?.status === 200) return;
    await sleep(25);
  }
  throw new Error(`the server is not ready after ${readyTimeoutMs / 1000} s: ${started.stderr()}`);
}

/** A Redis with an archive, which the server and the baselines of a bench share. */
export interface SetUp {
  redis: BenchRedis;
  /** Starts another server on it. */
  serve(options?: ServerOptions): Promise<BenchServer>;
}

export async function setUpBench(
  scope: Scope,
  options: { size?: ArchiveSize; fsync?: 'everysec' | 'always'; report(line: string): void },
): Promise<SetUp> {
  const { size = recordedSize, fsync, report } = options;
  report(`starting Redis and publishing ${size.fighters} fighters and ${size.events} events`);
  const redis = await startBenchRedis(scope, fsync);
  await publishArchive(redis.url, size);
  return { redis, serve: (more) => startServer(scope, redis.url, more) };
}
