import type { RecordOf } from '../content/collections/index.ts';
import { discussion, tickets, watch } from '../content/represent/events.ts';
import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { perRecord } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

type Page = (event: RecordOf<'events'>, family: Family) => unknown;

const pages = {
  discuss_event: { about: 'the discussion of', page: discussion },
  event_tickets: { about: 'the tickets of', page: tickets },
  watch_event: { about: 'how to watch', page: watch },
} as const satisfies Record<string, { about: string; page: Page }>;

function ofRoute(route: keyof typeof pages, family: Family): Interaction[] {
  const { about: words, page } = pages[route];
  const about = (which: string) => `a request for ${words} ${which}`;
  return [
    ...perRecord(route, family, {
      what: 'event',
      records: startingWith(ids.liveEvent, content.list('events').records),
      receiving: about,
      given: ({ id }) => given('an event exists', { id }),
      body: (record) => page(record, family),
    }),
    problem(route, family, 'event-not-found', {
      receiving: about('an event that does not exist'),
      given: given('there is no such event', { id: ids.unknown }),
      request: { params: { id: ids.unknown } },
    }),
    invalidRequest(route, family, {
      receiving: about('an event by an id that is none'),
      request: { params: { id: 'abc' } },
    }),
  ];
}

export const eventPages: Interaction[] = familyNames.flatMap((family) =>
  (Object.keys(pages) as (keyof typeof pages)[]).flatMap((route) => ofRoute(route, family)),
);
