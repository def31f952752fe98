import { boutFeed } from './bout-feed.ts';
import { common, DateTime, described, Filled, Id, nullable, record, Text } from './common.ts';
import { eventFeed } from './event-feed.ts';
import { type Static, Type } from './type.ts';
import { EventStatus } from './vocabulary.ts';

/** Every member is present, `""` or `[]` when unknown; further members of the supplier pass unchanged. */
export const EventFeed = Type.Object(
  { FMLiveFeed: eventFeed.reply },
  { $id: 'EventFeed', description: 'The feed of an event.', additionalProperties: true },
);
export type EventFeed = Static<typeof EventFeed>;

const ofBouts = described(Type.Literal('Stats'), 'Marks the statistics of a bout.');
const timestamp = described(Type.String(), 'When it was sent, `HH:MM:SS MM/DD/YYYY`; empty when not known.');

/** As open as `EventFeed`. */
export const BoutFeed = Type.Object(
  { Type: ofBouts, Timestamp: timestamp, FMLiveFeed: boutFeed.reply },
  { $id: 'BoutFeed', description: 'The statistics of a bout.', additionalProperties: true },
);
export type BoutFeed = Static<typeof BoutFeed>;

const Sequence = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Whole snapshot of an event. `Type` marks a bout's snapshot, so it is not allowed here. */
export const EventUpdate = Type.Object(
  {
    sequence: described(Sequence, 'Grows with every snapshot of the event.'),
    Type: described(Type.Optional(Type.Never()), 'Only the statistics of a bout have it.'),
    FMLiveFeed: eventFeed.update,
  },
  { $id: 'EventUpdate', description: 'A whole snapshot of an event.', additionalProperties: true },
);
export type EventUpdate = Static<typeof EventUpdate>;

export const BoutUpdate = Type.Object(
  {
    sequence: described(Sequence, 'Grows with every snapshot of the bout.'),
    Type: ofBouts,
    Timestamp: Type.Optional(timestamp),
    FMLiveFeed: boutFeed.update,
  },
  { $id: 'BoutUpdate', description: "A whole snapshot of a bout's statistics.", additionalProperties: true },
);
export type BoutUpdate = Static<typeof BoutUpdate>;

/** The body of `fight_metrics_update_live_event`: a bout's if it has a `Type`, else an event's. */
export const LiveUpdate = Type.Union([EventUpdate, BoutUpdate], {
  $id: 'LiveUpdate',
  description: "A bout's snapshot if it has a `Type`, else an event's.",
});
export type LiveUpdate = Static<typeof LiveUpdate>;

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

/** Like `completeEventFeed`, for a bout's snapshot. */
export function completeBoutFeed({ sequence: _, Type, Timestamp = '', FMLiveFeed, ...unknown }: BoutUpdate): BoutFeed {
  return { Type, Timestamp, FMLiveFeed: boutFeed.complete(FMLiveFeed), ...unknown };
}

export const MetricsEntry = record('MetricsEntry', 'Where the feed of an event is.', {
  event_id: common.eventId,
  statid: described(Id, "The metrics supplier's id of the event, EventID in the feed."),
  base_title: described(Filled, 'Title of the event.'),
  title_tag_line: described(nullable(Text), 'Second part of the title.'),
  event_dategmt: described(DateTime, 'Start of the event.'),
  event_status: EventStatus,
  live_event_url: described(nullable(Filled), 'Address of the live feed; null until a feed is received.'),
  fm_fnt_feed_url: described(Filled, 'Address of the live feed, whether or not one was received.'),
});
export type MetricsEntry = Static<typeof MetricsEntry>;

export const LiveEventUrl = record(
  'LiveEventUrl',
  'Where the feed of the live event is; all three null when nothing is live.',
  {
    event_id: described(nullable(Id), 'Id of the event; null also while no stored event has the statid.'),
    statid: described(nullable(Id), "The metrics supplier's id of the event, EventID in the feed."),
    live_event_url: described(nullable(Filled), 'Address of the live feed.'),
  },
);
export type LiveEventUrl = Static<typeof LiveEventUrl>;

export const UpdateResult = record('UpdateResult', 'What became of a snapshot.', {
  status: described(Type.Literal('ok'), 'The snapshot was received.'),
  EventID: described(Filled, "The metrics supplier's id of the event."),
  FightID: described(nullable(Filled), "The metrics supplier's id of the fight; null for an event's snapshot."),
  sequence: described(Sequence, 'The number now stored.'),
  applied: described(Type.Boolean(), 'Whether the snapshot changed the feed.'),
  reason: described(
    nullable(Type.Enum(['duplicate', 'stale'] as const, { type: 'string' })),
    'Why the snapshot changed nothing; null when it was applied.',
  ),
  version: described(Type.Integer({ minimum: 1 }), "Counts the event's applied snapshots of both kinds."),
});
export type UpdateResult = Static<typeof UpdateResult>;
