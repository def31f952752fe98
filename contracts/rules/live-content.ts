/** Chooses the event, media and news of the live routes. */
import type { EventRecord } from '../content/collections/events.ts';
import type { PageOf, PageRecord } from '../content/collections/pages.ts';
import type { ContentReader, Listed } from '../content/reader.ts';
import { liveContent, live as liveReply } from '../content/represent/pages.ts';
import type { Settings } from '../content/settings.ts';
import type { Family } from '../families.ts';
import type { Live, LiveContent, LiveContentV1 } from '../schemas/live.ts';
import { isoSeconds } from './iso-seconds.ts';

const pageOf = async <P extends PageRecord['page']>(content: ContentReader, page: P) =>
  (await content.get('pages', page)) as PageOf<P> | undefined;

const eventNamed = async (content: ContentReader, id: number | null | undefined) =>
  id ? content.get('events', id) : undefined;

/** The next event; if several start at the same moment, the first in the list of events. */
async function nextEvent(content: ContentReader, nowMs: number): Promise<EventRecord | undefined> {
  // Sort keys begin with the start, which has whole seconds.
  const from = isoSeconds(Math.ceil(nowMs / 1000) * 1000);
  const { records } = await content.list('events', undefined, { limit: 1, after: from, reversed: true });
  const [next] = records;
  if (!next) return undefined;
  const sameMoment = await content.list('events', undefined, { limit: 1, after: `${next.event_dategmt}\u0001` });
  return sameMoment.records[0] ?? next;
}

/**
 * The live video: of the live event, or else of the event that the page names.
 *
 * @param onAir the live event, if there is one.
 */
export async function liveVideo(content: ContentReader, onAir: EventRecord | undefined, family: Family): Promise<Live> {
  const page = await pageOf(content, 'live');
  return liveReply(page, onAir ?? (await eventNamed(content, page?.event_id)), onAir !== undefined, family);
}

const newest = { limit: 100 };

/**
 * The live event, or else the event that the page names, or else the next event; with the media and news that the page
 * names, or else the newest of that event.
 *
 * @param onAir the live event, if there is one.
 */
export async function chooseLiveContent(
  content: ContentReader,
  onAir: EventRecord | undefined,
  nowMs: number,
  family: Family,
  settings: Settings,
): Promise<LiveContent | LiveContentV1> {
  const page = await pageOf(content, 'live_content');
  const event = onAir ?? (await eventNamed(content, page?.event_id)) ?? (await nextEvent(content, nowMs));
  const own = event && `event:${event.id}`;
  const [media, news] = await Promise.all([
    page?.media_ids ? content.many('media', page.media_ids) : own ? content.list('media', own, newest) : [],
    page?.news_ids ? content.many('news', page.news_ids) : own ? content.list('news', own, newest) : [],
  ]);
  const existing = <R>(records: (R | undefined)[] | Listed<R>) =>
    Array.isArray(records) ? records.filter((record) => record !== undefined) : records.records;
  return liveContent(event, existing(media), existing(news), family, settings);
}
