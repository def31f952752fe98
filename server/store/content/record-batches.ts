import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import type { Argument } from '../redis/scripts.ts';

/** The number of a generation, then values. */
export type ContentReply = [number, ...unknown[]];

/** Reads records of one collection of a generation ('' the live one), in one call. */
type ReadRecords = (
  generation: number | '',
  collection: CollectionName,
  keys: readonly Argument[],
) => Promise<ContentReply>;

/** A script blocks Redis: so many records take 0.2 ms. A larger batch costs as much per record. */
const maxInBatch = 64;

interface Batch {
  generation: number | '';
  collection: CollectionName;
  keys: Argument[];
  reply: PromiseWithResolvers<ContentReply>;
}

/**
 * Reads the records of one event-loop turn together, with one call for each generation and collection: after a change the
 * replies of many URLs are loaded at once, each from a record or two. All records of a call are of one generation, as each
 * reader requires.
 */
export class RecordBatches {
  readonly #read: ReadRecords;
  #turn: Batch[] = [];

  constructor(read: ReadRecords) {
    this.#read = read;
  }

  /** @returns the number of the generation, and the records in the order of the keys; see readContent-1.lua. */
  async read(generation: number | '', collection: CollectionName, keys: readonly Argument[]): Promise<ContentReply> {
    if (keys.length >= maxInBatch) return this.#read(generation, collection, keys);
    const batch = this.#batchFor(generation, collection, keys.length);
    const first = batch.keys.length + 1;
    for (const key of keys) batch.keys.push(key);
    const reply = await batch.reply.promise;
    const own: ContentReply = [reply[0]];
    for (let index = 0; index < keys.length; index++) own.push(reply[first + index]);
    return own;
  }

  #batchFor(generation: number | '', collection: CollectionName, more: number): Batch {
    const open = this.#turn.findLast((batch) => batch.collection === collection && batch.generation === generation);
    if (open && open.keys.length + more <= maxInBatch) return open;
    const batch = { generation, collection, keys: [], reply: Promise.withResolvers<ContentReply>() };
    // After all sockets of this turn are read; see Batches of ballots.
    if (this.#turn.length === 0) setImmediate(() => this.#send());
    this.#turn.push(batch);
    return batch;
  }

  #send(): void {
    const batches = this.#turn;
    this.#turn = [];
    for (const { generation, collection, keys, reply } of batches) {
      this.#read(generation, collection, keys)
        .then((found) => {
          // With a reply of another length a reader could get the record of another reader.
          if (found[0] > 0 && found.length !== keys.length + 1) throw new StoreUnavailable(malformedReply);
          reply.resolve(found);
        })
        .catch(reply.reject);
    }
  }
}
