import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { MediaRecord } from '../../contracts/content/collections/media.ts';
import type { NewsRecord } from '../../contracts/content/collections/news.ts';
import type { LiveContentPage } from '../../contracts/content/collections/pages.ts';
import type { PresenterRecord } from '../../contracts/content/collections/presenters.ts';
import type { StatRecord } from '../../contracts/content/collections/stats.ts';
import type { AnyRecord } from '../store/content/record-encoding.ts';

/** A record that another one names by its id. */
export interface NamedRecord {
  pointer: string;
  collection: CollectionName;
  id: number;
}

type Ids = number | null | undefined | readonly number[];

function* named(pointer: string, collection: CollectionName, ids: Ids): Generator<NamedRecord> {
  for (const id of Array.isArray(ids) ? ids : [ids]) {
    // An opponent who is not yet known has the id 0.
    if (typeof id === 'number' && id > 0) yield { pointer, collection, id };
  }
}

/** Every record that a stored record names; nothing breaks when it is not there, but something is not shown. */
export function* recordsNamedBy(name: CollectionName, record: AnyRecord): Generator<NamedRecord> {
  switch (name) {
    case 'events': {
      const { fights, main_event_fighter1_id, main_event_fighter2_id } = record as EventRecord;
      yield* named('/main_event_fighter1_id', 'fighters', main_event_fighter1_id);
      yield* named('/main_event_fighter2_id', 'fighters', main_event_fighter2_id);
      for (const { fighter1_id, fighter2_id } of fights) {
        yield* named('/fights/fighter1_id', 'fighters', fighter1_id);
        yield* named('/fights/fighter2_id', 'fighters', fighter2_id);
      }
      return;
    }
    case 'news': {
      const { article_fighter_id, article_media_id, fighter_ids, event_ids, related_ids } = record as NewsRecord;
      yield* named('/article_fighter_id', 'fighters', article_fighter_id);
      yield* named('/article_media_id', 'media', article_media_id);
      yield* named('/fighter_ids', 'fighters', fighter_ids);
      yield* named('/event_ids', 'events', event_ids);
      yield* named('/related_ids', 'news', related_ids);
      return;
    }
    case 'media': {
      const { fighter_ids, event_ids } = record as MediaRecord;
      yield* named('/fighter_ids', 'fighters', fighter_ids);
      yield* named('/event_ids', 'events', event_ids);
      return;
    }
    case 'octagon_girls':
      yield* named('/octagon_girl_media_id', 'media', (record as PresenterRecord).octagon_girl_media_id);
      return;
    case 'alerts':
      yield* named('/event_id', 'events', (record as { event_id: number | null }).event_id);
      return;
    case 'pages': {
      const { event_id, media_ids, news_ids } = record as LiveContentPage;
      yield* named('/event_id', 'events', event_id);
      yield* named('/media_ids', 'media', media_ids);
      yield* named('/news_ids', 'news', news_ids);
      return;
    }
    case 'stats':
      yield* named('/fighter_id', 'fighters', (record as StatRecord).fighter_id);
      return;
    default:
      return;
  }
}

/**
 * Ids of the supplier that a record has; two fighters or fights with the same one hide each other in the feed. Events
 * share one as a rule: recorded archives do.
 */
export function* suppliersIds(
  name: CollectionName,
  record: AnyRecord,
): Generator<{ pointer: string; what: string; statid: number }> {
  if (name !== 'fighters' && name !== 'events') return;
  if (name === 'fighters') {
    const { statid } = record as FighterRecord;
    if (statid !== null) yield { pointer: '/statid', what: name, statid };
    return;
  }
  for (const [index, fight] of (record as EventRecord).fights.entries()) {
    if (fight.statid !== null) yield { pointer: `/fights/${index}/statid`, what: 'fights', statid: fight.statid };
  }
}

/** Dates that stand in order, each with the sentence that says which. */
const ordered: readonly [before: string, after: string, says: string][] = [
  ['event_dategmt', 'end_event_dategmt', 'ends before it starts'],
  ['created', 'last_modified', 'was last modified before it was created'],
  ['created', 'expires', 'expires before it was created'],
];

/** @returns pointer and what is odd, for each pair of dates in the wrong order. */
export function* datesOutOfOrder(record: AnyRecord): Generator<{ pointer: string; says: string }> {
  const dates = record as unknown as Record<string, unknown>;
  for (const [before, after, says] of ordered) {
    const [first, second] = [dates[before], dates[after]];
    if (typeof first === 'string' && typeof second === 'string' && first > second) {
      yield { pointer: `/${after}`, says: `${says}: ${second} is earlier than ${first}` };
    }
  }
}

const locales = ['es_US', 'en_US'] as const;

/** @returns pointers of texts that have one locale and not the other. */
export function* oneLocaleOnly(value: unknown, pointer = ''): Generator<{ pointer: string; missing: string }> {
  const texts = value as Record<string, unknown>;
  const given = locales.filter((locale) => typeof texts[locale] === 'string');
  if (given.length > 0) {
    const missing = locales.find((locale) => !given.includes(locale));
    if (missing) yield { pointer, missing };
    return;
  }
  for (const [key, inner] of Object.entries(texts)) {
    // A list is of objects or of plain values throughout.
    if (typeof inner !== 'object' || inner === null || (Array.isArray(inner) && typeof inner[0] !== 'object')) continue;
    const both = inner as Record<string, unknown>;
    if (typeof both.es_US === 'string' && typeof both.en_US === 'string') continue;
    yield* oneLocaleOnly(inner, `${pointer}/${key}`);
  }
}
