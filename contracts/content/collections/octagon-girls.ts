import { RingPresenter } from '../../schemas/octagon-girls.ts';
import { words } from '../../schemas/type.ts';
import { emptyTexts, type Localizable, shape } from '../shape.ts';
import { type Collection, isNameKey, nameSortKey } from './collection.ts';
import { inGalleryOrder, type PhotoRecord, photos } from './media.ts';

const texts = words(
  'city_residing state_residing country_residing biography1 biography2 biography_header short_description quote',
  'hobbies favorite_foods favoritetvshows career_goals turn_ons ways_to_pick_up',
);
const pictures = ['banner_background_image', 'large_profile_picture', 'medium_profile_picture'] as const;

type LocalizedKey = (typeof texts)[number] | (typeof pictures)[number] | 'large_body_picture';

export type PresenterRecord = Localizable<Omit<RingPresenter, 'gallery'>, LocalizedKey> & {
  /** By gallery_order. */
  gallery: PhotoRecord[];
};

const presenter = shape<PresenterRecord>(RingPresenter.properties, {
  localized: [...texts, ...pictures, 'large_body_picture'],
  empty: {
    ...emptyTexts(...texts, ...pictures, 'twitter_username twitter_hashtag websiteurl storeurl youtube_channelurl'),
    height: 0,
    weight: 0,
    gallery: [],
  },
  nested: { gallery: photos },
});

export const octagon_girls: Collection<PresenterRecord> = {
  schema: presenter.schema,
  normalise(raw) {
    const record = presenter.normalise(raw);
    return { ...record, gallery: inGalleryOrder(record.gallery) };
  },
  key: (record) => String(record.id),
  order: 'ascending',
  sort: nameSortKey,
  isSortKey: isNameKey,
  lists: () => [],
};
