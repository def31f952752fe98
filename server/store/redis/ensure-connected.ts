import type { RedisClient } from './types.ts';
import { mapRedisError } from './unavailable.ts';

const connecting = new WeakMap<RedisClient, Promise<unknown>>();

/** Connects a client that connects when first used; those who ask meanwhile wait for the same connection. */
export async function ensureConnected(client: RedisClient): Promise<void> {
  const underWay = connecting.get(client);
  if (underWay) await underWay;
  if (client.status !== 'wait' && client.status !== 'end') return;
  const connection = mapRedisError(client.connect()).finally(() => connecting.delete(client));
  connecting.set(client, connection);
  await connection;
}
