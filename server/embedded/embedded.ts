import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type DataFolder, findRoom, openFolder, withFolderLock } from './folder.ts';
import { RedisMissing, redisServer } from './install.ts';
import { type Launched, launch } from './launch.ts';
import { isRunning } from './lock.ts';
import { AofMark, DataLost } from './mark.ts';
import { attach, type Report, type Running, readRunning, urlOf, userName } from './running.ts';
import { Watch } from './watch.ts';

export { RedisMissing };

export interface EmbeddedRedis {
  url: string;
  /** Stops using it; the last user of all processes stops it and waits for its end. */
  close(): Promise<void>;
}

const stopTimeoutMs = 5_000;

/** Waits until a stopping Redis has exited, for at most five seconds. */
async function waitForExit(running: Running): Promise<void> {
  const until = performance.now() + stopTimeoutMs;
  while (isRunning(running.pid) && performance.now() < until) await sleep(10);
}

/** After a crash of the whole machine, this much of the latest data is not checked at the next start. */
const markEveryMs = 2_000;

/** Marks what is on disk, within the life of one Redis: the next one may truncate a partial write of the last. */
function createMarker(mark: AofMark, client: Redis): () => Promise<void> {
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

/** Marks every two seconds, and logs damage of the data once. */
function keepMarking(take: () => Promise<void>, client: Redis, log: Logger | undefined): () => void {
  let isBusy = false;
  let logged = '';
  const timer = setInterval(async () => {
    if (isBusy || client.status !== 'ready') return;
    isBusy = true;
    // If Redis ends, rewrites its log or finds the disk full meanwhile, the previous mark stays, which is still right.
    const error = await take().catch((reason: unknown) => reason);
    isBusy = false;
    if (!(error instanceof DataLost) || error.message === logged) return;
    logged = error.message;
    log?.error({ reason: logged }, 'the data of the embedded Redis were damaged while it runs');
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
  // No client writes any more, so this mark is complete.
  await take().catch(() => undefined);
  // The connection closes instead of a reply.
  await client.shutdown().catch(() => undefined);
  client.disconnect();
  await waitForExit(running);
  await rm(folder.state, { force: true });
}

/**
 * Uses the `redis-server` of a data folder: a running one, whichever process started it, or a new one on a free port of
 * this machine with its own password. Every write is on disk before it is acknowledged. When it ends it is restarted on
 * the same port.
 *
 * @param options.dataDir created when missing; other processes read in its `redis.json` how to connect.
 * @param options.report called before a slow step.
 * @param options.log logs ends and restarts of Redis.
 * @param options.signal ends the start.
 * @param options.acceptsLoss continues with the present data, even if acknowledged votes are missing.
 * @param options.isWatched false does not restart a Redis that ended; for tests.
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
  if (options.acceptsLoss) await mark.remove();
  const check = () => mark.check();

  const { running, client, ended } = await withFolderLock(
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

  const take = createMarker(mark, client);
  const stopMarking = keepMarking(take, client, log);

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(running),
    close() {
      watch?.close();
      stopMarking();
      closing ??= withFolderLock(folder, () => leave(running, client, folder, take)).catch((error: unknown) => {
        client.disconnect();
        report(`The embedded Redis may still run: ${error instanceof Error ? error.message : String(error)}`);
      });
      return closing;
    },
  };
}
