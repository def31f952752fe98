import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { isForPeople } from '../../common/cli/log-format.ts';
import { type FeedKey, parseFeedKeys, readConfig } from '../config.ts';
import { type RunningServer, startServer } from '../http/server.ts';
import { beatMs } from '../monitoring/messages.ts';
import { createRegistry, metricsOf, residentMiB } from '../monitoring/registry.ts';
import { RequestMetrics } from '../monitoring/request-metrics.ts';
import type { Store } from '../store/index.ts';
import { type Connections, connect } from '../store/redis/connection/connect.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { withRetry } from '../store/redis/with-retry.ts';
import { watchDescriptors } from './descriptors.ts';
import { createLog } from './log.ts';
import { type FromWorker, keysVariable, replacesVariable, sampleVariable, type ToWorker } from './messages.ts';
import { openStore } from './open-store.ts';
import { sharedBytes } from './serve.ts';
import { ReplySharing } from './shared-replies.ts';
import { describeStartupError } from './startup-error.ts';

/** How long a replacement waits for Redis: meanwhile there is one worker less. */
const redisTimeoutMs = 2_000;

const send = (message: FromWorker, sent?: () => void) => process.send?.(message, undefined, undefined, sent);

const fail = (error: unknown) =>
  void send({ kind: 'failed', message: describeStartupError(error) }, () => process.exit(1));

/**
 * Prepares the store, because a restart of the workers may have brought new code. If Redis is unreachable, this happens once
 * it answers.
 *
 * @param mayWait whether to wait for a slow Redis.
 * @param refuse called if this worker must not use the store after all.
 */
async function enterStore(store: Store, mayWait: boolean, refuse: (error: unknown) => void): Promise<void> {
  const enter = () => withRetry(() => store.prepare());
  const enterLater = (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) refuse(error);
    else enter().catch(enterLater);
  };
  await (mayWait ? enter() : store.prepare()).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    enterLater(error);
  });
}

async function work(): Promise<void> {
  const config = readConfig(process.env, { skipFiles: true });
  const sentKeys = process.env[keysVariable] === '1' ? Promise.withResolvers<readonly FeedKey[]>() : undefined;
  const unwritten = { repeated: 0, output: 0 };
  const log = createLog(config.logLevel, undefined, isForPeople(config.logFormat), unwritten);
  const registry = createRegistry(unwritten);
  const metrics = new RequestMetrics(registry);
  const sendMetrics = async () => send({ kind: 'metrics', metrics: await metricsOf(registry) });
  let server: RunningServer | undefined;
  let redis: Connections | undefined;
  const sharing = new ReplySharing({
    send,
    peek: (key) => server?.app.responseCache.peek(key),
    maxBytes: sharedBytes(config),
  });
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'recalled') sharing.recalled(message.key, message.reply);
    else if (message.kind === 'feed keys') sentKeys?.resolve(parseFeedKeys(message.lines, config.production).keys);
    else if (message.kind === 'collect') await sendMetrics();
    else {
      if (!server) process.exit(0);
      await server.close({ handsOver: message.handsOver });
      redis?.close();
      await sendMetrics();
      // Waits for the primary's acknowledgement, so that a connection sent meanwhile returns to it and is not lost.
      cluster.worker?.once('disconnect', () => process.exit(0)).disconnect();
    }
  });
  send({ kind: 'started' });
  setInterval(() => send({ kind: 'beat', rssMiB: residentMiB() }), beatMs).unref();
  const isFirst = process.env[replacesVariable] !== '1';
  redis = await connect(config.redisUrl ?? '', {
    mayBeUnreachable: true,
    ...(!isFirst && { signal: AbortSignal.timeout(redisTimeoutMs) }),
  });
  const store = openStore(config, redis, metrics);
  await enterStore(store, isFirst && redis.reads.status === 'ready', (error) => {
    log.error({ err: error }, 'the store refuses this worker: it exits');
    fail(error);
  });
  const servesSample = process.env[sampleVariable] === '1';
  const keysBefore = await sentKeys?.promise;
  server = await startServer(config, store, log, { peers: sharing, servesSample, metrics, keysBefore });
  send({ kind: 'ready', url: server.url, rssMiB: residentMiB() });
  watchDescriptors(log);
  // Node would write the cache only at the exit, and not at all in a killed worker.
  flushCompileCache();
}

export function main(): void {
  // A terminal and some service managers signal the whole process group: the primary decides what to do.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  // node:cluster ends this process when the primary dies.
  work().catch(fail);
}
