import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isRead } from '../../common/wire/request-context.ts';
import { acceptsJson, prefersEventStream } from '../../contracts/http/negotiation.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { addressOf } from './client-address.ts';
import type { Limiters } from './middleware/rate.ts';
import { contextOf, setStart } from './request-context.ts';
import type { RequestLog } from './request-log.ts';
import { send } from './send.ts';
import type { Spans } from './spans.ts';

export interface CachedGetOptions {
  responseCache: ResponseCache;
  limiters: Limiters;
  requestLog: RequestLog;
  metrics?: RequestMetrics | undefined;
  spans?: Spans | undefined;
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
  { responseCache, limiters, requestLog, metrics, spans }: CachedGetOptions,
  next: RequestListener,
): RequestListener {
  const { reads } = limiters;

  function answer(req: IncomingMessage, res: ServerResponse, startMs: number): boolean {
    const cached = isRead(req.method) ? responseCache.get(req.url as string) : undefined;
    if (!cached) return false;
    const { canonical } = cached;
    const { operation, json } = canonical;
    if (!json && !takesJson(req.headers.accept, operation)) return false;
    if (reads.policy.limit > 0 && reads.take(addressOf(req), performance.now()) > 0) return false;
    requestLog.follow(req, res, canonical, startMs);
    spans?.answers(res, operation);
    metrics?.cacheLookup(cached.isStale ? 'stale' : 'hit');
    const sent = send(req, res, cached.value, cached.loadedMs);
    if (!sent) metrics?.answered(operation, res.statusCode, startMs);
    else {
      sent.then(
        () => metrics?.answered(operation, res.statusCode, startMs),
        (error: unknown) => {
          const failure = { level: 'error', problem: 'internal-error', status: 500, reason: 'compression' } as const;
          requestLog.failed(req, res, { ...failure, error });
          res.destroy();
        },
      );
    }
    return true;
  }

  return (req, res) => {
    const startMs = performance.now();
    if (answer(req, res, startMs)) return;
    setStart(res, startMs);
    metrics?.begin(res, startMs, () => contextOf(res)?.operation);
    next(req, res);
  };
}
