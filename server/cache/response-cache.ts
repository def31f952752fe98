import { LRUCache } from 'lru-cache';
import type { CacheKind } from '../../contracts/http/headers.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type Governor, workClassOf } from '../limits/governor.ts';
import { type Invalidatable, isContentTag } from './invalidation.ts';
import type { Representation } from './representation.ts';
import {
  type CachedValue,
  type CachePolicy,
  type CacheResult,
  type Loader,
  type Peers,
  TaggedCache,
} from './tagged-cache.ts';

const neverFresh: CachePolicy = { ttlMs: 0, staleMs: 0 };

/**
 * How long each kind of reply is cached. Invalidations arrive within milliseconds, so these times bound the effect of a lost
 * invalidation. They are within the `Cache-Control` of each kind.
 *
 * Feeds change at most a few times a second: readers after a change wait for one reload. Votes change thousands of times a
 * second: no reader waits, and they are summed at most four times a second.
 */
const policies: Record<CacheKind, CachePolicy> = {
  content: { ttlMs: 60_000, staleMs: 300_000 },
  live: { ttlMs: 1_000, staleMs: 1_000 },
  tally: { ttlMs: 1_000, staleMs: 1_000, minIntervalMs: 250 },
  private: neverFresh,
  none: neverFresh,
};

/** How long a 404 is cached. */
const notFoundMs = 5_000;

/** A request without the variations that do not change its reply. */
export interface CanonicalRequest {
  operation: Operation;
  params: Readonly<Record<string, string>>;
  /** The path ended in `.json`: the `Accept` header is ignored. */
  json: boolean;
  /** The canonical URL, which is the cache key. */
  key: string;
  /** A page requested with `limit` or `cursor`; clients can invent any number of these. */
  isPage: boolean;
}

export interface CachedResponse extends CacheResult<Representation> {
  canonical: CanonicalRequest;
}

/** Bytes of a `CanonicalRequest`, estimated. */
const canonicalBytes = 300;

/** The endings of the plain variations of a canonical URL. Clients can invent any number of other variations. */
const plainEndings: ReadonlySet<string> = new Set(['', '.json', '/', '.json/']);

/** Max pages to which lists link; the least recently linked ones are then treated as unbounded. */
const maxLinked = 10_000;

export interface ResponseCacheSettings {
  /** Max bytes of the cache; 0 caches nothing. */
  bytes: number;
  /** Every request reads the store; cached replies are served only while it is unreachable. */
  isOff?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  peers?: Peers<Representation> | undefined;
  /** Admits loads. */
  governor: Governor;
}

/**
 * The cached replies of this process by canonical URL, and the request targets that lead to them.
 *
 * 404s of unknown ids, and pages requested with `limit` or `cursor`, have separate partitions, so that a million of them evict
 * nothing else. A page to which an ordinary list links is cached like the list.
 *
 * @see wire specification 2.5
 */
export class ResponseCache implements Invalidatable {
  readonly #cache: TaggedCache<Representation>;
  readonly #targets: LRUCache<string, CanonicalRequest> | undefined;
  /** Targets that clients can invent in any number. */
  readonly #unboundedTargets: LRUCache<string, CanonicalRequest> | undefined;
  readonly #notFound: LRUCache<string, CachedResponse> | undefined;
  readonly #linked = new LRUCache<string, true>({ maxSize: maxLinked, sizeCalculation: () => 1 });
  readonly #governor: Governor;
  #contentChanges = 0;

