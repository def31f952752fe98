import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { completeStat, type StatRecord } from '../../contracts/content/collections/stats.ts';
import { fits } from '../../contracts/schemas/validation.ts';
import { anyCollection } from '../store/content/record-encoding.ts';
import type { Entry, Store } from '../store/index.ts';
import { type Checks, createChecks, danglingFault, schemaFlaws } from './check.ts';
import { type Fault, lineOf } from './content-error.ts';
import { Found } from './found.ts';
import { contentSources, type Source } from './read.ts';

/** Records that do not fit; nothing was published. */
export class ContentRefused extends Error {
  override name = 'ContentRefused';
  /** The first of them, one line each: `file:line:column: pointer: what is wrong, what is expected`. */
  readonly faults: readonly string[];
  /** The same, in parts. */
  readonly details: readonly Fault[];
  /** How many were found. */
  readonly count: number;
  readonly found: Found;

  constructor(found: Found) {
    super(`${found.count} faults in the content; nothing was published.`);
    this.details = found.first;
    this.faults = this.details.map(lineOf);
    this.count = found.count;
    this.found = found;
  }
}

/** Records published, by collection. */
export type Published = ReadonlyMap<CollectionName, number> & { readonly warnings?: Found };

export interface Progress {
  collection: CollectionName;
  records: number;
  /** Bytes read of all files, and how many there are; 0 when that is not known. */
  bytes: number;
  totalBytes: number;
}

export interface PublishFilesOptions {
  /** For the list of generations. */
  who?: string;
  /** Collections to take from the paths; default: all that are there. */
  only?: readonly CollectionName[];
  /** Whether what would be a warning stops the publish. */
  strict?: boolean;
  /** Told after every portion read, many times a second. */
  progress?: (progress: Progress) => void;
  /** Only checks: nothing is published, whatever was found. */
  checkOnly?: boolean;
}

/** Finds the division of the fighter of a row of statistics: as published with it, else as in the content that is live. */
export function divisionFinder(store: Store, together: boolean) {
  const found = new Map<number, FighterRecord | undefined>();
  return {
    note({ statid, weight_class }: FighterRecord) {
      // The division is all that a row takes: a million whole fighters would not fit.
      if (statid !== null) found.set(statid, { weight_class } as FighterRecord);
    },
    async complete(rows: readonly StatRecord[]): Promise<StatRecord[]> {
      const unknown = [...new Set(rows.map(({ statid }) => statid))].filter((statid) => !found.has(statid));
      if (!together && unknown.length > 0) {
        const live = await store.content.first(
          'fighters',
          unknown.map((statid) => `statid:${statid}`),
        );
        for (const [index, statid] of unknown.entries()) found.set(statid, live[index]);
      }
      return rows.map((row) => completeStat(row, found.get(row.statid)));
    },
  };
}

/**
 * Finds what named records are neither published along nor live.
 *
 * @param names collections that are replaced: what they had before does not count.
 */
export async function findDangling(store: Store, checks: Checks, names: ReadonlySet<CollectionName>, into: Found) {
  for (const { file, pointer, collection, ids } of checks.named) {
    let waiting: [number, number][] = [];
    const ask = async () => {
      const there = names.has(collection)
        ? []
        : await store.content.raw().exist(
            collection,
            waiting.map(([id]) => id),
          );
      for (const [index, [id, line]] of waiting.entries()) {
        if (!there[index]) into.add(danglingFault(file, line, pointer, collection, id));
      }
      waiting = [];
    };
    for (const one of ids.numbers()) {
      if (checks.has(collection, one[0])) continue;
      waiting.push(one);
      if (waiting.length >= 1_000) await ask();
    }
    if (waiting.length > 0) await ask();
  }
}

