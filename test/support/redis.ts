import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Connections, connect } from '../../server/redis/connect.ts';
import { redisServer } from '../../server/redis/install.ts';
import { createStore, type Store, type StoreSettings } from '../../server/store/index.ts';

export interface TestRedis {
  url: string;
  port: number;
  pid: number;
  /** Kills it and removes its data. */
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return (address as { port: number }).port;
}

/** Starts a `redis-server` of the caller's own, empty, set up as the embedded one; it does not outlive this process. */
export async function startRedis(): Promise<TestRedis> {
  const program = await redisServer(console.error);
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-redis-'));
  const port = await freePort();
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--maxmemory-policy', 'noeviction'];
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings], {
    stdio: 'ignore',
  });
  const kill = () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
  };
  process.on('exit', kill);
  const exited = new Promise((ended) => child.once('exit', ended));
  const probe = new Redis(port, { lazyConnect: true, retryStrategy: () => 10, maxRetriesPerRequest: null });
  probe.on('error', () => undefined);
  const answer = probe.ping();
  await Promise.race([
    answer,
    exited.then((code) => Promise.reject(new Error(`redis-server ended with code ${code}`))),
    sleep(10_000, undefined, { ref: false }).then(() => Promise.reject(new Error('redis-server does not answer'))),
  ]).finally(() => probe.disconnect());
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async close() {
      process.off('exit', kill);
      kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface TestStore {
  store: Store;
  connections: Connections;
  close(): void;
}

/** A store on a Redis of a test, with its own connections. */
export async function openStore(url: string, settings: Partial<StoreSettings> = {}): Promise<TestStore> {
  const connections = await connect(url);
  const store = createStore({ ...connections, settings });
  await store.prepare().catch((error) => {
    connections.close();
    throw error;
  });
  return { store, connections, close: () => connections.close() };
}
