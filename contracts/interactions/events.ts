import { collections } from '../content/collections/index.ts';
import { eventDetail, event as eventReply } from '../content/represent/events.ts';
import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { inPages, perRecord, whenEmpty, whole } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, fightersById, startingWith } from './sample.ts';
import { settings } from './settings.ts';

const records = content.list('events').records;

function list(family: Family): Interaction[] {
  const all = { what: 'events', body: records.map((record) => eventReply(record, family, settings)) };
  return [
    whole('events', family, all),
    whenEmpty('events', family, 'events'),
    ...inPages('events', family, all, records.map(collections.events.sort)),
    invalidRequest('events', family, {
      receiving: 'a request for events by pages of no record',
      request: { query: { limit: 0 } },
    }),
  ];
}

function one(family: Family): Interaction[] {
  return [
    ...perRecord('event', family, {
      what: 'event',
      records: startingWith(ids.liveEvent, records),
      given: ({ id }) => given('an event exists', { id }),
      body: (record) => eventDetail(record, fightersById, family, settings),
    }),
    problem('event', family, 'event-not-found', {
      receiving: 'a request for an event that does not exist',
      given: given('there is no such event', { id: ids.unknown }),
      request: { params: { id: ids.unknown } },
    }),
    invalidRequest('event', family, {
      receiving: 'a request for an event by an id that is none',
      request: { params: { id: 'abc' } },
    }),
  ];
}

export const events: Interaction[] = familyNames.flatMap((family) => [...list(family), ...one(family)]);
