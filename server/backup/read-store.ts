import { allBuckets } from '../store/ballots/buckets.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/ensure-connected.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import { ownSchema } from '../store/schema/versions.ts';
import { findKeys } from './find-keys.ts';
import { backupFormat, type Header } from './format.ts';
import { kindOf } from './known-keys.ts';
import { writeContent } from './read-content.ts';
import { readEvent } from './read-parts.ts';
import { type Reader, writeKey } from './reader.ts';

const rounds = [1, 2, 3, 4, 5];

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
  return { fightcard: 'backup', format: backupFormat, ...schema, madeAt: new Date().toISOString() };
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
 * Reads all that a restore needs: first the content, as it is at the start; then the live data of each event, each at one moment;
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
