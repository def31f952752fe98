import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { checkSpace, type DataFolder, openFolder, toFolderError } from './folder.ts';
import { RedisMissing, redisServer } from './install.ts';
import { attach, isFree, openRunning, type Report, type Running, urlOf, userName } from './running.ts';

export interface EmbeddedRedis {
  url: string;
  /** Stops using it; the last user of all processes stops it. */
  close(): Promise<void>;
}

/** A value in a configuration of Redis. A quote, a backslash or a line break in it is written as `\x0a`. */
const quote = (text: string) =>
  `"${text.replace(/["\\\n]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;

const configuration = ({ port, password }: Running, { redis, log }: DataFolder) =>
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
async function readLogEnd({ log }: DataFolder): Promise<string> {
  const file = await open(log).catch(() => undefined);
  if (!file) return '';
  try {
    // The log is never rotated, so it may be long.
    const tail = Buffer.alloc(4_096);
    const { size } = await file.stat();
    const { bytesRead } = await file.read(tail, 0, tail.length, Math.max(0, size - tail.length));
    return tail.toString('utf8', 0, bytesRead).trim().split('\n').slice(-2).join('\n');
  } finally {
    await file.close();
  }
}

/** Until its port is open, which comes before it loads its data. */
const listenTimeoutMs = 60_000;

const interrupted = () => new RedisMissing('The start was interrupted.');

/** Starts a Redis and waits until it has loaded its data. Another process that starts one meanwhile wins. */
async function launch(running: Running, folder: DataFolder, report: Report, signal: AbortSignal): Promise<Redis> {
  const program = await redisServer(report);
  await checkSpace(folder);
  if (signal.aborted) throw interrupted();
  // Errors in its configuration go to standard error: Redis opens its log later.
  let log: number;
  try {
    log = openSync(folder.log, 'a', 0o600);
  } catch (error) {
    throw toFolderError(error, folder.path);
  }
  // Detached: Ctrl-C in the terminal reaches only this process, which then stops Redis. The configuration goes through a
  // pipe, because every user of the machine can see arguments.
  const child = spawn(program, ['-'], { detached: true, stdio: ['pipe', 'ignore', log], cwd: folder.redis });
  closeSync(log);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, by) => {
    ended ??= `it ended with ${by ?? `code ${code}`}`;
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(configuration(running, folder));
  child.unref();
  // Redis shuts down cleanly on this signal, even while it loads its data.
  const abort = () => child.kill('SIGTERM');
  signal.addEventListener('abort', abort);
  const untilMs = performance.now() + listenTimeoutMs;
  try {
    for (;;) {
      const client = await attach(running, report);
      if (client) return client;
      if (signal.aborted) throw interrupted();
      if (ended !== undefined || performance.now() > untilMs) {
        const end = await readLogEnd(folder);
        throw new RedisMissing(
          `The embedded Redis did not start (${ended ?? 'it does not answer'}). ${folder.log} ends with: ${end}`,
        );
      }
      await sleep(pollMs);
    }
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const pollMs = 10;
const minPauseMs = 50;
/** Clients reconnect within another second, so votes work again within two. */
const maxPauseMs = 1_000;
const stopTimeoutMs = 5_000;

/** @throws {RedisMissing | BadDataFolder} */
async function attachOrLaunch(
  running: Running,
  folder: DataFolder,
  report: Report,
  signal: AbortSignal,
): Promise<Redis> {
  const untilMs = performance.now() + stopTimeoutMs;
  do {
    const found = await attach(running, report);
    if (found) return found;
    if (await isFree(running.port)) return launch(running, folder, report, signal);
    // A Redis that is about to end has the port for a moment.
    await sleep(minPauseMs);
  } while (performance.now() < untilMs && !signal.aborted);
  throw new RedisMissing(
    `Port ${running.port} of the embedded Redis is used by another program: stop it, or delete ${folder.state}.`,
  );
}

/** A Redis that ran for less than this counts as a failed start. */
const soonMs = 10_000;
/** The same error is logged again after this time. */
const repeatMs = 60_000;

/** Starts Redis again whenever it ends, whichever process started it, until the signal. */
function keepRunning(
  client: Redis,
  options: { running: Running; folder: DataFolder; log: Logger | undefined; signal: AbortSignal },
): void {
  const { running, folder, log, signal } = options;
  let startedMs = performance.now();
  let failures = 0;
  let isBusy = false;
  const pause = () =>
    sleep(Math.min(minPauseMs * 2 ** failures, maxPauseMs), undefined, { signal }).catch(() => undefined);

  async function restart(): Promise<void> {
    const lostMs = performance.now();
    failures = lostMs - startedMs < soonMs ? failures + 1 : 0;
    log?.error({ last: await readLogEnd(folder) }, 'the embedded Redis ended: it is started again');
    let logged = { message: '', ms: 0 };
    for (;;) {
      // Several processes may try; the others find the port in use.
      if (failures > 0) await pause();
      if (signal.aborted) return;
      try {
        (await attachOrLaunch(running, folder, () => undefined, signal)).disconnect();
        startedMs = performance.now();
        log?.info({ downMs: Math.round(startedMs - lostMs) }, 'the embedded Redis runs again');
        return;
      } catch (error) {
        failures++;
        const { message } = error as Error;
        if (signal.aborted || (message === logged.message && performance.now() - logged.ms < repeatMs)) continue;
        log?.error({ reason: message }, 'the embedded Redis cannot be started: it is tried again');
        logged = { message, ms: performance.now() };
      }
    }
  }

  // When Redis ends, its connections close at once.
  client.on('close', async () => {
    if (isBusy || signal.aborted) return;
    isBusy = true;
    await restart().finally(() => {
      isBusy = false;
    });
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Disconnects, and stops Redis if no other process uses it. Two that leave at once both stop it. */
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
    // It has ended already.
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
  report?: Report | undefined;
  log?: Logger | undefined;
  signal?: AbortSignal | undefined;
}): Promise<EmbeddedRedis> {
  const { report = () => undefined, log } = options;
  const folder = await openFolder(options.dataDir);
  const running = await openRunning(folder.state).catch((error: unknown) => {
    throw toFolderError(error, folder.path);
  });
  const closed = new AbortController();
  const client = await attachOrLaunch(running, folder, report, options.signal ?? closed.signal);
  keepRunning(client, { running, folder, log, signal: closed.signal });
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(running),
    close() {
      closed.abort();
      closing ??= leave(client);
      return closing;
    },
  };
}
