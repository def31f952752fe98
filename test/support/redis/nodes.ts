import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { redisServer } from '../../../server/embedded/install.ts';

/** One `redis-server` of a test that needs several; it does not outlive this process. */
export interface TestNode {
  url: string;
  port: number;
  /** Changes when it is started again. */
  readonly pid: number;
  /** For commands of the test; it reconnects after a loss. */
  client: Redis;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it with the same port and data after `kill`. */
  start(): Promise<void>;
  /** Kills it and removes its data. */
  close(): Promise<void>;
}

/**
 * Polls until `look` returns a value; an error counts as not yet.
 *
 * @throws {Error} naming the missing condition, with the last error.
 */
export async function until<T>(what: string, look: () => Promise<T | false>, timeoutMs = 180_000): Promise<T> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    const result = await look().catch((error: unknown) => {
      cause = error;
      return false as const;
    });
    if (result !== false) return result;
    if (Date.now() > endMs) throw new Error(`${what}: not within ${timeoutMs / 1000} s`, { cause });
    await sleep(20);
  }
}

/**
 * Waits until replicas of an empty master receive what it writes. Neither their `master_link_status:up` nor its
 * `state=online` says so: it sends nothing before they first confirmed what they have, up to a second later, and one
 * that takes over meanwhile is empty. Nor does WAIT alone: what was written before the first replica came is at offset 0,
 * which each has confirmed before it says anything.
 */
export async function replicasFollow({ client }: TestNode, count: number): Promise<void> {
  await until('the replicas follow their master', async () => {
    await client.flushall();
    if ((await client.wait(count, 1_000)) < count) return false;
    const confirmed = [...(await client.info('replication')).matchAll(/^slave\d+:.*\boffset=(\d+)/gm)];
    return confirmed.filter(([, offset]) => Number(offset) > 0).length >= count;
  });
}

/**
 * Starts a `redis-server`, or a Sentinel, and waits until it answers.
 *
 * @param settings lines of its configuration.
 * @param environment added to that of this process.
 */
export async function startNode(
  port: number,
  settings: readonly string[],
  options: { sentinel?: boolean; environment?: Record<string, string> } = {},
): Promise<TestNode> {
  const program = await redisServer(console.error);
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-node-'));
  const file = join(folder, 'node.conf');
  const log = join(folder, 'redis.log');
  await writeFile(
    file,
    [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, `logfile ${log}`, ...settings, ''].join('\n'),
  );
  const client = new Redis(port, {
    lazyConnect: true,
    retryStrategy: () => 50,
    maxRetriesPerRequest: 1,
    // As in a test store: on a busy machine a flush of much content takes seconds.
    commandTimeout: 10_000,
    connectTimeout: 1_000,
    enableReadyCheck: false,
    disconnectTimeout: 100,
  });
  client.on('error', () => undefined);

  let child: ChildProcess;
  let exited: Promise<unknown> = Promise.resolve();
  const end = () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
  };
  let isRunning = false;
  const start = async () => {
    // A second process would find the port taken and end, and the first would be orphaned.
    if (isRunning) return;
    isRunning = true;
    child = spawn(program, [file, ...(options.sentinel ? ['--sentinel'] : [])], {
      stdio: 'ignore',
      env: { ...process.env, ...options.environment },
    });
    exited = new Promise((ended) => child.once('exit', ended)).finally(() => {
      isRunning = false;
    });
    const ended = exited.then(async (code) => {
      const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n');
      throw new Error(`the redis-server on port ${port} ended with ${code}: ${lines.slice(-3).join(' ')}`);
    });
    await Promise.race([
      until(`the redis-server on port ${port}`, async () => (await client.ping()) === 'PONG'),
      ended,
    ]);
  };
  process.on('exit', end);
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    client,
    get pid() {
      return child.pid ?? 0;
    },
    signal: (name) => child.kill(name),
    async kill() {
      end();
      await exited;
    },
    start,
    async close() {
      process.off('exit', end);
      client.disconnect();
      end();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
