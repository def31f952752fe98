import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { channels } from '../store/keys.ts';

/**
 * The tag of replies built from a collection. Replies built from an event's feed or a fight's tally are tagged with the
 * channels that announce its changes.
 */
export const contentTag = (collection: CollectionName) => `content:${collection}`;

export const isContentTag = (tag: string) => tag.startsWith('content:');

/** The tag of replies that depend on which events have a feed, and which of them is on air. */
export const anyLive = 'live';

/** Every channel on which scripts announce changes. */
export const invalidationChannels = [channels.content, channels.live('*'), 'tally:*'];

/** The tags that an announcement invalidates. */
export function tagsOfMessage(channel: string, message: string): string[] {
  if (channel === channels.content) return collectionsIn(message).map(contentTag);
  return channel.startsWith(channels.live('')) ? [channel, anyLive] : [channel];
}

/** A message of unknown form stands for all collections. */
function collectionsIn(message: string): readonly CollectionName[] {
  try {
    const { collections } = JSON.parse(message) as { collections: CollectionName[] };
    return Array.isArray(collections) ? collections : collectionNames;
  } catch {
    return collectionNames;
  }
}
