import type { FighterRecord } from '../../contracts/content/collections/fighters.ts';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { completeStat, type StatRecord } from '../../contracts/content/collections/stats.ts';
import type { Entry } from '../store/content/record-encoding.ts';
import type { Store } from '../store/index.ts';
import { ContentRefused, type ErrorSummary } from './errors.ts';
import { RecordChecks } from './record-checks.ts';
import { openContentFiles, type Source } from './sources.ts';

/** Completes rows of statistics with the division of their fighter. */
export class Divisions {
  readonly #store: Store;
  readonly #isWithFighters: boolean;
  readonly #fighters = new Map<number, Pick<FighterRecord, 'weight_class'> | undefined>();

  /** @param isWithFighters whether fighters are published too: then live fighters do not count. */
  constructor(store: Store, isWithFighters: boolean) {
    this.#store = store;
    this.#isWithFighters = isWithFighters;
  }

  add({ statid, weight_class }: FighterRecord): void {
    // Whole fighters would take too much memory.
    if (statid !== null) this.#fighters.set(statid, { weight_class });
  }

  async complete(rows: readonly StatRecord[]): Promise<StatRecord[]> {
    const unknown = [...new Set(rows.map(({ statid }) => statid))].filter((statid) => !this.#fighters.has(statid));
    if (!this.#isWithFighters && unknown.length > 0) {
      const lists = unknown.map((statid) => `statid:${statid}`);
      const live = await this.#store.content.first('fighters', lists);
      for (const [index, statid] of unknown.entries()) this.#fighters.set(statid, live[index]);
    }
    return rows.map((row) => completeStat(row, this.#fighters.get(row.statid)));
  }
}

/** Records published, by collection. */
export type Published = ReadonlyMap<CollectionName, number> & { readonly warnings: ErrorSummary };

export interface Progress {
  collection: CollectionName;
  records: number;
  /** Bytes read of all files, and their total; 0 when that is unknown. */
  bytes: number;
  totalBytes: number;
}

export interface PublishOptions {
  /** For the list of generations. */
  who?: string;
  /** Collections to take from the paths; default: all. */
  only?: readonly CollectionName[];
  /** Whether warnings refuse the publish. */
  strict?: boolean;
  /** Called after every portion read, many times a second. */
  progress?: (progress: Progress) => void;
  /** Checks everything and publishes nothing. */
  checkOnly?: boolean;
}

/** Reads and checks all sources. @throws {ContentRefused} after the last one, with the errors of all. */
async function* readEntries(
  store: Store,
  sources: readonly Source[],
  counts: Map<CollectionName, number>,
  checks: RecordChecks,
  progress: PublishOptions['progress'],
): AsyncGenerator<Entry[]> {
  const { errors } = checks;
  const names = new Set(sources.map(({ collection }) => collection));
  const divisions = new Divisions(store, names.has('fighters'));
  const totalBytes = sources.every(({ bytes }) => bytes > 0) ? sources.reduce((sum, { bytes }) => sum + bytes, 0) : 0;
  let bytesBefore = 0;

  for (const source of sources) {
    const { collection } = source;
    let count = 0;
    for await (const rows of source.rows) {
      let records: Entry['record'][] = [];
      for (const row of rows) {
        const record = checks.check(source, row);
        if (record) records.push(record);
      }
      if (collection === 'fighters' && names.has('stats')) {
        for (const record of records) divisions.add(record as FighterRecord);
      }
      if (collection === 'stats') records = await divisions.complete(records as StatRecord[]);
      count += records.length;
      progress?.({ collection, records: count, bytes: bytesBefore + source.read(), totalBytes });
      if (errors.isTooMany) throw new ContentRefused(errors);
      // After the first error the rest is only checked.
      if (errors.count === 0) yield records.map((record) => ({ collection, record }) as Entry);
    }
    counts.set(collection, count);
    bytesBefore += source.bytes;
  }
  await checks.checkReferences(store, names);
  if (errors.count > 0) throw new ContentRefused(errors);
}

/** Publishes sources, one for each collection. Throws as `publishFiles`. */
export async function publishSources(
  store: Store,
  given: readonly Source[],
  { who, strict = false, progress, checkOnly }: PublishOptions = {},
): Promise<Published> {
  // Statistics need the fighters that are published with them, which come first in this order.
  const sources = given.toSorted(
    (a, b) => collectionNames.indexOf(a.collection) - collectionNames.indexOf(b.collection),
  );
  const counts = new Map<CollectionName, number>();
  const checks = new RecordChecks(strict);
  const names = sources.map(({ collection }) => collection);
  const entries = readEntries(store, sources, counts, checks, progress);
  if (checkOnly) for await (const _ of entries);
  else {
    await store.content.publish(names, entries, who === undefined ? {} : { who });
    await store.live.joinFights();
  }
  return Object.assign(counts, { warnings: checks.warnings });
}

/**
 * Publishes content files: replaces their collections as a whole and at once; the others stay as they are.
 *
 * @param paths files named after their collection, or folders of such files.
 * @returns records by collection, and warnings.
 * @throws {BadPath} before anything is read.
 * @throws {ContentRefused} when any record does not fit; readers keep seeing the old content.
 * @throws {PublishInProgress}
 * @throws {StoreUnavailable}
 */
export async function publishFiles(
  store: Store,
  paths: readonly string[],
  options: PublishOptions = {},
): Promise<Published> {
  return publishSources(store, await openContentFiles(paths, options.only), options);
}

/** Publishes raw records, such as those of the sample world. */
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
