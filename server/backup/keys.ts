import type { Redis } from 'ioredis';
import { mastersOf, type RedisClient } from '../store/redis/connection/client.ts';
import { mapRedisError } from '../store/redis/errors.ts';
import { scanPages } from '../store/redis/scan.ts';
import { StoreRefused } from '../store/schema/open-store.ts';

/** The kind of a key; a backup treats each kind in its own way. */
type KeyKind =
  | { kind: 'store' | 'content' | 'events' | 'passing' }
  | { kind: 'live'; eventId: string }
  | { kind: 'bucket'; fightId: number };

const store = /^(votes:buckets|\{votes:buckets\}:schema)$/;
/** Keys that expire within seconds: checks of Redis, the publisher's lock, recent changes of a client. Not in a backup. */
const passing = /^(\{\w+\}:pinged|\{content\}:publishing|\{\d+:\w+\}:rate:.*)$/;
const live = /^\{live:([^}]+)\}(:history)?$/;
const bucket = /^\{(\d+):\w+\}:(windows|votes:\d|scores:\d|tally|scoretally)$/;

/** The kind of a key; undefined for a key of another program, which ../store/keys.ts does not build. */
export function kindOf(key: string): KeyKind | undefined {
  if (store.test(key)) return { kind: 'store' };
  if (passing.test(key)) return { kind: 'passing' };
  if (key.startsWith('{content}:')) return { kind: 'content' };
  if (key === 'live:events') return { kind: 'events' };
  const [, eventId] = live.exec(key) ?? [];
  if (eventId !== undefined) return { kind: 'live', eventId };
  const [, fightId] = bucket.exec(key) ?? [];
  return fightId === undefined ? undefined : { kind: 'bucket', fightId: Number(fightId) };
}

/** Such as 7.0.15. */
export async function redisVersion(client: RedisClient): Promise<string> {
  const info = await mapRedisError(Promise.all(mastersOf(client).map((master) => master.info('server'))));
  return /^redis_version:(\S+)/m.exec(info.join('\n'))?.[1] ?? 'of an unknown version';
}

/** The slot ranges of a master, such as `12` and `0-5460`, from its own line in CLUSTER NODES, which also names moving slots. */
async function slotsOf(node: Redis): Promise<string[]> {
  const nodes = String(await mapRedisError(node.cluster('NODES')));
  const slots =
    nodes
      .match(/^.*\bmyself\b.*$/m)?.[0]
      .split(' ')
      .slice(8)
      .filter(Boolean) ?? [];
  if (!slots.some((slot) => slot.startsWith('['))) return slots;
  throw new StoreRefused('Slots of the Cluster are being moved: run the command again when that has finished.');
}

/**
 * A text that changes when a master restarts or fails over, or a slot moves.
 *
 * @throws {StoreRefused | StoreUnavailable} unless every slot of a Cluster is on a master that the client reaches.
 */
export async function readTopology(client: RedisClient): Promise<string> {
  const nodes = mastersOf(client);
  const infos = await mapRedisError(Promise.all(nodes.map((node) => node.info('server'))));
  const runs = infos.map((text) => /^run_id:(\w+)/m.exec(text)?.[1]);
  if (!('nodes' in client)) return runs.join();
  const slots = await Promise.all(nodes.map(slotsOf));
  const count = slots.flat().reduce((sum, range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return sum + last - first + 1;
  }, 0);
  if (count !== 16_384) {
    throw new StoreRefused(
      `Only ${count} of the 16384 slots of the Cluster are on reachable masters: run the command again when all are.`,
    );
  }
  return runs
    .map((run, index) => `${run} ${slots[index]}`)
    .sort()
    .join('\n');
}

/**
 * The names of all keys, in portions; a name may come twice.
 *
 * @throws {StoreRefused} if slots moved, or Redis was replaced, meanwhile: names may be missing.
 * @throws {StoreUnavailable}
 */
export async function* findKeys(client: RedisClient, signal: AbortSignal): AsyncGenerator<string[]> {
  const before = await readTopology(client);
  for (const node of mastersOf(client)) {
    for await (const found of scanPages((cursor) => node.scan(cursor, 'COUNT', 1_000))) {
      signal.throwIfAborted();
      yield found;
    }
  }
  if ((await readTopology(client)) !== before) {
    throw new StoreRefused('Redis was restarted or slots were moved meanwhile: run the command again.');
  }
}
