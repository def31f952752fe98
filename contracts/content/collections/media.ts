import { Filled } from '../../schemas/common.ts';
import { MediaItem, Photo } from '../../schemas/media.ts';
import { Type, words } from '../../schemas/type.ts';
import { emptyTexts, Ids, type Localizable, type Shape, shape } from '../shape.ts';
import { type Collection, isMomentKey, sortKey } from './collection.ts';

export type PhotoRecord = Localizable<Photo, 'thumbnail_path' | 'path' | 'caption'>;

export const photos: Shape<PhotoRecord> = shape(Photo.properties, {
  localized: ['thumbnail_path', 'path', 'caption'],
  empty: { caption: '' },
});

export const inGalleryOrder = (gallery: readonly PhotoRecord[]) =>
  gallery.toSorted((a, b) => a.gallery_order - b.gallery_order || a.id - b.id);

const localized = words('description more_link_text thumbnail more_linkurl title mobile_stream_url mobile_video_url');

export type MediaRecord = Localizable<Omit<MediaItem, 'photos'>, (typeof localized)[number]> & {
  /** By gallery_order. */
  photos: PhotoRecord[];
  fighter_ids: number[];
  event_ids: number[];
  /** Whether it is in the highlights of its events. */
  highlight: boolean;
};

const item = shape<MediaRecord>(
  {
    ...MediaItem.properties,
    fighter_ids: Ids,
    event_ids: Ids,
    highlight: Type.Boolean(),
  },
  {
    localized,
    empty: {
      ...emptyTexts('description more_link_text thumbnail more_linkurl internal_url'),
      keyword_ids: [],
      photos: [],
      fighter_ids: [],
      event_ids: [],
      highlight: false,
    },
    nested: { photos },
  },
);

export const media: Collection<MediaRecord> = {
  schema: Type.Object(item.schema.properties, {
    if: Type.Object({ type: Type.Literal('EMBEDDEDVIDEO') }),
    // biome-ignore lint/suspicious/noThenProperty: `then` is the JSON Schema keyword
    then: Type.Object({ embedded_type: Filled }),
  }),
  normalise(raw) {
    const record = item.normalise(raw);
    return { ...record, photos: inGalleryOrder(record.photos) };
  },
  key: (record) => String(record.id),
  order: 'descending',
  sort: (record) => sortKey(record.published_start_date, record.id),
  isSortKey: isMomentKey,
  lists: ({ fighter_ids, event_ids, highlight }) => [
    ...[...new Set(fighter_ids)].map((id) => `fighter:${id}`),
    ...[...new Set(event_ids)].flatMap((id) => [`event:${id}`, ...(highlight ? [`highlights:${id}`] : [])]),
  ],
};
