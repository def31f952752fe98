import type { Redis } from 'ioredis';
import type { RedisClient } from '../redis/connection/client.ts';
import { mapRedisError, StoreFault } from '../redis/errors.ts';
import { scanPages } from '../redis/scan.ts';

export const mastersOf = (client: RedisClient): Redis[] => ('nodes' in client ? client.nodes('master') : [client]);

/** Who has which slots now: moves and failovers change it. */
async function topology(client: RedisClient): Promise<string> {
  const nodes = mastersOf(client);
  const ids = await mapRedisError(Promise.all(nodes.map((node) => node.info('server'))));
  const slots = 'nodes' in client && nodes[0] ? await mapRedisError(nodes[0].cluster('NODES')) : '';
  const owners = String(slots)
    .split('\n')
    .map((line) => line.split(' '))
    // Address, flags and times change without a move: the id, and the slots with the marks of those that move.
    .map(([id, , , , , , , , ...owned]) => `${id} ${owned.join(' ')}`)
    .filter((line) => / \S/.test(line));
  if (owners.some((line) => line.includes('[')))
    throw new StoreFault('Slots of the Cluster are being moved: run it again when that has ended.');
  return [...ids.map((text) => /^run_id:(\w+)/m.exec(text)?.[1] ?? ''), ...owners].sort().join('\n');
}

/**
 * The names of all keys, in portions; a name may come twice.
 *
 * @throws {StoreFault} when slots moved, or Redis was replaced, meanwhile: names may then be missing.
 * @throws {StoreUnavailable}
 */
export async function* findKeys(client: RedisClient, signal: AbortSignal): AsyncGenerator<string[]> {
  const before = await topology(client);
  for (const node of mastersOf(client)) {
    for await (const found of scanPages((cursor) => node.scan(cursor, 'COUNT', 1_000))) {
      signal.throwIfAborted();
      yield found;
    }
  }
  if ((await topology(client)) !== before) {
    throw new StoreFault('Redis was restarted or slots were moved meanwhile: run it again.');
  }
}
