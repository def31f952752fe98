import { randomUUID } from 'node:crypto';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { StoreUnavailable } from '../redis/errors.ts';
import { execPipeline } from '../redis/exec-pipeline.ts';
import { run } from '../redis/scripts.ts';
import type { StoreSettings } from '../settings.ts';
import { collectGarbage } from './garbage.ts';
import { LiveGenerationLost } from './raw-reader.ts';
import { type Entry, encodeRecord } from './record-encoding.ts';

/** Another publish is running, or took the lock after this one stalled; nothing was changed. */
export class PublishInProgress extends Error {
  override name = 'PublishInProgress';
}

/** How long the lock of a killed publisher lasts; a running publisher extends its lock. */
const lockMs = 10_000;
const batchBytes = 1 << 18;
/** How many batches are sent at once: memory does not grow with the content. */
const maxBatches = 3;

type Portions = AsyncIterable<Entry | readonly Entry[]> | Iterable<Entry | readonly Entry[]>;

/** The published records of one collection. */
interface Figures {
  records: number;
  /** Of JSON, as stored. */
  bytes: number;
}

/** Writes records into a generation that is not visible yet. */
function createWriter(redis: RedisClient, generation: number) {
  const { records: recordsKey, lists, list, written } = keys.content;
  const figures = new Map<CollectionName, Figures>();
  /** Records and list members of one collection that were not sent yet. */
  let batch = { records: '', fields: [] as string[], groups: new Map<string, (string | number)[]>(), bytes: 0 };
  const sent: Promise<unknown>[] = [];

  /** Sends the batch; if too many are sent, waits for the first of them. */
  async function flush() {
    const { records, fields, groups } = batch;
    batch = { records: '', fields: [], groups: new Map(), bytes: 0 };
    if (fields.length === 0) return;
    if (sent.length >= maxBatches) await sent.shift();
    // Each transaction registers its key as written, so that all keys can be found and removed, even if garbage was collected
    // while the publisher stalled for longer than its lock lasts.
    const transaction = redis
      .multi()
      .sadd(written, records)
      .hset(records, ...fields)
      .sadd(lists(records), ...groups.keys());
    for (const [group, scored] of groups) transaction.zadd(list(records, group), ...scored);
    const reply = execPipeline(transaction);
    // The next flush, or `finish`, throws the error.
    reply.catch(() => undefined);
    sent.push(reply);
  }

  return {
    figures,
    async add({ collection, record }: Entry): Promise<void> {
      const records = recordsKey(generation, collection);
      if (records !== batch.records) await flush();
      batch.records = records;
      const { key, json, places } = encodeRecord(collection, record);
      batch.fields.push(key, json);
      batch.bytes += json.length;
      for (const { group, member } of places) {
        const scored = batch.groups.get(group) ?? [];
        batch.groups.set(group, scored);
        scored.push(0, member);
        batch.bytes += member.length;
      }
      const { records: count, bytes } = figures.get(collection) ?? { records: 0, bytes: 0 };
      figures.set(collection, { records: count + 1, bytes: bytes + Buffer.byteLength(json) });
      if (batch.bytes >= batchBytes) await flush();
    },
    async finish() {
      await flush();
      await Promise.all(sent);
    },
  };
}

/** The publisher's lock. */
export interface PublisherLock {
  /** The generation that the owner of the lock may write; 0 if it writes no generation. */
  readonly generation: number;
  /** Scripts compare it with the lock before they change anything. */
  readonly token: string;
  /** @throws {PublishInProgress} if the lock is lost; its holder must stop writing. */
  check(): void;
}

const lostLock = () =>
  new PublishInProgress(
    `This publish stalled for more than ${lockMs / 1000} seconds and lost its lock; nothing was changed: try again.`,
  );

/**
 * Runs an action with the publisher's lock, which prevents other publishes and changes of the collections.
 *
 * @param writes whether the action writes a generation, and so needs a number.
 * @throws {PublishInProgress}
 */
