import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import { run } from '../redis/scripts.ts';
import { ownSchema, type StoredChange } from './versions.ts';

/** This server must not use this store; the message is one sentence that says what to do. Nothing was written. */
export class StoreRefused extends Error {
  override name = 'StoreRefused';
}

type Schema = Pick<StoredChange, 'schema' | 'least'>;

function describeRefusal(code: number, stored: Schema, storedBuckets: number, own: Schema, buckets: number): string {
  if (code === -1) {
    return `The data in this Redis ask for a server with store schema ${stored.least} or newer, and this server has ${own.schema}: start the newer server again, or restore a backup from before the upgrade into an empty Redis (npm run restore).`;
  }
  if (code === -2) {
    return `The data in this Redis have store schema ${stored.schema}, and this server, which has ${own.schema}, takes ${own.least} or newer: start a server with store schema ${own.least} on them first, then this one.`;
  }
  if (code === -3) {
    return 'A restore into this Redis has not ended, so data are missing: run it again to its end (npm run restore).';
  }
  if (code === -5) {
    return `The keys ${keys.buckets} and ${keys.schema} in this Redis are broken, so it is not known who may use its data: restore a backup into an empty Redis (npm run restore).`;
  }
  return `Votes in this Redis are spread over ${storedBuckets} buckets, but the setting says ${buckets}: set it to ${storedBuckets}, since votes would not be found otherwise.`;
}

/**
 * Enters the store: checks in one step that this server can share it with all that have used it, and notes the schema.
 *
 * @param buckets over how many the votes of a fight are spread.
 * @throws {StoreRefused}
 * @throws {StoreUnavailable}
 */
export async function openStoreSchema(writes: RedisClient, buckets: number, own: Schema = ownSchema): Promise<void> {
  const reply = await run(writes, 'openStore', [keys.buckets, keys.schema], [own.schema, own.least, buckets]);
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [code, schema, least, storedBuckets] = numbers as [number, number, number, number];
  if (numbers.length !== 4 || ![1, -1, -2, -3, -4, -5].includes(code)) throw new StoreUnavailable(malformedReply);
  if (code !== 1) throw new StoreRefused(describeRefusal(code, { schema, least }, storedBuckets, own, buckets));
}
