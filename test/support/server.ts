import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { feedKey } from '../../contracts/interactions/live-updates.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { type AppOptions, createApp } from '../../server/app.ts';
import { digestOf, type FeedKey } from '../../server/config.ts';
import { Limiter, NewClients } from '../../server/limiter.ts';
import { rateWindowMs } from '../../server/middleware/rate.ts';
import { Representations } from '../../server/representation.ts';
import type { Store } from '../../server/store/index.ts';
import { type StreamSettings, Streams } from '../../server/streams.ts';

export interface TestServer {
  url: string;
  /** Read at every request, so a test may change it meanwhile. */
  bodyLimits: { feed: number; other: number };
  limiters: AppOptions['limiters'];
  streams: Streams;
  /** What the server says of itself from now on. */
  setDraining(draining: boolean): void;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Requests per 10 s; 0 is no limit. */
  requestLimit?: number;
  /** Client ids per minute that an address may show for the first time; 0 is no limit. */
  newClientLimit?: number;
  /** Keys beside that of the contracts. */
  feedKeys?: FeedKey[];
  streams?: Partial<StreamSettings>;
  /** How long a connection may be silent. */
  idleMs?: number;
  /** Bytes of replies kept for when the store is away; 0 keeps none. */
  staleBytes?: number;
}

/** The real server on a free port of this process, set up as the contracts say. */
export async function startTestServer(store: Store, options: TestServerOptions = {}): Promise<TestServer> {
  const { requestLimit = 0, newClientLimit = 0, staleBytes = 1_000_000 } = options;
  let draining = false;
  const bodyLimits = { feed: 1_048_576, other: 16_384 };
  const limiters = {
    reads: new Limiter(requestLimit, rateWindowMs, 'reads'),
    writes: new Limiter(requestLimit, rateWindowMs, 'writes'),
  };
  const log = pino({ level: 'silent' });
  const streams = new Streams({ announcements: store.announcements, log, settings: options.streams ?? {} });
  const app = createApp({
    log,
    context: { store, settings, isDraining: () => draining, newClients: new NewClients(newClientLimit) },
    representations: new Representations(staleBytes),
    streams,
    bodyLimits,
    limiters,
    feedKeys: { keys: [{ name: 'contracts', digest: digestOf(feedKey) }, ...(options.feedKeys ?? [])] },
    regionSegments: false,
    trustedProxies: 0,
  });
  const server = createServer(app);
  server.setTimeout(options.idleMs ?? 20_000);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodyLimits,
    limiters,
    streams,
    setDraining(value) {
      draining = value;
    },
    close() {
      streams.close();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
