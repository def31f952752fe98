import { Problem } from '../../common/wire/problem.ts';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import { type CollectionName, collections, type RecordOf } from '../../contracts/content/collections/index.ts';
import type { PageOf, PageRecord } from '../../contracts/content/collections/pages.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { fighterIdsOf } from '../../contracts/content/represent/fights.ts';

/** `limit` and `cursor` of a call, from the query. */
export interface PageValues {
  limit?: number | undefined;
  cursor?: string;
}

export const pageFrom = ({ limit, cursor }: PageValues) => ({
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { after: cursor }),
});

/** Max records of a page of the store. */
const maxAtOnce = 512;

/**
 * Reads one page of the records that pass a filter. Reads pages of the store until the page of the reply is full. Each is twice
 * as long as the one before: one alert after thousands of expired ones would otherwise take thousands of round trips.
 */
export async function readFilteredPage<C extends CollectionName>(
  content: ContentReader,
  collection: C,
  values: PageValues,
  passes: (record: RecordOf<C>) => boolean,
): Promise<{ records: RecordOf<C>[]; next: string | undefined }> {
  const { limit, ...start } = pageFrom(values);
  const sort = collections[collection].sort as (record: RecordOf<C>) => string;
  const passed: RecordOf<C>[] = [];
  let after = start.after;
  let atOnce = limit === undefined ? undefined : limit + 1;
  do {
    const page = await content.list(collection, undefined, {
      ...(atOnce !== undefined && { limit: atOnce }),
      ...(after !== undefined && { after }),
    });
    for (const record of page.records) if (passes(record)) passed.push(record);
    after = page.next;
    if (atOnce !== undefined) atOnce = Math.min(2 * atOnce, maxAtOnce);
  } while (after !== undefined && limit !== undefined && passed.length <= limit);
  if (limit === undefined || passed.length <= limit) return { records: passed, next: undefined };
  const records = passed.slice(0, limit);
  return { records, next: sort(records.at(-1) as RecordOf<C>) };
}

export async function findPage<P extends PageRecord['page']>(
  content: ContentReader,
  page: P,
): Promise<PageOf<P> | undefined> {
  return (await content.get('pages', page)) as PageOf<P> | undefined;
}

/** @throws {Problem} `event-not-found`. */
export async function findEvent(content: ContentReader, id: number): Promise<EventRecord> {
  const event = await content.get('events', id);
  if (!event) throw new Problem('event-not-found');
  return event;
}

/** @throws {Problem} `fighter-not-found`. */
export async function findFighter(content: ContentReader, id: number): Promise<FighterRecord> {
  const fighter = await content.get('fighters', id);
  if (!fighter) throw new Problem('fighter-not-found');
  return fighter;
}

/** Reads the fighters of an event's card, by id. */
export async function readCardFighters(
  content: ContentReader,
  event: EventRecord,
): Promise<ReadonlyMap<number, FighterRecord>> {
  const found = await content.many('fighters', fighterIdsOf(event));
  return new Map(found.filter((record) => record !== undefined).map((record) => [record.id, record]));
}

/** Finds the newest event with this id of the supplier. */
export async function findEventByStatid(content: ContentReader, statid: number): Promise<EventRecord | undefined> {
  const { records } = await content.list('events', `statid:${statid}`, { limit: 1 });
  return records[0];
}
