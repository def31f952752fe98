import type { Announcements } from '../redis/subscriber.ts';
import { announced, tagsHeard } from './tags.ts';

/** What is to be told of changes. */
export interface Hearing {
  /** What has this tag has changed. */
  heard(tag: string): void;
  /** Says that no change can be heard from now on, or that it can again. Either way some may have been missed. */
  setDeaf(isDeaf: boolean): void;
}

/** How long the start of a process waits for announcements. */
const readyMs = 500;

/**
 * Tells caches of everything that is announced. While announcements cannot be heard they are deaf, and trust nothing for
 * long.
 *
 * @returns `ready` when announcements are heard, at the latest after half a second; `close` ends it.
 */
export function listen(
  announcements: Announcements,
  caches: readonly Hearing[],
): { ready: Promise<void>; close(): void } {
  const setDeaf = (isDeaf: boolean) => {
    for (const cache of caches) cache.setDeaf(isDeaf);
  };
  setDeaf(true);
  const restored = Promise.withResolvers<void>();
  const { ready, close } = announcements.listen(announced, {
    heard(channel, message) {
      for (const tag of tagsHeard(channel, message)) for (const cache of caches) cache.heard(tag);
    },
    restored() {
      setDeaf(false);
      restored.resolve();
    },
    lost: () => setDeaf(true),
  });
  const settled = ready.then(async (isHeard) => {
    if (isHeard) return setDeaf(false);
    // The first who listens opens the connection, and what is made until it is there is not trusted afterwards.
    const timer = setTimeout(restored.resolve, readyMs);
    await restored.promise;
    clearTimeout(timer);
  });
  return { ready: settled, close };
}
