import { type AlertRecord, alerts } from './alerts.ts';
import type { Collection } from './collection.ts';
import { type EventRecord, events } from './events.ts';
import { type FighterRecord, fighters } from './fighters.ts';
import { type MediaRecord, media } from './media.ts';
import { type NewsRecord, news } from './news.ts';
import { type PageRecord, pages } from './pages.ts';
import { type PresenterRecord, presenters } from './presenters.ts';
import { completeStat, type StatRecord, stats } from './stats.ts';
import { type TranslationRecord, translations } from './translations.ts';

interface RecordTypes {
  fighters: FighterRecord;
  events: EventRecord;
  news: NewsRecord;
  media: MediaRecord;
  octagon_girls: PresenterRecord;
  alerts: AlertRecord;
  pages: PageRecord;
  translations: TranslationRecord;
  stats: StatRecord;
}

export type CollectionName = keyof RecordTypes;

/** A stored record. */
export type RecordOf<C extends CollectionName> = RecordTypes[C];

/** One entry per content file, under the name of the file. */
export const collections: { readonly [C in CollectionName]: Collection<RecordOf<C>> } = {
  fighters,
  events,
  news,
  media,
  octagon_girls: presenters,
  alerts,
  pages,
  translations,
  stats,
};

/** Stored records of every collection, in any order. */
export type Records = { [C in CollectionName]: RecordOf<C>[] };

export const collectionNames = Object.keys(collections) as readonly CollectionName[];

/**
 * Brings raw records of every collection to their stored form; those of statistics get what they take from fighters.
 *
 * @param raw records that fit the schemas of their collections.
 */
export function normaliseAll(raw: { [C in CollectionName]: readonly unknown[] }): Records {
  const records = {
    fighters: raw.fighters.map(fighters.normalise),
    events: raw.events.map(events.normalise),
    news: raw.news.map(news.normalise),
    media: raw.media.map(media.normalise),
    octagon_girls: raw.octagon_girls.map(presenters.normalise),
    alerts: raw.alerts.map(alerts.normalise),
    pages: raw.pages.map(pages.normalise),
    translations: raw.translations.map(translations.normalise),
    stats: raw.stats.map(stats.normalise),
  };
  const byStatid = new Map(records.fighters.map((fighter) => [fighter.statid, fighter]));
  return { ...records, stats: records.stats.map((row) => completeStat(row, byStatid.get(row.statid))) };
}
