import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { channels } from '../store/keys.ts';
import type { Subscriptions } from '../store/redis/subscriber.ts';

/**
 * The tag of replies that are built from a collection. Replies that are built from the feed of an event or the tally of a fight
 * have the tag of the channel that announces its changes.
 */
export const contentTag = (collection: CollectionName) => `content:${collection}`;

export const isContentTag = (tag: string) => tag.startsWith('content:');

/** The tag of replies that depend on which events have a feed, and which event is on air. */
export const anyLive = 'live';

/** Every channel on which scripts announce changes. */
const invalidationChannels = [channels.content, channels.live('*'), 'tally:*'];

/** The tags that an announcement invalidates. */
function tagsOfMessage(channel: string, message: string): string[] {
  if (channel === channels.content) return collectionsIn(message).map(contentTag);
  return channel.startsWith(channels.live('')) ? [channel, anyLive] : [channel];
}

/** A malformed message invalidates all collections. */
function collectionsIn(message: string): readonly CollectionName[] {
  try {
    const { collections } = JSON.parse(message) as { collections: CollectionName[] };
    return Array.isArray(collections) ? collections : collectionNames;
  } catch {
    return collectionNames;
  }
}

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
