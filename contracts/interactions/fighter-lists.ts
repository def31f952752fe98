import { collections } from '../content/collections/index.ts';
import { media } from '../content/represent/media.ts';
import { news } from '../content/represent/news.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { inPages, perRecord } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

/** A list by fighter: its route, its name in descriptions, and its rows. */
interface ListByFighter {
  route: 'fighter_news' | 'fighter_media';
  what: 'news' | 'media';
  /** The list of one fighter: replies and sort keys. */
  of: (id: number) => { body: unknown[]; keys: string[] };
}

const newsOf = (id: number) => {
  const { records } = content.list('news', `fighter:${id}`);
  return { body: records.map((record) => news(record, 'v3')), keys: records.map(collections.news.sort) };
};

const mediaOf = (id: number) => {
  const { records } = content.list('media', `fighter:${id}`);
  return { body: records.map((record) => media(record, 'v3')), keys: records.map(collections.media.sort) };
};

function listOf({ route, what, of }: ListByFighter): Interaction[] {
  const champion = of(ids.champion);
  return [
    ...perRecord(route, 'v3', {
      what: 'fighter',
      records: startingWith(ids.champion, content.list('fighters').records),
      receiving: (which) => `a request for ${what} about ${which}`,
      given: ({ id }) =>
        id === ids.fighterWithoutNews
          ? given('a fighter without news or media exists', { id })
          : given('a fighter exists', { id }),
      parameter: 'fighter_id',
      body: ({ id }) => of(id).body,
    }),
    ...inPages(
      route,
      'v3',
      {
        what: `${what} about one fighter`,
        given: given('a fighter exists', { id: ids.champion }),
        request: { params: { fighter_id: ids.champion } },
        body: champion.body,
      },
      champion.keys,
    ),
    problem(route, 'v3', 'fighter-not-found', {
      receiving: `a request for ${what} about a fighter that does not exist`,
      given: given('there is no such fighter', { id: ids.unknown }),
      request: { params: { fighter_id: ids.unknown } },
    }),
    invalidRequest(route, 'v3', {
      receiving: `a request for ${what} about a fighter by an id that is none, by pages of no record`,
      request: { params: { fighter_id: 'abc' }, query: { limit: 0 } },
    }),
  ];
}

export const fighterLists: Interaction[] = [
  ...listOf({ route: 'fighter_news', what: 'news', of: newsOf }),
  ...listOf({ route: 'fighter_media', what: 'media', of: mediaOf }),
];
