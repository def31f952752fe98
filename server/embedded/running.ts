import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RedisMissing } from './install.ts';

/** The content of `.data/redis.json`: how every process that uses the same folder connects to the embedded Redis. */
export interface Running {
  port: number;
  password: string;
  /** 0 while it is being started. */
  pid: number;
}

/** Called before a slow step. */
export type Report = (line: string) => void;

/** The embedded Redis runs as long as there are connections with this name. */
export const userName = 'fightcard';

export const urlOf = ({ port, password }: Running) => `redis://:${password}@127.0.0.1:${port}`;

/**
 * Below the ephemeral ports of outgoing connections: one of those may be taken while Redis is down, even by a client that
 * retries it, which TCP then connects to itself.
 */
const [lowestPort, highestPort] = [10_240, 32_000];

/** Whether a port is free for Redis. */
export function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

export const isOwnPort = (port: number) => port >= lowestPort && port <= highestPort;

/** @throws {RedisMissing} */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (await isFree(port)) return port;
  }
  throw new RedisMissing(`No TCP port of 127.0.0.1 from ${lowestPort} to ${highestPort} is free: end what uses them.`);
}

export async function readRunning(file: string): Promise<Running | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    const { port, password, pid } = JSON.parse(text) as Partial<Running>;
    return port && password && pid !== undefined ? { port, password, pid } : undefined;
  } catch {
    return undefined;
  }
}

export async function writeRunning(file: string, running: Running): Promise<void> {
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  await rename(next, file);
}

/** Longer than a working Redis needs to answer on a very busy machine. */
const answerTimeoutMs = 15_000;
const pollMs = 50;
const reportEveryMs = 5_000;

/** The connection that shows other processes that this one uses the embedded Redis. */
function createPresence(running: Running): Redis {
  const client = new Redis(urlOf(running), {
    connectionName: `${userName}:${process.pid}`,
    lazyConnect: true,
    connectTimeout: answerTimeoutMs,
    commandTimeout: answerTimeoutMs,
    disconnectTimeout: 100,
    // `attach` checks itself whether Redis is loading, without the pauses of ioredis.
    enableReadyCheck: false,
    retryStrategy: () => 100,
    maxRetriesPerRequest: 0,
  });
  // It reconnects by itself; each command reports its own error.
  client.on('error', () => undefined);
  return client;
}

/**
 * Connects, and waits while Redis loads its data, however long that takes.
 *
 * @param running its process id is set to that of the Redis that answers.
 * @returns undefined when this Redis does not run (any more).
 * @throws {RedisMissing} when it runs and does not answer: another must not be started on the same data.
 */
export async function attach(running: Running, report: Report = () => undefined): Promise<Redis | undefined> {
  const client = createPresence(running);
  try {
    await client.connect();
    let waitedMs = 0;
    for (;;) {
      const info = await client.info('server', 'persistence');
      // The process that started it may have been killed before it wrote the id.
      running.pid = Number(/^process_id:(\d+)/m.exec(info)?.[1] ?? running.pid);
      if (!/^loading:1/m.test(info)) break;
      await sleep(pollMs);
      waitedMs += pollMs;
      if (waitedMs % reportEveryMs === 0) report('The embedded Redis still reads its data.');
    }
    return client;
  } catch (error) {
    client.disconnect();
    if (error instanceof Error && /timed out/i.test(error.message)) {
      const who = running.pid > 0 ? `process ${running.pid}` : `the redis-server on port ${running.port}`;
      throw new RedisMissing(`The embedded Redis does not answer: end ${who}, and start again.`);
    }
    return undefined;
  }
}
