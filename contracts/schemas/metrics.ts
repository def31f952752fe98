import { boutFeed } from './bout-feed.ts';
import { closed, DateTime, described, Filled, Id, nullable, Text } from './common.ts';
import { eventFeed } from './event-feed.ts';
import { type Static, Type } from './type.ts';
import { EventStatus } from './vocabulary.ts';

/** Every member is present, `""` or `[]` when unknown; further members of the supplier pass unchanged. */
export const EventFeed = Type.Object({ FMLiveFeed: eventFeed.reply }, { $id: 'EventFeed', additionalProperties: true });
export type EventFeed = Static<typeof EventFeed>;

/** As open as `EventFeed`. */
export const BoutFeed = Type.Object(
  { Type: Type.Literal('Stats'), Timestamp: Type.String(), FMLiveFeed: boutFeed.reply },
  { $id: 'BoutFeed', additionalProperties: true },
);
export type BoutFeed = Static<typeof BoutFeed>;

const Sequence = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Whole snapshot of an event. `Type` marks a bout's snapshot, so it is not allowed here. */
export const EventUpdate = Type.Object(
  {
    sequence: described(Sequence, 'Grows with every snapshot of the event.'),
    Type: Type.Optional(Type.Never()),
    FMLiveFeed: eventFeed.update,
  },
  { $id: 'EventUpdate', additionalProperties: true },
);
export type EventUpdate = Static<typeof EventUpdate>;

/** Whole snapshot of a bout's statistics. */
export const BoutUpdate = Type.Object(
  {
    sequence: described(Sequence, 'Grows with every snapshot of the bout.'),
    Type: Type.Literal('Stats'),
    Timestamp: Type.Optional(Type.String()),
    FMLiveFeed: boutFeed.update,
  },
  { $id: 'BoutUpdate', additionalProperties: true },
);
export type BoutUpdate = Static<typeof BoutUpdate>;

/** The body of `fight_metrics_update_live_event`: a bout's if it has a `Type`, else an event's. */
export const LiveUpdate = Type.Union([EventUpdate, BoutUpdate], { $id: 'LiveUpdate' });
export type LiveUpdate = Static<typeof LiveUpdate>;

/** Distinguishes the two updates. */
export function isBoutUpdate(update: LiveUpdate): update is BoutUpdate {
  return update.Type !== undefined;
}

/**
 * Completes a snapshot to a reply: fills in the empty values of parts left out; unknown members and the order of arrays
 * stay. `sequence` is not part of it.
 */
export function completeEventFeed({ sequence: _, Type: __, FMLiveFeed, ...unknown }: EventUpdate): EventFeed {
  return { FMLiveFeed: eventFeed.complete(FMLiveFeed), ...unknown };
}

/** The same for a bout's snapshot. */
export function completeBoutFeed({ sequence: _, Type, Timestamp = '', FMLiveFeed, ...unknown }: BoutUpdate): BoutFeed {
  return { Type, Timestamp, FMLiveFeed: boutFeed.complete(FMLiveFeed), ...unknown };
}

/** An event with a statid of the supplier. */
export const MetricsEntry = closed(
  {
    event_id: Id,
    statid: described(Id, 'EventID in the feed.'),
    base_title: Filled,
    title_tag_line: nullable(Text),
    event_dategmt: DateTime,
    event_status: EventStatus,
    live_event_url: described(nullable(Filled), 'Null until a feed is received.'),
    fm_fnt_feed_url: Filled,
  },
  { $id: 'MetricsEntry' },
);
export type MetricsEntry = Static<typeof MetricsEntry>;

/** The live event: all three null when nothing is live. */
export const LiveEventUrl = closed(
  {
    event_id: described(nullable(Id), 'Null also while no stored event has the statid.'),
    statid: described(nullable(Id), 'EventID in the feed.'),
    live_event_url: nullable(Filled),
  },
  { $id: 'LiveEventUrl' },
);
export type LiveEventUrl = Static<typeof LiveEventUrl>;

export const UpdateResult = closed(
  {
    status: Type.Literal('ok'),
    EventID: Filled,
    FightID: described(nullable(Filled), "Null for an event's snapshot."),
    sequence: described(Sequence, 'The one now stored.'),
    applied: Type.Boolean(),
    reason: described(
      nullable(Type.Enum(['duplicate', 'stale'] as const, { type: 'string' })),
      'Why the snapshot changed nothing.',
    ),
    version: described(Type.Integer({ minimum: 1 }), "Counts the event's applied snapshots of both kinds."),
  },
  { $id: 'UpdateResult' },
);
export type UpdateResult = Static<typeof UpdateResult>;
