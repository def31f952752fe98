import { mapRedisError } from '../errors.ts';
import type { RedisClient } from './client.ts';

const connecting = new WeakMap<RedisClient, Promise<unknown>>();

/** The other connections are there by now, so that this one needs no longer. */
const longestMs = 10_000;

/** `connect` of a Cluster that counts itself as failed settles neither way, while the client goes on trying. */
function connectInTime(client: RedisClient): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('no connection was made in time')), longestMs);
  client.once('ready', resolve);
  client.connect().then(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    client.off('ready', resolve);
  });
}

/** Connects a lazy client; concurrent calls share one attempt. @throws {StoreUnavailable} after 10 seconds. */
export async function ensureConnected(client: RedisClient): Promise<void> {
  const pending = connecting.get(client);
  if (pending) await pending;
  if (client.status !== 'wait' && client.status !== 'end') return;
  const connection = mapRedisError(connectInTime(client)).finally(() => connecting.delete(client));
  connecting.set(client, connection);
  await connection;
}
