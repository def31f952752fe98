import type { Request } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import type { RequestContext } from '../../common/wire/request-context.ts';
import { nextLink, pageQuery } from '../../contracts/http/cursors.ts';
import { jsonType } from '../../contracts/http/headers.ts';
import type { Values } from '../../contracts/operations.ts';
import { canonicalize } from '../cache/cache-key.ts';
import { contentTag } from '../cache/invalidation.ts';
import { flattenHeaders, Representation } from '../cache/representation.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { CacheEntry, CacheResult } from '../cache/tagged-cache.ts';
import type { Governor } from '../limits/governor.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { findPosition } from '../queries/page-position.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { isUnknownId, problemRepresentation } from './problems.ts';
import { chargePage, takeMiss } from './rate.ts';
import type { RequestLog } from './request-log.ts';
import type { ServedOperation } from './served-operation.ts';

export interface CachedReplyOptions {
  responseCache: ResponseCache;
  governor: Governor;
  misses: Limiter;
  requestLog: RequestLog;
  metrics?: RequestMetrics | undefined;
}

/** The reply that a request names. */
interface Target {
  values: Values;
  canonical: ReturnType<typeof canonicalize>;
  /** Whether the URL still names this page after a publish. */
  isLasting: boolean;
}

type Entry = CacheEntry<Representation>;

const emptyList = '[]';

/**
 * @returns a function that reads the cached reply of a URL in any variation, the problem of an unknown id, or else a reply
 *   loaded now.
 */
export function createCachedReader(
  served: ServedOperation,
  { responseCache, governor, misses, requestLog, metrics }: CachedReplyOptions,
): (req: Request, requestContext: RequestContext) => Promise<CacheResult<Representation>> {
  const { operation, route, context } = served;

  /**
   * For a page, finds the row that it starts after. If that row does not exist, the cursor may mean another page after the
   * next change, so it is looked up at each request.
   *
   * @throws {Problem} `too-many-requests`, before the store is read.
   */
  async function findTarget(req: Request, requestContext: RequestContext, values: Values): Promise<Target> {
    const target = { values, canonical: canonicalize(requestContext, operation, values), isLasting: true };
    // A page loaded for a row is the page after it, whether or not the row still exists.
    if (values.cursor === undefined || responseCache.peek(target.canonical.key)) return target;
    takeMiss(misses, req);
    try {
      const cursor = await governor.admit('page', () =>
        findPosition(operation.name, values, context.store.content.snapshot()),
      );
      if (cursor === values.cursor) return target;
      const { cursor: _, ...others } = values;
      const resolved = cursor === undefined ? others : { ...others, cursor };
      return { values: resolved, canonical: canonicalize(requestContext, operation, resolved), isLasting: false };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // Another process may have the page.
      return { ...target, isLasting: false };
    }
  }

  /** The cached reply, if it was built from content alone and one short query shows the same generation. */
  async function findUnchanged(cached: Entry | undefined): Promise<Entry | undefined> {
    if (cached?.version === undefined) return undefined;
    if (cached.untilMs !== undefined && Date.now() >= cached.untilMs) return undefined;
    return cached.version === (await context.store.content.liveGeneration()) ? cached : undefined;
  }

  async function represent(
    { values, canonical: { path, key, isPage } }: Target,
    cached: Entry | undefined,
  ): Promise<Entry> {
    const snapshot = context.store.content.snapshot();
    const isOrdinary = !isPage || responseCache.isLinked(key);
    const { body, headers, next, tags, untilMs } = await served.read(values, snapshot);
    const bytes = Buffer.from(await served.serialize(body));
    const own = flattenHeaders(headers);
    if (next !== undefined) {
      const page = `${path}${pageQuery(values.limit, next)}`;
      own.push('Link', nextLink(context.settings.publicUrl + page));
      if (isOrdinary) responseCache.markLinked(page);
    }
    const fresh = new Representation(bytes, { type: jsonType, headers: served.headers.concat(own) });
    return {
      // The cached reply may have its compressed forms already.
      value: cached?.value.isSameAs(fresh) ? cached.value : fresh,
      tags: [...Array.from(snapshot.collections, contentTag), ...tags],
      untilMs,
      version: tags.length === 0 ? snapshot.generation : undefined,
      // Clients can invent any number of filters without matches.
      isUnbounded: !isOrdinary || (route.path.includes('(') && bytes.length === emptyList.length),
    };
  }

  /** Logs an unexpected error here if readers get the cached reply instead of it. */
  async function load(target: Target, cached: Entry | undefined): Promise<Entry> {
    try {
      const loaded = (await findUnchanged(cached)) ?? (await represent(target, cached));
      metrics?.cacheLoad(true);
      return loaded;
    } catch (error) {
      metrics?.cacheLoad(error instanceof Problem);
      const isExpected = error instanceof Problem || error instanceof StoreUnavailable;
      if (cached && !isExpected) requestLog.notLoaded(operation, error);
      throw error;
    }
  }

  return async (req, requestContext) => {
    const values = served.readValues(requestContext);
    const since = responseCache.contentChanges;
    let isLoaded = false;
    try {
      const target = await findTarget(req, requestContext, values);
      const result = await responseCache.read(
        target.isLasting ? req.url : undefined,
        target.canonical,
        (cached) => load(target, cached),
        () => {
          takeMiss(misses, req);
          isLoaded = true;
        },
      );
      metrics?.cacheLookup(result.isStale ? 'stale' : 'miss');
      if (isLoaded && !result.isStale && target.canonical.isPage) {
        chargePage(misses, req, result.value.identity.bytes.length);
      }
      return result;
    } catch (error) {
      if (!(error instanceof Problem) || !isUnknownId(error, route)) throw error;
      const problem = problemRepresentation(error, requestContext);
      responseCache.cacheNotFound(req.url, canonicalize(requestContext, operation, values), problem, since);
      return { value: problem, isStale: false };
    }
  };
}
