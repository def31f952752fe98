import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import { run } from '../redis/scripts.ts';
import { ownSchema, type StoredChange } from './versions.ts';

/** A command or server must not use this store; the message is one sentence that says what to do. Nothing was written. */
export class StoreRefused extends Error {
  override name = 'StoreRefused';
}

type Schema = Pick<StoredChange, 'schema' | 'least'>;

function describeRefusal(code: number, stored: Schema, storedBuckets: number, own: Schema, buckets: number): string {
  if (code === -1) {
    return `This Redis needs store schema ${stored.least} or newer; this server supports ${own.schema}: start the newer server, or restore a backup from before the upgrade into an empty Redis (npm run restore).`;
  }
  if (code === -2) {
    return `This Redis has store schema ${stored.schema}; this server needs ${own.least} or newer: start a server with store schema ${own.least} first, then this one.`;
  }
  if (code === -3) {
    return 'A restore into this Redis did not finish: run the same restore again (npm run restore).';
  }
  if (code === -5) {
    return `Malformed keys ${keys.buckets} and ${keys.schema} in this Redis: restore a backup into an empty Redis (npm run restore).`;
  }
  return `Votes in this Redis are spread over ${storedBuckets} buckets, not ${buckets}: set VOTE_BUCKETS=${storedBuckets}, otherwise votes are not found.`;
}

/**
 * Enters the store: checks that this server can share it with all servers that have used it, and stores the schema, in one
 * atomic step.
 *
 * @param buckets how many buckets the votes of a fight are spread over.
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
