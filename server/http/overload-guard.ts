import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { readRequest } from '../../common/wire/request-context.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { OverloadGuard, type OverloadSettings } from '../limits/overload.ts';
import { workClassOf } from '../limits/work-class.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { type FeedKeys, hasFeedKey } from './feed-keys.ts';

/** What the paths of requests that may always be answered contain: no other request need be looked up. */
const names = /health|update_live_event/;

/** The guard of a process that answers from this cache. */
export function createOverloadGuard(options: {
  log: Logger;
  responseCache: ResponseCache;
  feedKeys: FeedKeys;
  regionSegments: boolean;
  settings?: Partial<OverloadSettings>;
  metrics?: RequestMetrics | undefined;
}): OverloadGuard {
  const { responseCache, feedKeys, ...others } = options;
  const { regionSegments } = options;
  const read = ({ method, url = '' }: IncomingMessage) => readRequest(method, url, regionSegments);
  // By the operation: records, clients and queries may have the same names.
  const nameOf = (req: IncomingMessage) => (names.test(req.url as string) ? read(req).operation?.name : undefined);
  const isUpdate = (req: IncomingMessage) => nameOf(req) === 'fight_metrics_update_live_event';
  return new OverloadGuard({
    ...others,
    admission: responseCache.admission,
    classOf(req) {
      // A live update that reaches this has no valid key: votes come first.
      if (req.method === 'POST') return isUpdate(req) ? 'page' : undefined;
      const { operation, query } = read(req);
      if (!operation) return undefined;
      const isPage = query.has('limit') || query.has('cursor');
      return workClassOf(routeOf(operation.name), isPage && !responseCache.isLinked(req.url as string));
    },
    // Health checks need an answer under load, and every reader waits for the supplier's live updates.
    isAlwaysAnswered(req) {
      return nameOf(req) === 'health' || (isUpdate(req) && hasFeedKey(req.headers.authorization, feedKeys.keys));
    },
    hasReply: ({ url }) => responseCache.has(url as string),
    isAway: () => responseCache.isAway,
  });
}
