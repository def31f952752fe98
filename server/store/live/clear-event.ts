import { allBuckets } from '../ballots/buckets.ts';
import { channels, keys, tallyMarks } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { ensureConnected } from '../redis/connection/connect.ts';
import { mapRedisError } from '../redis/errors.ts';

/** Rounds that a fight can have. */
const rounds = [1, 2, 3, 4, 5];

/** Bounds how long one command blocks Redis. */
const keysAtOnce = 1000;

/** The version, which readers of streams have seen, must keep growing. */
const remainingFields = ['version'];
const keptOfTally: readonly string[] = [tallyMarks.changes];

/**
 * Removes all live data, votes and scorecards of an event, so that it can be replayed: for rehearsals, never during an
 * event. Content stays. Not atomic: a concurrent reader may see a part of it.
 *
 * @param parts.bulk a client that waits longer than one for requests.
 * @param eventStatid EventID in the feed.
 * @param fightIds the event's fights in content.
 * @throws {StoreUnavailable}
 */
export async function clearEvent(
  parts: { bulk: RedisClient; buckets: number },
  eventStatid: number,
  fightIds: readonly number[],
): Promise<void> {
  const { bulk, buckets } = parts;
  const eventId = String(eventStatid);
  await ensureConnected(bulk);
  await mapRedisError(bulk.zrem(keys.liveEvents, eventId));
  // Before the buckets, to which an update would send the windows again.
  await removeFields(bulk, keys.live(eventId), remainingFields);
  await mapRedisError(bulk.unlink(keys.liveHistory(eventId)));
  for (const fightId of fightIds) {
    for (const bucket of allBuckets(buckets)) await clearBucket(bulk, keys.bucket(fightId, bucket));
  }
  const changed = [channels.live(eventId), ...fightIds.map(channels.tally)];
  await mapRedisError(Promise.all(changed.map((channel) => bulk.publish(channel, ''))));
}

/** Removes all fields of a hash except some. */
async function removeFields(bulk: RedisClient, key: string, remaining: readonly string[]): Promise<boolean> {
  const fields = (await mapRedisError(bulk.hkeys(key))).filter((field) => !remaining.includes(field));
  if (fields.length > 0) await mapRedisError(bulk.hdel(key, ...fields));
  return fields.length > 0;
}

async function clearBucket(bulk: RedisClient, bucket: ReturnType<typeof keys.bucket>): Promise<void> {
  const cast = rounds.flatMap((round) => [bucket.votes(round), bucket.scores(round)]);
  const clients = new Set<string>();
  for (const key of cast) for (const client of await mapRedisError(bulk.hkeys(key))) clients.add(client);
  // All keys of a bucket are on one node, so one command may name them together.
  const all = [bucket.windows, ...cast, ...[...clients].map(bucket.rate)];
  for (let at = 0; at < all.length; at += keysAtOnce) {
    await mapRedisError(bulk.unlink(...all.slice(at, at + keysAtOnce)));
  }
  for (const tally of [bucket.tally, bucket.scoreTally]) {
    if (await removeFields(bulk, tally, keptOfTally)) await mapRedisError(bulk.hincrby(tally, tallyMarks.changes, 1));
  }
}
