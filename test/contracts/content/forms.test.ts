import { expect } from 'chai';
import { type CollectionName, collections } from '../../../contracts/content/collections/index.ts';
import { photos } from '../../../contracts/content/collections/media.ts';
import type { TSchema } from '../../../contracts/schemas/type.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import { bareRecords } from './fixtures.ts';

const fitsIn = (schema: TSchema, value: unknown) => findViolations(schema, value, 'en').length === 0;
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Keys by the JSON that is stored when the record leaves them out; those of `none` are not stored. */
type Form = Record<string, string>;

const averages = `AverageFightTime AverageFightTime_Seconds KDAverage SLpM StrikingAccuracy SApM StrikingDefense
  TakedownAverage TakedownAccuracy TakedownDefense SubmissionsAverage`;
const cornerKeys = (n: 1 | 2) => {
  const averagesOfCorner = words(averages).map((key) => `_${key.toLowerCase()}`);
  const others = `record height weight reach _first_name _last_name _nickname _weight_class _rank _wins _losses _draws
    _statid _full_body_image _profile_image _is_winner`;
  return [...words(others), ...averagesOfCorner].map((key) => `fighter${n}${key}`).join(' ');
};

const forms: Record<Exclude<CollectionName, 'pages' | 'translations'> | 'photos' | 'fights', Form> = {
  alerts: { null: 'event_id expires url' },
  events: {
    '""': `secondary_feature_image ticket_image event_time_zone_text short_description ticketurl feature_image arena
      location event_time_text twitter_hashtag`,
    null: `ticket_seller_name title_tag_line statid ticket_general_sale_date corner_audio_blue_stream_url
      corner_audio_red_stream_url trailer_url created discuss_url mobile_stream_url`,
    false: 'comments_enabled',
    '[]': 'fights',
    none: 'main_event_fighter1_id main_event_fighter2_id latitude longitude',
  },
  fighters: {
    0: 'height ko_tko_wins submission_wins decision_wins',
    null: `nickname wins losses draws statid weight_class rank pound_for_pound_rank city_residing state_residing
      country_residing dob store_link height_ft weight weight_kg strengths avg_SLpM max_SLpM avg_SApM max_SApM avg_TD
      max_TD avg_submission_attempts max_submission_attempts reach`,
    none: `profile_image link belt_thumbnail left_full_body_image right_full_body_image fights ${averages}`,
  },
  fights: {
    null: 'statid fight_description fighter1odds fighter2odds',
    false: 'is_title_fight is_main_event is_prelim',
    '""': 'ending_time',
    none: `scheduled_rounds ending_round_number result ${cornerKeys(1)} ${cornerKeys(2)}`,
  },
  media: {
    '""': 'description more_link_text thumbnail more_linkurl internal_url',
    null: 'embedded_type embedded_id mobile_stream_url mobile_video_url',
    '[]': 'keyword_ids photos fighter_ids event_ids',
    false: 'highlight',
  },
  news: {
    '""': 'external_url_text external_url thumbnail introduction content',
    null: 'author article_media_id article_fighter_id featured_news_category created published_start_date',
    '[]': 'keyword_ids fighter_ids event_ids related_ids',
  },
  octagon_girls: {
    0: 'height weight',
    '""': `city_residing state_residing country_residing biography1 biography2 biography_header short_description quote
      hobbies favorite_foods favoritetvshows career_goals turn_ons ways_to_pick_up banner_background_image
      large_profile_picture medium_profile_picture twitter_username twitter_hashtag websiteurl storeurl
      youtube_channelurl`,
    null: 'large_body_picture twitter_feed_file_name octagon_girl_media_id',
    '[]': 'gallery',
  },
  photos: { '""': 'caption' },
  stats: { none: 'fighter_id first_name last_name weight_class' },
};

/** What a record of the form is read with; a fight is read as that of an event. */
function readerOf(name: keyof typeof forms): { schema: TSchema; normalise: (raw: object) => object } {
  if (name === 'photos') return photos as ReturnType<typeof readerOf>;
  if (name !== 'fights') return collections[name] as ReturnType<typeof readerOf>;
  const { schema, normalise } = collections.events;
  const { properties } = schema as unknown as { properties: { fights: { anyOf: { items: TSchema }[] } } };
  const ofFight = properties.fights.anyOf[0]?.items as TSchema;
  return {
    schema: ofFight,
    normalise: (raw) => normalise({ ...bareRecords.events, fights: [raw] }).fights[0] as object,
  };
}

describe('raw records', () => {
  for (const [name, { none = '', ...stored }] of Object.entries(forms) as [keyof typeof forms, Form][]) {
    it(`of ${name} may leave out keys with a default`, () => {
      const { schema, normalise } = readerOf(name);
      const bare: Record<string, unknown> = bareRecords[name];
      const empty = Object.fromEntries(
        Object.entries(stored).flatMap(([value, keys]) => words(keys).map((key) => [key, JSON.parse(value)])),
      );
      const optional = [...Object.keys(empty), ...words(none)];
      const needed = Object.keys(bare).filter((key) => !optional.includes(key));
      const keys = Object.keys((schema as { properties?: object }).properties ?? {});
      expect(keys).to.have.members([...needed, ...optional]);
      const without = (key: string) => Object.fromEntries(Object.entries(bare).filter(([other]) => other !== key));
      expect(keys.filter((key) => !fitsIn(schema, without(key)))).to.have.members(needed);
      expect(keys.filter((key) => !fitsIn(schema, { ...bare, [key]: null }))).to.have.members(needed);
      expect(normalise(bare)).to.deep.equal({ ...empty, ...bare });
    });
  }
});