export async function whilePublishing<T>(
  bulk: RedisClient,
  names: readonly CollectionName[],
  writes: boolean,
  action: (lock: PublisherLock) => Promise<T>,
): Promise<T> {
  const { publishing, counter } = keys.content;
  await ensureConnected(bulk);
  const taken = await run(bulk, 'lockContent', [publishing, counter], [randomUUID(), lockMs, writes ? 1 : 0, ...names]);
  if (taken === null) {
    throw new PublishInProgress(
      `Another publish is running. Try again when it is done; if it was killed, in ${lockMs / 1000} seconds.`,
    );
  }
  const token = taken as string;
  let lost = false;
  const touching = setInterval(() => {
    // If this fails, publishContent-4.lua detects the lost lock.
    run(bulk, 'touchLock', [publishing], [token, lockMs])
      .then((done) => {
        lost ||= done === 0;
      })
      .catch(() => undefined);
  }, lockMs / 4);
  const check = () => {
    if (lost) throw lostLock();
  };
  try {
    return await action({ generation: Number(token.split(' ')[1]), token, check });
  } finally {
    clearInterval(touching);
    await run(bulk, 'touchLock', [publishing], [token, 0]).catch(() => undefined);
  }
}

export interface PublishOptions {
  /** For the list of generations; default: `unknown`. */
  who?: string;
}

/** See `publish` of the store. */
export function createPublisher(bulk: RedisClient, { generationsKept }: StoreSettings) {
  /** Writes a generation and makes it the live one. */
  async function write(lock: PublisherLock, names: readonly CollectionName[], records: Portions, who: string) {
    const { publishing, live, counter, generations } = keys.content;
    const { generation, token } = lock;
    const staged = createWriter(bulk, generation);
    for await (const portion of records) {
      for (const entry of Array.isArray(portion) ? (portion as readonly Entry[]) : [portion as Entry]) {
        await staged.add(entry);
      }
      lock.check();
    }
    await staged.finish();
    const written = names.map((name) => {
      const key = keys.content.records(generation, name);
      return { name, key, ...(staged.figures.get(name) ?? { records: 0, bytes: 0 }) };
    });
    const [code, index = 0, stored] = (await run(
      bulk,
      'publishContent',
      [publishing, live, counter, generations],
      [
        token,
        generation,
        who,
        Date.now(),
        ...written.flatMap(({ name, key, records: count, bytes }) => [name, key, count, bytes]),
      ],
    )) as number[];
    if (code === 0) throw lostLock();
    if (code === -2) throw new LiveGenerationLost();
    if (code !== 1) {
      const { key, records: count } = written[index - 1] ?? {};
      throw new Error(`${key} has ${count} records with ${stored} different keys; expected unique keys.`);
    }
    return written.reduce((sum, { records: count }) => sum + count, 0);
  }

  /**
   * Replaces whole collections at once: readers see all of the old or all of the new. Other collections do not change. If
   * the records throw, nothing changes, and the error is rethrown.
   *
   * @param names collections to replace; one without records becomes empty.
   * @param records of these collections, one by one or in portions, normalised, in any order, keys unique per collection.
   * @returns records published.
   * @throws {PublishInProgress}
   * @throws {LiveGenerationLost}
   * @throws {StoreUnavailable}
   */
  return async function publish(
    names: readonly CollectionName[],
    records: Portions,
    { who = 'unknown' }: PublishOptions = {},
  ): Promise<number> {
    let begun = false;
    try {
      return await whilePublishing(bulk, names, true, async (lock) => {
        begun = true;
        await collectGarbage(bulk, generationsKept);
        return write(lock, names, records, who);
      });
    } catch (error) {
      throw mapOutOfMemory(error);
    } finally {
      // If this fails, the next publish removes what remains.
      if (begun) await collectGarbage(bulk, generationsKept).catch(() => undefined);
    }
  };
}

/** Names the cause if Redis refused a write for lack of memory; returns any other error unchanged. */
export function mapOutOfMemory(error: unknown): unknown {
  const isFull = error instanceof StoreUnavailable && /\bOOM\b/.test(error.message);
  return isFull ? new StoreUnavailable('Redis is full (maxmemory is reached)', error) : error;
}
