import { closed, DateTime, Day, described, Filled, Id, nullable, Text, together, Url } from './common.ts';
import { Fight } from './fights.ts';
import { type Static, Type } from './type.ts';
import { EventStatus } from './vocabulary.ts';

/** The keys of the list record of version 1. */
const commonProperties = {
  id: Id,
  event_date: described(Day, 'The day where the event takes place.'),
  secondary_feature_image: Url,
  ticket_image: described(Type.String(), 'A path, or words.'),
  event_time_zone_text: described(Text, 'For example `ETPT`, which goes with a time text in two parts.'),
  short_description: Text,
  event_dategmt: described(DateTime, 'Start.'),
  end_event_dategmt: described(DateTime, 'End.'),
  ticketurl: Url,
  ticket_seller_name: nullable(Text),
  base_title: Filled,
  title_tag_line: nullable(Text),
  statid: described(
    nullable(Id),
    "The metrics supplier's id of the event, EventID in the feed; not necessarily unique.",
  ),
  feature_image: Url,
  subtitle: Filled,
  event_status: EventStatus,
  arena: Text,
  location: Text,
  event_time_text: Text,
};

const pairs = {
  dependentRequired: {
    ...together('main_event_fighter1_id', 'main_event_fighter2_id'),
    ...together('latitude', 'longitude'),
  },
};

const feedUrl = described(Filled, 'Address of the live feed; its id is -1 when there is none.');

export const Event = closed(
  {
    ...commonProperties,
    twitter_hashtag: Type.String(),
    ticket_general_sale_date: nullable(DateTime),
    ticket_general_sale_text: Filled,
    isppvevent: Type.Boolean(),
    corner_audio_available: Type.Boolean(),
    corner_audio_blue_stream_url: described(nullable(Url), 'Set only with corner audio.'),
    corner_audio_red_stream_url: described(nullable(Url), 'Set only with corner audio.'),
    trailer_url: nullable(Url),
    last_modified: DateTime,
    created: nullable(DateTime),
    url_name: described(Filled, 'Slug; not necessarily unique.'),
    fm_fnt_feed_url: feedUrl,
    main_event_fighter1_id: Type.Optional(Id),
    main_event_fighter2_id: Type.Optional(Id),
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  },
  { $id: 'Event', ...pairs },
);
export type Event = Static<typeof Event>;

const fights = described(Type.Array(Fight), 'The card, main event first.');

export const EventDetail = closed({ ...Event.properties, fights }, { $id: 'EventDetail', ...pairs });
export type EventDetail = Static<typeof EventDetail>;

export const EventV1 = closed(commonProperties, { $id: 'EventV1' });
export type EventV1 = Static<typeof EventV1>;

export const EventDetailV1 = closed({ ...commonProperties, fights }, { $id: 'EventDetailV1' });
export type EventDetailV1 = Static<typeof EventDetailV1>;

export const Discussion = closed(
  {
    event_id: Id,
    title: Filled,
    url: nullable(Url),
    twitter_hashtag: Type.String(),
    comments_enabled: Type.Boolean(),
  },
  { $id: 'Discussion' },
);
export type Discussion = Static<typeof Discussion>;

export const Tickets = closed(
  {
    event_id: Id,
    ticketurl: Event.properties.ticketurl,
    ticket_seller_name: Event.properties.ticket_seller_name,
    ticket_image: Event.properties.ticket_image,
    ticket_general_sale_date: Event.properties.ticket_general_sale_date,
    ticket_general_sale_text: Event.properties.ticket_general_sale_text,
  },
  { $id: 'Tickets' },
);
export type Tickets = Static<typeof Tickets>;

export const Watch = closed(
  {
    event_id: Id,
    isppvevent: Event.properties.isppvevent,
    subtitle: Event.properties.subtitle,
    trailer_url: Event.properties.trailer_url,
    mobile_stream_url: described(nullable(Url), 'HLS.'),
    event_time_text: Event.properties.event_time_text,
    event_time_zone_text: Event.properties.event_time_zone_text,
    event_status: Event.properties.event_status,
  },
  { $id: 'Watch' },
);
export type Watch = Static<typeof Watch>;
