import { collections } from '../content/collections/index.ts';
import { fights } from '../content/represent/fights.ts';
import { media } from '../content/represent/media.ts';
import { fightKey } from '../rules/sort-keys.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem, success } from './interaction.ts';
import { inPages, perRecord } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, existing, fightersById, startingWith } from './sample.ts';
import { settings } from './settings.ts';

/** An event that the state sets up: in the world every event has fights. */
const emptyEvent = 7099;

/** A list by event: its route, its name in descriptions, and the rows of an event with their sort keys. */
interface ListByEvent {
  route: 'event_fights' | 'event_media' | 'event_highlights';
  what: string;
  /** The event whose list is long enough for two pages. */
  paged: number;
  of: (id: number) => { body: unknown[]; keys: string[] };
}

const fightsOf = (id: number) => {
  const event = existing(content.get('events', id));
  return { body: fights(event, fightersById, 'v3', settings), keys: event.fights.map(fightKey) };
};

const mediaOf = (list: 'event' | 'highlights') => (id: number) => {
  const { records } = content.list('media', `${list}:${id}`);
  return { body: records.map((record) => media(record, 'v3')), keys: records.map(collections.media.sort) };
};

function listOf({ route, what, paged, of }: ListByEvent): Interaction[] {
  const { body, keys } = of(paged);
  const published = (id: number) => given('an event exists', { id });
  return [
    ...perRecord(route, 'v3', {
      what: 'event',
      records: startingWith(ids.liveEvent, content.list('events').records),
      receiving: (which) => `a request for ${what} of ${which}`,
      given: ({ id }) => published(id),
      parameter: 'event_id',
      body: ({ id }) => of(id).body,
    }),
    success(route, 'v3', {
      receiving: `a request for ${what} of an event that has none`,
      given: given('an event without fights or media exists', { id: emptyEvent }),
      request: { params: { event_id: emptyEvent } },
      body: [],
    }),
    ...inPages(
      route,
      'v3',
      { what: `${what} of an event`, given: published(paged), request: { params: { event_id: paged } }, body },
      keys,
    ),
    problem(route, 'v3', 'event-not-found', {
      receiving: `a request for ${what} of an event that does not exist`,
      given: given('there is no such event', { id: ids.unknown }),
      request: { params: { event_id: ids.unknown } },
    }),
    invalidRequest(route, 'v3', {
      receiving: `a request for ${what} of an event by an id that is none, by pages of no record`,
      request: { params: { event_id: 'abc' }, query: { limit: 0 } },
    }),
  ];
}

export const eventLists: Interaction[] = [
  ...listOf({ route: 'event_fights', what: 'fights', paged: ids.liveEvent, of: fightsOf }),
  ...listOf({ route: 'event_media', what: 'media', paged: ids.liveEvent, of: mediaOf('event') }),
  ...listOf({ route: 'event_highlights', what: 'highlights', paged: ids.pastEvent, of: mediaOf('highlights') }),
];
