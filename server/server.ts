import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Logger } from 'pino';
import { problemMediaType, securityHeaders } from '../contracts/http.ts';
import { problemDetails } from '../contracts/problems.ts';
import { type AppOptions, createApp } from './app.ts';
import type { Config } from './config.ts';
import { openFeedKeys } from './feed-keys.ts';
import { Limiter, NewClients } from './limiter.ts';
import { rateWindowMs } from './middleware/rate.ts';
import { Representations } from './representation.ts';
import type { Store } from './store/index.ts';
import { Streams } from './streams.ts';

export interface RunningServer {
  /** Where it listens, `http://localhost:8080`. */
  url: string;
  app: AppOptions;
  /** Finishes what is under way and stops listening. */
  close(): Promise<void>;
}

/** A request that Node could not parse gets problem details too, on the bare socket. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const status = statuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ ...problemDetails('invalid-request', undefined, '/'), status });
  const headers = {
    ...securityHeaders,
    'Content-Type': problemMediaType,
    'Content-Language': 'en-US',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Limits on slow clients; Node's own leave slow headers and slow readers alone for minutes. */
function httpServer(app: Express): Server {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000, keepAliveTimeout: 65_000 },
    app,
  );
  server.setTimeout(20_000);
  server.on('clientError', refuseUnparsed);
  return server;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** How long requests under way may take once the server stops. */
const graceMs = 5_000;

/**
 * Starts to answer requests from a store.
 *
 * @throws the error of `listen`, such as EADDRINUSE.
 */
export async function startServer(config: Config, store: Store, log: Logger): Promise<RunningServer> {
  let draining = false;
  const settings = {
    publicUrl: config.publicUrl ?? '',
    placeholderImage: config.placeholderImage,
    notFoundPage: config.notFoundPage,
  };
  const feedKeys = openFeedKeys(config, log);
  const options: AppOptions = {
    log,
    context: {
      ...{ store, settings, isDraining: () => draining },
      newClients: new NewClients(config.newClientsPerMinute),
    },
    representations: new Representations(config.staleBytes),
    streams: new Streams({ announcements: store.announcements, log, settings: { most: config.streams } }),
    bodyLimits: { feed: config.feedBodyLimit, other: config.bodyLimit },
    limiters: {
      reads: new Limiter(config.readsPerTenSeconds, rateWindowMs, 'reads'),
      writes: new Limiter(config.writesPerTenSeconds, rateWindowMs, 'writes'),
    },
    feedKeys,
    regionSegments: config.regionSegments,
    trustedProxies: config.trustedProxies,
  };
  const server = httpServer(createApp(options));
  await listen(server, config.port, config.host);
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  // Without a configured address, links in replies lead to where the server turned out to listen.
  settings.publicUrl ||= url;

  return {
    url,
    app: options,
    close() {
      draining = true;
      options.streams.close();
      feedKeys.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), graceMs).unref();
      });
    },
  };
}
