import type { CollectionName, RecordOf } from '../../../contracts/content/collections/index.ts';
import { collections } from '../../../contracts/content/collections/index.ts';
import type { ContentReader, Listed, Page } from '../../../contracts/content/reader.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, mapRedisError, StoreUnavailable } from '../redis/errors.ts';
import { type Argument, run } from '../redis/scripts.ts';
import { mapInSlices } from '../slices.ts';
import { createRawReader, type RawReader } from './raw-reader.ts';
import { type ContentReply, RecordBatches } from './record-batches.ts';
import { boundsOf, everything, opposite, placeOf } from './record-encoding.ts';

/** A reader whose calls all read the generation of the first call, so that their results are consistent. */
export interface Snapshot extends ContentReader {
  /** The number of that generation; undefined before the first reply. */
  readonly generation: number | undefined;
  /** The collections that were read. */
  readonly collections: ReadonlySet<CollectionName>;
}

/** A `ContentReader` on Redis; each call is one round trip and one generation. All throw `StoreUnavailable`. */
export interface StoredContent extends ContentReader {
  snapshot(): Snapshot;
  /** The number of the live generation; 0 when nothing was ever published. Calls of one event-loop turn share one query. */
  liveGeneration(): Promise<number>;
  /** Unparsed content of the live generation, or of another one. */
  raw(generation?: number): RawReader;
  /** Whether nothing was ever published. */
  isEmpty(): Promise<boolean>;
  /**
   * For a reader that has found nothing: checks that Redis has not lost its data. Resolves if Redis does not answer.
   *
   * @throws {StoreUnavailable} if content was read here before, and is lost.
   */
  checkNotLost(): Promise<void>;
}

/** Reads a generation ('' the live one); the reply begins with its number. */
type ReadGeneration = (generation: number | '') => Promise<ContentReply>;
/** Reads the live generation; throws if content is lost. */
type ReadLive = (read: ReadGeneration) => Promise<ContentReply>;

function parsed<C extends CollectionName>(json: unknown): RecordOf<C> | undefined {
  // Publish validated and normalised the records of a generation.
  return typeof json === 'string' ? (JSON.parse(json) as RecordOf<C>) : undefined;
}

/** The number of a generation, then for a list whether more records follow, then strings and nulls. */
function isContentReply(reply: unknown, what: string): reply is ContentReply {
  if (!Array.isArray(reply) || !Number.isInteger(reply[0])) return false;
  const first = what === 'list' || reply[0] <= 0 ? 2 : 1;
  return reply.every((value, index) =>
    index < first ? Number.isInteger(value) : value === null || typeof value === 'string',
  );
}

/** Calls the script; see readContent-1.lua. */
async function call(client: RedisClient, what: string, args: Argument[]): Promise<ContentReply> {
  const reply = await run(client, 'readContent', [keys.content.live], [what, ...args]);
  if (!isContentReply(reply, what)) throw new StoreUnavailable(malformedReply);
  return reply;
}

/** Shared by all readers. */
interface Source {
  client: RedisClient;
  records: RecordBatches;
}

class StoredReader implements ContentReader {
  readonly #source: Source;
  protected readonly readLive: ReadLive;

  constructor(source: Source, readLive: ReadLive) {
    this.#source = source;
    this.readLive = readLive;
  }

  protected read(what: string, collection: CollectionName, args: readonly Argument[]): Promise<ContentReply> {
    return this.readLive((generation) => this.readAt(generation, what, collection, args));
  }

  protected readAt(generation: number | '', what: string, collection: CollectionName, args: readonly Argument[]) {
    const { client, records } = this.#source;
    return what === 'get'
      ? records.read(generation, collection, args)
      : call(client, what, [generation, collection, ...args]);
  }

  async get<C extends CollectionName>(collection: C, key: string | number): Promise<RecordOf<C> | undefined> {
    const [record] = await this.many(collection, [key]);
    return record;
  }

  async many<C extends CollectionName>(collection: C, recordKeys: readonly (string | number)[]) {
    if (recordKeys.length === 0) return [];
    const [, ...found] = await this.read('get', collection, [...recordKeys]);
    return recordKeys.map((_, index) => parsed<C>(found[index]));
  }

