import { type CollectionName, collections, type RecordOf } from '../../contracts/content/collections/index.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import type { RouteName } from '../../contracts/routes.ts';
import { fightKey, pageKeyOf } from '../../contracts/rules/sort-keys.ts';
import { eventOf } from './content.ts';

/** The last record of a collection, in its order, that is not behind a sort key. */
async function lastUpTo<C extends CollectionName>(content: ContentReader, collection: C, key: string) {
  const { records } = await content.list(collection, undefined, { from: key, reversed: true, limit: 1 });
  const sort = collections[collection].sort as (record: RecordOf<C>) => string;
  return records[0] && sort(records[0]);
}

/**
 * The row behind which the page of a cursor begins: that of the cursor, or the last one before it when
 * there is none such, since it was removed or never was. So cursors are as many as rows, whatever clients make up. It
 * may be a row that the list itself leaves out; then it names the same place.
 *
 * @returns undefined where the page begins with the first row.
 * @throws {Problem} `event-not-found`; {StoreUnavailable}.
 */
export async function positionOf(
  name: RouteName,
  values: Readonly<Record<string, number | string>>,
  content: ContentReader,
): Promise<string | undefined> {
  const cursor = String(values.cursor);
  if (name === 'event_fights') {
    const { fights } = await eventOf(content, Number(values.event_id));
    return fights.map(fightKey).findLast((key) => key <= cursor);
  }
  const { collection } = pageKeyOf(name);
  // Title holders: one of the divisions, each of which has its row.
  return collection ? lastUpTo(content, collection, cursor) : cursor;
}
