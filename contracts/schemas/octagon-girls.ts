import { Count, closed, Day, described, Filled, Id, nullable, Text, Url } from './common.ts';
import { Photo } from './media.ts';
import { type Static, Type } from './type.ts';

/** The same record in the list and in the detail reply. */
export const RingPresenter = closed(
  {
    id: Id,
    first_name: Filled,
    last_name: Filled,
    date_of_birth: Day,
    height: described(Count, 'Inches; 0 when not known.'),
    weight: described(Count, 'Pounds; 0 when not known.'),
    city_residing: Text,
    state_residing: Text,
    country_residing: Text,
    biography1: described(Text, 'HTML.'),
    biography2: described(Text, 'HTML.'),
    biography_header: Text,
    short_description: Text,
    quote: Text,
    hobbies: Text,
    favorite_foods: Text,
    favoritetvshows: Text,
    career_goals: Text,
    turn_ons: described(Text, 'Kept for existing clients; left empty.'),
    ways_to_pick_up: described(Text, 'Kept for existing clients; left empty.'),
    banner_background_image: Url,
    large_profile_picture: Url,
    medium_profile_picture: Url,
    twitter_username: Type.String(),
    twitter_hashtag: Type.String(),
    websiteurl: Type.String(),
    storeurl: Type.String(),
    youtube_channelurl: Type.String(),
    large_body_picture: nullable(Url),
    twitter_feed_file_name: nullable(Type.String()),
    octagon_girl_media_id: described(nullable(Id), 'The media item about her.'),
    gallery: Type.Array(Photo),
  },
  { $id: 'RingPresenter' },
);
export type RingPresenter = Static<typeof RingPresenter>;
