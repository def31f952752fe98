import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { acceptsJson, prefersEventStream } from '../../contracts/http/negotiation.ts';
import type { Operation } from '../../contracts/operations.ts';
import { isRead } from '../../contracts/requests/request-context.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { addressOf } from './client-address.ts';
import { logWhenDone } from './middleware/log.ts';
import type { Limiters } from './middleware/rate.ts';
import { contextOf } from './request-context.ts';
import { send } from './send.ts';

export interface CachedGetOptions {
  responseCache: ResponseCache;
  limiters: Limiters;
  log: Logger;
  metrics?: RequestMetrics | undefined;
}

/** Whether a client with this `Accept` gets JSON, even where the same URL can be followed as a stream. */
const takesJson = (accept: string | undefined, { name }: Operation) =>
  accept === undefined || (acceptsJson(accept) && !(routeOf(name).stream && prefersEventStream(accept)));

/**
 * Answers cached GETs before Express, which alone costs as much as the whole reply.
 * Passes on everything else (not cached, another method, a stream, a client that takes no JSON, a limit reached),
 * so that each rule is written once, behind it.
 *
 * @param next Express.
 */
export function answerCached(
  { responseCache, limiters, log, metrics }: CachedGetOptions,
  next: RequestListener,
): RequestListener {
  const { reads } = limiters;

  function answer(req: IncomingMessage, res: ServerResponse): boolean {
    const startMs = metrics ? performance.now() : 0;
    const cached = isRead(req.method) ? responseCache.get(req.url as string) : undefined;
    if (!cached) return false;
    const { canonical } = cached;
    const { operation, json } = canonical;
    if (!json && !takesJson(req.headers.accept, operation)) return false;
    if (reads.policy.limit > 0 && reads.take(addressOf(req), Date.now()) > 0) return false;
    if (log.isLevelEnabled('debug')) logWhenDone(log, 'debug', req, res, canonical);
    metrics?.cacheLookup(cached.isStale ? 'stale' : 'hit');
    const sent = send(req, res, cached.value, cached.loadedMs);
    if (!sent) metrics?.answered(operation, res.statusCode, startMs);
    else {
      sent.then(
        () => metrics?.answered(operation, res.statusCode, startMs),
        (error: unknown) => {
          log.error({ err: error, route: operation.id }, 'a cached reply could not be sent');
          res.destroy();
        },
      );
    }
    return true;
  }

  return (req, res) => {
    if (answer(req, res)) return;
    metrics?.begin(res, () => contextOf(res)?.operation);
    next(req, res);
  };
}
