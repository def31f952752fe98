/** What a load returns. */
export interface CacheEntry<V> {
  value: V;
  /** Invalidating any of these invalidates the entry. */
  tags: readonly string[];
  /** The moment at which the value changes without an invalidation, if any; milliseconds since 1970. */
  untilMs?: number | undefined;
  /** For the loader only: the version of the source that the value was built from. */
  version?: number | undefined;
  /** For the loader only: what lets it find that nothing has changed. Its bytes count. */
  sources?: { readonly bytes: number } | undefined;
  /** Clients can make up any number of such keys: the entry goes to a separate partition. */
  isUnbounded?: boolean | undefined;
}

/** A cached value and the time at which its load began. */
export interface CachedValue<V> {
  value: V;
  loadedMs: number;
  isUnbounded?: boolean | undefined;
}

/** How long an entry is served. All in milliseconds. */
export interface CachePolicy {
  /** How long the entry is fresh unless it is invalidated. */
  ttlMs: number;
  /** How long after that it is still served while it is reloaded in the background. */
  staleMs: number;
  /**
   * If set, an invalidated entry is still served and reloaded in the background, at most once in this time. If not, the
   * next reader waits for a load that began after the invalidation.
   */
  minIntervalMs?: number;
}

/** What a reader gets. */
export interface CacheResult<V> {
  value: V;
  /** It could not be reloaded because its source is down or failing. */
  isStale: boolean;
  /** When the load of a stale value began, in milliseconds since 1970. */
  loadedMs?: number | undefined;
}

/**
 * @param cached the current entry. It has a `version` only if no invalidation of it arrived or may have been missed: a
 *   loader that finds the same version in the source may return it unchanged.
 */
export type Loader<V> = (cached: CacheEntry<V> | undefined) => Promise<CacheEntry<V>>;

export interface CacheSettings<V> {
  /** Upper bound for all values together; 0 caches nothing. */
  bytes: number;
  sizeOf(value: V): number;
  /** Whether a load's error means that the value no longer exists. Any other error makes the cached value stale. */
  isNotFound(error: unknown): boolean;
  /** Asks other processes for a value that cannot be loaded and is not cached. */
  fetchFromPeers?(key: string): Promise<CachedValue<V> | undefined>;
  /** Called when a load brought a different value. */
  onLoad?(key: string): void;
  /** Called when a cached value turned out to exist no longer. */
  onRemove?(key: string): void;
  /** Every read loads; cached values are served only while the source is down. */
  isOff?: boolean;
  now?: () => number;
}
