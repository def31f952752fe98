import { allBuckets } from '../store/ballots/buckets.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/connect.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { StoreRefused } from '../store/schema/open-store.ts';
import { ownSchema } from '../store/schema/versions.ts';
import type { BackupWriter, Header } from './file.ts';
import { findKeys, redisVersion } from './find-keys.ts';
import { kindOf } from './known-keys.ts';

const rounds = [1, 2, 3, 4, 5];

interface Reader {
  client: RedisClient;
  writer: BackupWriter;
  signal: AbortSignal;
}

/**
 * Checks that this version can back up the store, and describes it. Writes nothing.
 *
 * @throws {StoreRefused}
 */
export async function readHeader(client: RedisClient): Promise<Omit<Header, 'fightcard' | 'format'>> {
  await ensureConnected(client);
  const buckets = Number(await mapRedisError(client.get(keys.buckets)));
  const { version = '1', least = '1', restoring } = await mapRedisError(client.hgetall(keys.schema));
  if (restoring !== undefined) {
    throw new StoreRefused('A restore into this Redis did not finish: run the same restore again (npm run restore).');
  }
  if (!buckets) throw new StoreRefused('This Redis has no data of Fightcard: check REDIS_URL.');
  if (!(Number(least) <= ownSchema.schema)) {
    throw new StoreRefused(
      `This Redis needs store schema ${least} or newer; this version supports ${ownSchema.schema}: make the backup with the version of the server.`,
    );
  }
  const redis = await redisVersion(client);
  return { schema: Number(version), least: Number(least), buckets, redis, madeAt: new Date().toISOString() };
}

/** Writes keys of one slot as they are at one moment; skips keys that do not exist. */
async function writeTogether({ client, writer, signal }: Reader, names: readonly string[]): Promise<void> {
  signal.throwIfAborted();
  const transaction = client.multi();
  for (const key of names) transaction.callBuffer('DUMP', key).pexpiretime(key);
  const replies = await execPipeline(transaction);
  for (const [index, key] of names.entries()) {
    const [dump, expiresMs] = replies.slice(2 * index) as [Buffer | null, number];
    if (dump) await writer.write({ key, dump, ...(expiresMs > 0 && { expiresMs }) });
  }
}

/** Changes with every publish, change and rollback of content. */
const readContentVersion = async (client: RedisClient) => {
  const { live, counter, generations } = keys.content;
  return JSON.stringify(await execPipeline(client.multi().get(live).get(counter).zrange(generations, '0', '-1')));
};

/** The keys of the store by kind. */
async function findOwn({ client, signal }: Reader) {
  const content = new Set<string>();
  const events = new Set<string>();
  const fights = new Set<number>();
  let others = 0;
  for await (const found of findKeys(client, signal)) {
    for (const key of found) {
      const known = kindOf(key);
      if (!known) others++;
      else if (known.kind === 'content') content.add(key);
      else if (known.kind === 'live') events.add(known.eventId);
      else if (known.kind === 'bucket') fights.add(known.fightId);
    }
  }
  // Read last: it names every key that a running publish writes, so that the next cleanup finds them.
  if (content.delete(keys.content.written)) content.add(keys.content.written);
  return { content, events, fights, others };
}

/** Attempts that read key by key, so that Redis is not blocked for long. */
const gentleAttempts = 3;

/**
 * All keys of the content as they are at one moment. They are in one slot, so that a Cluster has them on one node.
 *
 * KEYS: any key of the content
 * Reply: for each key its name, DUMP and expiry (ms, negative: never)
 */
const dumpContent = `
local found = {}
for _, key in ipairs(redis.call('KEYS', '{content}:*')) do
  found[#found + 1] = key
  found[#found + 1] = redis.call('DUMP', key)
  found[#found + 1] = redis.call('PEXPIRETIME', key)
end
return found`;

async function writeContentInOneStep({ client, writer }: Reader): Promise<void> {
  const reply = await mapRedisError(client.callBuffer('EVAL', dumpContent, '1', keys.content.live));
  const found = reply as (Buffer | number)[];
  for (let at = 0; at < found.length; at += 3) {
    const [key, dump, expiresMs] = found.slice(at, at + 3) as [Buffer, Buffer, number];
    if (kindOf(String(key))?.kind !== 'content') continue;
    await writer.write({ key: String(key), dump, ...(expiresMs > 0 && { expiresMs }) });
  }
}

/** Writes the content key by key; if it keeps changing, in one step. */
async function writeContent(reader: Reader): Promise<Awaited<ReturnType<typeof findOwn>>> {
  for (let attempt = 1; ; attempt++) {
    const before = await readContentVersion(reader.client);
    const rewind = reader.writer.mark();
    const found = await findOwn(reader);
    if (attempt > gentleAttempts) {
      await writeContentInOneStep(reader);
      return found;
    }
    for (const key of found.content) await writeTogether(reader, [key]);
    if ((await readContentVersion(reader.client)) === before) return found;
    await rewind();
  }
}

/**
 * Writes everything that a restore needs: the content at one moment, the live data of each event at one moment, then the
 * ballots. Every ballot that was acknowledged before the start is included, and some later ones.
 *
 * @returns how many keys of other programs were left out.
 * @throws {StoreRefused | StoreUnavailable}
 */
export async function readStore(reader: Reader & { buckets: number }): Promise<number> {
  const { events, fights, others } = await writeContent(reader);
  for (const eventId of events) {
    await writeTogether(reader, [keys.live(eventId), keys.liveHistory(eventId), keys.liveStream(eventId)]);
  }
  await writeTogether(reader, [keys.liveEvents]);
  for (const fightId of fights) {
    for (const bucket of allBuckets(reader.buckets)) {
      const { votes, scores, tally, scoreTally, windows } = keys.bucket(fightId, bucket);
      // One by one, so that Redis is not blocked for long; a restore counts the tallies again. Windows come last, so that every
      // round with a ballot has a window.
      for (const key of [...rounds.map(votes), ...rounds.map(scores), tally, scoreTally, windows]) {
        await writeTogether(reader, [key]);
      }
    }
  }
  return others;
}
