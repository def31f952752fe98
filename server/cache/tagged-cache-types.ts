/** What a load returns. */
export interface CacheEntry<V> {
  value: V;
  /** Invalidating any of these invalidates the entry. */
  tags: readonly string[];
  /** The moment at which the value changes without an invalidation, if any; milliseconds since 1970. */
  untilMs?: number | undefined;
  /** Only for the loader: the version of the source that the value was built from. */
  version?: number | undefined;
  /** Clients can make up any number of such keys: the entry is stored in a separate partition. */
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
   * If set, an invalidated entry is still served, and reloaded in the background at most once in this time. Otherwise the next
   * reader waits for a load that began after the invalidation.
   */
  minIntervalMs?: number;
}

/** What a reader gets. */
export interface CacheResult<V> {
  value: V;
  /** It could not be reloaded, because its source is unreachable or fails. */
  isStale: boolean;
  /** When the load of a stale value began, in milliseconds since 1970. */
  loadedMs?: number | undefined;
}

/**
 * @param cached the current entry. It has a `version` only if no invalidation of it arrived or may have been missed: a
 *   loader that finds the same version in the source may return it unchanged.
 */
export type Loader<V> = (cached: CacheEntry<V> | undefined) => Promise<CacheEntry<V>>;

/** The caches of the other processes of this machine. */
export interface Peers<V> {
  /** Called when a load returned a different value. */
  onLoad(key: string): void;
  /** Called when a cached value no longer exists. */
  onRemove(key: string): void;
  /** Fetches a value that cannot be loaded and is not cached here. */
  fetch(key: string): Promise<CachedValue<V> | undefined>;
}

export interface CacheSettings<V> {
  /** Max bytes of all values together; 0 caches nothing. */
  bytes: number;
  sizeOf(value: V): number;
  peers?: Peers<V> | undefined;
  /** Every read loads; cached values are served only while the source is unreachable. */
  isOff?: boolean;
  now?: () => number;
}
