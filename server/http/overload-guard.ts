import type { Logger } from 'pino';
import { readRequest } from '../../contracts/requests/request-context.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { OverloadGuard, type OverloadSettings } from '../limits/overload.ts';
import { workClassOf } from '../limits/work-class.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';

/** The guard of a process that answers from this cache. */
export function createOverloadGuard(options: {
  log: Logger;
  responseCache: ResponseCache;
  regionSegments: boolean;
  settings?: Partial<OverloadSettings>;
  metrics?: RequestMetrics | undefined;
}): OverloadGuard {
  const { responseCache, regionSegments, ...others } = options;
  return new OverloadGuard({
    ...others,
    admission: responseCache.admission,
    classOf({ method, url = '' }) {
      const { operation, query } = readRequest(method, url, regionSegments);
      if (!operation) return undefined;
      const isPage = query.has('limit') || query.has('cursor');
      return workClassOf(routeOf(operation.name), isPage && !responseCache.isLinked(url));
    },
    hasReply: ({ url = '' }) => responseCache.has(url),
    isAway: () => responseCache.isAway,
  });
}
