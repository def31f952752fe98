import { common, DateTime, Day, described, Filled, Id, nullable, record, Text, together, Url } from './common.ts';
import { Fight } from './fights.ts';
import { type Static, Type } from './type.ts';
import { EventStatus } from './vocabulary.ts';

const commonProperties = {
  id: common.id,
  event_date: described(Day, 'The day where the event takes place.'),
  secondary_feature_image: described(Url, 'Second large image; empty when there is none.'),
  ticket_image: described(Type.String(), 'Image of the ticket: a path, or words; empty when there is none.'),
  event_time_zone_text: described(
    Text,
    'Time zone of the time text, such as `ETPT`, which goes with two parts; empty when there is none.',
  ),
  short_description: described(Text, 'A line about the event; empty when there is none.'),
  event_dategmt: described(DateTime, 'Start of the event.'),
  end_event_dategmt: described(DateTime, 'End of the event.'),
  ticketurl: described(Url, 'Where tickets are sold; empty when nowhere.'),
  ticket_seller_name: described(nullable(Text), 'Who sells tickets.'),
  base_title: described(Filled, 'Title of the event.'),
  title_tag_line: described(nullable(Text), 'Second part of the title.'),
  statid: common.eventStatid,
  feature_image: described(Url, 'Large image; empty when there is none.'),
  subtitle: described(Filled, 'Line under the title.'),
  event_status: EventStatus,
  arena: described(Text, 'The hall; empty when not known.'),
  location: described(Text, 'City and country or state; empty when not known.'),
  event_time_text: described(Text, 'Start for reading, such as `10PM/7PM`; empty when not known.'),
};

const pairs = {
  dependentRequired: {
    ...together('main_event_fighter1_id', 'main_event_fighter2_id'),
    ...together('latitude', 'longitude'),
  },
};

const feedUrl = described(Filled, 'Address of the live feed; its id is -1 when there is none.');

export const Event = record(
  'Event',
  'An event as lists have it.',
  {
    ...commonProperties,
    twitter_hashtag: common.twitterHashtag,
    ticket_general_sale_date: described(nullable(DateTime), 'From when everyone can buy tickets; null when not known.'),
    ticket_general_sale_text: described(Filled, 'The same for reading, or words that there is no such date.'),
    isppvevent: described(Type.Boolean(), 'Whether the event is pay-per-view.'),
    corner_audio_available: described(Type.Boolean(), 'Whether one can listen to the corners.'),
    corner_audio_blue_stream_url: described(nullable(Url), 'Sound of the blue corner; set only with corner audio.'),
    corner_audio_red_stream_url: described(nullable(Url), 'Sound of the red corner; set only with corner audio.'),
    trailer_url: described(nullable(Url), 'Address of the trailer.'),
    last_modified: common.lastModified,
    created: described(nullable(DateTime), 'When the record was made.'),
    url_name: common.urlName,
    fm_fnt_feed_url: feedUrl,
    main_event_fighter1_id: Type.Optional(described(Id, 'Id of fighter 1 of the main event.')),
    main_event_fighter2_id: Type.Optional(described(Id, 'Id of fighter 2 of the main event.')),
    latitude: Type.Optional(described(Type.Number({ minimum: -90, maximum: 90 }), 'Degrees north of the equator.')),
    longitude: Type.Optional(described(Type.Number({ minimum: -180, maximum: 180 }), 'Degrees east of Greenwich.')),
  },
  { ...pairs },
);
export type Event = Static<typeof Event>;

const fights = described(Type.Array(Fight), 'The card, main event first.');

export const EventDetail = record(
  'EventDetail',
  'An event with its card.',
  { ...Event.properties, fights },
  { ...pairs },
);
export type EventDetail = Static<typeof EventDetail>;

export const EventV1 = record('EventV1', 'An event as lists of version 1 have it.', commonProperties);
export type EventV1 = Static<typeof EventV1>;

export const EventDetailV1 = record('EventDetailV1', 'An event with its card.', { ...commonProperties, fights });
export type EventDetailV1 = Static<typeof EventDetailV1>;

export const Discussion = record('Discussion', 'Where an event is discussed.', {
  event_id: common.eventId,
  title: described(Filled, 'Both parts of the title of the event.'),
  url: described(nullable(Url), 'Address of the discussion.'),
  twitter_hashtag: common.twitterHashtag,
  comments_enabled: described(Type.Boolean(), 'Whether comments are taken.'),
});
export type Discussion = Static<typeof Discussion>;

export const Tickets = record('Tickets', 'How to get into the hall.', {
  event_id: common.eventId,
  ticketurl: Event.properties.ticketurl,
  ticket_seller_name: Event.properties.ticket_seller_name,
  ticket_image: Event.properties.ticket_image,
  ticket_general_sale_date: Event.properties.ticket_general_sale_date,
  ticket_general_sale_text: Event.properties.ticket_general_sale_text,
});
export type Tickets = Static<typeof Tickets>;

export const Watch = record('Watch', 'How to watch an event.', {
  event_id: common.eventId,
  isppvevent: Event.properties.isppvevent,
  subtitle: Event.properties.subtitle,
  trailer_url: Event.properties.trailer_url,
  mobile_stream_url: described(nullable(Url), 'Address of the video, HLS.'),
  event_time_text: Event.properties.event_time_text,
  event_time_zone_text: Event.properties.event_time_zone_text,
  event_status: Event.properties.event_status,
});
export type Watch = Static<typeof Watch>;
