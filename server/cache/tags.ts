import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { channels } from '../store/index.ts';

/**
 * What a reply can be made from. The feed of an event and the tally of a fight have the names of the channels on which
 * their changes are announced.
 */
export const contentTag = (collection: CollectionName) => `content:${collection}`;

export const isContentTag = (tag: string) => tag.startsWith('content:');

/** Which events have a feed, and which of them is on air. */
export const anyLive = 'live';

/** What the process listens to: everything that scripts announce. */
export const announced = [channels.content, channels.live('*'), 'tally:*'];

/** What an announcement says has changed. */
export function tagsHeard(channel: string, message: string): string[] {
  if (channel === channels.content) return collectionsIn(message).map(contentTag);
  return channel.startsWith(channels.live('')) ? [channel, anyLive] : [channel];
}

/** A message that says it in no way we know stands for all collections. */
function collectionsIn(message: string): readonly CollectionName[] {
  try {
    const { collections } = JSON.parse(message) as { collections: CollectionName[] };
    return Array.isArray(collections) ? collections : collectionNames;
  } catch {
    return collectionNames;
  }
}
