import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Logger } from 'pino';
import { withOwnMedia } from '../../common/media/address.ts';
import { answerFramed, connectionOptions, type FramingReports } from '../../common/wire/framing.ts';
import { openCaches } from '../cache/caches.ts';
import type { Representation } from '../cache/representation.ts';
import type { Peers } from '../cache/tagged-cache.ts';
import type { Config, FeedKey } from '../config.ts';
import { Governor } from '../limits/governor.ts';
import { Limiter, NewClientLimiter } from '../limits/limiter.ts';
import type { ProcessGauges, RequestMetrics } from '../monitoring/request-metrics.ts';
import type { Store } from '../store/index.ts';
import { Streams } from '../streams/streams.ts';
import { type AppOptions, createApp } from './app.ts';
import { openFeedKeys } from './feed-keys.ts';
import { rateWindowMs } from './rate.ts';
import type { RequestLog } from './request-log.ts';
import { openSpans } from './spans.ts';

export interface RunningServer {
  url: string;
  app: AppOptions;
  /**
   * Finishes the current requests and stops listening. Each further reply closes its connection. Idle connections are
   * closed only after a while, because a request may be on its way.
   *
   * @param options.handsOver another process takes over: this gives it more time, and health stays `ok`.
   */
  close(options?: { handsOver?: boolean }): Promise<void>;
}

const httpOptions = {
  ...connectionOptions,
  // Does not wait for the end of a request without a body: saves a cached reply 1.2 of 20 µs.
  optimizeEmptyRequests: true,
};

const framingReports = ({
  requestLog,
  metrics,
}: Pick<AppOptions, 'metrics'> & { requestLog: RequestLog }): FramingReports => ({
  refusing: (res) => metrics?.begin(res, performance.now(), () => undefined),
  refused: (req, res, problem) =>
    requestLog.failed(req, res, { level: 'warn', problem, status: res.statusCode, reason: 'framing' }),
  unparsed(key, requestId) {
    // Every refusal of the parser is a 4xx, and took no time.
    metrics?.answered(undefined, 400, performance.now());
    requestLog.unparsed(requestId, key);
  },
});

export function createHttpServer(options: AppOptions): Server {
  const { classes, listener, requestLog } = createApp(options);
  const server = createServer({ ...httpOptions, ...classes });
  server.setTimeout(20_000);
  const { metrics, governor, regionSegments } = options;
  answerFramed(server, listener, { regionSegments, ...framingReports({ requestLog, metrics }) });
  server.on('connection', governor.onConnection);
  return server;
}

/** The maximum of Linux. It drops further connections silently: with Node's 511, some of 4,000 were answered after 28 s. */
const backlog = 4_096;

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** How long current requests may take after the stopping server has closed the idle connections. */
const graceMs = 4_000;
/** How long a connection may be idle once the server stops or hands over. */
const idleMs = { stops: 1_000, handsOver: 5_000 };

/** Stops listening. Closes idle connections after `maxIdleMs`, all others `graceMs` later; resolves after the last. */
function drain(server: Server, maxIdleMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Not `close` of node:http, which closes idle connections at once, although a request may be on its way.
    NetServer.prototype.close.call(server, () => {
      clearInterval(timer);
      resolve();
    });
    const closingMs = performance.now();
    const timer = setInterval(() => {
      const lastedMs = performance.now() - closingMs;
      if (lastedMs > maxIdleMs + graceMs) server.closeAllConnections();
      else if (lastedMs > maxIdleMs) server.closeIdleConnections();
    }, 100);
  });
}

function readGauges({ responseCache, streams, governor }: AppOptions): ProcessGauges {
  const { bytes, count: replies } = responseCache;
  return {
    bytes,
    replies,
    readers: streams.count,
    ...governor.gauges,
  };
}

/**
 * Starts answering requests from a store.
 *
 * @param more.peers the other processes that share this address, if any.
 * @param more.keysBefore see `openFeedKeys`.
 * @throws the error of `listen`, such as EADDRINUSE.
 */
export async function startServer(
  config: Config,
  store: Store,
  log: Logger,
  more: {
    peers?: Peers<Representation> | undefined;
    servesSample?: boolean;
    metrics?: RequestMetrics | undefined;
    keysBefore?: readonly FeedKey[] | undefined;
  } = {},
): Promise<RunningServer> {
  const { peers, servesSample = false, metrics, keysBefore } = more;
  let draining = false;
  const settings = {
    publicUrl: config.publicUrl ?? '',
    placeholderImage:
      servesSample && config.samplePictures
        ? withOwnMedia(config.placeholderImage, config.samplePictures)
        : config.placeholderImage,
    notFoundPage: config.notFoundPage,
  };
  const feedKeys = openFeedKeys(config, log, keysBefore);
  const governor = new Governor({ log, metrics });
  const { cacheBytes: bytes, cache } = config;
  const caches = openCaches(store, settings, { bytes, isOff: !cache, governor, peers, metrics });
  const { responseCache, fightCache, invalidateNow } = caches;
  const options: AppOptions = {
    log,
    logSample: config.logSample,
    context: {
      store,
      settings,
      fightCache,
      invalidateNow,
      isDraining: () => draining,
      newClientLimiter: new NewClientLimiter(config.newClientsPerMinute),
    },
    responseCache,
    streams: new Streams({
      subscriptions: store.subscriptions,
      log,
      metrics,
      settings: { maxStreams: config.streams, maxPerAddress: config.streamsPerAddress },
    }),
    bodyLimits: { feed: config.feedBodyLimit, other: config.bodyLimit },
    limiters: {
      reads: new Limiter(config.readsPerTenSeconds, rateWindowMs, 'reads'),
      writes: new Limiter(config.writesPerTenSeconds, rateWindowMs, 'writes'),
    },
    misses: new Limiter(config.missesPerTenSeconds, rateWindowMs, 'misses'),
    feedKeys,
    regionSegments: config.regionSegments,
    crossOriginPosts: config.crossOriginPosts,
    servesSample,
    offersWrites: !config.production,
    governor,
    trustedProxies: config.trustedProxies,
    spans: await openSpans(),
    metrics,
  };
  metrics?.sample(() => readGauges(options));
  const server = createHttpServer(options);
  await caches.ready;
  await listen(server, config.port, config.host);
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  // Without a configured public URL, links in replies use the address that the server listens on.
  settings.publicUrl ||= url;

  return {
    url,
    app: options,
    async close({ handsOver = false } = {}) {
      // This also works for prebuilt headers, and costs nothing before the server drains.
      server.prependListener('request', (_req, res) => {
        res.shouldKeepAlive = false;
      });
      draining = !handsOver;
      options.streams.close();
      feedKeys.close();
      await drain(server, handsOver ? idleMs.handsOver : idleMs.stops);
      caches.close();
      governor.close();
    },
  };
}
