import { LRUCache } from 'lru-cache';
import { Problem } from '../../common/wire/problem.ts';

/** The result of a load. */
export interface CacheEntry<V> {
  value: V;
  /** Invalidating any of these invalidates the entry. */
  tags: readonly string[];
  /** The moment at which the value changes without an invalidation, if any; milliseconds since 1970. */
  untilMs?: number | undefined;
  /** Only for the loader: the version of the source that the value was built from. */
  version?: number | undefined;
  /** Clients can invent any number of such keys: the entry is stored in a separate partition. */
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
   * If set, an invalidated entry is still served, and reloaded in the background at most once per this time. Otherwise the next
   * reader waits for a load that began after the invalidation.
   */
  minIntervalMs?: number;
}

/** A cached value as a reader gets it. */
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

interface CacheSettings<V> {
  /** Max bytes of all values together; 0 caches nothing. */
  bytes: number;
  sizeOf(value: V): number;
  peers?: Peers<V> | undefined;
  /** Every read loads; cached values are served only while the source is unreachable. */
  isOff?: boolean;
  now?: () => number;
}

interface StoredEntry<V> extends CacheEntry<V> {
  result: CacheResult<V>;
  policy: CachePolicy;
  load: Loader<V>;
  size: number;
  loadedMs: number;
  /** The number of its load; later loads show later changes. */
  loadNumber: number;
  /** When a reload last failed because the source is unreachable; 0: not since this load. */
  failedMs: number;
}

interface Load<V> {
  key: string;
  number: number;
  startedMs: number;
  entry: Promise<CacheEntry<V>>;
  /** Tags invalidated since it began, in that order: the value may or may not include those changes. */
  invalidated: Set<string> | undefined;
  /** The value may lack a change from before the call of a new reader, which needs another load. */
  isOutdated: boolean;
}

/** The share of the bytes for entries with unbounded keys. */
const unboundedPart = 1 / 8;

/** Estimated bytes of an entry without its value. */
const entryBytes = 512;

/** How soon a failed reload is retried. */
const retryAfterMs = 250;

/** How long after a failure readers get the stale value without waiting: an outage delays only the first reader. */
const serveStaleMs = 5_000;

/** The max TTL while invalidations cannot arrive. */
const disconnectedTtlMs = 1_000;

/** Whether the requested value does not exist; any other error is temporary, or a bug in the server. */
const isNotFound = (error: unknown): boolean => error instanceof Problem && error.status < 500;

/**
 * Values by key, loaded once for all concurrent readers and served until invalidated or expired. Evicts the least recently
 * used entries when its bytes are full. The owner supplies the loaders and passes on invalidations by tag.
 */
export class TaggedCache<V> {
  readonly #settings: CacheSettings<V>;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, StoredEntry<V>> | undefined;
  /** Entries with unbounded keys. */
  readonly #unbounded: LRUCache<string, StoredEntry<V>> | undefined;
  /** Every load in progress, the latest last; several of one key may be. */
  readonly #loads: Load<V>[] = [];
  /** Numbers loads and invalidations in the order in which they begin. */
  #count = 0;
  /** The last invalidation of each tag. */
  readonly #invalidations = new Map<string, number>();
  /** Invalidations may have been missed before this number. */
  #suspectUntil = 0;
  #isConnected = true;
  #isUnreachable = false;

  constructor(settings: CacheSettings<V>) {
    this.#settings = settings;
    this.#now = settings.now ?? Date.now;
    if (settings.bytes === 0) return;
    this.#entries = this.#createPartition(settings.bytes);
    this.#unbounded = this.#createPartition(Math.ceil(settings.bytes * unboundedPart));
  }

