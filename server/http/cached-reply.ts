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
import { chargePage, takeMiss } from './miss-charge.ts';
import { isUnknownId, problemRepresentation } from './problems.ts';
import type { RequestLog } from './request-log.ts';
import type { ServedOperation } from './served-operation.ts';

export interface CachedReplyOptions {
  responseCache: ResponseCache;
  governor: Governor;
  /** Limits how many replies are loaded for each address. */
  misses: Limiter;
  requestLog: RequestLog;
  /** Counts what this process does; undefined counts nothing. */
  metrics?: RequestMetrics | undefined;
}

/** What a request asks for. */
interface Target {
  values: Values;
  canonical: ReturnType<typeof canonicalize>;
  /** It means the same after content changes. */
  isLasting: boolean;
}

const emptyList = '[]';

/** Reads the replies of one operation from the response cache, and loads those that are not there. */
export class CachedReply {
  readonly #served: ServedOperation;
  readonly #responseCache: ResponseCache;
  readonly #governor: Governor;
  readonly #misses: Limiter;
  readonly #requestLog: RequestLog;
  readonly #metrics: RequestMetrics | undefined;

  constructor(served: ServedOperation, options: CachedReplyOptions) {
    const { responseCache, governor, misses, requestLog, metrics } = options;
    this.#served = served;
    this.#responseCache = responseCache;
    this.#governor = governor;
    this.#misses = misses;
    this.#requestLog = requestLog;
    this.#metrics = metrics;
  }

  /** Reads the cached reply of a URL in any variation, the problem of an unknown id, or else a reply loaded now. */
  async read(req: Request, requestContext: RequestContext): Promise<CacheResult<Representation>> {
    const { operation, route } = this.#served;
    const values = this.#served.readValues(requestContext);
    let isLoaded = false;
    const since = this.#responseCache.contentChanges;
    try {
      const found = this.#findTarget(req, requestContext, values);
      const target = found instanceof Promise ? await found : found;
      const result = await this.#responseCache.read(
        target.isLasting ? req.url : undefined,
        target.canonical,
        (cached) => this.#load(target, cached),
        () => {
          takeMiss(this.#misses, req);
          isLoaded = true;
        },
      );
      this.#metrics?.cacheLookup(result.isStale ? 'stale' : 'miss');
      if (isLoaded && !result.isStale && target.canonical.isPage) {
        chargePage(this.#misses, req, result.value.identity.bytes.length);
      }
      return result;
    } catch (error) {
      if (!(error instanceof Problem) || !isUnknownId(error, route)) throw error;
      const problem = problemRepresentation(error, requestContext);
      this.#responseCache.cacheNotFound(req.url, canonicalize(requestContext, operation, values), problem, since);
      return { value: problem, isStale: false };
    }
  }

  /**
   * Finds what a request asks for; for a page, the row that it starts after. If that row does not exist, the cursor may
   * mean another page after the next change, so it is looked up at each request.
   *
   * @throws {Problem} `too-many-requests`, before the store is asked.
   */
  #findTarget(req: Request, requestContext: RequestContext, values: Values): Target | Promise<Target> {
    const canonical = canonicalize(requestContext, this.#served.operation, values);
    const target = { values, canonical, isLasting: true };
    // A page loaded for a row is the page after it, whether or not the row still exists.
    if (values.cursor === undefined || this.#responseCache.peek(canonical.key)) return target;
    takeMiss(this.#misses, req);
    return this.#findPage(requestContext, target);
  }

  async #findPage(requestContext: RequestContext, target: Target): Promise<Target> {
    const { operation, context } = this.#served;
    const { values } = target;
    try {
      const cursor = await this.#governor.admit('page', () =>
        findPosition(operation.name, values, context.store.content.snapshot()),
      );
      if (cursor === values.cursor) return target;
      const { cursor: _, ...others } = values;
      const resolved = cursor === undefined ? others : { ...others, cursor };
      const canonical = canonicalize(requestContext, operation, resolved);
      return { values: resolved, canonical, isLasting: false };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // Another process may have the page.
      return { ...target, isLasting: false };
    }
  }

  /** Loads a reply. Logs an unexpected error here if readers get the cached reply instead of it. */
  async #load(target: Target, cached: CacheEntry<Representation> | undefined): Promise<CacheEntry<Representation>> {
    try {
      const loaded = (await this.#findUnchanged(cached)) ?? (await this.#represent(target, cached));
      this.#metrics?.cacheLoad(true);
      return loaded;
    } catch (error) {
      this.#metrics?.cacheLoad(error instanceof Problem);
      const isExpected = error instanceof Problem || error instanceof StoreUnavailable;
      if (cached && !isExpected) this.#requestLog.notLoaded(this.#served.operation, error);
      throw error;
    }
  }

  /** The cached reply, if it was built from content alone and one short query shows the same generation. */
  async #findUnchanged(
    cached: CacheEntry<Representation> | undefined,
  ): Promise<CacheEntry<Representation> | undefined> {
    if (cached?.version === undefined || (cached.untilMs !== undefined && Date.now() >= cached.untilMs))
      return undefined;
    return cached.version === (await this.#served.context.store.content.liveGeneration()) ? cached : undefined;
  }

  async #represent(
    { values, canonical: { path, key, isPage } }: Target,
    cached: CacheEntry<Representation> | undefined,
  ): Promise<CacheEntry<Representation>> {
    const { context, route, headers: common } = this.#served;
    const snapshot = context.store.content.snapshot();
    const isOrdinary = !isPage || this.#responseCache.isLinked(key);
    const { body, headers, next, tags, untilMs } = await this.#served.read(values, snapshot);
    const bytes = Buffer.from(await this.#served.serialize(body));
    const own = flattenHeaders(headers);
    const page = next === undefined ? undefined : `${path}${pageQuery(values.limit, next)}`;
    if (page !== undefined) {
      own.push('Link', nextLink(context.settings.publicUrl + page));
      if (isOrdinary) this.#responseCache.markLinked(page);
    }
    const fresh = new Representation(bytes, { type: jsonType, headers: common.concat(own) });
    // Clients can also make up any number of filters that match nothing.
    const isUnbounded = !isOrdinary || (route.path.includes('(') && bytes.length === emptyList.length);
    const isOfContent = tags.length === 0;
    return {
      // The cached reply may have its compressed forms already.
      value: cached?.value.isSameAs(fresh) ? cached.value : fresh,
      tags: [...Array.from(snapshot.collections, contentTag), ...tags],
      untilMs,
      version: isOfContent ? snapshot.generation : undefined,
      isUnbounded,
    };
  }
}
