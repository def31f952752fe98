import { LRUCache } from 'lru-cache';
import type { CacheKind } from '../../contracts/http/headers.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type Governor, workClassOf } from '../limits/governor.ts';
import type { Invalidatable } from './invalidation.ts';
import { isNotFound } from './is-not-found.ts';
import type { Representation } from './representation.ts';
import { TaggedCache } from './tagged-cache.ts';
import type { CachedValue, CachePolicy, CacheResult, Loader } from './tagged-cache-types.ts';
import { isContentTag } from './tags.ts';

const neverFresh: CachePolicy = { ttlMs: 0, staleMs: 0 };

/**
 * How long each kind of reply is cached. Invalidations arrive within milliseconds, so these bound the cost of a lost
 * one. They stay within what `Cache-Control` of the kind allows any cache.
 *
 * Feeds change as a whole and at most a few times a second: readers after a change wait for one reload. Votes change
 * thousands of times a second: no reader waits, and they are summed at most four times a second.
 */
const policies: Record<CacheKind, CachePolicy> = {
  content: { ttlMs: 60_000, staleMs: 300_000 },
  live: { ttlMs: 1_000, staleMs: 1_000 },
  tally: { ttlMs: 1_000, staleMs: 1_000, minIntervalMs: 250 },
  private: neverFresh,
  none: neverFresh,
};

/** The TTL of a 404. */
const notFoundMs = 5_000;

/** A request without the variations that do not change its reply. */
export interface CanonicalRequest {
  operation: Operation;
  params: Readonly<Record<string, string>>;
  /** The path ended in `.json`: no `Accept` header can refuse the reply. */
  json: boolean;
  /** The canonical URL, which is the cache key. */
  key: string;
  /** A page of a list, requested with `limit` or `cursor`: clients can make up any number of them. */
  isPage: boolean;
}

export interface CachedResponse extends CacheResult<Representation> {
  canonical: CanonicalRequest;
}

/** Bytes of a `CanonicalRequest`, estimated. */
const canonicalBytes = 300;

/** What the plain variations of a canonical URL add to it. Clients can make up any number of others, also short ones. */
const plainEndings: ReadonlySet<string> = new Set(['', '.json', '/', '.json/']);

/** Pages that lists link to; beyond these, the least recently linked counts as unbounded. */
const maxLinked = 10_000;

/** The other processes of this machine. */
export interface Peers {
  /** A different reply was loaded. */
  onLoad(key: string): void;
  /** A cached reply turned out to exist no longer. */
  onRemove(key: string): void;
  /** Fetches the latest reply that any of them loaded. */
  fetch(key: string): Promise<CachedValue<Representation> | undefined>;
}

export interface ResponseCacheSettings {
  /** Upper bound of the cache; 0 caches nothing. */
  bytes: number;
  /** Every request asks the store; cached replies are served only while it is away. */
  isOff?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  peers?: Peers | undefined;
  /** Admits loads. */
  governor: Governor;
}

/**
 * The replies that this process has cached, by canonical URL, and the request targets that lead to them.
 *
 * 404s of unknown ids, and list pages by `limit` and `cursor`, have separate partitions, so that a million of them
 * evict nothing else. A page that an ordinary list links to is cached like the list.
 *
 * @see wire specification 2.5
 */
export class ResponseCache implements Invalidatable {
  readonly #cache: TaggedCache<Representation>;
  readonly #targets: LRUCache<string, CanonicalRequest> | undefined;
  /** Targets of which clients can make up any number. */
  readonly #unboundedTargets: LRUCache<string, CanonicalRequest> | undefined;
  /** Targets that mean another page once content changes; used while the store is away. */
  readonly #transientTargets: LRUCache<string, CanonicalRequest> | undefined;
  readonly #notFound: LRUCache<string, CachedResponse> | undefined;
  readonly #linked = new LRUCache<string, true>({ maxSize: maxLinked, sizeCalculation: () => 1 });
  readonly #governor: Governor;
  #contentChanges = 0;
  #isConnected = true;
  #isLate = false;

