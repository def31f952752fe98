import type { Subscriptions } from '../store/redis/subscriber.ts';
import { invalidationChannels, tagsOfMessage } from './tags.ts';

/** A cache that is invalidated by tag. */
export interface Invalidatable {
  invalidate(tag: string): void;
  /** Sets whether invalidations arrive. In either case some may have been missed. */
  setConnected(isConnected: boolean): void;
  /** Sets whether the store is probably unreachable. */
  setUnreachable(isUnreachable: boolean): void;
}

/**
 * Invalidates caches when the store announces a change. While the subscription is lost the caches are disconnected, and
 * their entries expire early.
 *
 * @returns `ready` resolves once subscribed, or after half a second; `invalidateNow` applies a live update of this process,
 *   so that the sender's next read shows it; its announcement invalidates a second time.
 */
export function connectInvalidation(
  subscriptions: Subscriptions,
  caches: readonly Invalidatable[],
): { ready: Promise<void>; close(): void; invalidateNow(channel: string, message: string): void } {
  const invalidateNow = (channel: string, message: string) => {
    for (const tag of tagsOfMessage(channel, message)) for (const cache of caches) cache.invalidate(tag);
  };
  const setConnected = (isConnected: boolean) => {
    for (const cache of caches) cache.setConnected(isConnected);
  };
  setConnected(false);
  const { ready, close } = subscriptions.subscribe(invalidationChannels, {
    onMessage: invalidateNow,
    onSubscribe: () => setConnected(true),
    onDisconnect: () => setConnected(false),
    onLate(isLate) {
      for (const cache of caches) cache.setUnreachable(isLate);
    },
  });
  return { ready, close, invalidateNow };
}
