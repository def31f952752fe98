import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { malformedReply, StoreUnavailable } from '../redis/errors.ts';
import { run } from '../redis/scripts.ts';

/** A command or server must not use this store; the message is one sentence that says what to do. Nothing was written. */
export class StoreRefused extends Error {
  override name = 'StoreRefused';
}

/** The form of what servers store, and the min version of other servers that may share the store; see README.md. */
interface Schema {
  version: number;
  min: number;
}

export const ownSchema: Schema = { version: 1, min: 1 };

function describeRefusal(code: number, stored: Schema, storedBuckets: number, own: Schema, buckets: number): string {
  if (code === -1) {
    return `This Redis needs store schema ${stored.min} or newer; this server supports ${own.version}: start the newer server, or restore a backup from before the upgrade into an empty Redis (npm run restore).`;
  }
  if (code === -2) {
    return `This Redis has store schema ${stored.version}; this server needs ${own.min} or newer: start a server with store schema ${own.min} first, then this one.`;
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
export async function openStoreSchema(writes: RedisClient, buckets: number, own = ownSchema): Promise<void> {
  const reply = await run(writes, 'openStore', [keys.buckets, keys.schema], [own.version, own.min, buckets]);
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [code = 0, version = 0, min = 0, storedBuckets = 0] = numbers;
  if (numbers.length !== 4 || ![1, -1, -2, -3, -4, -5].includes(code)) throw new StoreUnavailable(malformedReply);
  if (code !== 1) throw new StoreRefused(describeRefusal(code, { version, min }, storedBuckets, own, buckets));
}
