import type { Family } from '../../families.ts';
import { Media, MediaItem } from '../../schemas/media.ts';
import { RingPresenter } from '../../schemas/octagon-girls.ts';
import type { MediaRecord } from '../collections/media.ts';
import type { PresenterRecord } from '../collections/octagon-girls.ts';
import { cut } from './cut.ts';

export function media(record: MediaRecord, family: Family): Media {
  return cut(Media, record, family);
}

/** Only a gallery has photos, even if another record lists some. */
export function mediaItem(record: MediaRecord, family: Family): MediaItem {
  return cut(MediaItem, record, family, { photos: record.type === 'PHOTOGALLERY' ? record.photos : [] });
}

export function ringPresenter(record: PresenterRecord, family: Family): RingPresenter {
  return cut(RingPresenter, record, family);
}