  constructor(settings: ResponseCacheSettings) {
    const { bytes, isOff = false, now = Date.now, peers, governor } = settings;
    this.#governor = governor;
    this.#cache = new TaggedCache({
      bytes,
      isOff,
      now,
      isNotFound,
      ...(peers && {
        onLoad: (key) => peers.onLoad(key),
        onRemove: (key) => peers.onRemove(key),
        fetchFromPeers: (key) => peers.fetch(key),
      }),
      sizeOf: ({ size }) => size,
    });
    if (bytes === 0 || isOff) return;
    const maxSize = Math.ceil(bytes / 8);
    const targets = { sizeCalculation: (_: CanonicalRequest, target: string) => target.length + canonicalBytes };
    this.#targets = new LRUCache({ maxSize, ...targets });
    this.#unboundedTargets = new LRUCache({ maxSize: Math.ceil(bytes / 16), ...targets });
    this.#transientTargets = new LRUCache({ maxSize: Math.ceil(bytes / 64), ...targets });
    this.#notFound = new LRUCache({
      maxSize,
      ttl: notFoundMs,
      sizeCalculation: ({ value }, target) => value.size + target.length + canonicalBytes,
    });
  }

  /** Bytes cached, estimated. */
  get bytes(): number {
    const partitions = [this.#targets, this.#unboundedTargets, this.#transientTargets, this.#notFound];
    return partitions.reduce((sum, partition) => sum + (partition?.calculatedSize ?? 0), this.#cache.bytes);
  }

  /** Cached replies, without 404s. */
  get count(): number {
    return this.#cache.count;
  }

  /** Whether the store is most likely away: then other processes may have replies that this one lacks. */
  get isAway(): boolean {
    return !this.#isConnected || this.#isLate;
  }

  /** Whether a reply to a request target is cached, however old. */
  has(target: string): boolean {
    const partitions = [this.#targets, this.#unboundedTargets, this.#transientTargets];
    return partitions.some((partition) => {
      const canonical = partition?.peek(target);
      return canonical !== undefined && this.#cache.peek(canonical.key) !== undefined;
    });
  }

  /** The cached reply of a canonical URL, however old. */
  peek(key: string): Readonly<CachedValue<Representation>> | undefined {
    return this.#cache.peek(key);
  }

  /** Number of content changes so far; a read that began before the last change may not show it. */
  get contentChanges(): number {
    return this.#contentChanges;
  }

  invalidate(tag: string): void {
    // Votes and feeds, which change all the time, create no ids.
    if (isContentTag(tag)) this.#clearNotFound();
    this.#cache.invalidate(tag);
  }

  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#clearNotFound();
    this.#cache.setConnected(isConnected);
  }

  setAway(isAway: boolean): void {
    this.#isLate = isAway;
    this.#cache.setAway(isAway);
  }

  /** The cached reply to a request target, if it can be sent without waiting. */
  get(target: string): CachedResponse | undefined {
    const canonical = this.#targets?.get(target) ?? this.#unboundedTargets?.get(target);
    if (!canonical) return this.#notFound?.get(target);
    const result = this.#cache.get(canonical.key);
    return result && { canonical, value: result.value, isStale: result.isStale, loadedMs: result.loadedMs };
  }

  /** Marks a page that an ordinary list or a linked page links to. */
  markLinked(key: string): void {
    this.#linked.set(key, true);
  }

  isLinked(key: string): boolean {
    return this.#linked.has(key);
  }

  /** Stores what a target means until content changes. */
  setTransient(target: string, canonical: CanonicalRequest): void {
    this.#transientTargets?.set(target, canonical);
  }

  /** What a target meant when the store was last asked. */
  getTransient(target: string): CanonicalRequest | undefined {
    return this.#transientTargets?.get(target);
  }

  /**
   * Serves the cached reply, or loads it once for all concurrent readers.
   *
   * @param target undefined if it may later mean another page.
   * @param admit called before a load starts for this reader; throws to refuse.
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

  /** A canonical URL has a few plain variations, and any number of others with unknown parameters. */
  #partitionOf(target: string, key: string): LRUCache<string, CanonicalRequest> | undefined {
    const isPlain = target.startsWith(key) && plainEndings.has(target.slice(key.length));
    return isPlain && !this.#cache.peek(key)?.isUnbounded ? this.#targets : this.#unboundedTargets;
  }

  /**
   * Caches the 404 of an unknown id for a few seconds.
   *
   * @param since `contentChanges` before the store was asked.
   */
  cacheNotFound(target: string, canonical: CanonicalRequest, value: Representation, since: number): void {
    if (since === this.#contentChanges) this.#notFound?.set(target, { canonical, value, isStale: false });
  }

  #clearNotFound(): void {
    this.#contentChanges++;
    this.#notFound?.clear();
  }
}
