import { createHash } from 'node:crypto';
import { boutFacts, eventFacts, type Facts, liveFeedIsOnAir } from '../../../contracts/rules/rounds.ts';
import {
  type BoutFeed,
  completeBoutFeed,
  completeEventFeed,
  type EventFeed,
  isBoutUpdate,
  type LiveUpdate,
} from '../../../contracts/schemas/metrics.ts';

function sortMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([member, inner]) => [member, sortMembers(inner)]),
  );
}

/** A digest of JSON content, independent of the order of members. */
export const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sortMembers(value)))
    .digest('base64url');

export interface Snapshot {
  eventId: string;
  /** The feed that the snapshot belongs to: `event` or `bout:<FightID>`. */
  field: string;
  feed: EventFeed | BoutFeed;
  facts: Facts;
  /** `''` for a bout. */
  onAir: '1' | '0' | '';
}

export function toSnapshot(update: LiveUpdate): Snapshot {
  const { EventID } = update.FMLiveFeed;
  if (isBoutUpdate(update)) {
    const feed = completeBoutFeed(update);
    return { eventId: EventID, field: `bout:${update.FMLiveFeed.FightID}`, feed, facts: boutFacts(feed), onAir: '' };
  }
  const feed = completeEventFeed(update);
  return { eventId: EventID, field: 'event', feed, facts: eventFacts(feed), onAir: liveFeedIsOnAir(feed) ? '1' : '0' };
}
