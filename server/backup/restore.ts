import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { recount } from '../store/ballots/recount.ts';
import { keys } from '../store/keys.ts';
import type { RedisClient } from '../store/redis/connection/client.ts';
import { ensureConnected } from '../store/redis/connection/connect.ts';
import { mapRedisError, StoreUnavailable } from '../store/redis/errors.ts';
import { execPipeline } from '../store/redis/exec-pipeline.ts';
import { run } from '../store/redis/scripts.ts';
import { ownSchema, StoreRefused } from '../store/schema/open-store.ts';
import type { BackupOptions } from './backup.ts';
import { BadBackup, type Entry, type Header, readBackup } from './file.ts';
import { findKeys, kindOf, readTopology, redisVersion } from './keys.ts';

const otherRestore = 'Another restore runs on this Redis: wait until it has finished, then restore again.';

/** The mark of the restore that runs on a store, or was interrupted; '' if there is none. No server starts on a marked store. */
async function readMark(client: RedisClient): Promise<string> {
  return (await mapRedisError(client.hget(keys.schema, 'restoring'))) ?? '';
}

/** @throws {StoreRefused} if the mark is not the expected one: another restore has taken over. */
async function replaceMark(client: RedisClient, expected: string, next: string): Promise<void> {
  if ((await run(client, 'markRestore', [keys.schema], [expected, next])) !== 1) throw new StoreRefused(otherRestore);
}

/** Whether servers use this Redis; each subscribes to the changes of content. */
async function findServers(client: RedisClient): Promise<boolean> {
  const nodes = 'nodes' in client ? client.nodes('all') : [client];
  const counts = await mapRedisError(Promise.all(nodes.map((node) => node.pubsub('NUMSUB', 'content'))));
  return counts.some((reply) => Number((reply as unknown[])[1] ?? 0) > 0);
}

async function refuseData(client: RedisClient, signal: AbortSignal): Promise<void> {
  let count = 0;
  for await (const found of findKeys(client, signal)) {
    count += found.filter((key) => !['store', 'passing', undefined].includes(kindOf(key)?.kind)).length;
  }
  if (count === 0) return;
  throw new StoreRefused(
    `This Redis has ${count} keys of Fightcard: restore into an empty Redis, or replace them with --replace.`,
  );
}

/** Removes neither the mark of the restore nor keys of other programs. */
async function removeData(client: RedisClient, signal: AbortSignal): Promise<void> {
  for await (const found of findKeys(client, signal)) {
    for (const key of found) {
      if (kindOf(key) && key !== keys.schema) await mapRedisError(client.unlink(key));
    }
  }
}

/** @throws {StoreRefused} if this Redis cannot read the dump. */
async function restoreKey(client: RedisClient, { key, dump, expiresMs }: Entry, { redis }: Header): Promise<void> {
  const expiry = expiresMs === undefined ? ['0', dump] : [String(expiresMs), dump, 'ABSTTL'];
  const restored = client.call('RESTORE', key, ...expiry).catch(async (error: Error) => {
    if (!/bad data format|payload version or checksum/i.test(error.message)) throw error;
    throw new StoreRefused(
      `This Redis ${await redisVersion(client)} cannot read ${key} as Redis ${redis} wrote it: restore into Redis ${redis} or newer.`,
    );
  });
  await mapRedisError(restored);
}

/** Replaces the data of a marked store by those of a backup, counts all tallies again, and lets servers start. */
async function fill({ client, file, signal, progress }: BackupOptions, mark: string, size: number) {
  await removeData(client, signal);
  let keyCount = 0;
  let read: Header | undefined;
  for await (const { header, entry, bytes } of readBackup(file)) {
    signal.throwIfAborted();
    read = header;
    if (!entry) continue;
    if ((await readMark(client)) !== mark) throw new StoreRefused(otherRestore);
    await restoreKey(client, entry, header);
    keyCount++;
    progress('bytes restored', bytes, size);
  }
  const header = read as Header;
  for await (const _ of recount(client, true)) signal.throwIfAborted();
  const { schema, minSchema, buckets } = header;
  const given = client.multi().set(keys.buckets, String(buckets));
  await execPipeline(given.hset(keys.schema, 'version', schema, 'min', minSchema));
  await replaceMark(client, mark, '');
  return { header, keys: keyCount };
}

function checkSchema(file: string, { schema, minSchema }: Header): void {
  const own = ownSchema.version;
  if (minSchema > own) {
    const why = `this backup needs store schema ${minSchema} or newer; this version supports ${own}: restore it with a newer version.`;
    throw new BadBackup(file, 1, why);
  }
  if (schema < ownSchema.min) {
    const why = `this backup has store schema ${schema}; this version supports ${ownSchema.min} or newer: restore it with an older version, then start a server of each version in between.`;
    throw new BadBackup(file, 1, why);
  }
}

/** Says that the restore is unfinished. */
function describeUnfinished(error: unknown): unknown {
  const isKnown = error instanceof StoreRefused || error instanceof StoreUnavailable;
  if (!isKnown || error.message === otherRestore) return error;
  const reason = error.message.replace(/[.\s]*$/, '');
  return new StoreRefused(`${reason}. No server starts on this Redis until the same command has ended.`);
}

/**
 * Checks a whole backup, and then writes it to a store.
 *
 * @param options.replace whether to remove existing data.
 * @returns the header of the backup, and how many keys were restored.
 * @throws {BadBackup | StoreRefused} nothing was changed, unless the message says so.
 * @throws {StoreUnavailable} nothing was changed.
 */
export async function restore(
  options: BackupOptions & { replace: boolean },
): Promise<{ header: Header; keys: number }> {
  const { client, file, signal, progress, replace } = options;
  const { isFile, size } = await stat(file).then((found) => ({ isFile: found.isFile(), size: found.size }));
  // A restore reads the file twice, and a pipe can be read once.
  if (!isFile) throw new StoreRefused(`${file} is not a regular file: write the backup to a file first.`);
  for await (const { header, entry, bytes } of readBackup(file)) {
    signal.throwIfAborted();
    if (!entry) checkSchema(file, header);
    progress('bytes checked', bytes, size);
  }
  await ensureConnected(client);
  await readTopology(client);
  const earlier = await readMark(client);
  // An interrupted restore has checked this already.
  if (!earlier && !replace) await refuseData(client, signal);
  try {
    const mark = randomUUID();
    await replaceMark(client, earlier, mark);
    // From now on no server starts here.
    const servers = await findServers(client);
    if (servers) await replaceMark(client, mark, earlier);
    else return await fill(options, mark, size);
  } catch (error) {
    throw describeUnfinished(error);
  }
  throw new StoreRefused('Servers use this Redis: stop them first.');
}
