import { mapRedisError } from '../errors.ts';
import type { RedisClient } from './client.ts';
import { firstConnect } from './first-connect.ts';

const connecting = new WeakMap<RedisClient, Promise<unknown>>();

/** Connects a lazy client; concurrent calls share one attempt. @throws {StoreUnavailable} as `firstConnect`. */
export async function ensureConnected(client: RedisClient): Promise<void> {
  const pending = connecting.get(client);
  if (pending) await pending;
  if (client.status !== 'wait' && client.status !== 'end') return;
  const connection = mapRedisError(firstConnect(client)).finally(() => connecting.delete(client));
  connecting.set(client, connection);
  await connection;
}
