/** Sort keys of the rows of lists: what a cursor of each list can hold. */
import { folded, sortKey } from '../content/collections/collection.ts';
import type { CollectionName } from '../content/collections/index.ts';
import type { RouteName } from '../routes.ts';
import { dateTimePattern } from '../schemas/common.ts';
import { statNames, titleHolderOrder, type WeightClass } from '../schemas/vocabulary.ts';

/** Of a fight among the fights of its event; ascending. */
export const fightKey = ({ fightcard_order, id }: { fightcard_order: number; id: number }) =>
  sortKey(fightcard_order, id);

/** Of a row among the title holders: there is one row per division, so its division names it. */
export const titleHolderKey = ({ weight_class }: { weight_class: WeightClass | null }) => weight_class ?? '';

const isNumber = (part: string | undefined) => part !== undefined && /^\d{10}$/.test(part);

const moment = new RegExp(dateTimePattern);

function isMomentKey(key: string): boolean {
  const [date = '', id, ...more] = key.split('\u0000');
  return moment.test(date) && isNumber(id) && more.length === 0;
}

/** The folded names are those of the names beside them, so nobody makes up one for the other. */
function isNameKey(key: string): boolean {
  const parts = key.split('\u0000');
  if (parts.length < 5 || !isNumber(parts.at(-1))) return false;
  const [foldedLast, foldedFirst, last = '', first = ''] = parts;
  // Where a name holds what stands between names, nobody can tell them apart.
  return parts.length > 5 || (foldedLast === folded(last) && foldedFirst === folded(first));
}

function isStatKey(key: string): boolean {
  const [stat = '', rank, statid, ...more] = key.split('\u0000');
  const isStat = /^\d\d$/.test(stat) && Number(stat) < statNames.length;
  return isStat && isNumber(rank) && isNumber(statid) && more.length === 0;
}

function isFighterKey(key: string): boolean {
  const [place = ''] = key.split('\u0000', 1);
  return /^\d\d$/.test(place) && isNameKey(key.slice(place.length + 1));
}

function isFightKey(key: string): boolean {
  const [order = '', id, ...more] = key.split('\u0000');
  // An order below 0 has its sign behind the zeros.
  return order.length >= 10 && /^0*-?\d{1,16}$/.test(order) && isNumber(id) && more.length === 0;
}

interface PageKey {
  /** That the rows are records of; undefined where they are parts of one. */
  collection?: CollectionName;
  /** Whether a sort key can be that of a row. */
  isKey(key: string): boolean;
}

const newest = (collection: CollectionName): PageKey => ({ collection, isKey: isMomentKey });

const pageKeys: Partial<Record<RouteName, PageKey>> = {
  news: newest('news'),
  fighter_news: newest('news'),
  media: newest('media'),
  fighter_media: newest('media'),
  event_media: newest('media'),
  event_highlights: newest('media'),
  events: newest('events'),
  fight_metrics_listing: newest('events'),
  alerts: newest('alerts'),
  fighters: { collection: 'fighters', isKey: isFighterKey },
  octagon_girls: { collection: 'octagon_girls', isKey: isNameKey },
  fighters_stats: { collection: 'stats', isKey: isStatKey },
  event_fights: { isKey: isFightKey },
  title_holders: { isKey: (key) => (titleHolderOrder as readonly string[]).includes(key) },
};

/** @throws {Error} for a route that is no list. */
export function pageKeyOf(name: RouteName): PageKey {
  const found = pageKeys[name];
  if (!found) throw new Error(`nobody knows the sort keys of ${name}`);
  return found;
}
