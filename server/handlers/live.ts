import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { liveContent, live as liveReply } from '../../contracts/content/represent/index.ts';
import { anyLive } from '../cache/tags.ts';
import { eventByStatid, pageOf } from '../queries/content.ts';
import type { Store } from '../store/index.ts';
import { type Handler, Reply } from './types.ts';

/** The stored event that is live now, if one is. */
async function liveEventOf(store: Store, content: ContentReader): Promise<EventRecord | undefined> {
  const onAir = await store.live.onAir();
  return onAir && eventByStatid(content, onAir.eventId);
}

const eventNamed = async (content: ContentReader, id: number | null | undefined) =>
  id ? content.get('events', id) : undefined;

/** The event that starts next; of several at one moment, the one that stands first in the list of events. */
async function nextEvent(content: ContentReader, nowMs: number): Promise<EventRecord | undefined> {
  // Sort keys begin with the start, which has whole seconds.
  const from = `${new Date(Math.ceil(nowMs / 1000) * 1000).toISOString().slice(0, 19)}Z`;
  const { records } = await content.list('events', undefined, { limit: 1, after: from, reversed: true });
  const [next] = records;
  if (!next) return undefined;
  const sameMoment = await content.list('events', undefined, { limit: 1, after: `${next.event_dategmt}\u0001` });
  return sameMoment.records[0] ?? next;
}

export const streaming_video: Handler<'streaming_video'> = async ({ family, content }, { store }) => {
  const [page, event] = await Promise.all([pageOf(content, 'live'), liveEventOf(store, content)]);
  const shown = event ?? (await eventNamed(content, page?.event_id));
  return new Reply(liveReply(page, shown, event !== undefined, family), { tags: [anyLive] });
};

const newest = { limit: 100 };

export const live_content: Handler<'live_content'> = async ({ family, content }, { store, settings }) => {
  const [page, onNow] = await Promise.all([pageOf(content, 'live_content'), liveEventOf(store, content)]);
  const event = onNow ?? (await eventNamed(content, page?.event_id)) ?? (await nextEvent(content, Date.now()));
  const own = event && `event:${event.id}`;
  const [media, news] = await Promise.all([
    page?.media_ids ? content.many('media', page.media_ids) : own ? content.list('media', own, newest) : [],
    page?.news_ids ? content.many('news', page.news_ids) : own ? content.list('news', own, newest) : [],
  ]);
  const found = <R>(records: (R | undefined)[] | { records: R[] }) =>
    Array.isArray(records) ? records.filter((record) => record !== undefined) : records.records;
  return new Reply(liveContent(event, found(media), found(news), family, settings), { tags: [anyLive] });
};
