import { Article, type News } from '../../schemas/news.ts';
import { words } from '../../schemas/type.ts';
import { emptyTexts, Ids, type Localizable, shape, without } from '../shape.ts';
import { type Collection, isMomentKey, sortKey } from './collection.ts';

const localized = words('external_url_text title thumbnail introduction content');

export type NewsRecord = Localizable<
  Omit<Article, 'article_media' | 'fighters' | 'related'>,
  (typeof localized)[number]
> & {
  fighter_ids: number[];
  event_ids: number[];
  related_ids: number[];
};

const article = shape<NewsRecord>(
  {
    ...without(Article.properties, 'article_media', 'fighters', 'related'),
    fighter_ids: Ids,
    event_ids: Ids,
    related_ids: Ids,
  },
  {
    localized,
    empty: {
      ...emptyTexts('external_url_text external_url thumbnail introduction content'),
      keyword_ids: [],
      fighter_ids: [],
      event_ids: [],
      related_ids: [],
    },
  },
);

const published = (record: Pick<News, 'published_start_date' | 'article_date'>) =>
  record.published_start_date ?? record.article_date;

export const news: Collection<NewsRecord> = {
  ...article,
  key: (record) => String(record.id),
  order: 'descending',
  sort: (record) => sortKey(published(record), record.id),
  isSortKey: isMomentKey,
  lists({ article_fighter_id, fighter_ids, event_ids }) {
    const fighters = new Set(article_fighter_id === null ? fighter_ids : [article_fighter_id, ...fighter_ids]);
    return [...[...fighters].map((id) => `fighter:${id}`), ...[...new Set(event_ids)].map((id) => `event:${id}`)];
  },
};
