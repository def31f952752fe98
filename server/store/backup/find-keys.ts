import type { Redis } from 'ioredis';
import type { RedisClient } from '../redis/connection/client.ts';
import { mapRedisError } from '../redis/errors.ts';
import { scanPages } from '../redis/scan.ts';
import { StoreRefused } from '../schema/open-store.ts';

export const mastersOf = (client: RedisClient): Redis[] => ('nodes' in client ? client.nodes('master') : [client]);

/** The slots of one master: its own line of CLUSTER NODES, the only one with marks of those that move. */
async function slotsOf(node: Redis): Promise<string> {
  const lines = String(await mapRedisError(node.cluster('NODES'))).split('\n');
  const [id = '', , , , , , , , ...slots] = (lines.find((line) => line.includes('myself')) ?? '').split(' ');
  if (slots.some((slot) => slot.startsWith('['))) {
    throw new StoreRefused('Slots of the Cluster are being moved: run it again when that has ended.');
  }
  return `${id} ${slots.join(' ')}`;
}

/** Who has which keys now: restarts, failovers and moved slots change it. */
async function topology(client: RedisClient): Promise<string> {
  const nodes = mastersOf(client);
  const infos = await mapRedisError(Promise.all(nodes.map((node) => node.info('server'))));
  const runs = infos.map((text) => /^run_id:(\w+)/m.exec(text)?.[1] ?? '');
  const slots = 'nodes' in client ? await Promise.all(nodes.map(slotsOf)) : [];
  return [...runs, ...slots].sort().join('\n');
}

/**
 * The names of all keys, in portions; a name may come twice.
 *
 * @throws {StoreRefused} when slots moved, or Redis was replaced, meanwhile: names may then be missing.
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
    throw new StoreRefused('Redis was restarted or slots were moved meanwhile: run it again.');
  }
}