  /** Bytes cached, estimated. */
  get bytes(): number {
    return (this.#entries?.calculatedSize ?? 0) + (this.#unbounded?.calculatedSize ?? 0);
  }

  get count(): number {
    return (this.#entries?.size ?? 0) + (this.#unbounded?.size ?? 0);
  }

  /** The cached value of a key, however old. Does not count as a use. */
  peek(key: string): Readonly<CachedValue<V>> | undefined {
    return this.#peek(key);
  }

  /** The value that can be served without waiting, if any; may start a reload in the background. */
  get(key: string): CacheResult<V> | undefined {
    if (this.#settings.isOff) return undefined;
    const entry = this.#find(key);
    if (!entry) return undefined;
    const nowMs = this.#now();
    const ageMs = nowMs - entry.loadedMs;
    const { ttlMs, staleMs, minIntervalMs = 0 } = this.#isConnected ? entry.policy : disconnectedPolicy(entry.policy);
    const isYoung = ageMs < ttlMs && ageMs >= 0;
    const isInvalidated = this.#isInvalidated(entry);
    const isUnusable = this.#isSuspect(entry) || (entry.untilMs !== undefined && nowMs >= entry.untilMs);
    if (isYoung && !isUnusable && !isInvalidated) return this.#isUnreachable ? staleResult(entry) : entry.result;
    if (isUnusable || ageMs < 0 || ageMs >= ttlMs + staleMs) return undefined;
    if (isInvalidated && minIntervalMs === 0) return undefined;
    if (!isYoung || ageMs >= minIntervalMs) this.#reload(key, entry);
    return this.#isUnreachable ? staleResult(entry) : entry.result;
  }

  /**
   * Serves the cached value, or loads it and waits.
   *
   * @param load must not depend on the reader: all concurrent readers get its value, even if the first disconnects.
   * @param admit called if this read starts the load; its error reaches only this reader.
   * @throws what `load` throws, unless a cached value can be served instead.
   */
  async read(key: string, policy: CachePolicy, load: Loader<V>, admit?: () => void): Promise<CacheResult<V>> {
    const ready = this.get(key);
    if (ready) return ready;
    const cached = this.#find(key);
    if (cached && !this.#settings.isOff && this.#hasFailed(cached, serveStaleMs)) {
      this.#reload(key, cached);
      return staleResult(cached);
    }
    if (admit && !this.#joinableLoad(key)) admit();
    try {
      return { value: await this.#loadCurrent(key, policy, load), isStale: false };
    } catch (error) {
      if (isNotFound(error)) {
        if (cached && this.#peek(key) === cached) this.#remove(key);
        throw error;
      }
      const fallback = this.#peek(key) ?? (await this.#fetchFromPeers(key, policy, load));
      if (!fallback) throw error;
      fallback.failedMs = this.#now();
      return staleResult(fallback);
    }
  }

  /** Invalidates every entry with this tag. */
  invalidate(tag: string): void {
    this.#invalidations.set(tag, ++this.#count);
    for (const load of this.#loads) {
      load.invalidated ??= new Set();
      load.invalidated.add(tag);
      // The new entry most likely has the same tags; its other tags are known only when the load finishes.
      if (this.#peek(load.key)?.tags.includes(tag)) load.isOutdated = true;
    }
  }

  /** Sets whether invalidations arrive. Some may have been missed in either case: every entry is reloaded before its next use. */
  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#suspectUntil = ++this.#count;
    for (const load of this.#loads) load.isOutdated = true;
  }

  /** Sets whether the source is probably unreachable: every result is then stale. */
  setUnreachable(isUnreachable: boolean): void {
    this.#isUnreachable = isUnreachable;
  }

  #createPartition(maxSize: number): LRUCache<string, StoredEntry<V>> {
    return new LRUCache({ maxSize, sizeCalculation: ({ size }) => size });
  }

  #find(key: string): StoredEntry<V> | undefined {
    return this.#entries?.get(key) ?? this.#unbounded?.get(key);
  }

  #peek(key: string): StoredEntry<V> | undefined {
    return this.#entries?.peek(key) ?? this.#unbounded?.peek(key);
  }

  /** Whether it may not show a change of its tags. */
  #isInvalidated({ tags, loadNumber }: StoredEntry<V>): boolean {
    for (const tag of tags) if ((this.#invalidations.get(tag) ?? 0) > loadNumber) return true;
    return false;
  }

  #isSuspect({ loadNumber }: StoredEntry<V>): boolean {
    return loadNumber <= this.#suspectUntil;
  }

  #latestLoad(key: string): Load<V> | undefined {
    return this.#loads.findLast((load) => load.key === key);
  }

  #remove(key: string): void {
    if (!this.#entries?.delete(key)) this.#unbounded?.delete(key);
    this.#settings.peers?.onRemove(key);
  }

  #hasFailed({ failedMs }: StoredEntry<V>, withinMs: number): boolean {
    const agoMs = this.#now() - failedMs;
    return agoMs >= 0 && agoMs < withinMs;
  }

  /** Waits for a load, and for another one if the first may not show a change from before the call. */
  async #loadCurrent(key: string, policy: CachePolicy, loader: Loader<V>): Promise<V> {
    for (;;) {
      const load = this.#startLoad(key, policy, loader);
      const before = load.invalidated?.size ?? 0;
      if (before === 0) return (await load.entry).value;
      const found = await load.entry.catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        return undefined;
      });
      // A missing value has no tags: any of the invalidations may have added it.
      if (!found) continue;
      const missed = [...(load.invalidated ?? [])].slice(0, before);
      if (!missed.some((tag) => found.tags.includes(tag))) return found.value;
    }
  }

  /** Reloads an entry in the background, for later readers. */
  #reload(key: string, entry: StoredEntry<V>): void {
    if (this.#latestLoad(key) || this.#hasFailed(entry, retryAfterMs)) return;
    this.#startLoad(key, entry.policy, entry.load).entry.catch((error) => {
      if (!isNotFound(error)) {
        entry.failedMs = this.#now();
        entry.result = staleResult(entry);
      } else if (this.#peek(key) === entry) {
        // The next reader gets the error.
        this.#remove(key);
      }
    });
  }

  /** A load in progress that is recent enough for a new reader. */
  #joinableLoad(key: string): Load<V> | undefined {
    const load = this.#latestLoad(key);
    return load && !load.isOutdated && !this.#settings.isOff ? load : undefined;
  }

  #startLoad(key: string, policy: CachePolicy, loader: Loader<V>): Load<V> {
    const joinable = this.#joinableLoad(key);
    if (joinable) return joinable;
    const load: Load<V> = {
      key,
      number: ++this.#count,
      startedMs: this.#now(),
      entry: loader(this.#entryForLoader(key)).then(
        (entry) => this.#finishLoad(load, policy, loader, entry),
        (error: unknown) => {
          this.#endLoad(load);
          throw error;
        },
      ),
      invalidated: undefined,
      isOutdated: false,
    };
    this.#loads.push(load);
    return load;
  }

  /** Versions restart if the store loses its data, so an equal version proves nothing after a missed invalidation. */
  #entryForLoader(key: string): CacheEntry<V> | undefined {
    const cached = this.#peek(key);
    if (!cached || !(this.#isInvalidated(cached) || this.#isSuspect(cached))) return cached;
    return { ...cached, version: undefined };
  }

  #endLoad(load: Load<V>): void {
    this.#loads.splice(this.#loads.indexOf(load), 1);
  }

  #finishLoad(load: Load<V>, policy: CachePolicy, loader: Loader<V>, entry: CacheEntry<V>): CacheEntry<V> {
    const { key } = load;
    this.#endLoad(load);
    const before = this.#peek(key);
    // A later load finished first.
    if ((before?.loadNumber ?? 0) > load.number) return entry;
    const { value, tags, untilMs, version, isUnbounded } = entry;
    this.#store(key, {
      value,
      tags,
      untilMs,
      version,
      isUnbounded,
      policy,
      load: loader,
      loadNumber: load.number,
      result: { value, isStale: false },
      size: this.#sizeOf(key, value),
      loadedMs: load.startedMs,
      failedMs: 0,
    });
    if (before?.value !== value) this.#settings.peers?.onLoad(key);
    return entry;
  }

  /** Caches the value of another process, which is served until it can be loaded here. */
  async #fetchFromPeers(key: string, policy: CachePolicy, load: Loader<V>): Promise<StoredEntry<V> | undefined> {
    const fetched = await this.#settings.peers?.fetch(key);
    const cached = this.#peek(key);
    if (cached || !fetched) return cached;
    const { value, loadedMs, isUnbounded } = fetched;
    const entry: StoredEntry<V> = {
      value,
      loadedMs,
      isUnbounded,
      policy,
      load,
      // It may be outdated already.
      loadNumber: 0,
      tags: [],
      result: { value, isStale: true, loadedMs },
      size: this.#sizeOf(key, value),
      failedMs: 0,
    };
    this.#store(key, entry);
    return entry;
  }

  #sizeOf(key: string, value: V): number {
    return this.#settings.sizeOf(value) + key.length + entryBytes;
  }

  #store(key: string, entry: StoredEntry<V>): void {
    const [own, other] = entry.isUnbounded ? [this.#unbounded, this.#entries] : [this.#entries, this.#unbounded];
    other?.delete(key);
    own?.set(key, entry);
  }
}

const staleResult = <V>({ value, loadedMs }: StoredEntry<V>): CacheResult<V> => ({ value, isStale: true, loadedMs });

const disconnectedPolicy = ({ ttlMs, minIntervalMs = 0 }: CachePolicy) => ({
  ttlMs: Math.min(ttlMs, disconnectedTtlMs),
  staleMs: 0,
  minIntervalMs,
});