  async list<C extends CollectionName>(
    collection: C,
    list = everything,
    { limit = 0, after, from, reversed = false }: Page = {},
  ): Promise<Listed<RecordOf<C>>> {
    const { order, sort } = collections[collection];
    const direction = reversed ? opposite[order] : order;
    const { group, prefix } = placeOf(list);
    const bounds = boundsOf(prefix, direction, { after, from });
    const [, more, ...found] = await this.read('list', collection, [group, ...bounds, direction, limit, '']);
    const records = (await mapInSlices(found, (json) => parsed<C>(json))).filter((record) => record !== undefined);
    const last = records.at(-1);
    return more === 1 && last ? { records, next: (sort as (record: RecordOf<C>) => string)(last) } : { records };
  }

  async first<C extends CollectionName>(collection: C, lists: readonly string[]) {
    if (lists.length === 0) return [];
    const { order } = collections[collection];
    const places = lists.flatMap((list): Argument[] => {
      const { group, prefix } = placeOf(list);
      return [group, ...boundsOf(prefix, order)];
    });
    const [, ...found] = await this.read('first', collection, [order, ...places]);
    return lists.map((_, index) => parsed<C>(found[index]));
  }

  async names(collection: CollectionName, group: string): Promise<string[]> {
    const [generation, ...found] = await this.read('names', collection, [group]);
    return generation > 0 ? (found as string[]).sort() : [];
  }
}

class StoredSnapshot extends StoredReader implements Snapshot {
  generation: number | undefined;
  readonly collections = new Set<CollectionName>();
  /** Sets the generation. */
  #first: Promise<ContentReply> | undefined;

  protected override async read(what: string, collection: CollectionName, args: readonly Argument[]) {
    this.collections.add(collection);
    if (!this.#first) {
      this.#first = this.readLive((generation) => this.readAt(generation, what, collection, args));
      try {
        const reply = await this.#first;
        this.generation = reply[0];
        return reply;
      } catch (error) {
        // The caller gets the error; the next call starts over.
        this.#first = undefined;
        throw error;
      }
    }
    const [generation] = await this.#first;
    const reply = await this.readAt(generation || '', what, collection, args);
    if (reply[0] === -1)
      throw new StoreUnavailable('the generation that this request reads was removed meanwhile: send it again');
    return reply;
  }
}

class ContentLost extends StoreUnavailable {}

/** @see readContent-1.lua */
export function createContent(reads: RedisClient, bulk: RedisClient): StoredContent {
  // If content was read here before and is missing now, it is lost: never report that nothing was published.
  let wasRead = false;
  const readLive: ReadLive = async (read) => {
    const reply = await read('');
    if (reply[0] > 0) wasRead = true;
    else if (wasRead || reply[0] === -1)
      throw new ContentLost('Redis has lost the content: restore a backup or publish again');
    return reply;
  };
  const readGeneration = async () => {
    const [generation] = await readLive(async () => {
      const { live: pointer, generations } = keys.content;
      const found = await mapRedisError(reads.get(pointer));
      if (found === null && (await mapRedisError(reads.exists(generations))) === 1) return [-1];
      const live = Number(found);
      if (!Number.isInteger(live)) throw new StoreUnavailable(malformedReply);
      return [live];
    });
    return generation;
  };
  let pending: Promise<number> | undefined;
  const records = new RecordBatches((generation, collection, recordKeys) =>
    call(reads, 'get', [generation, collection, ...recordKeys]),
  );
  const source = { client: reads, records };
  const liveGeneration = () => {
    pending ??= new Promise((resolve) => {
      setImmediate(() => {
        pending = undefined;
        resolve(readGeneration());
      });
    });
    return pending;
  };
  return Object.assign(new StoredReader(source, readLive), {
    liveGeneration,

    async checkNotLost() {
      await liveGeneration().catch((error: unknown) => {
        if (error instanceof ContentLost) throw error;
      });
    },

    snapshot: () => new StoredSnapshot(source, readLive),

    raw: (generation?: number) => createRawReader(bulk, generation ?? ''),

    async isEmpty() {
      const { live, generations } = keys.content;
      // If only the key of the live generation is lost, other generations are left.
      return (await mapRedisError(reads.exists(live, generations))) === 0;
    },
  });
}
