import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isRead, takesReply, wantsStream } from '../../common/wire/request-context.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { type Limiters, limitRate } from './rate.ts';
import { noted, operationOf } from './request-context.ts';
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

/** Answers cached GETs before Express, which alone costs as much as the whole reply; passes all other requests to `next`. */
export function answerCached(
  { responseCache, limiters, requestLog, metrics, spans }: CachedGetOptions,
  next: RequestListener,
): RequestListener {
  function answer(req: IncomingMessage, res: ServerResponse, startMs: number): boolean {
    const cached = isRead(req.method) ? responseCache.get(req.url as string) : undefined;
    if (!cached) return false;
    const { canonical } = cached;
    const { operation } = canonical;
    const { accept } = req.headers;
    if (wantsStream(canonical, accept) || !takesReply(canonical, accept)) return false;
    if (limitRate(limiters, req, operation)) return false;
    requestLog.follow(req, res, canonical, startMs);
    if (spans) noted(res).operation = operation;
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
    noted(res).startMs = startMs;
    metrics?.begin(res, startMs, () => operationOf(res));
    next(req, res);
  };
}
