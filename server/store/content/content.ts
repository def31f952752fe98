import type { CollectionName, RecordOf } from '../../../contracts/content/collections/index.ts';
import { collections } from '../../../contracts/content/collections/index.ts';
import type { ContentReader, Listed, Page } from '../../../contracts/content/reader.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, mapRedisError, StoreUnavailable } from '../redis/errors.ts';
import { type Argument, run } from '../redis/scripts.ts';
import { mapInSlices } from '../slices.ts';
import { type ContentRead, fingerprint, isSameRead } from './content-read.ts';
import { createRawReader, type RawReader } from './raw-reader.ts';
import { type ContentReply, RecordBatches } from './record-batches.ts';
import { everything } from './record-encoding.ts';
import { boundsOf, opposite, placeOf } from './sort-key-encoding.ts';

/** A reader whose calls all read the generation of the first call, so that the results are consistent. */
export interface Snapshot extends ContentReader {
  /** The number of that generation; undefined before the first answer. */
  readonly generation: number | undefined;
  /** The collections that were read. */
  readonly collections: ReadonlySet<CollectionName>;
  /** What was read so far, and what it found; undefined if some of it was not found out. */
  reads(): readonly ContentRead[] | undefined;
  /** Reads all that again: whether everything is as it was. What was read here is not read a second time. */
  isAsRead(reads: readonly ContentRead[]): Promise<boolean>;
}

/** A `ContentReader` on Redis; each call is one round trip and one generation. All throw `StoreUnavailable`. */
export interface StoredContent extends ContentReader {
  snapshot(): Snapshot;
  /** The number of the live generation; 0 when nothing was ever published. Calls of one event-loop turn share one query. */
  liveGeneration(): Promise<number>;
  /** Unparsed content of the live generation, or of another that can still be read. */
  raw(generation?: number): RawReader;
  /** Whether nothing was ever published. */
  isEmpty(): Promise<boolean>;
  /**
   * For a reader that has found nothing: whether that is so, rather than that Redis has lost its data. While it does not
   * answer, nothing is known of a loss.
   *
   * @throws {StoreUnavailable} when content was read here before, and is gone.
   */
  checkNotLost(): Promise<void>;
}

/** Reads a generation ('' the live one); the reply begins with its number. */
type Ask = (generation: number | '') => Promise<ContentReply>;
type Answer = (ask: Ask) => Promise<ContentReply>;

function parsed<C extends CollectionName>(json: unknown): RecordOf<C> | undefined {
  // Publish validated and normalised the records of a generation.
  return typeof json === 'string' ? (JSON.parse(json) as RecordOf<C>) : undefined;
}

/** The number of a generation, then (of a list) whether more follow, then strings and nulls. */
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

/** What readers share. */
interface Source {
  client: RedisClient;
  records: RecordBatches;
}

class StoredReader implements ContentReader {
  readonly #source: Source;
  readonly #answer: Answer;

  constructor(source: Source, answer: Answer) {
    this.#source = source;
    this.#answer = answer;
  }

  protected ask(what: string, collection: CollectionName, args: readonly Argument[]): Promise<ContentReply> {
    return this.#answer((generation) => this.askAt(generation, what, collection, args));
  }

  protected askAt(generation: number | '', what: string, collection: CollectionName, args: readonly Argument[]) {
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
    const [, ...found] = await this.ask('get', collection, [...recordKeys]);
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
    const [, more, ...found] = await this.ask('list', collection, [group, ...bounds, direction, limit, '']);
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
    const [, ...found] = await this.ask('first', collection, [order, ...places]);
    return lists.map((_, index) => parsed<C>(found[index]));
  }

  async names(collection: CollectionName, group: string): Promise<string[]> {
    const [generation, ...found] = await this.ask('names', collection, [group]);
    return generation > 0 ? (found as string[]).sort() : [];
  }
}

/** What a snapshot was asked, and the reply once there is one. */
interface Asked extends Omit<ContentRead, 'found'> {
  reply: ContentReply | undefined;
}

