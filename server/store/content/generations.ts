import { type CollectionName, collectionNames } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { run } from '../redis/scripts.ts';
import type { StoreSettings } from '../settings.ts';
import { changeRecords } from './change-records.ts';
import { type Difference, diffGenerations, NoSuchGeneration } from './diff.ts';
import { PublishInProgress } from './publish.ts';
import { anyCollection, type Entry } from './record-encoding.ts';

/** A version of the content that can still be read. */
export interface Generation {
  number: number;
  isLive: boolean;
  /** `publish` replaced collections, `put` and `remove` changed records, `rollback` restored a state. */
  kind: string;
  who: string;
  /** Milliseconds since 1970 on the clock of the author; undefined for a generation of an older server. */
  timeMs: number | undefined;
  /** In the order of all collections. */
  collections: CollectionName[];
  /** By collection; incomplete if a figure is lost, or an older server published it. */
  records: Partial<Record<CollectionName, number>>;
  /** Bytes of JSON, by collection. */
  bytes: Partial<Record<CollectionName, number>>;
  /** Only for a rollback: the generation that it restored. */
  to?: number;
  /** Only for a put or remove: how many records changed. */
  changed?: number;
}

function parseGeneration(
  number: string,
  live: string | null,
  published: readonly string[],
  about: Record<string, string>,
): Generation {
  const figures = (what: string) =>
    Object.fromEntries(
      collectionNames.flatMap((name) => {
        const figure = about[`${what}:${name}`];
        return figure === undefined ? [] : [[name, Number(figure)]];
      }),
    );
  return {
    number: Number(number),
    isLive: number === live,
    kind: about.kind ?? 'publish',
    who: about.who ?? 'unknown',
    timeMs: about.time === undefined ? undefined : Number(about.time),
    collections: collectionNames.filter((name) => published.includes(name)),
    records: figures('records'),
    bytes: figures('bytes'),
    ...(about.kind === 'rollback' && { to: Number(about.to) }),
    ...((about.kind === 'put' || about.kind === 'remove') && { changed: Number(about.changed) }),
  };
}

/** Changes and earlier generations of content. All throw `StoreUnavailable`. */
export interface Generations {
  /** Newest first. */
  list(): Promise<Generation[]>;
  /**
   * Adds or replaces records atomically. The cost depends on these records only, not on the size of the collection.
   *
   * @param entries normalised; keys unique.
   * @returns the new generation, or the live one if nothing changed, and how many records changed.
   * @throws {PublishInProgress} if a running publish replaces one of the collections.
   */
  put(entries: readonly Entry[], who: string): Promise<{ generation: number; changed: number }>;
  /** Removes records in the same way; missing ones are not counted. */
  remove(
    collection: CollectionName,
    recordKeys: readonly string[],
    who: string,
  ): Promise<{ generation: number; changed: number }>;
  /**
   * Restores the content of a generation that can still be read, as a new generation.
   *
   * @param number default: the generation before the live one, or the last one if no generation is live.
   * @throws {NoSuchGeneration} also if old values of a later change are lost.
   * @throws {PublishInProgress}
   */
  rollBack(
    number: number | undefined,
    who: string,
  ): Promise<{ generation: number; to: number; collections: CollectionName[] }>;
  /** Records that differ between two generations, in the order of collections. @throws {NoSuchGeneration} */
  diff(from: number, to: number): AsyncGenerator<Difference>;
}

/** @see rollBackContent-1.lua */
async function rollBack(
  bulk: RedisClient,
  number: number | undefined,
  who: string,
): ReturnType<Generations['rollBack']> {
  const { live, generations } = keys.content;
  await ensureConnected(bulk);
  const all = (await mapRedisError(bulk.zrange(generations, '0', '-1'))).map(Number);
  const current = await mapRedisError(bulk.get(live));
  const to = number ?? all.filter((earlier) => current === null || earlier < Number(current)).at(-1);
  if (to === undefined)
    throw new NoSuchGeneration('No earlier generation is left to restore: publish the content again.');
  if (!all.includes(to)) {
    throw new NoSuchGeneration(`Unknown generation ${to}: "npm run content -- list" shows the generations.`);
  }
  const [code = 0, ...names] = (await run(bulk, 'rollBackContent', [live], [to, who, Date.now()])) as [
    number,
    ...CollectionName[],
  ];
  if (code === -1) throw new PublishInProgress('A publish is running: try again when it has finished.');
  if (code === 0)
    throw new NoSuchGeneration(
      `Generation ${to} was removed meanwhile: "npm run content -- list" shows the generations.`,
    );
  if (code === -2) {
    throw new NoSuchGeneration(
      `Generation ${to} cannot be restored, because the values that generation ${names[0]} replaced are lost: restore a later generation, or publish.`,
    );
  }
  return { generation: code, to, collections: names };
}

async function listGenerations(bulk: RedisClient): Promise<Generation[]> {
  const { live, generations, generation, about } = keys.content;
  await ensureConnected(bulk);
  const [current, numbers] = (await execPipeline(bulk.pipeline().get(live).zrange(generations, '0', '-1'))) as [
    string | null,
    string[],
  ];
  const pipeline = bulk.pipeline();
  for (const number of numbers.map(Number)) pipeline.hkeys(generation(number)).hgetall(about(number));
  const found = (await execPipeline(pipeline)) as (string[] | Record<string, string>)[];
  return numbers
    .map((number, index) => {
      const [published, described] = [found[2 * index], found[2 * index + 1]];
      return parseGeneration(number, current, published as string[], described as Record<string, string>);
    })
    .reverse();
}

export function createGenerations(bulk: RedisClient, { generationsKept }: StoreSettings): Generations {
  return {
    list: () => listGenerations(bulk),
    put(entries, who) {
      const wanted = entries.map(({ collection, record }) => {
        return { collection, key: anyCollection(collection).key(record), record };
      });
      return changeRecords(bulk, generationsKept, wanted, { kind: 'put', who });
    },
    remove(collection, recordKeys, who) {
      const wanted = [...new Set(recordKeys)].map((key) => ({ collection, key, record: undefined }));
      return changeRecords(bulk, generationsKept, wanted, { kind: 'remove', who });
    },
    rollBack: (number, who) => rollBack(bulk, number, who),
    diff: (from, to) => diffGenerations(bulk, from, to),
  };
}
