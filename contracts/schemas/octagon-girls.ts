import { Count, common, Day, described, Id, nullable, record, Text, Url } from './common.ts';
import { Photo } from './media.ts';
import { type Static, Type } from './type.ts';

const residence = 'of residence; empty when not known.';
const account = (what: string) => described(Type.String(), `${what}; empty when there is none.`);
const picture = (what: string) => described(Url, `${what}; empty when there is none.`);

export const RingPresenter = record('RingPresenter', 'A ring presenter, in the list and alone.', {
  id: common.id,
  first_name: common.firstName,
  last_name: common.lastName,
  date_of_birth: described(Day, 'Birth date.'),
  height: described(Count, 'Inches; 0 when not known.'),
  weight: described(Count, 'Pounds; 0 when not known.'),
  city_residing: described(Text, `City ${residence}`),
  state_residing: described(Text, `State ${residence}`),
  country_residing: described(Text, `Country ${residence}`),
  biography1: described(Text, 'First part of the biography, in HTML.'),
  biography2: described(Text, 'Second part of the biography, in HTML.'),
  biography_header: described(Text, 'Heading of the biography.'),
  short_description: described(Text, 'A line about her.'),
  quote: described(Text, 'Words of hers.'),
  hobbies: described(Text, 'What she does in her free time.'),
  favorite_foods: described(Text, 'What she likes to eat.'),
  favoritetvshows: described(Text, 'What she likes to watch.'),
  career_goals: described(Text, 'What she wants to reach.'),
  turn_ons: described(Text, 'Kept for existing clients; left empty.'),
  ways_to_pick_up: described(Text, 'Kept for existing clients; left empty.'),
  banner_background_image: picture('Wide image behind the heading'),
  large_profile_picture: picture('Large portrait'),
  medium_profile_picture: picture('Portrait of medium size'),
  twitter_username: account('Account on Twitter'),
  twitter_hashtag: common.twitterHashtag,
  websiteurl: account('Address of her website'),
  storeurl: account('Address of her shop'),
  youtube_channelurl: account('Address of her channel on YouTube'),
  large_body_picture: described(nullable(Url), 'Large picture from head to foot.'),
  twitter_feed_file_name: described(nullable(Type.String()), 'Name of the file with her feed of Twitter.'),
  octagon_girl_media_id: described(nullable(Id), 'Id of the media item about her.'),
  gallery: described(Type.Array(Photo), 'Her photos, in the order of the gallery.'),
});
export type RingPresenter = Static<typeof RingPresenter>;
