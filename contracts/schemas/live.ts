import { DateTime, described, Id, nullable, record, Text, Url } from './common.ts';
import { Event, EventV1 } from './events.ts';
import { Media } from './media.ts';
import { News } from './news.ts';
import { type Static, Type } from './type.ts';

export const Live = record('Live', 'Whether an event is live, and the video of it.', {
  live: described(Type.Boolean(), 'Whether the event is the live event.'),
  event_id: described(nullable(Id), 'Id of the event that is live or comes next.'),
  title: described(nullable(Text), 'Heading of the video.'),
  mobile_stream_url: described(nullable(Url), 'Address of the video, HLS.'),
  starts_at: described(nullable(DateTime), 'Start of the event.'),
  ends_at: described(nullable(DateTime), 'End of the event.'),
});
export type Live = Static<typeof Live>;

const around = {
  media: described(Type.Array(Media), 'Media of the event, newest first.'),
  news: described(Type.Array(News), 'News of the event, newest first.'),
};
const event = 'The live event, else the one named in content, else the next to start; null when there is none.';
const description = 'The event of the moment with its media and news.';

export const LiveContent = record('LiveContent', description, { event: described(nullable(Event), event), ...around });
export type LiveContent = Static<typeof LiveContent>;

export const LiveContentV1 = record('LiveContentV1', description, {
  event: described(nullable(EventV1), event),
  ...around,
});
export type LiveContentV1 = Static<typeof LiveContentV1>;
