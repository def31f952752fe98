import { closed, DateTime, Day, described, Filled, Id, nullable, Text, Url } from './common.ts';
import { type Static, Type } from './type.ts';
import { MediaType } from './vocabulary.ts';

export const Photo = closed(
  {
    id: Id,
    thumbnail_path: Url,
    path: Url,
    caption: Text,
    gallery_order: described(Type.Integer(), 'Place in the gallery, ascending.'),
    media_id: described(Id, 'The media item the photo belongs to.'),
  },
  { $id: 'Photo' },
);
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

export const Media = closed(
  {
    id: Id,
    media_date: Day,
    type: MediaType,
    description: Text,
    more_link_text: Text,
    thumbnail: Url,
    more_linkurl: Url,
    internal_url: described(Type.String(), 'Path on the video host, of an internal video.'),
    title: Filled,
    embedded_type: described(nullable(Type.String()), 'Whose player an embedded video needs; an open list.'),
    embedded_id: described(nullable(Type.String()), 'Id of an embedded video at its host.'),
    mobile_stream_url: described(nullable(Url), 'HLS.'),
    mobile_video_url: described(nullable(Url), 'MP4.'),
    last_modified: DateTime,
    created: DateTime,
    published_start_date: DateTime,
    url_name: described(Filled, 'Slug; not necessarily unique.'),
    keyword_ids: Type.Array(Type.Integer()),
  },
  { $id: 'Media', ...embeddedTypeIsKnown },
);
export type Media = Static<typeof Media>;

export const MediaItem = closed(
  { ...Media.properties, photos: described(Type.Array(Photo), 'The photos of a photo gallery, in its order.') },
  { $id: 'MediaItem', allOf: [embeddedTypeIsKnown, onlyGalleriesHavePhotos] },
);
export type MediaItem = Static<typeof MediaItem>;
