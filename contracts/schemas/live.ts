import { closed, DateTime, described, Id, nullable, Text, Url } from './common.ts';
import { Event, EventV1 } from './events.ts';
import { Media } from './media.ts';
import { News } from './news.ts';
import { type Static, Type } from './type.ts';

export const Live = closed(
  {
    live: described(Type.Boolean(), 'Whether the event is the live event.'),
    event_id: nullable(Id),
    title: nullable(Text),
    mobile_stream_url: described(nullable(Url), 'HLS.'),
    starts_at: nullable(DateTime),
    ends_at: nullable(DateTime),
  },
  { $id: 'Live' },
);
export type Live = Static<typeof Live>;

const around = { media: Type.Array(Media), news: Type.Array(News) };

/** The event is the live one, else the one named in content, else the next to start. */
export const LiveContent = closed({ event: nullable(Event), ...around }, { $id: 'LiveContent' });
export type LiveContent = Static<typeof LiveContent>;

export const LiveContentV1 = closed({ event: nullable(EventV1), ...around }, { $id: 'LiveContentV1' });
export type LiveContentV1 = Static<typeof LiveContentV1>;
