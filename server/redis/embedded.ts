import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RedisMissing, redisServer } from './install.ts';
import { exclusively, isRunning } from './lock.ts';

export { RedisMissing };

export interface EmbeddedRedis {
  url: string;
  /** Stops using it; the last user, of all processes, stops it and waits until it has gone. */
  close(): Promise<void>;
}

/** What `.data/redis.json` holds. */
interface Running {
  port: number;
  password: string;
  /** 0 while it is being started. */
  pid: number;
}

const startTimeoutMs = 10_000;
const stopTimeoutMs = 5_000;
/** Also covers an installation by another process. */
const lockTimeoutMs = 300_000;
/** Connections of this name are what keeps the embedded Redis running. */
const userName = 'fightcard';
/** The port is free when it is chosen; another program may take it before Redis does. */
const startAttempts = 3;

const urlOf = ({ port, password }: Running) => `redis://:${password}@127.0.0.1:${port}`;

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve: listening, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', listening);
  await promise;
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new RedisMissing('No TCP port of 127.0.0.1 is free.');
  return address.port;
}

/** The connection that shows others that this process uses the embedded Redis. */
function presence(running: Running): Redis {
  const client = new Redis(urlOf(running), {
    connectionName: `${userName}:${process.pid}`,
    lazyConnect: true,
    connectTimeout: 1000,
    disconnectTimeout: 100,
    retryStrategy: () => 100,
    maxRetriesPerRequest: 0,
  });
  // It repairs itself; whoever sends commands hears of the loss.
  client.on('error', () => undefined);
  return client;
}

/** @returns undefined when this Redis is not there (any more). */
async function attach(running: Running): Promise<Redis | undefined> {
  const client = presence(running);
  const timedOut = new Error();
  try {
    const timeout = sleep(startTimeoutMs, undefined, { ref: false }).then(() => Promise.reject(timedOut));
    await Promise.race([client.connect(), timeout]);
    await client.ping();
    return client;
  } catch (error) {
    client.disconnect();
    if (error === timedOut && running.pid > 0 && isRunning(running.pid)) {
      throw new Error(
        `The embedded Redis (process ${running.pid}) does not answer: stop that process and start again.`,
      );
    }
    return undefined;
  }
}

async function readRunning(file: string): Promise<Running | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    const { port, password, pid } = JSON.parse(text) as Partial<Running>;
    return port && password && pid !== undefined ? { port, password, pid } : undefined;
  } catch {
    return undefined;
  }
}

async function writeRunning(file: string, running: Running): Promise<void> {
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  await rename(next, file);
}

function configuration(port: number, password: string, folder: string): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir "${folder}"`,
    `logfile "${join(folder, 'redis.log')}"`,
    'daemonize no',
    'save ""',
    'appendonly yes',
    'appendfsync always',
    'lazyfree-lazy-expire yes',
    'maxmemory-policy noeviction',
  ].join('\n');
}

async function start(program: string, folder: string, stateFile: string): Promise<{ running: Running; client: Redis }> {
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  // Before it runs: if we are killed meanwhile, the next process finds it instead of starting another on the same data.
  await writeRunning(stateFile, { port, password, pid: 0 });
  // Detached: Ctrl-C in the terminal reaches only us, who then stop it in order. The configuration goes through a pipe
  // since arguments are seen by every user of the machine.
  const child = spawn(program, ['-'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: folder });
  const exited = Promise.withResolvers<never>();
  child.once('error', exited.reject);
  child.once('exit', (code) => exited.reject(new Error(`it ended with code ${code}`)));
  exited.promise.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(configuration(port, password, folder));
  child.unref();
  const running = { port, password, pid: child.pid ?? 0 };
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const client = await Promise.race([attach(running), exited.promise]);
    if (client) {
      await writeRunning(stateFile, running);
      return { running, client };
    }
    if (Date.now() > until) throw new Error('it does not answer');
    await Promise.race([sleep(10), exited.promise]);
  }
}

async function lastLogLine(folder: string): Promise<string> {
  const log = await readFile(join(folder, 'redis.log'), 'utf8').catch(() => '');
  return log.trim().split('\n').at(-1) ?? '';
}

async function startOrExplain(
  program: string,
  folder: string,
  stateFile: string,
): Promise<{ running: Running; client: Redis }> {
  let reason = '';
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    try {
      return await start(program, folder, stateFile);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new RedisMissing(
    `The embedded Redis did not start: ${reason}. The last line of ${join(folder, 'redis.log')} is: ${await lastLogLine(folder)}`,
  );
}

/** Waits until a Redis that was told to stop has gone, or takes no more connections, which is the last that it does. */
async function stopped(running: Running): Promise<void> {
  const until = Date.now() + stopTimeoutMs;
  while (isRunning(running.pid) && Date.now() < until) await sleep(10);
}

async function leave(running: Running, client: Redis, stateFile: string): Promise<void> {
  const own = await client.client('ID').catch(() => undefined);
  const list = own === undefined ? '' : String(await client.client('LIST'));
  const others = list
    .split('\n')
    .filter((line) => line.includes(` name=${userName}:`) && !line.startsWith(`id=${own} `));
  if (own === undefined || others.length > 0) {
    client.disconnect();
    return;
  }
  // The connection closes instead of a reply.
  await client.shutdown().catch(() => undefined);
  client.disconnect();
  await stopped(running);
  await rm(stateFile, { force: true });
}

/**
 * Uses the `redis-server` that keeps its data in a folder: the one that runs already, whichever process started it, or
 * a new one on a free port of this machine with a password of its own. Every write is on disk before it is acknowledged.
 *
 * @param options.dataDir made when missing; `redis.json` in it tells other processes how to connect.
 * @param options.report told before something that takes a while.
 * @throws {RedisMissing}
 */
export async function openEmbeddedRedis(options: {
  dataDir: string;
  report?: (line: string) => void;
}): Promise<EmbeddedRedis> {
  const dataDir = resolve(options.dataDir);
  const folder = join(dataDir, 'redis');
  const stateFile = join(dataDir, 'redis.json');
  const lockFile = join(dataDir, 'redis.lock');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700);

  const { running, client } = await exclusively(lockFile, lockTimeoutMs, async () => {
    const known = await readRunning(stateFile);
    const joined = known && (await attach(known));
    if (joined) return { running: known, client: joined };
    const program = await redisServer(options.report ?? (() => undefined));
    return startOrExplain(program, folder, stateFile);
  });

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(running),
    close() {
      closing ??= exclusively(lockFile, lockTimeoutMs, () => leave(running, client, stateFile));
      return closing;
    },
  };
}
