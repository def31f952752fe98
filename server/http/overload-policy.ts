import { isPageTarget } from '../../common/pages/pages.ts';
import { refusalOf } from '../../common/wire/refusals.ts';
import { isRead, type RequestContext } from '../../common/wire/request-context.ts';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { type RequestPolicy, workClassOf } from '../limits/governor.ts';
import { retryAfter } from '../limits/limiter.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { type FeedKeys, hasFeedKey } from './feed-keys.ts';
import type { RequestLog } from './request-log.ts';

const readHeaders = Object.entries(corsHeaders).flat();

/** Orders requests under overload, and refuses them as cheaply as possible. */
export function createOverloadPolicy(options: {
  find(method: string, target: string): RequestContext;
  responseCache: ResponseCache;
  feedKeys: FeedKeys;
  regionSegments: boolean;
  requestLog: RequestLog;
  metrics?: RequestMetrics | undefined;
}): RequestPolicy {
  const { find, responseCache, feedKeys, regionSegments, requestLog, metrics } = options;
  return {
    classOf(req) {
      const { operation, query } = find(req.method ?? '', req.url ?? '');
      if (operation?.name === 'health') return undefined;
      if (operation?.name === 'fight_metrics_update_live_event') {
        // Every reader waits for live updates; those without a valid key come last.
        return hasFeedKey(req.headers.authorization, feedKeys.keys) ? undefined : 'page';
      }
      if (req.method === 'POST') return 'write';
      if (!operation) return 'item';
      const isPage = query.has('limit') || query.has('cursor');
      return workClassOf(routeOf(operation.name), isPage && !responseCache.isLinked(req.url ?? ''));
    },
    hasReply: ({ method, url = '' }) => method !== 'POST' && (responseCache.has(url) || isPageTarget(url)),
    refuse(req, res, spread) {
      const { status, headers, body } = refusalOf('service-unavailable', req.url, regionSegments);
      headers.push(...Object.entries(retryAfter(1, spread)).flat());
      if (isRead(req.method)) headers.push(...readHeaders);
      res.writeHead(status, headers);
      res.end(req.method === 'HEAD' ? undefined : body);
      metrics?.shed('overload');
      requestLog.failed(req, res, { level: 'warn', problem: 'service-unavailable', status, reason: 'overload' });
    },
  };
}
