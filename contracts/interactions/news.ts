import { collections, type RecordOf } from '../content/collections/index.ts';
import { article as articleReply, news as newsReply } from '../content/represent/news.ts';
import { type Family, familyNames } from '../families.ts';
import { ids } from '../world/ids.ts';
import type { Interaction } from './interaction.ts';
import { listOf, recordOf } from './lists.ts';
import { content, startingWith } from './sample.ts';

const { records } = content.list('news');

function articleOf(record: RecordOf<'news'>, family: Family) {
  const parts = {
    media: record.article_media_id === null ? undefined : content.get('media', record.article_media_id),
    fighters: content.many('fighters', record.fighter_ids).filter((fighter) => fighter !== undefined),
    related: content.many('news', record.related_ids).filter((related) => related !== undefined),
  };
  return articleReply(record, parts, family);
}

export const news: Interaction[] = familyNames.flatMap((family) => [
  ...listOf('news', family, {
    what: 'news',
    body: records.map((record) => newsReply(record, family)),
    keys: records.map(collections.news.sort),
  }),
  ...recordOf('article', family, {
    what: 'article',
    records: startingWith(ids.article, records),
    body: (record) => articleOf(record, family),
  }),
]);
