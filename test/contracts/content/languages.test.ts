import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import type { TSchema } from '../../../contracts/schemas/type.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';

/** Fields that may have a wording per language, in the order of their names. */
const localizable = {
  alerts: 'message title url',
  events: `arena base_title corner_audio_blue_stream_url corner_audio_red_stream_url discuss_url event_time_text
    event_time_zone_text feature_image location mobile_stream_url secondary_feature_image short_description subtitle
    ticket_general_sale_text ticket_seller_name ticketurl title_tag_line trailer_url`,
  fighters: `belt_thumbnail city_residing country_residing left_full_body_image link profile_image
    right_full_body_image state_residing store_link strengths thumbnail`,
  media: 'description mobile_stream_url mobile_video_url more_link_text more_linkurl thumbnail title',
  news: 'content external_url_text introduction thumbnail title',
  octagon_girls: `banner_background_image biography1 biography2 biography_header career_goals city_residing
    country_residing favorite_foods favoritetvshows hobbies large_body_picture large_profile_picture
    medium_profile_picture quote short_description state_residing turn_ons ways_to_pick_up`,
};

const ofBoth = { es_US: 'https://media.example/es', en_US: 'https://media.example/en' };

describe('content in two languages', () => {
  for (const [name, fields] of Object.entries(localizable)) {
    it(`may be in these fields of ${name} only`, () => {
      const { schema } = collections[name as keyof typeof localizable];
      const { properties = {} } = schema as { properties?: Record<string, TSchema> };
      const fits = (field: string, text: object) =>
        findViolations(properties[field] as TSchema, text, 'en').length === 0;
      const { es_US, en_US } = ofBoth;
      const taken = Object.keys(properties).filter((field) => field !== 'result' && fits(field, ofBoth));
      expect(taken.sort()).to.deep.equal(fields.split(/\s+/));
      for (const right of [{ es_US }, { en_US }, { es_US, en_US: null }, { es_US: null, en_US }]) {
        expect(taken.filter((field) => !fits(field, right))).to.deep.equal([]);
      }
      for (const wrong of [{ es_US: null, en_US: null }, {}]) {
        expect(taken.filter((field) => fits(field, wrong))).to.deep.equal([]);
      }
    });
  }
});
