import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RedisMissing } from './install.ts';

/**
 * The content of `.data/redis.json`: how every process that uses the folder connects to its Redis. Written once. Only one
 * Redis can listen on the port, so the port is also the lock of the folder.
 */
export interface Running {
  port: number;
  password: string;
}

/** Called before a slow step. */
export type Report = (line: string) => void;

/** Name of the connections of processes that use the embedded Redis. */
export const userName = 'fightcard';

export const urlOf = ({ port, password }: Running) => `redis://:${password}@127.0.0.1:${port}`;

/**
 * Below the ephemeral ports of outgoing connections: a client that retries such a port while Redis is down may connect to
 * itself.
 */
const [minPort, maxPort] = [10_240, 32_000];

/** Whether nothing listens on a port of this machine. */
export function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort));
    if (await isFree(port)) return port;
  }
  throw new RedisMissing(
    `No TCP port of 127.0.0.1 from ${minPort} to ${maxPort} is free: stop a program that uses one.`,
  );
}

async function readRunning(file: string): Promise<Running | undefined> {
  try {
    const { port, password } = JSON.parse(await readFile(file, 'utf8')) as Partial<Running>;
    return port && password ? { port, password } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the port and password of the Redis of a folder, or chooses them at the first start.
 *
 * @throws {RedisMissing} if the file is malformed.
 */
export async function openRunning(file: string): Promise<Running> {
  const known = await readRunning(file);
  if (known) return known;
  // A link appears complete, and only the first of two processes can create it.
  const own = `${file}.${randomUUID()}`;
  try {
    const running = { port: await freePort(), password: randomBytes(24).toString('hex') };
    await writeFile(own, `${JSON.stringify(running)}\n`, { mode: 0o600 });
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  const chosen = await readRunning(file);
  if (chosen) return chosen;
  throw new RedisMissing(`${file} has no port and password: delete it, and start again.`);
}

/** Longer than a working Redis needs to answer on a very busy machine. */
const answerTimeoutMs = 15_000;
const pollMs = 50;
const reportEveryMs = 5_000;

/**
 * Connects to the Redis of a folder, and waits while it loads its data, however long that takes.
 *
 * @returns a connection that reconnects by itself; undefined when nothing listens there.
 * @throws {RedisMissing} if what listens there does not answer, or is another Redis.
 */
export async function attach(running: Running, report: Report): Promise<Redis | undefined> {
  const client = new Redis(urlOf(running), {
    connectionName: `${userName}:${process.pid}`,
    lazyConnect: true,
    connectTimeout: answerTimeoutMs,
    commandTimeout: answerTimeoutMs,
    disconnectTimeout: 100,
    // The loop below polls more often than ioredis.
    enableReadyCheck: false,
    retryStrategy: () => 100,
    maxRetriesPerRequest: 0,
  });
  // Each command rejects with its own error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let waitedMs = 0; /^loading:1/m.test(await client.info('persistence')); waitedMs += pollMs) {
      await sleep(pollMs);
      if (waitedMs > 0 && waitedMs % reportEveryMs === 0) report('The embedded Redis is still loading its data.');
    }
    return client;
  } catch (error) {
    client.disconnect();
    const { message } = error as Error;
    if (/timed out/i.test(message)) {
      throw new RedisMissing(
        `The embedded Redis on port ${running.port} does not answer: stop that redis-server, and start again.`,
      );
    }
    if (/WRONGPASS|NOAUTH|no password/i.test(message)) {
      throw new RedisMissing(
        `Port ${running.port} of the embedded Redis is used by another Redis: stop it, or delete redis.json in DATA_DIR.`,
      );
    }
    return undefined;
  }
}
