import type { Request, Response } from 'express';
import { commonHeaders, type RequestContext } from '../../common/wire/request-context.ts';
import { eventStreamHeaders, lastEventIdOf } from '../../contracts/http/event-stream.ts';
import { takesGzip } from '../../contracts/http/negotiation.ts';
import type { Governor } from '../limits/governor.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { createSource } from '../streams/sources.ts';
import type { Streams } from '../streams/streams.ts';
import { addressOf } from './client-address.ts';
import { takeMiss } from './rate.ts';
import type { ServedOperation } from './served-operation.ts';

export interface EventStreamOptions {
  streams: Streams;
  served: ServedOperation;
  /** Admits the reads of streams: many readers that reconnect at once may each read history. */
  governor: Governor;
  misses: Limiter;
  metrics?: RequestMetrics | undefined;
}

/** Headers of a compressed stream. */
const gzipHeaders = { 'Content-Encoding': 'gzip', Vary: 'Accept, Accept-Encoding' };

/**
 * Answers a request with a stream of the operation's replies.
 *
 * @throws {Problem | StoreUnavailable} before anything was sent; `too-many-requests` when it would be loaded for an
 *   address that has no loads left.
 */
export async function openEventStream(
  { streams, served, governor, misses, metrics }: EventStreamOptions,
  req: Request,
  res: Response,
  requestContext: RequestContext,
): Promise<void> {
  const { operation, context } = served;
  const values = served.readValues(requestContext);
  const read = async () => served.check(await served.read(values, context.store.content.snapshot()));
  const coding = takesGzip(req.headers['accept-encoding'] as string | undefined) ? 'gzip' : 'identity';
  const headers = {
    ...commonHeaders(req.method, requestContext),
    ...eventStreamHeaders,
    ...(coding === 'gzip' && gzipHeaders),
  };
  if (req.method === 'HEAD') {
    takeMiss(misses, req);
    await governor.admit('live', read);
    res.writeHead(200, headers).end();
    return;
  }
  await streams.open(res, {
    address: addressOf(req),
    family: operation.family,
    key: `${operation.id} ${JSON.stringify(values)}`,
    coding,
    lastId: lastEventIdOf(req.headers['last-event-id']),
    headers,
    onOpen: () => metrics?.streamOpened(res, operation),
    source() {
      takeMiss(misses, req);
      const source = createSource(operation, values, context.store.live, read);
      return { ...source, read: (since) => governor.admit('live', () => source.read(since)) };
    },
  });
}
