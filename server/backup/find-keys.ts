import type { Redis } from 'ioredis';
import { mastersOf, type RedisClient } from '../store/redis/connection/client.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { scanPages } from '../store/redis/scan.ts';
import { StoreRefused } from '../store/schema/open-store.ts';

const slotsOfCluster = 16_384;

/** The slots of one master, from its own line in CLUSTER NODES, which also names the slots that move. */
async function slotsOf(node: Redis): Promise<{ id: string; slots: string[] }> {
  const lines = String(await mapRedisError(node.cluster('NODES'))).split('\n');
  const [id, , , , , , , , ...slots] = (lines.find((line) => line.includes('myself')) ?? '').split(' ') as [
    string,
    ...string[],
  ];
  if (slots.some((slot) => slot.startsWith('['))) {
    throw new StoreRefused('Slots of the Cluster are being moved: run the command again when that has finished.');
  }
  return { id, slots };
}

/** `12` is one slot, `0-5460` are 5461. */
function sizeOf(range: string): number {
  const [first, last = first] = range.split('-').map(Number) as [number, number?];
  return last - first + 1;
}

/** The slots of every master. Throws if a slot is missing, since the client may not know every master (yet). */
async function slotsOfAll(nodes: Redis[]): Promise<string[]> {
  const masters = await Promise.all(nodes.map(slotsOf));
  const found = masters.flatMap(({ slots }) => slots).reduce((sum, range) => sum + sizeOf(range), 0);
  if (found !== slotsOfCluster) {
    throw new StoreRefused(
      `Only ${found} of the ${slotsOfCluster} slots of the Cluster are on reachable masters: run the command again when all are.`,
    );
  }
  return masters.map(({ id, slots }) => `${id} ${slots.join(' ')}`);
}

/** Such as 7.0.15. */
export async function redisVersion(client: RedisClient): Promise<string> {
  const [master] = mastersOf(client);
  const info = master ? await mapRedisError(master.info('server')) : '';
  return /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of an unknown version';
}

/** @throws {StoreRefused | StoreUnavailable} unless every slot of a Cluster is on a reachable master. */
export async function refuseMissingMasters(client: RedisClient): Promise<void> {
  if ('nodes' in client) await slotsOfAll(mastersOf(client));
}

/** Changes when a master restarts or fails over, or a slot moves. */
async function topology(client: RedisClient): Promise<string> {
  const nodes = mastersOf(client);
  const infos = await mapRedisError(Promise.all(nodes.map((node) => node.info('server'))));
  const runs = infos.map((text) => /^run_id:(\w+)/m.exec(text)?.[1]);
  const slots = 'nodes' in client ? await slotsOfAll(nodes) : [];
  return [...runs, ...slots].sort().join('\n');
}

/**
 * The names of all keys, in portions; a name may come twice.
 *
 * @throws {StoreRefused} if slots moved, or Redis was replaced, meanwhile: names may be missing.
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
    throw new StoreRefused('Redis was restarted or slots were moved meanwhile: run the command again.');
  }
}
