import type { Request, Response } from 'express';
import { eventStreamHeaders, lastEventIdOf } from '../../contracts/http/event-stream.ts';
import { commonHeaders, type RequestContext } from '../../contracts/requests/request-context.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { createSource } from '../streams/sources.ts';
import type { Streams } from '../streams/streams.ts';
import { addressOf } from './client-address.ts';
import type { ServedOperation } from './served-operation.ts';

/**
 * Answers a request with a stream of the operation's replies.
 *
 * @throws {Problem | StoreUnavailable} before anything was sent.
 */
export async function openEventStream(
  { streams, served, metrics }: { streams: Streams; served: ServedOperation; metrics?: RequestMetrics | undefined },
  req: Request,
  res: Response,
  requestContext: RequestContext,
): Promise<void> {
  const { operation, context } = served;
  const values = served.readValues(requestContext);
  const read = async () => served.check(await served.read(values, context.store.content.snapshot()));
  const headers = { ...commonHeaders(req.method, requestContext), ...eventStreamHeaders };
  if (req.method === 'HEAD') {
    await read();
    res.writeHead(200, headers).end();
    return;
  }
  await streams.open(res, {
    address: addressOf(req),
    family: operation.family,
    key: `${operation.id} ${JSON.stringify(values)}`,
    lastId: lastEventIdOf(req.headers['last-event-id']),
    headers,
    onOpen: () => metrics?.streamOpened(res, operation),
    source: () => createSource(operation, values, context.store.live, read),
  });
}
