import { common, DateTime, Day, described, Filled, Id, nullable, record, Text, Url } from './common.ts';
import { Fighter, FighterV1 } from './fighters.ts';
import { Media } from './media.ts';
import { type Static, Type } from './type.ts';

export const News = record('News', 'An article as lists have it.', {
  id: common.id,
  external_url_text: described(Text, 'Caption of the link to an off-site article.'),
  external_url: described(Url, 'Address of an off-site article.'),
  author: described(nullable(Type.String()), 'Who wrote it; null or empty when not known.'),
  title: described(Filled, 'Heading of the article.'),
  article_media_id: described(nullable(Id), 'Id of the leading media item.'),
  article_fighter_id: described(nullable(Id), 'Id of the fighter the article is about.'),
  article_date: described(Day, 'The day of the article.'),
  thumbnail: described(Url, 'Small image; empty when there is none.'),
  introduction: described(Text, 'Teaser; may hold HTML.'),
  featured_news_category: described(nullable(Type.String()), 'Category in which the article is featured.'),
  last_modified: common.lastModified,
  url_name: common.urlName,
  created: described(nullable(DateTime), 'When the record was made.'),
  published_start_date: described(nullable(DateTime), 'From when; a date in the future does not hide the article.'),
  keyword_ids: common.keywordIds,
});
export type News = Static<typeof News>;

const articleProperties = {
  ...News.properties,
  content: described(Text, 'The whole article, in HTML.'),
  article_media: described(nullable(Media), 'The leading media item.'),
  related: described(Type.Array(News), 'Articles on the same subject.'),
};

const fighters = 'Fighters that the article names.';
const description = 'An article with its text and what belongs to it.';

export const Article = record('Article', description, {
  ...articleProperties,
  fighters: described(Type.Array(Fighter), fighters),
});
export type Article = Static<typeof Article>;

export const ArticleV1 = record('ArticleV1', description, {
  ...articleProperties,
  fighters: described(Type.Array(FighterV1), fighters),
});
export type ArticleV1 = Static<typeof ArticleV1>;
