import { type CollectionName, collections, type RecordOf } from '../../contracts/content/collections/index.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import type { RouteName } from '../../contracts/routes.ts';
import { fightKey, pageKeyOf } from '../../contracts/rules/sort-keys.ts';
import { findEvent } from './content.ts';

/** Finds the sort key of the last record that is not after the given sort key. */
async function findLastUpTo<C extends CollectionName>(content: ContentReader, collection: C, key: string) {
  const { records } = await content.list(collection, undefined, { from: key, reversed: true, limit: 1 });
  const sort = collections[collection].sort as (record: RecordOf<C>) => string;
  return records[0] && sort(records[0]);
}

/**
 * Finds the row after which the page of a cursor begins: the row of the cursor or, if that row does not exist, the last row
 * before it. So there are only as many pages as rows, whatever cursors clients invent. The row need not be part of the
 * list.
 *
 * @returns undefined if the page begins with the first row.
 * @throws {Problem} `event-not-found`; {StoreUnavailable}.
 */
export async function findPosition(
  name: RouteName,
  values: Readonly<Record<string, number | string>>,
  content: ContentReader,
): Promise<string | undefined> {
  const cursor = String(values.cursor);
  if (name === 'event_fights') {
    const { fights } = await findEvent(content, Number(values.event_id));
    return fights.map(fightKey).findLast((key) => key <= cursor);
  }
  const { collection } = pageKeyOf(name);
  // Title holders: the cursor is a division, and each division has a row.
  return collection ? findLastUpTo(content, collection, cursor) : cursor;
}
