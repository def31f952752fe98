import { randomUUID } from 'node:crypto';
import type { ChainableCommander, Redis } from 'ioredis';
import type { Collection } from '../../contracts/content/collection.ts';
import { type CollectionName, collections, type RecordOf } from '../../contracts/content/collections.ts';
import { everything } from './content.ts';
import { keys } from './keys.ts';
import { run } from './lua.ts';
import { listMember } from './order.ts';
import type { StoreSettings } from './settings.ts';
import { reached } from './unavailable.ts';

/** A record, normalised, with the collection that it belongs to. */
export type Entry = { [C in CollectionName]: { collection: C; record: RecordOf<C> } }[CollectionName];

/** Somebody else publishes content at this moment; nothing was changed. */
export class PublishInProgress extends Error {
  override name = 'PublishInProgress';
}

/** How long a publisher that was killed keeps others out; one at work holds its lock by touching it. */
const lockMs = 10_000;
/** How long a generation that was given up can still be read by whoever had begun to. */
const graceSeconds = 60;
/** One batch waits for its reply before the next is sent, so memory does not grow with the content. */
const batchBytes = 1 << 20;

async function send(batch: ChainableCommander): Promise<unknown[]> {
  const replies = (await reached(batch.exec())) ?? [];
  return Promise.all(replies.map(([error, reply]) => (error ? reached(Promise.reject(error)) : reply)));
}

/** Removes, soon, what no generation that is kept refers to: old generations, and what a killed publisher left. */
async function tidy(redis: Redis, generationsKept: number, own: readonly string[]): Promise<void> {
  const { generation, generations, written, lists, list } = keys.content;
  const [live, all] = (await send(redis.pipeline().get(keys.content.live).zrange(generations, '0', '-1'))) as [
    string | null,
    string[],
  ];
  const kept = new Set([...all.slice(-generationsKept), live].filter((number) => number !== null));
  const dropped = all.filter((number) => !kept.has(number));
  const manifests = redis.pipeline();
  for (const number of kept) manifests.hvals(generation(Number(number)));
  const referenced = new Set([...own, ...((await send(manifests)) as string[][]).flat()]);

  const batch = redis.pipeline();
  for (const number of dropped) {
    batch.expire(generation(Number(number)), graceSeconds).zrem(generations, number);
  }
  for (const records of await reached(redis.smembers(written))) {
    if (referenced.has(records)) continue;
    const names = await reached(redis.smembers(lists(records)));
    // Its records outlive the generation, which readers look at first.
    for (const key of [records, lists(records), ...names.map((name) => list(records, name))]) {
      batch.expire(key, graceSeconds + 10);
    }
    batch.srem(written, records);
  }
  await send(batch);
}

/** Writes records into a generation that nobody sees yet. */
function writer(redis: Redis, generation: number) {
  const { records: recordsKey, lists, list } = keys.content;
  const counts = new Map<string, number>();
  let batch = redis.pipeline();
  let bytes = 0;

  return {
    counts,
    add({ collection, record }: Entry) {
      // The entry pairs a collection with its own kind of record, which the union does not let the functions see.
      const { key, sort, lists: listsOf } = collections[collection] as unknown as Collection<Entry['record']>;
      const json = JSON.stringify(record);
      const recordKey = key(record);
      const records = recordsKey(generation, collection);
      const member = listMember(sort(record), recordKey);
      const names = [everything, ...new Set(listsOf(record))];
      // Names first: a list exists only once it can be found and removed again.
      batch.sadd(lists(records), ...names).hset(records, recordKey, json);
      for (const name of names) batch.zadd(list(records, name), 0, member);
      counts.set(records, (counts.get(records) ?? 0) + 1);
      bytes += json.length + names.length * member.length;
      return bytes >= batchBytes;
    },
    async flush() {
      if (batch.length > 0) await send(batch);
      batch = redis.pipeline();
      bytes = 0;
    },
    /** @throws when records of one collection shared a key, which would leave the lists wrong. */
    async check() {
      for (const [records, count] of counts) {
        const stored = await reached(redis.hlen(records));
        if (stored !== count) throw new Error(`${records} has ${count} records but ${stored} different keys.`);
      }
    },
  };
}

/** Publishes content; see `publish` of the store. */
export function createPublisher(bulk: Redis, { generationsKept }: StoreSettings) {
  /**
   * Replaces whole collections at once: readers see all of the old or all of the new. Collections that are not named
   * stay as they are. When the records throw, nothing changes, and their error is thrown on.
   *
   * @param names collections to replace; one without records becomes empty.
   * @param records of these collections, normalised, in any order, keys unique per collection.
   * @returns records published.
   * @throws {PublishInProgress}
   * @throws {StoreUnavailable}
   */
  return async function publish(
    names: readonly CollectionName[],
    records: AsyncIterable<Entry> | Iterable<Entry>,
  ): Promise<number> {
    const { publishing, live, counter, written, generation: generationKey, generations } = keys.content;
    if (bulk.status === 'wait' || bulk.status === 'end') await reached(bulk.connect());
    const token = randomUUID();
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
      await tidy(bulk, generationsKept, []);
      const generation = await reached(bulk.incr(counter));
      const own = names.map((name) => keys.content.records(generation, name));
      if (own.length > 0) await reached(bulk.sadd(written, ...own));
      const staged = writer(bulk, generation);
      for await (const entry of records) {
        if (staged.add(entry)) await staged.flush();
      }
      await staged.flush();
      await staged.check();
      const done = await run(
        bulk,
        'publishContent',
        [publishing, live, generationKey(generation), generations],
        [token, generation, ...names.flatMap((name) => [name, keys.content.records(generation, name)])],
      );
      if (done !== 1) throw new PublishInProgress('Another publish has taken over; nothing was changed.');
      return [...staged.counts.values()].reduce((sum, count) => sum + count, 0);
    } finally {
      clearInterval(touching);
      // Whether it went well or not: what is not done here is done at the start of the next publish.
      await tidy(bulk, generationsKept, [])
        .then(() => run(bulk, 'touchLock', [publishing], [token, 0]))
        .catch(() => undefined);
    }
  };
}
