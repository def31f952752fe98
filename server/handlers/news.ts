import { Problem } from '../../common/wire/problem.ts';
import { article as articleReply, news as newsReply } from '../../contracts/content/represent/news.ts';
import { findFighter } from '../queries/content.ts';
import { readListReply } from './list-reply.ts';
import type { Handler } from './types.ts';

export const news: Handler<'news'> = async ({ family, values, content }) =>
  readListReply(content, 'news', undefined, values, (record) => newsReply(record, family));

export const article: Handler<'article'> = async ({ family, values, content }, { settings }) => {
  const record = await content.get('news', values.id);
  if (!record) throw new Problem('article-not-found');
  const { article_media_id, fighter_ids, related_ids } = record;
  const [media, fighters, related] = await Promise.all([
    article_media_id === null ? undefined : content.get('media', article_media_id),
    content.many('fighters', fighter_ids),
    content.many('news', related_ids),
  ]);
  const parts = {
    media,
    fighters: fighters.filter((found) => found !== undefined),
    related: related.filter((found) => found !== undefined),
  };
  return articleReply(record, parts, family, settings);
};

export const fighter_news: Handler<'fighter_news'> = async ({ family, values, content }) => {
  const { id } = await findFighter(content, values.fighter_id);
  return readListReply(content, 'news', `fighter:${id}`, values, (record) => newsReply(record, family));
};