/** Validated records of all sources. Throws `ContentRefused` at the end when any did not fit, so all are found. */
async function* entries(
  store: Store,
  sources: readonly Source[],
  counts: Map<CollectionName, number>,
  warnings: Found,
  { strict = false, progress }: PublishFilesOptions,
): AsyncGenerator<Entry[]> {
  const faults = new Found();
  const odd = strict ? faults : warnings;
  const checks = createChecks();
  const names = new Set(sources.map(({ collection }) => collection));
  const divisions = divisionFinder(store, names.has('fighters'));
  const totalBytes = sources.every(({ bytes }) => bytes > 0) ? sources.reduce((sum, { bytes }) => sum + bytes, 0) : 0;
  let bytesBefore = 0;

  for (const source of sources) {
    const { collection: name, file } = source;
    const { schema, normalise, key } = anyCollection(name);
    let count = 0;
    for await (const rows of source.rows) {
      let made: Entry[] = [];
      for (const row of rows) {
        if ('fault' in row) {
          faults.add(row.fault);
          continue;
        }
        if (!fits(schema, row.value)) {
          for (const flaw of schemaFlaws(schema, row.value)) faults.addFlaw({ file, row }, flaw);
          continue;
        }
        const record = normalise(row.value);
        for (const flaw of checks.uniqueness(source, row, key(record), record)) faults.addFlaw({ file, row }, flaw);
        for (const flaw of checks.warnings(source, row, record)) odd.addFlaw({ file, row }, flaw);
        if (name === 'fighters' && names.has('stats')) divisions.note(record as FighterRecord);
        count++;
        made.push({ collection: name, record } as Entry);
      }
      if (name === 'stats') {
        const completed = await divisions.complete(made.map(({ record }) => record as StatRecord));
        made = completed.map((record) => ({ collection: name, record }));
      }
      counts.set(name, count);
      progress?.({ collection: name, records: count, bytes: bytesBefore + source.read(), totalBytes });
      if (faults.isTooMany) throw new ContentRefused(faults);
      // After the first fault nothing will be published; the rest is only looked at.
      if (faults.count === 0) yield made;
    }
    counts.set(name, count);
    bytesBefore += source.bytes;
  }
  await findDangling(store, checks, names, odd);
  if (faults.count > 0) throw new ContentRefused(faults);
}

/** Publishes records of sources, one source for a collection. Throws as `publishFiles`. */
export async function publishSources(
  store: Store,
  given: readonly Source[],
  options: PublishFilesOptions = {},
): Promise<Published> {
  // In the order of the collections: statistics look at the fighters published with them.
  const sources = given.toSorted(
    (a, b) => collectionNames.indexOf(a.collection) - collectionNames.indexOf(b.collection),
  );
  const counts = new Map<CollectionName, number>();
  const warnings = new Found();
  const names = sources.map(({ collection }) => collection);
  const records = entries(store, sources, counts, warnings, options);
  if (options.checkOnly) for await (const _ of records);
  else {
    await store.content.publish(names, records, options.who === undefined ? {} : { who: options.who });
    await store.live.joinFights();
  }
  return Object.assign(counts, { warnings });
}

/**
 * Publishes content files: their collections are replaced as a whole and at once, the others stay as they are.
 *
 * @param paths files named after their collection, or folders of such files.
 * @returns records by collection, and what was odd about them.
 * @throws {BadPath} before anything is read.
 * @throws {ContentRefused} when any record does not fit; readers keep seeing the old content.
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function publishFiles(
  store: Store,
  paths: readonly string[],
  options: PublishFilesOptions = {},
): Promise<Published> {
  return publishSources(store, await contentSources(paths, options.only), options);
}

/** The same for raw records in memory, such as those of the sample world. */
export async function publishRecords(
  store: Store,
  records: { readonly [C in CollectionName]?: readonly unknown[] },
): Promise<Published> {
  const sources = collectionNames.flatMap((collection): Source[] => {
    const raw = records[collection];
    if (!raw) return [];
    const rows = raw.map((value, index) => ({ line: index + 1, column: 1, value }));
    return [{ collection, file: collection, bytes: 0, rows: [rows], read: () => 0 }];
  });
  return publishSources(store, sources, { who: 'server' });
}
