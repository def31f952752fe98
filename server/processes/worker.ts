import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { readConfig } from '../config.ts';
import { type RunningServer, startServer } from '../http/server.ts';
import { connect } from '../store/redis/connection/connect.ts';
import { watchDescriptors } from './descriptors.ts';
import { createLog } from './log.ts';
import { type FromWorker, replaces, type ToWorker } from './messages.ts';
import { openStore } from './open-store.ts';
import { ShareReplies } from './reply-sharing.ts';
import { sharedBytesOf } from './serve.ts';
import { explain } from './startup-error.ts';

/** A worker process, started by `Workers`, which has read the same configuration and prepared the store. */

const memoryEveryMs = 60_000;

/** For Redis, by a worker that takes the place of another: the others answer meanwhile, with one less. */
const mostWaitingMs = 2_000;

const tell = (message: FromWorker, told?: () => void) => process.send?.(message, undefined, undefined, told);
const rssMiB = () => Math.round(process.memoryUsage.rss() / 1_048_576);

async function work(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let server: RunningServer | undefined;
  const mayBeAway = process.env[replaces] === '1';
  const redis = await connect(config.redisUrl ?? '', {
    mayBeAway,
    ...(mayBeAway && { signal: AbortSignal.timeout(mostWaitingMs) }),
  });
  const sharing = new ShareReplies({
    send: (message, sent) => tell(message, sent),
    peek: (key) => server?.app.responseCache.peek(key),
    settings: { mostBytes: sharedBytesOf(config) },
  });
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'recalled') {
      sharing.recalled(message.key, message.reply);
      return;
    }
    const { handsOver } = message;
    if (!server) process.exit(0);
    await server.close({ handsOver });
    redis.close();
    // Waits for the primary to hear of it: a connection that it has sent meanwhile goes back to it, not down with us.
    cluster.worker?.once('disconnect', () => process.exit(0)).disconnect();
  });
  server = await startServer(config, openStore(config, redis), log, sharing);
  tell({ kind: 'ready', url: server.url, rssMiB: rssMiB() });
  watchDescriptors(log);
  setInterval(() => tell({ kind: 'memory', rssMiB: rssMiB() }), memoryEveryMs).unref();
  // Otherwise written at the end only, and not at all by a worker that is killed.
  flushCompileCache();
}

export function main(): void {
  // A terminal and some service managers signal every process of the group: the primary decides what that means.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  // Without the primary node:cluster ends this process.
  work().catch((error: unknown) => tell({ kind: 'failed', message: explain(error) }, () => process.exit(1)));
}
