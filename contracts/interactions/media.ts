import { collections } from '../content/collections/index.ts';
import { mediaItem, media as mediaReply } from '../content/represent/media.ts';
import { familyNames } from '../families.ts';
import { ids } from '../world/ids.ts';
import type { Interaction } from './interaction.ts';
import { listOf, recordOf } from './lists.ts';
import { content, startingWith } from './sample.ts';

const { records } = content.list('media');

export const media: Interaction[] = familyNames.flatMap((family) => [
  ...listOf('media', family, {
    what: 'media',
    body: records.map((record) => mediaReply(record, family)),
    keys: records.map(collections.media.sort),
    unfit: ['with limit=501', { limit: 501 }],
  }),
  ...recordOf('media_item', family, {
    what: 'media item',
    records: startingWith(ids.photoGallery, records),
    body: (record) => mediaItem(record, family),
  }),
]);
