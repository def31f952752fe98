import type { Subscriptions } from '../store/redis/subscriber.ts';
import { invalidationChannels, tagsOfMessage } from './tags.ts';

/** A cache that is invalidated by tag. */
export interface Invalidatable {
  invalidate(tag: string): void;
  /** Sets whether invalidations arrive. Some may have been missed in either case. */
  setConnected(isConnected: boolean): void;
  /** Sets whether the store is most likely away. */
  setAway(isAway: boolean): void;
}

/** How long the start of a process waits for the subscription. */
const readyMs = 500;

/** Unpaired messages stored from each side; beyond that the oldest is dropped. */
const maxPending = 100;

/**
 * A live update of this process arrives twice, locally and as an announcement, in either order. Finds the second of the
 * two, so that the update is read once.
 */
class DuplicateFilter {
  readonly #pending = { local: new Set<string>(), announced: new Set<string>() };

  isDuplicate(from: 'local' | 'announced', message: string): boolean {
    if (this.#pending[from === 'local' ? 'announced' : 'local'].delete(message)) return true;
    const pending = this.#pending[from].add(message);
    if (pending.size > maxPending) pending.delete(pending.values().next().value as string);
    return false;
  }

  /** Announcements may be lost: what waits for one that never comes would swallow an equal one of a feed that began again. */
  clear(): void {
    for (const pending of Object.values(this.#pending)) pending.clear();
  }
}

/**
 * Invalidates caches as the store announces changes. While the subscription is down they are disconnected, and their
 * entries expire early.
 *
 * @returns `ready` resolves once subscribed, after half a second at the latest; `close` unsubscribes; `invalidateNow`
 *   applies a live update of this process, whose announcement with the same text is then ignored.
 */
export function connectInvalidation(
  subscriptions: Subscriptions,
  caches: readonly Invalidatable[],
): { ready: Promise<void>; close(): void; invalidateNow(channel: string, message: string): void } {
  const duplicates = new DuplicateFilter();
  const invalidate = (from: 'local' | 'announced', channel: string, message: string) => {
    if (duplicates.isDuplicate(from, `${channel} ${message}`)) return;
    for (const tag of tagsOfMessage(channel, message)) for (const cache of caches) cache.invalidate(tag);
  };
  const setConnected = (isConnected: boolean) => {
    duplicates.clear();
    for (const cache of caches) cache.setConnected(isConnected);
  };
  setConnected(false);
  const restored = Promise.withResolvers<void>();
  const { ready, close } = subscriptions.subscribe(invalidationChannels, {
    onMessage: (channel, message) => invalidate('announced', channel, message),
    onSubscribe() {
      setConnected(true);
      restored.resolve();
    },
    onDisconnect: () => setConnected(false),
    onLate(isLate) {
      for (const cache of caches) cache.setAway(isLate);
    },
  });
  const settled = ready.then(async (isSubscribed) => {
    if (isSubscribed) return setConnected(true);
    // The first subscription opens the connection; entries loaded before that are suspect afterwards.
    const timer = setTimeout(restored.resolve, readyMs);
    await restored.promise;
    clearTimeout(timer);
  });
  return {
    ready: settled,
    close,
    invalidateNow: (channel, message) => invalidate('local', channel, message),
  };
}
