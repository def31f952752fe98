import { collections } from '../content/collections/index.ts';
import { mediaItem, media as mediaReply } from '../content/represent/media.ts';
import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { inPages, perRecord, whenEmpty, whole } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

const records = content.list('media').records;

function list(family: Family): Interaction[] {
  const all = { what: 'media', body: records.map((record) => mediaReply(record, family)) };
  return [
    whole('media', family, all),
    whenEmpty('media', family, 'media'),
    ...inPages('media', family, all, records.map(collections.media.sort)),
    invalidRequest('media', family, {
      receiving: 'a request for media by pages of too many records',
      request: { query: { limit: 501 } },
    }),
  ];
}

function one(family: Family): Interaction[] {
  return [
    ...perRecord('media_item', family, {
      what: 'media item',
      records: startingWith(ids.photoGallery, records),
      given: ({ id }) => given('a media item exists', { id }),
      body: (record) => mediaItem(record, family),
    }),
    problem('media_item', family, 'media-item-not-found', {
      receiving: 'a request for a media item that does not exist',
      given: given('there is no such media item', { id: ids.unknown }),
      request: { params: { id: ids.unknown } },
    }),
    invalidRequest('media_item', family, {
      receiving: 'a request for a media item by an id that is none',
      request: { params: { id: 'abc' } },
    }),
  ];
}

export const media: Interaction[] = familyNames.flatMap((family) => [...list(family), ...one(family)]);
