import { type Family, families } from '../../families.ts';
import { Alert } from '../../schemas/alerts.ts';
import { Live, type LiveContent, type LiveContentV1 } from '../../schemas/live.ts';
import { Chat, Instructions, type Translation } from '../../schemas/service.ts';
import type { AlertRecord } from '../collections/alerts.ts';
import type { EventRecord } from '../collections/events.ts';
import type { MediaRecord } from '../collections/media.ts';
import type { NewsRecord } from '../collections/news.ts';
import type { PageOf } from '../collections/pages.ts';
import type { TranslationRecord } from '../collections/translations.ts';
import type { Settings } from '../settings.ts';
import { inLanguage } from '../text.ts';
import { cut } from './cut.ts';
import { event as eventReply } from './events.ts';
import { media as mediaReply } from './media.ts';
import { news as newsReply } from './news.ts';

export function alert(record: AlertRecord, family: Family): Alert {
  return cut(Alert, record, family);
}

/**
 * Sends an id in digits as a number. Does not use `cut`, which recognises texts by the names of locales: a bundle may have
 * these names as keys.
 */
export function translation(record: TranslationRecord, family: 'v3'): Translation {
  const id = /^\d+$/.test(record.id) && Number.isSafeInteger(Number(record.id)) ? Number(record.id) : record.id;
  const texts = Object.entries(record.translations).map(([key, text]) => [key, inLanguage(text, family)]);
  return { id, locale: families[family].locale, translations: Object.fromEntries(texts) };
}

/**
 * The reply about the live video.
 *
 * @param page undefined when content has no live page.
 * @param event the live event, or else the event that the page names.
 * @param isLive whether that event is the live event.
 */
export function live(
  page: PageOf<'live'> | undefined,
  event: EventRecord | undefined,
  isLive: boolean,
  family: Family,
): Live {
  return cut(Live, {}, family, {
    live: isLive,
    event_id: event?.id ?? page?.event_id ?? null,
    title: page?.title ?? null,
    mobile_stream_url: page?.mobile_stream_url ?? null,
    starts_at: event?.event_dategmt ?? null,
    ends_at: event?.end_event_dategmt ?? null,
  });
}

/** @param event the live event, or else the event that the page names, or else the next event. */
export function liveContent(
  event: EventRecord | undefined,
  media: readonly MediaRecord[],
  news: readonly NewsRecord[],
  family: Family,
  settings: Settings,
): LiveContent | LiveContentV1 {
  const parts = { media: media.map((one) => mediaReply(one, family)), news: news.map((one) => newsReply(one, family)) };
  return family === 'v3'
    ? { event: event ? eventReply(event, 'v3', settings) : null, ...parts }
    : { event: event ? eventReply(event, 'v1', settings) : null, ...parts };
}

export function chat(page: PageOf<'chat'> | undefined, family: Family): Chat {
  return cut(Chat, page ?? { enabled: false, url: null, event_id: null }, family);
}

export function instructions(page: PageOf<'instructions'> | undefined, family: Family): Instructions {
  return cut(Instructions, page ?? { title: '', body: '' }, family, { locale: families[family].locale });
}
