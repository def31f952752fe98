import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { StatRecord } from '../../contracts/content/collections/stats.ts';
import type { Entry } from '../store/content/record-encoding.ts';
import { anyCollection } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { type ContentError, ContentRefused, type ErrorSummary } from './errors.ts';
import { Divisions } from './publish.ts';
import { RecordChecks } from './record-checks.ts';
import type { Source } from './sources.ts';

export interface ChangeResult {
  /** The generation that readers see now. */
  generation: number;
  /** Records that differ from before. */
  changed: number;
  /** Records given. */
  given: number;
  warnings: ErrorSummary;
}

/** More in one script would delay readers past their time limit. */
const maxRecords = 5_000;
/** All records are in memory at once, in several forms. */
const maxMebibytes = 32;

/** Ids in lists, such as `fighter_ids`: each takes about 500 bytes on its way to Redis. */
const maxIds = 100_000;

/** Fights that belong to another event already, unless that event is replaced too. */
async function* findTakenFights(
  store: Store,
  file: string,
  events: readonly EventRecord[],
): AsyncGenerator<ContentError> {
  const replaced = new Set(events.map(({ id }) => id));
  for (const event of events) {
    const lists = event.fights.map(({ id }) => `fight:${id}`);
    const holders = await store.content.first('events', lists);
    for (const [index, holder] of holders.entries()) {
      if (!holder || replaced.has(holder.id)) continue;
      const found = `is ${event.fights[index]?.id}, already used in event ${holder.id}`;
      yield { file, pointer: `/fights/${index}/id`, found, expected: 'must be unique' };
    }
  }
}

/**
 * Adds or replaces a few records of one collection, all at once.
 *
 * @param options.strict whether warnings refuse them.
 * @throws {ContentRefused} when any does not fit; nothing changed.
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function putRecords(
  store: Store,
  source: Source,
  { who, strict = false }: { who: string; strict?: boolean },
): Promise<ChangeResult> {
  const { collection, file } = source;
  const { lists } = anyCollection(collection);
  const checks = new RecordChecks(strict);
  const { errors, warnings } = checks;
  let records: Entry['record'][] = [];
  let given = 0;
  let [isTooLong, ids] = [false, 0];
  for await (const rows of source.rows) {
    isTooLong = source.read() > maxMebibytes * 1024 * 1024;
    for (const row of rows) {
      const record = checks.check(source, row);
      given++;
      if (record) ids += lists(record).length;
      if (record && given <= maxRecords && ids <= maxIds && !isTooLong) records.push(record);
    }
    if (errors.isTooMany) throw new ContentRefused(errors);
  }
  const refuse = (found: string, max: string) =>
    errors.add({ file, found, expected: `must have at most ${max}: use publish for more` });
  const show = (count: number) => count.toLocaleString('en-US');
  if (given > maxRecords) refuse(`has ${show(given)} records`, show(maxRecords));
  if (isTooLong) refuse(`has more than ${maxMebibytes} MiB`, `${maxMebibytes} MiB`);
  if (ids > maxIds) refuse(`has ${show(ids)} ids in lists`, show(maxIds));
  if (given === 0) errors.add({ file, found: 'has no record', expected: 'must have at least one' });
  if (errors.count === 0 && collection === 'events') {
    for await (const error of findTakenFights(store, file, records as EventRecord[])) errors.add(error);
  }
  await checks.checkReferences(store, new Set());
  if (errors.count > 0) throw new ContentRefused(errors);
  if (collection === 'stats') records = await new Divisions(store, false).complete(records as StatRecord[]);
  const entries = records.map((record) => ({ collection, record }) as Entry);
  const put = await store.content.generations.put(entries, who);
  if (collection === 'events') await store.live.joinFights();
  return { ...put, given, warnings };
}

/**
 * Removes a few records of one collection, all at once. Keys without a record are not counted.
 *
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function removeRecords(
  store: Store,
  collection: CollectionName,
  recordKeys: readonly string[],
  who: string,
): Promise<Pick<ChangeResult, 'generation' | 'changed'> & { missing: string[] }> {
  const exist = await store.content.raw().exist(collection, recordKeys);
  const missing = recordKeys.filter((_, index) => !exist[index]);
  return { ...(await store.content.generations.remove(collection, recordKeys, who)), missing };
}
