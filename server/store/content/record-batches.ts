import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import type { Argument } from '../redis/scripts.ts';

/** The number of a generation, then values. */
export type ContentReply = [number, ...unknown[]];

/** Asks for records of one collection of a generation ('' the live one), in one call. */
export type AskRecords = (
  generation: number | '',
  collection: CollectionName,
  keys: readonly Argument[],
) => Promise<ContentReply>;

/** A script blocks Redis: this many records take 0.2 ms here. More are no cheaper. */
const mostInBatch = 64;

interface Batch {
  generation: number | '';
  collection: CollectionName;
  keys: Argument[];
  reply: PromiseWithResolvers<ContentReply>;
}

/**
 * Asks for the records of one event-loop turn together: one call for each generation and collection. After a change the
 * replies of many URLs are loaded at once, each from a record or two, and a call of its own for each took a third of the
 * time. All records of a call are of the same generation, as those of each reader must be.
 */
export class RecordBatches {
  readonly #ask: AskRecords;
  #turn: Batch[] = [];

  constructor(ask: AskRecords) {
    this.#ask = ask;
  }

  /** @returns the number of the generation, and the records in the order of the keys; see readContent-1.lua. */
  async read(generation: number | '', collection: CollectionName, keys: readonly Argument[]): Promise<ContentReply> {
    if (keys.length >= mostInBatch) return this.#ask(generation, collection, keys);
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
    if (open && open.keys.length + more <= mostInBatch) return open;
    const batch = { generation, collection, keys: [], reply: Promise.withResolvers<ContentReply>() };
    // After all sockets of this turn were read; see Batches of ballots.
    if (this.#turn.length === 0) setImmediate(() => this.#send());
    this.#turn.push(batch);
    return batch;
  }

  #send(): void {
    const batches = this.#turn;
    this.#turn = [];
    for (const { generation, collection, keys, reply } of batches) {
      this.#ask(generation, collection, keys)
        .then((found) => {
          // A reply of another length would give a reader the record of another.
          if (found[0] > 0 && found.length !== keys.length + 1) throw new StoreUnavailable(malformedReply);
          reply.resolve(found);
        })
        .catch(reply.reject);
    }
  }
}
