import { collections } from '../content/collections/index.ts';
import { discussion, eventDetail, event as eventReply, tickets, watch } from '../content/represent/events.ts';
import { familyNames } from '../families.ts';
import { ids } from '../world/ids.ts';
import type { Interaction } from './interaction.ts';
import { listOf, recordOf } from './lists.ts';
import { content, fightersById, startingWith } from './sample.ts';
import { settings } from './settings.ts';

const all = content.list('events').records;
const records = startingWith(ids.liveEvent, all);

const event = { what: 'event', records } as const;

export const events: Interaction[] = familyNames.flatMap((family) => [
  ...listOf('events', family, {
    what: 'events',
    body: all.map((record) => eventReply(record, family, settings)),
    keys: all.map(collections.events.sort),
  }),
  ...recordOf('event', family, { ...event, body: (record) => eventDetail(record, fightersById, family, settings) }),
  ...recordOf('discuss_event', family, {
    ...event,
    receiving: (which) => `the discussion of ${which}`,
    body: (record) => discussion(record, family),
  }),
  ...recordOf('event_tickets', family, {
    ...event,
    receiving: (which) => `the tickets of ${which}`,
    body: (record) => tickets(record, family),
  }),
  ...recordOf('watch_event', family, {
    ...event,
    receiving: (which) => `how to watch ${which}`,
    body: (record) => watch(record, family),
  }),
]);
