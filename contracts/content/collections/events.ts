import { nullable, Url } from '../../schemas/common.ts';
import { Event } from '../../schemas/events.ts';
import { type Static, Type, words } from '../../schemas/type.ts';
import { emptyTexts, type Localizable, shape, without } from '../shape.ts';
import { type Collection, isMomentKey, sortKey } from './collection.ts';
import { type FightRecord, fights } from './fights.ts';

const localized = words(
  'base_title subtitle short_description event_time_text event_time_zone_text feature_image',
  'secondary_feature_image ticketurl title_tag_line ticket_seller_name ticket_general_sale_text',
  'corner_audio_blue_stream_url corner_audio_red_stream_url trailer_url arena location',
);

const stored = {
  discuss_url: nullable(Url),
  comments_enabled: Type.Boolean(),
  mobile_stream_url: nullable(Url),
};
type Stored = Static<ReturnType<typeof Type.Object<typeof stored>>>;

export type EventRecord = Localizable<Omit<Event, 'fm_fnt_feed_url'>, (typeof localized)[number]> &
  Localizable<Stored, 'discuss_url' | 'mobile_stream_url'> & {
    /** In card order. */
    fights: FightRecord[];
  };

const event = shape<EventRecord>(
  {
    ...without(Event.properties, 'fm_fnt_feed_url'),
    ...stored,
    fights: Type.Array(fights.schema, { maxItems: 1_000 }),
  },
  {
    localized: [...localized, 'discuss_url', 'mobile_stream_url'],
    empty: {
      ...emptyTexts(
        'short_description event_time_text event_time_zone_text feature_image secondary_feature_image',
        'ticketurl ticket_image twitter_hashtag arena location',
      ),
      comments_enabled: false,
      fights: [],
    },
    nested: { fights },
  },
);

/** Two keys that are sent together or not at all. */
function inPairs<R extends object>(record: R, ...[first, second]: [keyof R, keyof R]): R {
  if (first in record && second in record) return record;
  const { [first]: _, [second]: __, ...rest } = record;
  return rest as R;
}

function normalise(raw: unknown): EventRecord {
  const record = event.normalise(raw);
  const card = record.fights.toSorted((a, b) => a.fightcard_order - b.fightcard_order || a.id - b.id);
  const paired = inPairs(record, 'main_event_fighter1_id', 'main_event_fighter2_id');
  return { ...inPairs(paired, 'latitude', 'longitude'), fights: card };
}

export const events: Collection<EventRecord> = {
  schema: event.schema,
  normalise,
  key: (record) => String(record.id),
  order: 'descending',
  sort: (record) => sortKey(record.event_dategmt, record.id),
  isSortKey: isMomentKey,
  lists: (record) => [
    ...(record.statid === null ? [] : [`statid:${record.statid}`]),
    ...record.fights.map((fight) => `fight:${fight.id}`),
  ],
};
