import {
  discussion,
  eventDetail,
  event as eventReply,
  tickets,
  watch,
} from '../../contracts/content/represent/events.ts';
import { fights as fightReplies } from '../../contracts/content/represent/fights.ts';
import { fightKey } from '../../contracts/rules/sort-keys.ts';
import { findEvent, readCardFighters } from '../queries/content.ts';
import { readListReply } from './list-reply.ts';
import { type Handler, Reply } from './types.ts';

export const events: Handler<'events'> = async ({ family, values, content }, { settings }) =>
  readListReply(content, 'events', undefined, values, (record) => eventReply(record, family, settings));

export const event: Handler<'event'> = async ({ family, values, content }, { settings }) => {
  const record = await findEvent(content, values.id);
  return eventDetail(record, await readCardFighters(content, record), family, settings);
};

/** The whole card is one record, so the page is cut here. */
export const event_fights: Handler<'event_fights'> = async ({ family, values, content }, { settings }) => {
  const { limit, cursor = '' } = values;
  const record = await findEvent(content, values.event_id);
  const card = fightReplies(record, await readCardFighters(content, record), family, settings);
  const rest = card.filter((fight) => fightKey(fight) > cursor);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return new Reply(page, { next: last && page.length < rest.length ? fightKey(last) : undefined });
};

export const discuss_event: Handler<'discuss_event'> = async ({ family, values, content }) =>
  discussion(await findEvent(content, values.id), family);

export const event_tickets: Handler<'event_tickets'> = async ({ family, values, content }) =>
  tickets(await findEvent(content, values.id), family);

export const watch_event: Handler<'watch_event'> = async ({ family, values, content }) =>
  watch(await findEvent(content, values.id), family);
