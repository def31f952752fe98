import { closed, DateTime, Day, described, Filled, Id, nullable, Text, Url } from './common.ts';
import { Fighter, FighterV1 } from './fighters.ts';
import { Media } from './media.ts';
import { type Static, Type } from './type.ts';

export const News = closed(
  {
    id: Id,
    external_url_text: described(Text, 'Caption of the link to an off-site article.'),
    external_url: described(Url, 'Address of an off-site article.'),
    author: nullable(Type.String()),
    title: Filled,
    article_media_id: described(nullable(Id), 'The leading media item.'),
    article_fighter_id: described(nullable(Id), 'The fighter the article is about.'),
    article_date: Day,
    thumbnail: Url,
    introduction: described(Text, 'Teaser; may hold HTML.'),
    featured_news_category: nullable(Type.String()),
    last_modified: DateTime,
    url_name: described(Filled, 'Slug; not necessarily unique.'),
    created: nullable(DateTime),
    published_start_date: described(nullable(DateTime), 'A date in the future does not hide the article.'),
    keyword_ids: Type.Array(Type.Integer()),
  },
  { $id: 'News' },
);
export type News = Static<typeof News>;

const articleProperties = {
  ...News.properties,
  content: described(Text, 'HTML.'),
  article_media: nullable(Media),
  related: Type.Array(News),
};

export const Article = closed({ ...articleProperties, fighters: Type.Array(Fighter) }, { $id: 'Article' });
export type Article = Static<typeof Article>;

export const ArticleV1 = closed({ ...articleProperties, fighters: Type.Array(FighterV1) }, { $id: 'ArticleV1' });
export type ArticleV1 = Static<typeof ArticleV1>;
