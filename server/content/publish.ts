import type { Collection } from '../../contracts/content/collection.ts';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import { completeStat, type StatRecord } from '../../contracts/content/collections/stats.ts';
import { type CollectionName, collectionNames, collections } from '../../contracts/content/collections.ts';
import { mismatches } from '../../contracts/validation.ts';
import type { Entry, Store } from '../store/index.ts';
import { contentSources, type Row, type Source } from './read.ts';

/** Records that do not fit; nothing was published. */
export class ContentRefused extends Error {
  override name = 'ContentRefused';
  /** The first of them, one line each: `file:line: pointer: what is wrong, what is expected`. */
  readonly faults: readonly string[];
  /** How many there are in all. */
  readonly count: number;

  constructor(faults: readonly string[], count: number) {
    super(`${count} faults in the content; nothing was published.`);
    this.faults = faults;
    this.count = count;
  }
}

const faultsShown = 50;

/** Records published, by collection. */
export type Published = ReadonlyMap<CollectionName, number>;

type AnyRecord = Entry['record'];

function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointer.split('/').slice(1)) {
    at = (at as Record<string, unknown> | null | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return at;
}

/** A value as a message shows it; undefined when there is none. */
function shown(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text && text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function* schemaFaults(collection: Collection<AnyRecord>, { value }: { value: unknown }): Generator<string> {
  for (const { pointer, detail } of mismatches(collection.schema, value, 'en')) {
    const found = shown(valueAt(value, pointer));
    const expected = `${detail.charAt(0).toLowerCase()}${detail.slice(1).replace(/\.$/, '')}`;
    yield `${pointer || '/'}: ${found === undefined ? `is missing, ${expected}` : `is ${found}, ${expected}`}`;
  }
}

/** Finds records that share what must be unique. */
function uniqueness() {
  const places = new Map<string, string>();
  const claim = (what: string, place: string) => {
    const before = places.get(what);
    if (before === undefined) places.set(what, place);
    return before;
  };
  return function* (name: CollectionName, record: AnyRecord, key: string, place: string): Generator<string> {
    const same = claim(`${name} ${key}`, place);
    if (same !== undefined) yield `/: has the key ${key} of ${same}, must have its own`;
    if (name !== 'events') return;
    for (const [index, { id }] of (record as EventRecord).fights.entries()) {
      const other = claim(`fight ${id}`, place);
      if (other !== undefined) yield `/fights/${index}/id: is ${id} as in ${other}, must be one fight's only`;
    }
  };
}

/** Finds the fighter of a row of statistics: among those published with it, else in the content that is live. */
function fighterFinder(store: Store, together: boolean) {
  const found = new Map<number, FighterRecord | undefined>();
  return {
    note(fighter: FighterRecord) {
      if (fighter.statid !== null) found.set(fighter.statid, fighter);
    },
    async find(statid: number) {
      if (!together && !found.has(statid)) {
        const { records } = await store.content.list('fighters', `statid:${statid}`, { limit: 1 });
        found.set(statid, records[0]);
      }
      return found.get(statid);
    },
  };
}

/** Validated records of all sources. Throws `ContentRefused` at the end when any did not fit, so all are found. */
async function* entries(store: Store, sources: readonly Source[], counts: Map<CollectionName, number>) {
  const shownFaults: string[] = [];
  let faults = 0;
  const refuse = (place: string, fault: string) => {
    faults++;
    if (shownFaults.length < faultsShown) shownFaults.push(`${place}: ${fault}`);
  };
  const duplicates = uniqueness();
  const names = new Set(sources.map(({ collection }) => collection));
  const fighters = fighterFinder(store, names.has('fighters'));

  for (const { collection: name, rows } of sources) {
    counts.set(name, 0);
    const collection = collections[name] as unknown as Collection<AnyRecord>;
    for await (const row of rows as AsyncIterable<Row>) {
      if ('fault' in row) {
        refuse(row.place, row.fault);
        continue;
      }
      const before = faults;
      for (const fault of schemaFaults(collection, row)) refuse(row.place, fault);
      if (faults > before) continue;
      let record = collection.normalise(row.value);
      for (const fault of duplicates(name, record, collection.key(record), row.place)) refuse(row.place, fault);
      if (name === 'fighters' && names.has('stats')) fighters.note(record as FighterRecord);
      if (name === 'stats') {
        const stat = record as StatRecord;
        record = completeStat(stat, await fighters.find(stat.statid));
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
      // After the first fault nothing will be published; the rest is only looked at.
      if (faults === 0) yield { collection: name, record } as Entry;
    }
  }
  if (faults > 0) throw new ContentRefused(shownFaults, faults);
}

async function publishSources(store: Store, given: readonly Source[]): Promise<Published> {
  // In the order of the collections: statistics look at the fighters published with them.
  const sources = given.toSorted(
    (a, b) => collectionNames.indexOf(a.collection) - collectionNames.indexOf(b.collection),
  );
  const counts = new Map<CollectionName, number>();
  const names = sources.map(({ collection }) => collection);
  await store.content.publish(names, entries(store, sources, counts));
  await store.live.joinFights();
  return counts;
}

/**
 * Publishes content files: their collections are replaced as a whole and at once, the others stay as they are.
 *
 * @param paths files named after their collection, or folders of such files.
 * @throws {BadPath} before anything is read.
 * @throws {ContentRefused} when any record does not fit; readers keep seeing the old content.
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function publishFiles(store: Store, paths: readonly string[]): Promise<Published> {
  return publishSources(store, await contentSources(paths));
}

/** The same for raw records in memory, such as those of the sample world. */
export async function publishRecords(
  store: Store,
  records: { readonly [C in CollectionName]?: readonly unknown[] },
): Promise<Published> {
  const sources = collectionNames.flatMap((collection): Source[] => {
    const raw = records[collection];
    return raw ? [{ collection, rows: raw.map((value, index) => ({ place: `${collection}[${index}]`, value })) }] : [];
  });
  return publishSources(store, sources);
}
