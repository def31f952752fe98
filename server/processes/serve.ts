import type { Logger } from 'pino';
import { type Config, type FeedKey, formatFeedKeys, readFeedKeysFile, watchFeedKeysFile } from '../config.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import { residentMiB } from '../monitoring/registry.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import type { Store } from '../store/index.ts';
import { watchDescriptors } from './descriptors.ts';
import { sampleVariable, type WorkerStatus } from './messages.ts';

export const sharedBytes = ({ cacheBytes }: Config) => Math.ceil(cacheBytes / 4);

export interface RequestServer {
  /** @returns the address of the server. */
  start(): Promise<string>;
  list(): WorkerStatus[];
  /** Replaces the workers without failing a request; undefined without workers. */
  restart: (() => Promise<void>) | undefined;
  /** Rejects when requests can no longer be answered. */
  failed: Promise<never>;
  close(): Promise<void>;
}

export async function serveHere(options: {
  config: Config;
  store: Store;
  servesSample: boolean;
  log: Logger;
  monitoring: Monitoring | undefined;
  metrics: RequestMetrics;
}): Promise<RequestServer> {
  const { config, store, servesSample, log, monitoring, metrics } = options;
  // A primary with workers does not load this.
  const { startServer } = await import('../http/server.ts');
  let close = async () => {};
  let startMs = 0;
  return {
    async start() {
      const server = await startServer(config, store, log, { servesSample, metrics });
      close = () => server.close();
      watchDescriptors(log);
      startMs = Math.round(process.uptime() * 1_000);
      monitoring?.primary.workerStarted();
      monitoring?.setWorkers(1, 1);
      return server.url;
    },
    list: () => [{ pid: process.pid, rssMiB: residentMiB(), startMs }],
    restart: undefined,
    failed: new Promise(() => undefined),
    close: () => close(),
  };
}

/**
 * Remembers the last valid keys of `FEED_KEYS_FILE`: a worker that replaces one that died needs them if the file is invalid.
 *
 * @returns a function that returns these keys as lines; undefined while the file is valid.
 */
function rememberKeys({ feedKeysFile: path, production }: Config): () => string | undefined {
  if (path === undefined) return () => undefined;
  let { keys } = readFeedKeysFile(path, production);
  watchFeedKeysFile(path, production, (file) => {
    if (file.errors.length === 0) keys = file.keys;
  });
  return () => (readFeedKeysFile(path, production).errors.length > 0 ? formatFeedKeys(keys) : undefined);
}

/** Answers requests in workers; this process hands them its connections. */
export async function serveWithWorkers(options: {
  config: Config;
  redisUrl: string;
  servesSample: boolean;
  /** The generated feed key; undefined if keys are configured. */
  developmentKey: FeedKey | undefined;
  log: Logger;
  monitoring: Monitoring | undefined;
}): Promise<RequestServer> {
  const { config, redisUrl, servesSample, developmentKey, log, monitoring } = options;
  const { Workers } = await import('./workers.ts');
  watchDescriptors(log);
  return new Workers({
    count: config.workers,
    log,
    monitoring,
    replyBytes: sharedBytes(config),
    keysOfReplacement: rememberKeys(config),
    env: {
      REDIS_URL: redisUrl,
      ...(developmentKey && { FEED_KEYS: `${developmentKey.name}:${developmentKey.digest.toString('hex')}` }),
      ...(servesSample && { [sampleVariable]: '1' }),
      STREAMS: String(Math.ceil(config.streams / config.workers)),
      STREAMS_PER_ADDRESS: String(Math.ceil(config.streamsPerAddress / config.workers)),
    },
  });
}
