import type { Logger } from 'pino';
import type { Config, FeedKey } from '../config.ts';
import type { Store } from '../store/index.ts';
import { watchDescriptors } from './descriptors.ts';
import type { Answering } from './messages.ts';

/** Bytes of replies that the primary keeps for its workers. */
export const sharedBytesOf = ({ cacheBytes }: Config) => Math.ceil(cacheBytes / 4);

/** What answers requests: this process, or its workers. */
export interface Serving {
  /** @returns where it answers. */
  start(): Promise<string>;
  list(): Answering[];
  /** Replaces what answers without a failed request; undefined where that cannot be. */
  restart: (() => Promise<void>) | undefined;
  /** Rejects when answering has become impossible. */
  failed: Promise<never>;
  /** Finishes what is under way. */
  close(): Promise<void>;
}

/** Answers in this process. */
export async function serveHere(config: Config, store: Store, log: Logger): Promise<Serving> {
  // Not loaded in a primary, which answers nothing.
  const { startServer } = await import('../http/server.ts');
  let close = async () => {};
  let startMs = 0;
  return {
    async start() {
      const server = await startServer(config, store, log);
      close = () => server.close();
      watchDescriptors(log);
      startMs = Math.round(process.uptime() * 1_000);
      return server.url;
    },
    list: () => [{ pid: process.pid, rssMiB: Math.round(process.memoryUsage.rss() / 1_048_576), startMs }],
    restart: undefined,
    failed: new Promise(() => undefined),
    close: () => close(),
  };
}

/** Answers in workers, to which this process gives its connections. */
export async function serveWithWorkers(options: {
  config: Config;
  redisUrl: string;
  /** The feed key that this process made; undefined where keys are configured. */
  developmentKey: FeedKey | undefined;
  log: Logger;
}): Promise<Serving> {
  const { config, redisUrl, developmentKey, log } = options;
  const { Workers } = await import('./workers.ts');
  watchDescriptors(log);
  return new Workers({
    count: config.workers,
    log,
    replyBytes: sharedBytesOf(config),
    env: {
      REDIS_URL: redisUrl,
      ...(developmentKey && { FEED_KEYS: `${developmentKey.name}:${developmentKey.digest.toString('hex')}` }),
      STREAMS: String(Math.ceil(config.streams / config.workers)),
      STREAMS_PER_ADDRESS: String(Math.ceil(config.streamsPerAddress / config.workers)),
    },
  });
}
