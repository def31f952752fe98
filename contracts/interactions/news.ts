import { collections } from '../content/collections/index.ts';
import type { NewsRecord } from '../content/collections/news.ts';
import { article as articleReply, news as newsReply } from '../content/represent/news.ts';
import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { inPages, perRecord, whenEmpty, whole } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

const records = content.list('news').records;
const isThere = <R>(record: R | undefined) => record !== undefined;

function articleOf(record: NewsRecord, family: Family) {
  const { article_media_id, fighter_ids, related_ids } = record;
  const parts = {
    media: article_media_id === null ? undefined : content.get('media', article_media_id),
    fighters: content.many('fighters', fighter_ids).filter(isThere),
    related: content.many('news', related_ids).filter(isThere),
  };
  return articleReply(record, parts, family);
}

function list(family: Family): Interaction[] {
  const all = { what: 'news', body: records.map((record) => newsReply(record, family)) };
  return [
    whole('news', family, all),
    whenEmpty('news', family, 'news'),
    ...inPages('news', family, all, records.map(collections.news.sort)),
    invalidRequest('news', family, {
      receiving: 'a request for news by pages of no record',
      request: { query: { limit: 0 } },
    }),
  ];
}

function one(family: Family): Interaction[] {
  return [
    ...perRecord('article', family, {
      what: 'article',
      records: startingWith(ids.article, records),
      given: ({ id }) => given('an article exists', { id }),
      body: (record) => articleOf(record, family),
    }),
    problem('article', family, 'article-not-found', {
      receiving: 'a request for an article that does not exist',
      given: given('there is no such article', { id: ids.unknown }),
      request: { params: { id: ids.unknown } },
    }),
    invalidRequest('article', family, {
      receiving: 'a request for an article by an id that is none',
      request: { params: { id: 'abc' } },
    }),
  ];
}

export const news: Interaction[] = familyNames.flatMap((family) => [...list(family), ...one(family)]);