  constructor(settings: ResponseCacheSettings) {
    const { bytes, isOff = false, now = Date.now, peers, governor } = settings;
    this.#governor = governor;
    this.#cache = new TaggedCache({ bytes, isOff, now, peers, sizeOf: ({ size }) => size });
    if (bytes === 0 || isOff) return;
    const maxSize = Math.ceil(bytes / 8);
    const targets = { sizeCalculation: (_: CanonicalRequest, target: string) => target.length + canonicalBytes };
    this.#targets = new LRUCache({ maxSize, ...targets });
    this.#unboundedTargets = new LRUCache({ maxSize: Math.ceil(bytes / 16), ...targets });
    this.#notFound = new LRUCache({
      maxSize,
      ttl: notFoundMs,
      sizeCalculation: ({ value }, target) => value.size + target.length + canonicalBytes,
    });
  }

  /** Bytes cached, estimated. */
  get bytes(): number {
    const partitions = [this.#targets, this.#unboundedTargets, this.#notFound];
    return partitions.reduce((sum, partition) => sum + (partition?.calculatedSize ?? 0), this.#cache.bytes);
  }

  /** Cached replies, without 404s. */
  get count(): number {
    return this.#cache.count;
  }

  /** Whether a reply to a request target is cached, however old. */
  has(target: string): boolean {
    const canonical = this.#targets?.peek(target) ?? this.#unboundedTargets?.peek(target);
    return canonical !== undefined && this.#cache.peek(canonical.key) !== undefined;
  }

  /** The cached reply of a canonical URL, however old. */
  peek(key: string): Readonly<CachedValue<Representation>> | undefined {
    return this.#cache.peek(key);
  }

  /** Number of content changes so far. A read that began before the last change may not show it. */
  get contentChanges(): number {
    return this.#contentChanges;
  }

  invalidate(tag: string): void {
    // Changes of votes and feeds create no ids.
    if (isContentTag(tag)) this.#clearNotFound();
    this.#cache.invalidate(tag);
  }

  setConnected(isConnected: boolean): void {
    this.#clearNotFound();
    this.#cache.setConnected(isConnected);
  }

  setUnreachable(isUnreachable: boolean): void {
    this.#cache.setUnreachable(isUnreachable);
  }

  /** The reply to a request target that can be sent without waiting, if any. */
  get(target: string): CachedResponse | undefined {
    const canonical = this.#targets?.get(target) ?? this.#unboundedTargets?.get(target);
    if (!canonical) return this.#notFound?.get(target);
    const result = this.#cache.get(canonical.key);
    return result && { canonical, value: result.value, isStale: result.isStale, loadedMs: result.loadedMs };
  }

  /** Marks a page to which an ordinary list, or another marked page, links. */
  markLinked(key: string): void {
    this.#linked.set(key, true);
  }

  isLinked(key: string): boolean {
    return this.#linked.has(key);
  }

  /**
   * Serves the cached reply, or loads it once for all concurrent readers.
   *
   * @param target undefined if its page may change with the content.
   * @param admit called before a load starts for this reader; refuses by throwing.
   * @throws {TooManyLoads}
   */
  async read(
    target: string | undefined,
    canonical: CanonicalRequest,
    load: Loader<Representation>,
    admit?: () => void,
  ): Promise<CacheResult<Representation>> {
    const { key, operation, isPage } = canonical;
    const route = routeOf(operation.name);
    const workClass = workClassOf(route, isPage && !this.isLinked(key));
    const result = await this.#cache.read(
      key,
      policies[route.cache],
      (cached) => this.#governor.admit(workClass, () => load(cached)),
      admit,
    );
    if (target !== undefined) this.#partitionOf(target, key)?.set(target, canonical);
    return result;
  }

  /** A canonical URL has four plain variations, and any number of others with unknown parameters. */
  #partitionOf(target: string, key: string): LRUCache<string, CanonicalRequest> | undefined {
    const isPlain = target.startsWith(key) && plainEndings.has(target.slice(key.length));
    return isPlain && !this.#cache.peek(key)?.isUnbounded ? this.#targets : this.#unboundedTargets;
  }

  /**
   * Caches the 404 of an unknown id for a few seconds.
   *
   * @param since `contentChanges` before the store was read.
   */
  cacheNotFound(target: string, canonical: CanonicalRequest, value: Representation, since: number): void {
    if (since === this.#contentChanges) this.#notFound?.set(target, { canonical, value, isStale: false });
  }

  #clearNotFound(): void {
    this.#contentChanges++;
    this.#notFound?.clear();
  }
}
