import type { Subscriptions } from '../store/redis/subscriber.ts';
import { announced, tagsHeard } from './tags.ts';

/** What is to be told of changes. */
export interface Hearing {
  /** What has this tag has changed. */
  heard(tag: string): void;
  /** Says that no change can be heard from now on, or that it can again. Either way some may have been missed. */
  setDeaf(isDeaf: boolean): void;
  /** Says that the store is most likely away, or that it answers again. */
  setAway(isAway: boolean): void;
}

/** How long the start of a process waits for announcements. */
const readyMs = 500;

/** Updates that were told of once; more than these are never told of again. */
const mostPending = 100;

/**
 * Tells, of what this process is told of twice, by itself and by announcement in either order, which is the second time:
 * an update that it took is then read once and not twice.
 */
class Pairs {
  readonly #pending = { own: new Set<string>(), announced: new Set<string>() };

  isSecond(how: 'own' | 'announced', told: string): boolean {
    if (this.#pending[how === 'own' ? 'announced' : 'own'].delete(told)) return true;
    const pending = this.#pending[how].add(told);
    if (pending.size > mostPending) pending.delete(pending.values().next().value as string);
    return false;
  }
}

/**
 * Tells caches of everything that is announced. While announcements cannot be heard they are deaf, and trust nothing for
 * long.
 *
 * @returns `ready` when announcements are heard, at the latest after half a second; `close` ends it; `changed` tells of a
 *   live update that this process took and that is announced to it, too, with the same words.
 */
export function listen(
  subscriptions: Subscriptions,
  caches: readonly Hearing[],
): { ready: Promise<void>; close(): void; changed(channel: string, message: string): void } {
  const pairs = new Pairs();
  const tell = (channel: string, message: string) => {
    for (const tag of tagsHeard(channel, message)) for (const cache of caches) cache.heard(tag);
  };
  const setDeaf = (isDeaf: boolean) => {
    for (const cache of caches) cache.setDeaf(isDeaf);
  };
  setDeaf(true);
  const restored = Promise.withResolvers<void>();
  const { ready, close } = subscriptions.subscribe(announced, {
    onMessage(channel, message) {
      if (!pairs.isSecond('announced', `${channel} ${message}`)) tell(channel, message);
    },
    onSubscribe() {
      setDeaf(false);
      restored.resolve();
    },
    onDisconnect: () => setDeaf(true),
    onLate(isLate) {
      for (const cache of caches) cache.setAway(isLate);
    },
  });
  const settled = ready.then(async (isHeard) => {
    if (isHeard) return setDeaf(false);
    // The first who listens opens the connection, and what is made until it is there is not trusted afterwards.
    const timer = setTimeout(restored.resolve, readyMs);
    await restored.promise;
    clearTimeout(timer);
  });
  return {
    ...{ ready: settled, close },
    changed(channel, message) {
      if (!pairs.isSecond('own', `${channel} ${message}`)) tell(channel, message);
    },
  };
}
