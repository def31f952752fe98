import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestContext } from '../../../contracts/requests/request-context.ts';
import { routeOf } from '../../../contracts/routes.ts';

/** A client id is enough to read and move its votes, so the log distinguishes clients without naming them. */
const secret = randomBytes(32);
const hashed = (clientId: string) => createHmac('sha256', secret).update(clientId).digest('base64url').slice(0, 12);

/** The part of a request that is logged. */
export type Logged = Pick<RequestContext, 'operation' | 'params'>;

/**
 * Writes one line when a response has ended. It names the operation and its parameters, never the raw path: what a
 * client sends cannot reach the log unescaped, nor a client id unhashed.
 *
 * @param feedKey asked when it has ended: the name of the key that a live update came with.
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
 * One line per request: those of the supplier, which are few and change what all see, at `info`; reads and votes, which
 * come by the million, at `debug`. A line costs a sixth of a vote.
 */
export function logRequest(log: Logger, req: Request, res: Response, requestContext: RequestContext): void {
  const isFeed = requestContext.operation !== undefined && routeOf(requestContext.operation.name).credential === 'feed';
  const level = isFeed ? 'info' : 'debug';
  if (log.isLevelEnabled(level)) logWhenDone(log, level, req, res, requestContext, () => res.locals.feedKey);
}
