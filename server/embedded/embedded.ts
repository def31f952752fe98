import { spawn } from 'node:child_process';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { checkSpace, type DataFolder, isFree, openFolder, toFolderError } from './folder.ts';
import { RedisMissing, redisServer } from './install.ts';

export interface EmbeddedRedis {
  url: string;
  /** Stops using it; the last user of all processes stops it. */
  close(): Promise<void>;
}

/** Options of a start. */
interface StartOptions {
  /** Called before a slow step. */
  report: (line: string) => void;
  /** Ends the start. */
  signal: AbortSignal;
}

/** Name of the connections of processes that use the embedded Redis. */
const userName = 'fightcard';

const urlOf = ({ port, password }: DataFolder) => `redis://:${password}@127.0.0.1:${port}`;

/** Quotes a value for the configuration of Redis; `\x0a` is a line break. */
const quote = (value: string) =>
  `"${value.replace(/["\\\n]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;

const configuration = ({ port, password, redis, log }: DataFolder) =>
  [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${quote(redis)}`,
    `logfile ${quote(log)}`,
    'daemonize no',
    'save ""',
    'appendonly yes',
    'appendfsync always',
    'lazyfree-lazy-expire yes',
    'maxmemory-policy noeviction',
  ].join('\n');

/** The last two lines that Redis wrote: often a cause and its consequence. */
async function readLogEnd(log: string): Promise<string> {
  try {
    // The log is never rotated, so it may be long.
    const start = Math.max(0, (await stat(log)).size - 4_096);
    return (await text(createReadStream(log, { start }))).trim().split('\n').slice(-2).join('\n');
  } catch {
    return '';
  }
}

const pollMs = 10;
/** Redis opens its port before it loads its data. */
const listenTimeoutMs = 60_000;
/** Longer than a working Redis needs to answer on a very busy machine. */
const answerTimeoutMs = 15_000;
const reportEveryMs = 5_000;
const stopTimeoutMs = 5_000;
const minPauseMs = 50;
/** Clients reconnect within another second, so votes work again within two. */
const maxPauseMs = 1_000;
/** A Redis that ran for less than this counts as a failed start. */
const minRunMs = 10_000;

const interrupted = () => new RedisMissing('The start was interrupted.');

/**
 * Connects to the Redis of a folder, and waits while it loads its data, however long that takes.
 *
 * @returns a connection that reconnects by itself; undefined when nothing listens there.
 * @throws {RedisMissing} if the program on that port does not answer, or is another Redis.
 */
