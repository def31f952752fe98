import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { redisServer } from '../../../server/redis/install.ts';
import type { StoreSettings } from '../../../server/store/index.ts';
import { openStore, type TestStore } from '../../support/redis.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A `redis-server` that may be killed and started again on what it had stored. */
export interface LastingRedis {
  url: string;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it on the same port and data, and waits until it answers. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function lastingRedis(): Promise<LastingRedis> {
  const program = await redisServer(console.error);
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-lasting-'));
  const port = await freePort();
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
  let child: ChildProcess | undefined;
  const killNow = () => child?.kill('SIGKILL');
  process.on('exit', killNow);

  async function start(): Promise<void> {
    child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings], {
      stdio: 'ignore',
    });
    const probe = new Redis(port, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    probe.on('error', () => undefined);
    const tooLong = sleep(15_000, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
    await Promise.race([probe.ping(), tooLong]).finally(() => probe.disconnect());
  }

  async function kill(): Promise<void> {
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    if (child?.exitCode === null && killNow()) await ended;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    ...{ kill, start },
    async close() {
      process.off('exit', killNow);
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server on a Redis that lasts, with the world published and the recorded feed received. */
export interface Stage {
  url: string;
  redis: LastingRedis;
  store: TestStore;
  server: TestServer;
  close(): Promise<void>;
}

export async function openStage(settings: Partial<StoreSettings> = {}): Promise<Stage> {
  const redis = await lastingRedis();
  const store = await openStore(redis.url, settings);
  await publishRecords(store.store, world);
  for (const update of feedReceived) await store.store.live.update(update);
  const server = await startTestServer(store.store);
  return {
    url: server.url,
    ...{ redis, store, server },
    async close() {
      await server.close();
      store.close();
      await redis.close();
    },
  };
}