/** Plain fields instead of getters per object, which would give each object its own long-lived shape. */
class StoredSnapshot extends StoredReader implements Snapshot {
  generation: number | undefined;
  readonly collections = new Set<CollectionName>();
  readonly #readLive: Answer;
  /** Pins the generation. */
  #first: Promise<ContentReply> | undefined;
  readonly #asked: Asked[] = [];
  /** How many of these `isAsRead` has asked. */
  #again = 0;

  constructor(source: Source, asked: Answer) {
    super(source, asked);
    this.#readLive = asked;
  }

  async #read(asked: Asked): Promise<ContentReply> {
    const { what, collection, args } = asked;
    if (!this.#first) {
      this.#first = this.#readLive((generation) => this.askAt(generation, what, collection, args));
      try {
        asked.reply = await this.#first;
        this.generation = asked.reply[0];
        return asked.reply;
      } catch (error) {
        // The caller gets the error; the next call starts over.
        this.#first = undefined;
        throw error;
      }
    }
    const [generation] = await this.#first;
    const reply = await this.askAt(generation || '', what, collection, args);
    if (reply[0] === -1) throw new StoreUnavailable('content was published several times meanwhile');
    asked.reply = reply;
    return reply;
  }

  protected override ask(what: string, collection: CollectionName, args: readonly Argument[]) {
    this.collections.add(collection);
    for (let index = 0; index < this.#again; index++) {
      const known = this.#asked[index];
      if (known?.reply && isSameRead(known, what, collection, args)) return Promise.resolve(known.reply);
    }
    const asked = { what, collection, args, reply: undefined };
    this.#asked.push(asked);
    return this.#read(asked);
  }

  reads() {
    const reads: ContentRead[] = [];
    for (const { what, collection, args, reply } of this.#asked) {
      if (!reply) return undefined;
      reads.push({ what, collection, args, found: fingerprint(reply) });
    }
    return reads;
  }

  async isAsRead(reads: readonly ContentRead[]) {
    // In turn: what is read later may depend on what was found before.
    for (const { what, collection, args, found } of reads) {
      const reply = await this.ask(what, collection, args);
      this.#again = this.#asked.length;
      if (fingerprint(reply) !== found) return false;
    }
    return true;
  }
}

class ContentLost extends StoreUnavailable {}

/** @see readContent-1.lua */
export function createContent(reads: RedisClient, bulk: RedisClient): StoredContent {
  // Whether content was ever read here: if it is missing later, it was lost, and must not be reported as "none".
  let wasRead = false;
  const asked: Answer = async (ask) => {
    const reply = await ask('');
    if (reply[0] > 0) wasRead = true;
    else if (wasRead || reply[0] === -1) throw new ContentLost('its content was lost');
    return reply;
  };
  const askGeneration = async () => {
    const [generation] = await asked(async () => {
      const { live: pointer, generations } = keys.content;
      const found = await mapRedisError(reads.get(pointer));
      if (found === null && (await mapRedisError(reads.exists(generations))) === 1) return [-1];
      const live = Number(found);
      if (!Number.isInteger(live)) throw new StoreUnavailable(malformedReply);
      return [live];
    });
    return generation;
  };
  let asking: Promise<number> | undefined;
  const records = new RecordBatches((generation, collection, recordKeys) =>
    call(reads, 'get', [generation, collection, ...recordKeys]),
  );
  const source = { client: reads, records };
  const liveGeneration = () => {
    asking ??= new Promise((resolve) => {
      setImmediate(() => {
        asking = undefined;
        resolve(askGeneration());
      });
    });
    return asking;
  };
  return Object.assign(new StoredReader(source, asked), {
    liveGeneration,

    async checkNotLost() {
      await liveGeneration().catch((error: unknown) => {
        if (error instanceof ContentLost) throw error;
      });
    },

    snapshot: () => new StoredSnapshot(source, asked),

    raw: (generation?: number) => createRawReader(bulk, generation ?? ''),

    async isEmpty() {
      const { live, generations } = keys.content;
      // Of a lost pointer to the live generation, the others are left.
      return (await mapRedisError(reads.exists(live, generations))) === 0;
    },
  });
}
