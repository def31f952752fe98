import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { alone, type DataFolder, findRoom, openFolder } from './folder.ts';
import { RedisMissing, redisServer } from './install.ts';
import { type Launched, launch } from './launch.ts';
import { isRunning } from './lock.ts';
import { AofMark, DataLost } from './mark.ts';
import { attach, type Report, type Running, readRunning, urlOf, userName } from './running.ts';
import { Watch } from './watch.ts';

export { RedisMissing };

export interface EmbeddedRedis {
  url: string;
  /** Stops using it; the last user, of all processes, stops it and waits until it has gone. */
  close(): Promise<void>;
}

const stopTimeoutMs = 5_000;

/** Waits until a Redis that was told to stop has gone, or takes no more connections, which is the last that it does. */
async function stopped(running: Running): Promise<void> {
  const until = Date.now() + stopTimeoutMs;
  while (isRunning(running.pid) && Date.now() < until) await sleep(10);
}

/** So much of what was acknowledged last is not compared at the next start, when all ends at one blow. */
const markEveryMs = 2_000;

/** Marks what is on disk, by word of one Redis: the next one may cut off what the last one left half written. */
function marker(mark: AofMark, client: Redis): () => Promise<void> {
  let closes = 0;
  client.on('close', () => closes++);
  return async () => {
    const before = closes;
    await mark.take(async () => {
      await client.ping();
      if (closes !== before) throw new Error('another Redis answers');
    });
  };
}

/** Marks now and then, and tells once what is wrong with the data. */
function keepMarking(take: () => Promise<void>, client: Redis, log: Logger | undefined): () => void {
  let isBusy = false;
  let said = '';
  const timer = setInterval(async () => {
    if (isBusy || client.status !== 'ready') return;
    isBusy = true;
    // Redis that ends meanwhile, a rewrite and a full disk leave the mark from before, which stays right.
    const error = await take().catch((reason: unknown) => reason);
    isBusy = false;
    if (!(error instanceof DataLost) || error.message === said) return;
    said = error.message;
    log?.error({ reason: said }, 'the data of the embedded Redis were damaged while it runs');
  }, markEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function leave(running: Running, client: Redis, folder: DataFolder, take: () => Promise<void>): Promise<void> {
  const own = await client.client('ID').catch(() => undefined);
  const list = own === undefined ? '' : String(await client.client('LIST').catch(() => ''));
  const others = list
    .split('\n')
    .filter((line) => line.includes(` name=${userName}:`) && !line.startsWith(`id=${own} `));
  if (list === '' || others.length > 0) {
    client.disconnect();
    return;
  }
  // Nobody writes any more: this is all that there is.
  await take().catch(() => undefined);
  // The connection closes instead of a reply.
  await client.shutdown().catch(() => undefined);
  client.disconnect();
  await stopped(running);
  await rm(folder.state, { force: true });
}

/**
 * Uses the `redis-server` that keeps its data in a folder: the one that runs already, whichever process started it, or
 * a new one on a free port of this machine with a password of its own. Every write is on disk before it is acknowledged.
 * When it ends it is started again, at the same port.
 *
 * @param options.dataDir made when missing; `redis.json` in it tells other processes how to connect.
 * @param options.report told before something that takes a while.
 * @param options.log where it is told that Redis ended and runs again.
 * @param options.signal ends the start.
 * @param options.acceptsLoss goes on with the data that are there, whatever they were.
 * @param options.isWatched for controls of tests: false leaves a Redis that ended alone.
 * @throws {RedisMissing | BadDataFolder | DataLost}
 */
export async function openEmbeddedRedis(options: {
  dataDir: string;
  report?: Report | undefined;
  log?: Logger | undefined;
  signal?: AbortSignal | undefined;
  acceptsLoss?: boolean;
  isWatched?: boolean;
}): Promise<EmbeddedRedis> {
  const { report = () => undefined, log, signal, isWatched = true } = options;
  const folder = await openFolder(options.dataDir);
  const mark = new AofMark(folder);
  if (options.acceptsLoss) await mark.forget();
  const check = () => mark.check();

  const { running, client, ended } = await alone(
    folder,
    async (): Promise<Omit<Launched, 'ended'> & Partial<Launched>> => {
      const known = await readRunning(folder.state);
      const joined = known && (await attach(known, report));
      if (joined) return { running: known, client: joined };
      const program = await redisServer(report);
      await findRoom(folder);
      await check();
      return launch(program, folder, { before: known, report, ...(signal && { signal }) });
    },
  );
  const watch = isWatched ? new Watch({ folder, running, presence: client, ended, log, check }) : undefined;

  const take = marker(mark, client);
  const stopMarking = keepMarking(take, client, log);

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(running),
    close() {
      watch?.close();
      stopMarking();
      closing ??= alone(folder, () => leave(running, client, folder, take)).catch((error: unknown) => {
        client.disconnect();
        report(`The embedded Redis may still run: ${error instanceof Error ? error.message : String(error)}`);
      });
      return closing;
    },
  };
}