async function attach(folder: DataFolder, { report, signal }: StartOptions): Promise<Redis | undefined> {
  const client = new Redis(urlOf(folder), {
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
    for (let reportedMs = performance.now(); /^loading:1/m.test(await client.info('persistence')); ) {
      if (signal.aborted) throw interrupted();
      await sleep(minPauseMs);
      if (performance.now() - reportedMs < reportEveryMs) continue;
      reportedMs = performance.now();
      report('The embedded Redis is still loading its data.');
    }
    return client;
  } catch (error) {
    client.disconnect();
    if (error instanceof RedisMissing) throw error;
    const { message } = error as Error;
    if (/timed out/i.test(message)) {
      throw new RedisMissing(
        `The embedded Redis on port ${folder.port} does not answer: stop that redis-server, and start again.`,
      );
    }
    if (/WRONGPASS|NOAUTH|no password/i.test(message)) {
      throw new RedisMissing(
        `Port ${folder.port} of the embedded Redis is used by another Redis: stop it, or delete ${folder.state}.`,
      );
    }
    return undefined;
  }
}

/** Starts Redis and waits until it has loaded its data. */
async function launch(folder: DataFolder, options: StartOptions): Promise<Redis> {
  const program = await redisServer(options.report);
  await checkSpace(folder);
  if (options.signal.aborted) throw interrupted();
  // Errors in its configuration go to standard error: Redis opens its log later.
  const log = openSync(folder.log, 'a', 0o600);
  // Detached: Ctrl-C in the terminal reaches only this process, which then stops Redis. The configuration goes through a
  // pipe, because every user of the machine can see arguments.
  const child = spawn(program, ['-'], { detached: true, stdio: ['pipe', 'ignore', log], cwd: folder.redis });
  closeSync(log);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(configuration(folder));
  child.unref();
  const untilMs = performance.now() + listenTimeoutMs;
  try {
    for (;;) {
      // If another process started one at the same time, this is the one that got the port.
      const client = await attach(folder, options);
      if (client) return client;
      if (options.signal.aborted) throw interrupted();
      if (ended !== undefined || performance.now() > untilMs) {
        const end = await readLogEnd(folder.log);
        throw new RedisMissing(
          `The embedded Redis did not start (${ended ?? 'it does not answer'}). ${folder.log} ends with: ${end}`,
        );
      }
      await sleep(pollMs);
    }
  } catch (error) {
    // Redis shuts down cleanly on this signal, even while it loads its data.
    child.kill('SIGTERM');
    throw error;
  }
}

/** @throws {RedisMissing | BadDataFolder} */
async function attachOrLaunch(folder: DataFolder, options: StartOptions): Promise<Redis> {
  const untilMs = performance.now() + stopTimeoutMs;
  do {
    const found = await attach(folder, options);
    if (found) return found;
    if (await isFree(folder.port)) {
      return await launch(folder, options).catch((error: unknown) => {
        throw toFolderError(error, folder.path);
      });
    }
    // A Redis that is stopping still has the port for a moment.
    await sleep(minPauseMs);
  } while (performance.now() < untilMs && !options.signal.aborted);
  throw new RedisMissing(
    `Port ${folder.port} of the embedded Redis is used by another program: stop it, or delete ${folder.state}.`,
  );
}

/** Starts Redis again whenever it ends, whichever process started it, until the signal. */
async function keepRunning(
  client: Redis,
  folder: DataFolder,
  { log, signal }: { log: Logger | undefined; signal: AbortSignal },
): Promise<void> {
  let startedMs = performance.now();
  let failures = 0;
  for (;;) {
    // When Redis ends, its connections close at once.
    await new Promise((resolve) => client.once('close', resolve));
    if (signal.aborted) return;
    const lostMs = performance.now();
    failures = lostMs - startedMs < minRunMs ? failures + 1 : 0;
    log?.error({ last: await readLogEnd(folder.log) }, 'the embedded Redis ended: it is started again');
    let reason: string | undefined;
    for (let isDown = true; isDown; ) {
      const pauseMs = failures > 0 ? Math.min(minPauseMs * 2 ** failures, maxPauseMs) : 0;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        // Several processes may try; the others find the port in use.
        (await attachOrLaunch(folder, { report: () => undefined, signal })).disconnect();
        isDown = false;
      } catch (error) {
        failures++;
        const { message } = error as Error;
        if (message !== reason)
          log?.error({ reason: message }, 'the embedded Redis cannot be started: it is tried again');
        reason = message;
      }
    }
    startedMs = performance.now();
    log?.info({ downMs: Math.round(startedMs - lostMs) }, 'the embedded Redis runs again');
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Disconnects, and stops Redis if no other process uses it. If two processes disconnect at the same time, both stop it. */
async function leave(client: Redis): Promise<void> {
  try {
    await client.client('SETNAME', 'leaving');
    const users = String(await client.client('LIST'));
    if (users.includes(` name=${userName}:`)) return;
    const pid = Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1]);
    // The connection closes instead of a reply, when Redis has written everything.
    await client.shutdown().catch(() => undefined);
    client.disconnect();
    const untilMs = performance.now() + stopTimeoutMs;
    while (isRunning(pid) && performance.now() < untilMs) await sleep(pollMs);
  } catch {
    // Redis has already ended.
  } finally {
    client.disconnect();
  }
}

/**
 * Uses the `redis-server` of a data folder: a running one, whichever process started it, or a new one on a port of this
 * machine with its own password. Every write is on disk before it is acknowledged. When Redis ends, it is started again.
 *
 * @param options.dataDir created when missing; `redis.json` in it tells other processes how to connect.
 * @param options.report called before a slow step.
 * @param options.log logs ends and restarts of Redis.
 * @param options.signal ends the start.
 * @throws {RedisMissing | BadDataFolder}
 */
export async function openEmbeddedRedis(options: {
  dataDir: string;
  report?: ((line: string) => void) | undefined;
  log?: Logger | undefined;
  signal?: AbortSignal | undefined;
}): Promise<EmbeddedRedis> {
  const { report = () => undefined, log } = options;
  const folder = await openFolder(options.dataDir);
  const closed = new AbortController();
  const client = await attachOrLaunch(folder, { report, signal: options.signal ?? closed.signal });
  keepRunning(client, folder, { log, signal: closed.signal });
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(folder),
    close() {
      closed.abort();
      closing ??= leave(client);
      return closing;
    },
  };
}
