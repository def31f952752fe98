import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { channels } from '../store/keys.ts';

/**
 * The tag of replies that are built from a collection. Replies that are built from the feed of an event or the tally of a fight
 * have the tag of the channel that announces its changes.
 */
export const contentTag = (collection: CollectionName) => `content:${collection}`;

export const isContentTag = (tag: string) => tag.startsWith('content:');

/** The tag of replies that depend on which events have a feed, and which event is on air. */
export const anyLive = 'live';

/** Every channel on which scripts announce changes. */
export const invalidationChannels = [channels.content, channels.live('*'), 'tally:*'];

/** The tags that an announcement invalidates. */
export function tagsOfMessage(channel: string, message: string): string[] {
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
