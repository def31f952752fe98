/** Sort keys of the rows of each list, which its cursors contain. */
import { isNumber, sortKey } from '../content/collections/collection.ts';
import { type CollectionName, collections } from '../content/collections/index.ts';
import { type RouteName, routeOf } from '../routes.ts';
import { titleHolderOrder, type WeightClass } from '../schemas/vocabulary.ts';

const ordinaryDigits = 10;
const maxDigits = 16;

/** An integer as text that sorts like the number; with up to ten digits, the same text as in other sort keys. */
function orderOf(place: number): string {
  // `-` sorts before the digits, and the number after it is smaller for smaller integers.
  if (place < 0) return `-${String(place - Number.MIN_SAFE_INTEGER).padStart(maxDigits, '0')}`;
  const digits = String(place).padStart(ordinaryDigits, '0');
  // `:` sorts after them.
  return digits.length === ordinaryDigits ? digits : `:${digits.padStart(maxDigits, '0')}`;
}

/** The sort key of a fight on its card. */
export const fightKey = ({ fightcard_order, id }: { fightcard_order: number; id: number }) =>
  sortKey(orderOf(fightcard_order), id);

/** The sort key of a title holder: its division, since each division has one row. */
export const titleHolderKey = ({ weight_class }: { weight_class: WeightClass | null }) => weight_class ?? '';

function isFightKey(key: string): boolean {
  const [order = '', id, ...more] = key.split('\u0000');
  return /^(\d{10}|[-:]\d{16})$/.test(order) && isNumber(id) && more.length === 0;
}

interface PageKey {
  /** The collection of the rows; undefined if the rows are parts of a record. */
  collection?: CollectionName;
  /** Whether a text can be the sort key of a row. */
  isSortKey(key: string): boolean;
}

/** @throws {Error} for a route that is not a list. */
export function pageKeyOf(name: RouteName): PageKey {
  const { list } = routeOf(name);
  if (!list) throw new Error(`route "${name}" is not a list`);
  if (list.sortKey === 'fight') return { isSortKey: isFightKey };
  if (list.sortKey === 'division') return { isSortKey: (key) => (titleHolderOrder as readonly string[]).includes(key) };
  return { collection: list.sortKey, isSortKey: collections[list.sortKey].isSortKey };
}
