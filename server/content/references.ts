import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { MediaRecord } from '../../contracts/content/collections/media.ts';
import type { NewsRecord } from '../../contracts/content/collections/news.ts';
import type { PresenterRecord } from '../../contracts/content/collections/octagon-girls.ts';
import type { LiveContentPage } from '../../contracts/content/collections/pages.ts';
import type { StatRecord } from '../../contracts/content/collections/stats.ts';
import type { TranslationRecord } from '../../contracts/content/collections/translations.ts';
import type { AnyRecord } from '../store/content/record-encoding.ts';

/** The id of another record, and its pointer. */
export interface Reference {
  pointer: string;
  collection: CollectionName;
  id: number;
}

type Ids = number | null | undefined | readonly number[];

function* toRecords(pointer: string, collection: CollectionName, ids: Ids): Generator<Reference> {
  for (const id of Array.isArray(ids) ? ids : [ids]) {
    // 0: the opponent is not known yet.
    if (typeof id === 'number' && id > 0) yield { pointer, collection, id };
  }
}

/** Every reference of a stored record. A reply omits references to missing records. */
export function* findReferences(name: CollectionName, record: AnyRecord): Generator<Reference> {
  switch (name) {
    case 'events': {
      const { fights, main_event_fighter1_id, main_event_fighter2_id } = record as EventRecord;
      yield* toRecords('/main_event_fighter1_id', 'fighters', main_event_fighter1_id);
      yield* toRecords('/main_event_fighter2_id', 'fighters', main_event_fighter2_id);
      for (const { fighter1_id, fighter2_id } of fights) {
        yield* toRecords('/fights/fighter1_id', 'fighters', fighter1_id);
        yield* toRecords('/fights/fighter2_id', 'fighters', fighter2_id);
      }
      return;
    }
    case 'news': {
      const { article_fighter_id, article_media_id, fighter_ids, event_ids, related_ids } = record as NewsRecord;
      yield* toRecords('/article_fighter_id', 'fighters', article_fighter_id);
      yield* toRecords('/article_media_id', 'media', article_media_id);
      yield* toRecords('/fighter_ids', 'fighters', fighter_ids);
      yield* toRecords('/event_ids', 'events', event_ids);
      yield* toRecords('/related_ids', 'news', related_ids);
      return;
    }
    case 'media': {
      const { fighter_ids, event_ids } = record as MediaRecord;
      yield* toRecords('/fighter_ids', 'fighters', fighter_ids);
      yield* toRecords('/event_ids', 'events', event_ids);
      return;
    }
    case 'octagon_girls':
      yield* toRecords('/octagon_girl_media_id', 'media', (record as PresenterRecord).octagon_girl_media_id);
      return;
    case 'alerts':
      yield* toRecords('/event_id', 'events', (record as { event_id: number | null }).event_id);
      return;
    case 'pages': {
      const { event_id, media_ids, news_ids } = record as LiveContentPage;
      yield* toRecords('/event_id', 'events', event_id);
      yield* toRecords('/media_ids', 'media', media_ids);
      yield* toRecords('/news_ids', 'news', news_ids);
      return;
    }
    case 'stats':
      yield* toRecords('/fighter_id', 'fighters', (record as StatRecord).fighter_id);
      return;
    default:
      return;
  }
}

/**
 * Ids of the supplier in a record: of two fighters or fights with the same id the feed finds one. Events are left out,
 * since they share ids in recorded archives.
 */
export function* findSupplierIds(
  name: CollectionName,
  record: AnyRecord,
): Generator<{ pointer: string; holder: 'fighters' | 'fights'; statid: number }> {
  if (name !== 'fighters' && name !== 'events') return;
  if (name === 'fighters') {
    const { statid } = record as FighterRecord;
    if (statid !== null) yield { pointer: '/statid', holder: name, statid };
    return;
  }
  for (const [index, fight] of (record as EventRecord).fights.entries()) {
    if (fight.statid !== null) yield { pointer: `/fights/${index}/statid`, holder: 'fights', statid: fight.statid };
  }
}

/** Pairs of dates, and the message when they are out of order. */
const ordered: readonly [before: string, after: string, message: string][] = [
  ['event_dategmt', 'end_event_dategmt', 'ends before it starts'],
  ['created', 'last_modified', 'was last modified before it was created'],
  ['created', 'expires', 'expires before it was created'],
];

export function* findDatesOutOfOrder(record: AnyRecord): Generator<{ pointer: string; found: string }> {
  const dates = record as unknown as Record<string, unknown>;
  for (const [before, after, message] of ordered) {
    const [first, second] = [dates[before], dates[after]];
    if (typeof first === 'string' && typeof second === 'string' && first > second) {
      yield { pointer: `/${after}`, found: `${message}: ${second} is earlier than ${first}` };
    }
  }
}

const locales = ['es_US', 'en_US'] as const;

/** @returns texts of a record that have only one of the two locales. */
export function* findMissingLocales(
  collection: CollectionName,
  record: AnyRecord,
): Generator<{ pointer: string; missing: string }> {
  // A bundle may have any keys, also the names of locales.
  if (collection === 'translations') yield* missingIn((record as TranslationRecord).translations, '/translations');
  else yield* missingIn(record, '');
}

/** @param value an object or a list, but not a localized text. */
function* missingIn(value: object, pointer: string): Generator<{ pointer: string; missing: string }> {
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    // The elements of a list are all objects or all plain values.
    if (typeof inner !== 'object' || inner === null || (Array.isArray(inner) && typeof inner[0] !== 'object')) continue;
    const text = inner as Record<string, unknown>;
    const given = locales.filter((locale) => typeof text[locale] === 'string');
    if (given.length === 0) yield* missingIn(inner, `${pointer}/${key}`);
    const missing = given.length === 1 && locales.find((locale) => !given.includes(locale));
    if (missing) yield { pointer: `${pointer}/${key}`, missing };
  }
}
