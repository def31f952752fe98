import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectionName } from '../../contracts/content/collections.ts';
import type { RedisClient } from './client.ts';
import { connected } from './connected.ts';
import { keys } from './keys.ts';
import { run } from './lua.ts';
import type { StoreSettings } from './settings.ts';
import { type Entry, storedForm } from './stored.ts';
import { sent, tidy } from './tidy.ts';
import { reached, StoreUnavailable } from './unavailable.ts';

export { connected } from './connected.ts';
export type { Entry } from './stored.ts';

/** Somebody else publishes content at this moment; nothing was changed. */
export class PublishInProgress extends Error {
  override name = 'PublishInProgress';
}

/** How long a publisher that was killed keeps others out; one at work holds its lock by touching it. */
const lockMs = 10_000;
/** So many bytes are sent at once, and so many batches are on their way: memory does not grow with the content. */
const batchBytes = 1 << 18;
const batchesUnderWay = 3;

/** What was published of one collection. */
interface Figures {
  records: number;
  /** Of JSON, as stored. */
  bytes: number;
}

/** Writes records into a generation that nobody sees yet. */
function writer(redis: RedisClient, generation: number) {
  const { records: recordsKey, lists, list } = keys.content;
  const figures = new Map<string, Figures>();
  let fields = new Map<string, string[]>();
  let members = new Map<string, (string | Buffer | number)[]>();
  const groups = new Map<string, Set<string>>();
  let fresh = new Map<string, string[]>();
  let bytes = 0;
  const underWay: Promise<unknown>[] = [];

  function batchOf() {
    const batch = redis.pipeline();
    // Names first: a group exists only once it can be found and removed again.
    for (const [key, names] of fresh) batch.sadd(key, ...names);
    for (const [key, pairs] of fields) batch.hset(key, ...pairs);
    for (const [key, scored] of members) batch.zadd(key, ...scored);
    [fields, members, fresh, bytes] = [new Map(), new Map(), new Map(), 0];
    return batch;
  }

  function pushed<K, V>(map: Map<K, V[]>, key: K): V[] {
    const known = map.get(key);
    if (known) return known;
    const made: V[] = [];
    map.set(key, made);
    return made;
  }

  return {
    figures,
    /** @returns whether a batch is full. */
    add({ collection, record }: Entry): boolean {
      const { key, json, placed } = storedForm(collection, record);
      const records = recordsKey(generation, collection);
      pushed(fields, records).push(key, json);
      const known = groups.get(records) ?? new Set();
      groups.set(records, known);
      for (const { group, member } of placed) {
        if (!known.has(group)) {
          known.add(group);
          pushed(fresh, lists(records)).push(group);
        }
        pushed(members, list(records, group)).push(0, member);
        bytes += member.length;
      }
      // Counted in characters: bytes of UTF-8 are asked of Redis at the end.
      bytes += json.length;
      const counted = figures.get(records) ?? { records: 0, bytes: 0 };
      counted.records++;
      counted.bytes += Buffer.byteLength(json);
      figures.set(records, counted);
      return bytes >= batchBytes;
    },
    /** Sends what was added, once enough of what was sent before has arrived. */
    async flush() {
      if (underWay.length >= batchesUnderWay) await underWay.shift();
      const batch = batchOf();
      if (batch.length === 0) return;
      const arrival = sent(batch);
      // Whoever flushes next or waits hears of the failure.
      arrival.catch(() => undefined);
      underWay.push(arrival);
    },
    async arrived() {
      await this.flush();
      await Promise.all(underWay);
    },
    /** @throws when records of one collection shared a key, which would leave the lists wrong. */
    async check() {
      for (const [records, { records: count }] of figures) {
        const stored = await reached(redis.hlen(records));
        if (stored !== count) throw new Error(`${records} has ${count} records but ${stored} different keys.`);
      }
    },
  };
}

async function giveBack(bulk: RedisClient, token: string): Promise<void> {
  const { publishing } = keys.content;
  // Not by a script alone: a Redis that is full runs none that may write, but still deletes.
  await run(bulk, 'touchLock', [publishing], [token, 0]).catch(async () => {
    if ((await bulk.get(publishing)) === token) await bulk.del(publishing);
  });
}

