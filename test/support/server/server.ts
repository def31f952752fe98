import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import pino, { type Logger } from 'pino';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { settings } from '../../../contracts/interactions/settings.ts';
import { type Caches, openCaches } from '../../../server/cache/caches.ts';
import type { Representation } from '../../../server/cache/representation.ts';
import type { Peers } from '../../../server/cache/tagged-cache.ts';
import { digestOf, type FeedKey } from '../../../server/config.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import { rateWindowMs } from '../../../server/http/rate.ts';
import { createHttpServer } from '../../../server/http/server.ts';
import type { Spans } from '../../../server/http/spans.ts';
import { defaultGovernorSettings, Governor, type GovernorSettings } from '../../../server/limits/governor.ts';
import { Limiter, NewClientLimiter } from '../../../server/limits/limiter.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import type { Store } from '../../../server/store/index.ts';
import { type StreamSettings, Streams } from '../../../server/streams/streams.ts';

export interface TestServer {
  url: string;
  /** Read at every request, so a test may change it meanwhile. */
  bodyLimits: { feed: number; other: number };
  limiters: AppOptions['limiters'];
  streams: Streams;
  responseCache: Caches['responseCache'];
  connections(): Promise<number>;
  setDraining(draining: boolean): void;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Requests per 10 s; 0 is no limit. */
  requestLimit?: number;
  /** Client ids per minute that an address may show for the first time; 0 is no limit. */
  newClientLimit?: number;
  feedKeys?: FeedKey[];
  streams?: Partial<StreamSettings>;
  regionSegments?: boolean;
  servesSample?: boolean;
  offersWrites?: boolean;
  crossOriginPosts?: boolean;
  /** Proxies in front that add to `X-Forwarded-For`. */
  trustedProxies?: number;
  /** Without it no request is queued or refused for a late event loop: client and server share this process. */
  overload?: Partial<GovernorSettings>;
  /** Called with the target of every request, `unparsed` for a request that the parser refused. */
  onRequest?: (target: string) => void;
  idleMs?: number;
  /** How long a request may take to arrive, its headers and all of it. */
  requestMs?: number;
  /** `off` reads the store at every request and uses the cache only when the store is away. */
  cache?: 'on' | 'off';
  cacheBytes?: number;
  now?: () => number;
  /** Cache misses that an address may cause in 10 s; 0 is no limit. */
  missLimit?: number;
  loads?: Partial<GovernorSettings>;
  peers?: Peers<Representation>;
  log?: Logger;
  logSample?: number;
  spans?: Spans | undefined;
  metrics?: RequestMetrics | undefined;
}

/** For tests that compare a tally with new votes: a cached tally may be a second old. */
export const uncached = { cache: 'off' } satisfies TestServerOptions;

/** The same for tests with many votes: the fights that votes are checked against are cached, as in the service. */
export const uncachedReplies = { cacheBytes: 0 } satisfies TestServerOptions;

const patientLoads: Partial<GovernorSettings> = {
  limit: { ...defaultGovernorSettings.limit, targetMs: 20_000 },
  ...{ maxQueued: 100_000, maxLoadWaitMs: 20_000, standingWaitMs: 20_000 },
};

const neverLate: Partial<GovernorSettings> = { lateMs: 1e9, afterMs: 1e9 };

export async function startTestServer(store: Store, options: TestServerOptions = {}): Promise<TestServer> {
  const { requestLimit = 0, newClientLimit = 0, cache = 'on', cacheBytes = 1_000_000, now = Date.now } = options;
  const { missLimit = 0, loads = patientLoads, overload = neverLate, peers, trustedProxies = 0, metrics } = options;
  const { log = pino({ level: 'silent' }) } = options;
  let draining = false;
  const bodyLimits = { feed: 1_048_576, other: 16_384 };
  const limiters = {
    reads: new Limiter(requestLimit, rateWindowMs, 'reads'),
    writes: new Limiter(requestLimit, rateWindowMs, 'writes'),
  };
  const streams = new Streams({ subscriptions: store.subscriptions, log, settings: options.streams ?? {}, metrics });
  const governor = new Governor({ log, metrics, settings: { ...loads, ...overload } });
  const caches = openCaches(store, settings, {
    bytes: cacheBytes,
    isOff: cache === 'off',
    now,
    governor,
    peers,
    metrics,
  });
  const { responseCache, fightCache, invalidateNow } = caches;
  await caches.ready;
  const regionSegments = options.regionSegments ?? false;
  const feedKeys = { keys: [{ name: 'contracts', digest: digestOf(feedKey) }, ...(options.feedKeys ?? [])] };
  const server = createHttpServer({
    ...{ log, logSample: options.logSample ?? 0, spans: options.spans },
    context: {
      ...{ store, settings, fightCache, invalidateNow, isDraining: () => draining },
      newClientLimiter: new NewClientLimiter(newClientLimit),
    },
    responseCache,
    streams,
    bodyLimits,
    limiters,
    feedKeys,
    regionSegments,
    ...{ crossOriginPosts: options.crossOriginPosts ?? false, servesSample: options.servesSample ?? false },
    offersWrites: options.offersWrites ?? true,
    misses: new Limiter(missLimit, rateWindowMs, 'misses'),
    governor,
    trustedProxies,
    metrics,
  });
  const { onRequest } = options;
  if (onRequest) {
    server.prependListener('request', ({ url = '' }) => onRequest(url));
    server.prependListener('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
      // Else it is a fault in the body of a request that was reported already.
      if (code.startsWith('HPE_') && !('_httpMessage' in socket && socket._httpMessage)) onRequest('unparsed');
    });
  }
  if (options.idleMs) server.setTimeout(options.idleMs);
  if (options.requestMs) {
    const { requestMs } = options;
    // Read when it begins to listen; not in the types.
    Object.assign(server, { headersTimeout: requestMs, requestTimeout: requestMs, connectionsCheckingInterval: 50 });
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodyLimits,
    limiters,
    streams,
    responseCache,
    connections: promisify(server.getConnections.bind(server)),
    setDraining(value) {
      draining = value;
    },
    close() {
      streams.close();
      governor.close();
      caches.close();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
