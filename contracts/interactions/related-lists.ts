import { collections } from '../content/collections/index.ts';
import { fights } from '../content/represent/fights.ts';
import { media } from '../content/represent/media.ts';
import { news } from '../content/represent/news.ts';
import type { RouteName } from '../routes.ts';
import { fightKey } from '../rules/sort-keys.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, success } from './interaction.ts';
import { inPages, perRecord, wrongIds } from './lists.ts';
import { content, existing, fightersById, startingWith } from './sample.ts';
import { settings } from './settings.ts';

/** An event that only the state has: in the world every event has fights. */
const emptyEvent = 7099;

type Rows = (id: number) => { body: unknown[]; keys: string[] };

const fightsOf: Rows = (id) => {
  const event = existing(content.get('events', id));
  return { body: fights(event, fightersById, 'v3', settings), keys: event.fights.map(fightKey) };
};

const mediaOf =
  (list: 'event' | 'highlights' | 'fighter'): Rows =>
  (id) => {
    const { records } = content.list('media', `${list}:${id}`);
    return { body: records.map((record) => media(record, 'v3')), keys: records.map(collections.media.sort) };
  };

const newsOf: Rows = (id) => {
  const { records } = content.list('news', `fighter:${id}`);
  return { body: records.map((record) => news(record, 'v3')), keys: records.map(collections.news.sort) };
};

const noPage = { limit: 0 };

/** @param paged an event whose list has at least two rows. */
function ofEvents(route: RouteName, what: string, rowsOf: Rows, paged: number = ids.liveEvent): Interaction[] {
  const { body, keys } = rowsOf(paged);
  const exists = (id: number) => given('an event exists', { id });
  const receiving = (which: string) => `${what} of ${which}`;
  const page = { what: `${what} of an event`, given: exists(paged), request: { params: { event_id: paged } }, body };
  return [
    ...perRecord(route, 'v3', {
      what: 'event',
      records: startingWith(ids.liveEvent, content.list('events').records),
      receiving,
      given: ({ id }) => exists(id),
      parameter: 'event_id',
      body: ({ id }) => rowsOf(id).body,
    }),
    success(route, 'v3', {
      receiving: receiving(`an event without ${what}`),
      given: given('an event without fights or media exists', { id: emptyEvent }),
      request: { params: { event_id: emptyEvent } },
      body: [],
    }),
    ...inPages(route, 'v3', page, keys),
    ...wrongIds(route, 'v3', 'event', receiving, { parameter: 'event_id', query: noPage }),
  ];
}

function ofFighters(route: RouteName, what: 'news' | 'media', rowsOf: Rows): Interaction[] {
  const { body, keys } = rowsOf(ids.champion);
  const exists = (id: number) => given('a fighter exists', { id });
  const receiving = (which: string) => `${what} about ${which}`;
  const request = { params: { fighter_id: ids.champion } };
  return [
    ...perRecord(route, 'v3', {
      what: 'fighter',
      records: startingWith(ids.champion, content.list('fighters').records),
      receiving,
      given: ({ id }) =>
        id === ids.fighterWithoutNews ? given('a fighter without news or media exists', { id }) : exists(id),
      parameter: 'fighter_id',
      body: ({ id }) => rowsOf(id).body,
    }),
    ...inPages(route, 'v3', { what: `${what} about one fighter`, given: exists(ids.champion), request, body }, keys),
    ...wrongIds(route, 'v3', 'fighter', receiving, { parameter: 'fighter_id', query: noPage }),
  ];
}

export const relatedLists: Interaction[] = [
  ...ofEvents('event_fights', 'fights', fightsOf),
  ...ofEvents('event_media', 'media', mediaOf('event')),
  ...ofEvents('event_highlights', 'highlights', mediaOf('highlights'), ids.pastEvent),
  ...ofFighters('fighter_news', 'news', newsOf),
  ...ofFighters('fighter_media', 'media', mediaOf('fighter')),
];
