import type { Family } from '../../families.ts';
import { Discussion, Event, EventDetail, EventDetailV1, EventV1, Tickets, Watch } from '../../schemas/events.ts';
import { MetricsEntry } from '../../schemas/metrics.ts';
import type { EventRecord } from '../collections/events.ts';
import type { FighterRecord } from '../collections/fighters.ts';
import type { Settings } from '../settings.ts';
import { inLanguage } from '../text.ts';
import { cut } from './cut.ts';
import { eventFeedUrl } from './feed-urls.ts';
import { fights } from './fights.ts';

export function event<F extends Family>(record: EventRecord, family: F, settings: Settings) {
  const reply =
    family === 'v3'
      ? cut(Event, record, family, { fm_fnt_feed_url: eventFeedUrl(record.statid, settings) })
      : cut(EventV1, record, family);
  return reply as { v3: Event; v1: EventV1 }[F];
}

/** @param fighters by id; all fighters on the card. */
export function eventDetail(
  record: EventRecord,
  fighters: ReadonlyMap<number, FighterRecord>,
  family: Family,
  settings: Settings,
): EventDetail | EventDetailV1 {
  const card = fights(record, fighters, family, settings);
  return family === 'v3'
    ? cut(EventDetail, record, family, { fm_fnt_feed_url: eventFeedUrl(record.statid, settings), fights: card })
    : cut(EventDetailV1, record, family, { fights: card });
}

/** Titled with the event's title and its tag line, if any. */
export function discussion(record: EventRecord, family: Family): Discussion {
  const tagLine = record.title_tag_line === null ? '' : inLanguage(record.title_tag_line, family);
  const title = inLanguage(record.base_title, family);
  return cut(Discussion, record, family, {
    event_id: record.id,
    title: tagLine === '' ? title : `${title}: ${tagLine}`,
    url: record.discuss_url,
  });
}

export function tickets(record: EventRecord, family: Family): Tickets {
  return cut(Tickets, record, family, { event_id: record.id });
}

export function watch(record: EventRecord, family: Family): Watch {
  return cut(Watch, record, family, { event_id: record.id });
}

/**
 * An event's row in the list of events with metrics.
 *
 * @param record has a statid.
 * @param hasFeed whether a live update of the event was received.
 */
export function metricsEntry(record: EventRecord, hasFeed: boolean, family: Family, settings: Settings): MetricsEntry {
  const feedUrl = eventFeedUrl(record.statid, settings);
  return cut(MetricsEntry, record, family, {
    event_id: record.id,
    live_event_url: hasFeed ? feedUrl : null,
    fm_fnt_feed_url: feedUrl,
  });
}
