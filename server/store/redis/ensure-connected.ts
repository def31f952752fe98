import type { RedisClient } from './types.ts';
import { reached } from './unavailable.ts';

const connecting = new WeakMap<RedisClient, Promise<unknown>>();

/** Connects a client that connects when first used; those who ask meanwhile wait for the same connection. */
export async function connected(client: RedisClient): Promise<void> {
  const underWay = connecting.get(client);
  if (underWay) await underWay;
  if (client.status !== 'wait' && client.status !== 'end') return;
  const connection = reached(client.connect()).finally(() => connecting.delete(client));
  connecting.set(client, connection);
  await connection;
}
