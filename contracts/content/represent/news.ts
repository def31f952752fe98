import type { Family } from '../../families.ts';
import { Article, ArticleV1, News } from '../../schemas/news.ts';
import type { FighterRecord } from '../collections/fighters.ts';
import type { MediaRecord } from '../collections/media.ts';
import type { NewsRecord } from '../collections/news.ts';
import type { Website } from '../settings.ts';
import { cut } from './cut.ts';
import { fighter } from './fighters.ts';
import { media } from './media.ts';

export function news(record: NewsRecord, family: Family): News {
  return cut(News, record, family);
}

/** The records that an article names by `article_media_id`, `fighter_ids` and `related_ids`, as far as they exist. */
export interface ArticleParts {
  media: MediaRecord | undefined;
  fighters: readonly FighterRecord[];
  related: readonly NewsRecord[];
}

export function article(
  record: NewsRecord,
  parts: ArticleParts,
  family: Family,
  website?: Website,
): Article | ArticleV1 {
  const shared = {
    article_media: parts.media ? media(parts.media, family) : null,
    related: parts.related.map((one) => news(one, family)),
  };
  return family === 'v3'
    ? cut(Article, record, family, { ...shared, fighters: parts.fighters.map((one) => fighter(one, 'v3', website)) })
    : cut(ArticleV1, record, family, { ...shared, fighters: parts.fighters.map((one) => fighter(one, 'v1')) });
}
