import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { StatRecord } from '../../contracts/content/collections/stats.ts';
import { anyCollection } from '../store/content/record-encoding.ts';
import type { Entry, Store } from '../store/index.ts';
import { createChecks, schemaFlaws } from './check.ts';
import type { Fault } from './content-error.ts';
import { Found } from './found.ts';
import { ContentRefused, divisionFinder, findDangling } from './publish.ts';
import type { Source } from './read.ts';

export interface Changed {
  /** The generation that readers see now. */
  generation: number;
  /** Records that are now other than before. */
  changed: number;
  /** Records given. */
  given: number;
  warnings: Found;
}

/** More at once would hold up readers for longer than they wait; that is what publish is for. */
export const mostChanges = 5_000;

/** Fights that stand in another event already, as far as that one is not replaced too. */
async function* takenFights(store: Store, file: string, events: readonly EventRecord[]): AsyncGenerator<Fault> {
  const own = new Set(events.map(({ id }) => id));
  for (const event of events) {
    const holders = await store.content.first(
      'events',
      event.fights.map(({ id }) => `fight:${id}`),
    );
    for (const [index, holder] of holders.entries()) {
      if (!holder || own.has(holder.id)) continue;
      const found = `is ${event.fights[index]?.id} as in event ${holder.id}`;
      yield { file, pointer: `/fights/${index}/id`, found, expected: "must be one fight's only" };
    }
  }
}

/**
 * Adds or replaces a few records of one collection, all at once.
 *
 * @param options.strict whether what would be a warning refuses them.
 * @throws {ContentRefused} when any does not fit; nothing changed.
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function putRecords(
  store: Store,
  source: Source,
  { who, strict = false }: { who: string; strict?: boolean },
): Promise<Changed> {
  const { collection: name, file } = source;
  const { schema, normalise, key } = anyCollection(name);
  const faults = new Found();
  const warnings = new Found();
  const odd = strict ? faults : warnings;
  const checks = createChecks();
  let records: Entry['record'][] = [];
  let given = 0;

  for await (const rows of source.rows) {
    for (const row of rows) {
      if ('fault' in row) {
        faults.add(row.fault);
        continue;
      }
      given++;
      const flaws = schemaFlaws(schema, row.value);
      for (const flaw of flaws) faults.addFlaw({ file, row }, flaw);
      if (flaws.length > 0) continue;
      const record = normalise(row.value);
      for (const flaw of checks.uniqueness(source, row, key(record), record)) faults.addFlaw({ file, row }, flaw);
      for (const flaw of checks.warnings(source, row, record)) odd.addFlaw({ file, row }, flaw);
      if (given <= mostChanges) records.push(record);
    }
    if (faults.isTooMany) throw new ContentRefused(faults);
  }
  if (given > mostChanges) {
    faults.add({
      file,
      found: `has ${given} records`,
      expected: `must have at most ${mostChanges} to put: publish more`,
    });
  }
  if (given === 0 && faults.count === 0)
    faults.add({ file, found: 'has no record', expected: 'must have one at least' });
  if (faults.count === 0 && name === 'events') {
    for await (const fault of takenFights(store, file, records as EventRecord[])) faults.add(fault);
  }
  // What is put comes beside what is there.
  await findDangling(store, checks, new Set(), odd);
  if (faults.count > 0) throw new ContentRefused(faults);
  if (name === 'stats') records = await divisionFinder(store, false).complete(records as StatRecord[]);
  const put = await store.content.generations.put(
    records.map((record) => ({ collection: name, record }) as Entry),
    who,
  );
  if (name === 'events') await store.live.joinFights();
  return { ...put, given, warnings };
}

/**
 * Removes a few records of one collection, all at once. Keys that no record has are left out of the count.
 *
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function removeRecords(
  store: Store,
  collection: CollectionName,
  recordKeys: readonly string[],
  who: string,
): Promise<Changed & { missing: string[] }> {
  const there = await store.content.raw().exist(collection, recordKeys);
  const missing = recordKeys.filter((_, index) => !there[index]);
  const removed = await store.content.generations.remove(collection, recordKeys, who);
  return { ...removed, given: recordKeys.length, missing, warnings: new Found() };
}
