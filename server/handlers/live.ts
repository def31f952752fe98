import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { liveContent, live as liveReply, nextToStart } from '../../contracts/content/represent.ts';
import type { Handler } from '../handler.ts';
import type { Store } from '../store/index.ts';
import { eventByStatid, pageOf } from './content.ts';

/** The stored event that is live now, if one is. */
async function liveEventOf(store: Store, content: ContentReader): Promise<EventRecord | undefined> {
  const onAir = await store.live.onAir();
  return onAir && eventByStatid(content, onAir.eventId);
}

const eventNamed = async (content: ContentReader, id: number | null | undefined) =>
  id ? content.get('events', id) : undefined;

/** Events come latest first, so those still to start stand before all others. */
async function nextEvent(content: ContentReader, nowMs: number): Promise<EventRecord | undefined> {
  let next: EventRecord | undefined;
  let after: string | undefined;
  do {
    const page = await content.list('events', undefined, { limit: 20, ...(after !== undefined && { after }) });
    next = nextToStart(page.records, nowMs) ?? next;
    const last = page.records.at(-1);
    after = last && Date.parse(last.event_dategmt) >= nowMs ? page.next : undefined;
  } while (after !== undefined);
  return next;
}

export const streaming_video: Handler<'streaming_video'> = async ({ family, content }, { store }) => {
  const [page, event] = await Promise.all([pageOf(content, 'live'), liveEventOf(store, content)]);
  return liveReply(page, event ?? (await eventNamed(content, page?.event_id)), event !== undefined, family);
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
  return liveContent(event, found(media), found(news), family, settings);
};