/**
 * Runs an action while nobody publishes, and changes of the collections are refused.
 *
 * @throws {PublishInProgress}
 */
export async function whilePublishing<T>(
  bulk: RedisClient,
  names: readonly CollectionName[],
  action: (token: string) => Promise<T>,
): Promise<T> {
  const { publishing } = keys.content;
  await connected(bulk);
  const token = `${randomUUID()} ${names.map((name) => `${name} `).join('')}`;
  if ((await reached(bulk.set(publishing, token, 'PX', lockMs, 'NX'))) === null) {
    throw new PublishInProgress(
      `Another publish is running. Try again when it is done; if it was killed, in ${lockMs / 1000} seconds.`,
    );
  }
  const touching = setInterval(() => {
    // If it fails or the lock is lost, the publish itself finds out when it wants to make its generation live.
    run(bulk, 'touchLock', [publishing], [token, lockMs]).catch(() => undefined);
  }, lockMs / 4);
  try {
    return await action(token);
  } finally {
    clearInterval(touching);
    await giveBack(bulk, token).catch(() => undefined);
  }
}

/** Removes what a publish that failed has written. A connection that broke is waited for, but not for long. */
async function tidyUp(bulk: RedisClient, publishesKept: number): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await tidy(bulk, publishesKept);
      return;
    } catch {
      await sleep(100);
    }
  }
}

export interface PublishOptions {
  /** For the list of generations; default: `unknown`. */
  who?: string;
}

/** Publishes content; see `publish` of the store. */
export function createPublisher(bulk: RedisClient, { generationsKept }: StoreSettings) {
  /**
   * Replaces whole collections at once: readers see all of the old or all of the new. Collections that are not named
   * stay as they are. When the records throw, nothing changes, and their error is thrown on.
   *
   * @param names collections to replace; one without records becomes empty.
   * @param records of these collections, one by one or in portions, normalised, in any order, keys unique per collection.
   * @returns records published.
   * @throws {PublishInProgress}
   * @throws {StoreUnavailable}
   */
  return async function publish(
    names: readonly CollectionName[],
    records: AsyncIterable<Entry | readonly Entry[]> | Iterable<Entry | readonly Entry[]>,
    { who = 'unknown' }: PublishOptions = {},
  ): Promise<number> {
    const { publishing, live, counter, written, generation: generationKey, generations } = keys.content;
    return whilePublishing(bulk, names, async (token) => {
      try {
        await tidy(bulk, generationsKept);
        const generation = await reached(bulk.incr(counter));
        const own = names.map((name) => keys.content.records(generation, name));
        if (own.length > 0) await reached(bulk.sadd(written, ...own));
        const staged = writer(bulk, generation);
        for await (const portion of records) {
          for (const entry of Array.isArray(portion) ? (portion as readonly Entry[]) : [portion as Entry]) {
            if (staged.add(entry)) await staged.flush();
          }
        }
        await staged.arrived();
        await staged.check();
        const figuresOf = (name: CollectionName) =>
          staged.figures.get(keys.content.records(generation, name)) ?? { records: 0, bytes: 0 };
        const done = await run(
          bulk,
          'publishContent',
          [publishing, live, generationKey(generation), generations],
          [
            token,
            generation,
            who,
            Date.now(),
            ...names.flatMap((name) => [
              name,
              keys.content.records(generation, name),
              figuresOf(name).records,
              figuresOf(name).bytes,
            ]),
          ],
        );
        if (done !== 1) throw new PublishInProgress('Another publish has taken over; nothing was changed.');
        return [...staged.figures.values()].reduce((sum, { records: count }) => sum + count, 0);
      } catch (error) {
        if (isFull(error)) throw new StoreUnavailable('Redis is full (maxmemory is reached)', error);
        throw error;
      } finally {
        // Whether it went well or not: what is not done here is done at the start of the next publish.
        await tidyUp(bulk, generationsKept);
      }
    });
  };
}

/** Whether Redis refused since it has no memory left. */
export function isFull(error: unknown): boolean {
  return error instanceof StoreUnavailable && /\bOOM\b/.test(error.message);
}
