import { common, DateTime, Day, described, Filled, Id, nullable, record, Text, Url } from './common.ts';
import { type Static, Type } from './type.ts';
import { MediaType } from './vocabulary.ts';

export const Photo = record('Photo', 'A photo of a gallery.', {
  id: common.id,
  thumbnail_path: described(Url, 'Address of the small image.'),
  path: described(Url, 'Address of the image.'),
  caption: described(Text, 'What it shows; empty when nothing is said.'),
  gallery_order: described(Type.Integer(), 'Place in the gallery, ascending.'),
  media_id: described(Id, 'Id of the media item the photo belongs to.'),
});
export type Photo = Static<typeof Photo>;

const embeddedTypeIsKnown = {
  if: Type.Object({ type: Type.Literal('EMBEDDEDVIDEO') }),
  // biome-ignore lint/suspicious/noThenProperty: `then` is the JSON Schema keyword
  then: Type.Object({ embedded_type: Filled }),
};

const onlyGalleriesHavePhotos = {
  if: Type.Object({ type: Type.Enum(['EMBEDDEDVIDEO', 'INTERNALVIDEO'] as const) }),
  // biome-ignore lint/suspicious/noThenProperty: `then` is the JSON Schema keyword
  then: Type.Object({ photos: Type.Array(Photo, { maxItems: 0 }) }),
};

export const Media = record(
  'Media',
  'A video or a gallery as lists have it.',
  {
    id: common.id,
    media_date: described(Day, 'The day of the media item.'),
    type: MediaType,
    description: described(Text, 'What it shows; empty when nothing is said.'),
    more_link_text: described(Text, 'Caption of the link to more; empty when there is none.'),
    thumbnail: described(Url, 'Small image; empty when there is none.'),
    more_linkurl: described(Url, 'Address of the link to more; empty when there is none.'),
    internal_url: described(Type.String(), 'Path on the video host, of an internal video.'),
    title: described(Filled, 'Heading of the media item.'),
    embedded_type: described(nullable(Type.String()), 'Whose player an embedded video needs; an open list.'),
    embedded_id: described(nullable(Type.String()), 'Id of an embedded video at its host.'),
    mobile_stream_url: described(nullable(Url), 'Address of the video, HLS.'),
    mobile_video_url: described(nullable(Url), 'Address of the video, MP4.'),
    last_modified: common.lastModified,
    created: described(DateTime, 'When the record was made.'),
    published_start_date: described(DateTime, 'From when; a date in the future does not hide the media item.'),
    url_name: common.urlName,
    keyword_ids: common.keywordIds,
  },
  { ...embeddedTypeIsKnown },
);
export type Media = Static<typeof Media>;

export const MediaItem = record(
  'MediaItem',
  'A video or a gallery with its photos.',
  { ...Media.properties, photos: described(Type.Array(Photo), 'The photos of a photo gallery, in its order.') },
  { allOf: [embeddedTypeIsKnown, onlyGalleriesHavePhotos] },
);
export type MediaItem = Static<typeof MediaItem>;
