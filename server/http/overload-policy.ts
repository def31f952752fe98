import type { IncomingMessage } from 'node:http';
import { refusalOf } from '../../common/wire/refusals.ts';
import { isRead, readRequest } from '../../common/wire/request-context.ts';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { type RequestPolicy, workClassOf } from '../limits/governor.ts';
import { retryAfter } from '../limits/limiter.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { type FeedKeys, hasFeedKey } from './feed-keys.ts';
import type { RequestLog } from './request-log.ts';

/** In the paths of requests that may always be answered: no other request need be looked up. */
const names = /health|update_live_event/;

const readHeaders = Object.entries(corsHeaders).flat();

/** Which requests come first under overload, and how the others are refused: as cheaply as possible. */
export function createOverloadPolicy(options: {
  responseCache: ResponseCache;
  feedKeys: FeedKeys;
  regionSegments: boolean;
  requestLog: RequestLog;
  metrics?: RequestMetrics | undefined;
}): RequestPolicy {
  const { responseCache, feedKeys, regionSegments, requestLog, metrics } = options;
  const read = ({ method, url = '' }: IncomingMessage) => readRequest(method, url, regionSegments);
  // By the operation: records, clients and queries may have the same names.
  const nameOf = (req: IncomingMessage) => (names.test(req.url ?? '') ? read(req).operation?.name : undefined);
  const isUpdate = (req: IncomingMessage) => nameOf(req) === 'fight_metrics_update_live_event';
  return {
    classOf(req) {
      // A live update that reaches this has no valid key: votes come first.
      if (req.method === 'POST') return isUpdate(req) ? 'page' : 'write';
      const { operation, query } = read(req);
      if (!operation) return 'item';
      const isPage = query.has('limit') || query.has('cursor');
      return workClassOf(routeOf(operation.name), isPage && !responseCache.isLinked(req.url ?? ''));
    },
    // Health checks need a reply under load, and every reader waits for the supplier's live updates.
    isAlwaysAnswered(req) {
      return nameOf(req) === 'health' || (isUpdate(req) && hasFeedKey(req.headers.authorization, feedKeys.keys));
    },
    hasReply: ({ method, url = '' }) => method !== 'POST' && responseCache.has(url),
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
