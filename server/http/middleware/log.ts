import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestContext } from '../../../contracts/requests/request-context.ts';
import { routeOf } from '../../../contracts/routes.ts';

/** Who knows a client id can read and move its votes, so the log has a hash that only distinguishes clients. */
const secret = randomBytes(32);
const hashed = (clientId: string) => createHmac('sha256', secret).update(clientId).digest('base64url').slice(0, 12);

/** The part of a request that is logged. */
export type Logged = Pick<RequestContext, 'operation' | 'params'>;

/**
 * Writes one line when a response has ended. It names the operation and its parameters, never the raw path: no client
 * input reaches the log unescaped, and no client id unhashed.
 *
 * @param feedKey called when the response has ended: the name of the feed key of a live update.
 */
export function logWhenDone(
  log: Logger,
  level: 'debug' | 'info',
  { method }: IncomingMessage,
  res: ServerResponse,
  { operation, params }: Logged,
  feedKey: () => unknown = () => undefined,
): void {
  const start = process.hrtime.bigint();
  res.once('close', () => {
    const { client_id, ...others } = params;
    const key = feedKey();
    log[level]({
      method,
      route: operation?.id,
      params: client_id === undefined ? others : { ...others, client: hashed(client_id) },
      status: res.statusCode,
      ms: Number(process.hrtime.bigint() - start) / 1e6,
      ...(key !== undefined && { feedKey: key }),
      ...(!res.writableFinished && { aborted: true }),
    });
  });
}

/**
 * Logs one line per request: at `info` for the supplier's requests, which are few and change what all clients see; at
 * `debug` for reads and votes, of which there are millions. A line costs a sixth of a vote.
 */
export function logRequest(log: Logger, req: Request, res: Response, requestContext: RequestContext): void {
  const isFeed = requestContext.operation !== undefined && routeOf(requestContext.operation.name).credential === 'feed';
  const level = isFeed ? 'info' : 'debug';
  if (log.isLevelEnabled(level)) logWhenDone(log, level, req, res, requestContext, () => res.locals.feedKey);
}
