import { allBuckets } from '../ballots/buckets.ts';
import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/ensure-connected.ts';
import { mapRedisError } from '../redis/errors.ts';
import { StoreRefused } from '../schema/open-store.ts';
import { ownSchema } from '../schema/versions.ts';
import { findKeys } from './find-keys.ts';
import { encodeValue, type Header, type Part } from './format.ts';
import { kindOf } from './known-keys.ts';
import { readEvent, readParts } from './read-parts.ts';

const rounds = [1, 2, 3, 4, 5];
const contentAttempts = 10;

/** Where parts go. */
export interface PartSink {
  write(part: Part): Promise<void>;
  /** A place to go back to. */
  mark(): Promise<unknown>;
  /** Forgets everything that was written since. */
  rewind(mark: unknown): Promise<void>;
}

interface Reader {
  client: RedisClient;
  sink: PartSink;
  signal: AbortSignal;
}

/**
 * Checks that the store can be backed up by this version, and describes it. Writes nothing.
 *
 * @throws {StoreRefused}
 */
export async function readHeader(client: RedisClient): Promise<Header> {
  await ensureConnected(client);
  const buckets = Number(await mapRedisError(client.get(keys.buckets)));
  const { version = '1', least = '1', restoring } = await mapRedisError(client.hgetall(keys.schema));
  if (restoring !== undefined)
    throw new StoreRefused('A restore into this Redis has not ended: there is no whole store to back up.');
  if (!buckets) throw new StoreRefused('No server has used this Redis yet: there is nothing to back up.');
  if (!(Number(least) <= ownSchema.schema)) {
    throw new StoreRefused(
      `The data in this Redis ask for store schema ${least}, and this version has ${ownSchema.schema}: make the backup with the version of the server.`,
    );
  }
  const schema = { schema: Number(version), least: Number(least), buckets };
  return { fightcard: 'backup', format: 1, ...schema, madeAt: new Date().toISOString() };
}

async function writeKey({ client, sink, signal }: Reader, key: string): Promise<void> {
  for await (const part of readParts(client, key)) {
    signal.throwIfAborted();
    await sink.write(part);
  }
}

/** All that the generations refer to, and no remains of publishes that ended in the middle. */
async function writeGenerations(reader: Reader): Promise<void> {
  const { client, sink } = reader;
  const { content } = keys;
  const numbers = (await mapRedisError(client.zrange(content.generations, '0', '-1'))).map(Number);
  const written = new Set<string>();
  for (const key of [content.live, content.counter, content.generations]) await writeKey(reader, key);
  for (const number of numbers) {
    const { generation: _, ...collections } = await mapRedisError(client.hgetall(content.generation(number)));
    for (const records of Object.values(collections)) written.add(records);
    await writeKey(reader, content.generation(number));
    await writeKey(reader, content.about(number));
  }
  for (const records of written) {
    for (const key of [records, content.lists(records), content.changes(records)]) await writeKey(reader, key);
    for (const group of await mapRedisError(client.smembers(content.lists(records)))) {
      await writeKey(reader, content.list(records, group));
    }
    for (const number of await mapRedisError(client.zrange(content.changes(records), '0', '-1'))) {
      await writeKey(reader, content.before(records, number));
    }
  }
  if (written.size === 0) return;
  await sink.write({
    key: content.written,
    type: 'set',
    values: [...written].map((key) => encodeValue(Buffer.from(key))),
  });
}

/** Reads the content until no generation began or was dropped meanwhile. @throws {StoreRefused} */
async function writeContent(reader: Reader): Promise<void> {
  const { client, sink } = reader;
  const { live, generations } = keys.content;
  const state = async () =>
    JSON.stringify(await mapRedisError(Promise.all([client.get(live), client.zrange(generations, '0', '-1')])));
  const start = await sink.mark();
  for (let attempt = 1; ; attempt++) {
    const before = await state();
    await writeGenerations(reader);
    if ((await state()) === before) return;
    if (attempt === contentAttempts) {
      throw new StoreRefused(
        `The content changed during each of ${attempt} attempts to read it: run it again when nobody publishes.`,
      );
    }
    await sink.rewind(start);
  }
}

/** Events with live data, and buckets with votes: few, beside what they contain. */
async function findHolders({ client, signal }: Reader) {
  const events = new Set<string>();
  const fights = new Set<number>();
  let others = 0;
  for await (const found of findKeys(client, signal)) {
    for (const key of found) {
      const known = kindOf(key);
      if (!known) others++;
      else if (known.kind === 'live') events.add(known.eventId);
      else if (known.kind === 'bucket') fights.add(known.fightId);
    }
  }
  return { events, fights, others };
}

/**
 * Reads all that a restore needs: first the content, at one moment; then the live data of each event, each at one moment;
 * last the ballots. A ballot that was acknowledged before is there, as it was at some moment since; of those that come
 * meanwhile some are. Tallies are as inexact: a restore counts them again.
 *
 * @returns how many keys of other programs were left out.
 * @throws {StoreRefused | StoreUnavailable}
 */
export async function readStore(reader: Reader & { buckets: number }): Promise<number> {
  const { client, sink, signal, buckets } = reader;
  await writeContent(reader);
  const { events, fights, others } = await findHolders(reader);
  for (const eventId of events) {
    for await (const part of readEvent(client, eventId)) await sink.write(part);
    signal.throwIfAborted();
  }
  await writeKey(reader, keys.liveEvents);
  for (const fightId of fights) {
    for (const bucket of allBuckets(buckets)) {
      const { votes, scores, tally, scoreTally, windows } = keys.bucket(fightId, bucket);
      // Windows after the ballots, so that every round with a ballot has one.
      for (const key of [...rounds.map(votes), ...rounds.map(scores), tally, scoreTally, windows]) {
        await writeKey(reader, key);
      }
    }
  }
  return others;
}
