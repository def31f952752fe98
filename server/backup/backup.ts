import { stat } from 'node:fs/promises';
import { allBuckets } from '../store/ballots/buckets.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/connect.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { ownSchema, StoreRefused } from '../store/schema/open-store.ts';
import { BackupWriter, type Header } from './file.ts';
import { findKeys, kindOf, redisVersion } from './keys.ts';

/** @param total 0 if unknown. */
export type Progress = (what: string, done: number, total: number) => void;

export interface BackupOptions {
  client: RedisClient;
  file: string;
  /** Ends the work: a backup then leaves no file, a restore leaves an unfinished store. */
  signal: AbortSignal;
  progress: Progress;
}

interface Reader {
  client: RedisClient;
  writer: BackupWriter;
  signal: AbortSignal;
}

const progressMs = 250;
const rounds = [1, 2, 3, 4, 5];

/** Attempts that read the content key by key, so that Redis is not blocked for long. */
const gentleAttempts = 3;

/** Checks that this version can back up the store, and describes it. Writes nothing. */
async function readHeader(client: RedisClient): Promise<Omit<Header, 'fightcard' | 'format'>> {
  await ensureConnected(client);
  const buckets = Number(await mapRedisError(client.get(keys.buckets)));
  const { version = '1', min = '1', restoring } = await mapRedisError(client.hgetall(keys.schema));
  if (restoring !== undefined) {
    throw new StoreRefused('A restore into this Redis did not finish: run the same restore again (npm run restore).');
  }
  if (!buckets) throw new StoreRefused('This Redis has no data of Fightcard: check REDIS_URL.');
  if (!(Number(min) <= ownSchema.version)) {
    throw new StoreRefused(
      `This Redis needs store schema ${min} or newer; this version supports ${ownSchema.version}: make the backup with the version of the server.`,
    );
  }
  const redis = await redisVersion(client);
  return { schema: Number(version), minSchema: Number(min), buckets, redis, madeAt: new Date().toISOString() };
}

/** Writes keys of one slot as they are at one moment; skips keys that do not exist. */
async function writeTogether({ client, writer, signal }: Reader, names: readonly string[]): Promise<void> {
  signal.throwIfAborted();
  const transaction = client.multi();
  for (const key of names) transaction.callBuffer('DUMP', key).pexpiretime(key);
  const replies = await execPipeline(transaction);
  for (const [index, key] of names.entries()) {
    const [dump, expiresMs] = replies.slice(2 * index) as [Buffer | null, number];
    if (dump) await writer.write(key, dump, expiresMs);
  }
}

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

async function writeContentAtOnce({ client, writer }: Reader): Promise<void> {
  const found = (await mapRedisError(client.callBuffer('EVAL', dumpContent, '1', keys.content.live))) as unknown[];
  for (let at = 0; at < found.length; at += 3) {
    const [key, dump, expiresMs] = found.slice(at, at + 3) as [Buffer, Buffer, number];
    if (kindOf(String(key))?.kind === 'content') await writer.write(String(key), dump, expiresMs);
  }
}

/** Changes with every publish, change and rollback of content. */
async function readContentVersion(client: RedisClient): Promise<string> {
  const { live, counter, generations } = keys.content;
  return JSON.stringify(await execPipeline(client.multi().get(live).get(counter).zrange(generations, '0', '-1')));
}

/** The keys of the store by kind, and how many belong to other programs. */
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

/** Writes the content as it is at one moment: key by key, or in one step if it keeps changing. */
async function writeContent(reader: Reader): Promise<Awaited<ReturnType<typeof findOwn>>> {
  for (let attempt = 1; ; attempt++) {
    const before = await readContentVersion(reader.client);
    const rewind = reader.writer.mark();
    const found = await findOwn(reader);
    if (attempt > gentleAttempts) await writeContentAtOnce(reader);
    else for (const key of found.content) await writeTogether(reader, [key]);
    if (attempt > gentleAttempts || (await readContentVersion(reader.client)) === before) return found;
    await rewind();
  }
}

/** Writes everything that a restore needs. @returns how many keys of other programs were left out. */
async function writeStore(reader: Reader, buckets: number): Promise<number> {
  const { events, fights, others } = await writeContent(reader);
  for (const eventId of events) await writeTogether(reader, [keys.live(eventId), keys.liveHistory(eventId)]);
  await writeTogether(reader, [keys.liveEvents]);
  for (const fightId of fights) {
    for (const bucket of allBuckets(buckets)) {
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

const alreadyExists = (path: string) => new StoreRefused(`${path} already exists: choose another file.`);

/**
 * Writes the whole store to a new file, which appears when it is complete and on disk: the content at one moment, the live data
 * of each event at one moment, then every ballot that was acknowledged before the start, and some later ones.
 *
 * @returns keys and bytes in the file, and how many keys of other programs were left out.
 * @throws {StoreRefused | StoreUnavailable} and errors of the file system.
 */
export async function backUp(options: BackupOptions): Promise<{ keys: number; bytes: number; others: number }> {
  const { client, file: path, signal, progress } = options;
  if (await stat(path).catch(() => undefined)) throw alreadyExists(path);
  const header = await readHeader(client);
  const writer = await BackupWriter.open(path, header);
  const timer = setInterval(() => progress('bytes written', writer.bytes, 0), progressMs);
  try {
    const others = await writeStore({ client, writer, signal }, header.buckets);
    await writer.finish();
    return { keys: writer.keys, bytes: writer.bytes, others };
  } catch (error) {
    await writer.discard();
    const { syscall, code, path: named } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyExists(path);
    // Errors of an open file have no path.
    throw syscall === undefined || named !== undefined ? error : Object.assign(error as Error, { path });
  } finally {
    clearInterval(timer);
  }
}
