import type { Settings } from '../../contracts/content/settings.ts';
import type { Store } from '../store/index.ts';
import { FightCache } from './fight-cache.ts';
import { connectInvalidation, type Invalidatable } from './invalidation.ts';
import { ResponseCache, type ResponseCacheSettings } from './response-cache.ts';

/** Everything that a process caches to spare Redis. */
export interface Caches {
  responseCache: ResponseCache;
  fightCache: FightCache;
  /** Immediately invalidates the entries that a live update of this process changed. */
  invalidateNow(channel: string, message: string): void;
  /** Resolves when invalidations arrive, or after half a second. */
  ready: Promise<void>;
  close(): void;
}

/**
 * @param options.bytes max bytes of responses.
 * @param options.metrics also learns whether changes are announced.
 * @param options.isOff every request reads the store; cached values are served only while it is unreachable.
 */
export function openCaches(
  store: Store,
  settings: Settings,
  options: ResponseCacheSettings & { isOff: boolean; metrics?: { invalidatable: Invalidatable } | undefined },
): Caches {
  const responseCache = new ResponseCache(options);
  const fightCache = new FightCache(store, settings, options.isOff);
  const listening = [responseCache, fightCache, ...(options.metrics ? [options.metrics.invalidatable] : [])];
  return { responseCache, fightCache, ...connectInvalidation(store.subscriptions, listening) };
}
