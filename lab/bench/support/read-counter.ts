import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { scripts } from '../../../server/store/redis/scripts.ts';
import type { Scope } from './scope.ts';
import type { BenchRedis, BenchServer } from './set-up.ts';
import { localAddresses } from './sockets.ts';
import { familyOf } from './usage.ts';

/** Counts what servers read from Redis. */
export interface ReadCounter {
  /** Commands of each server so far, on connections that only read. */
  counts(): Promise<number[]>;
  /** Commands of connections that belong to none of the servers. */
  strangers(): number;
  stop(): void;
}

/** Commands that read nothing: they set up a connection or keep it alive. */
const ignored = new Set([
  'ping',
  'client',
  'info',
  'hello',
  'select',
  'subscribe',
  'psubscribe',
  'unsubscribe',
  'auth',
]);
const updateSha = createHash('sha1')
  .update(scripts.updateLive?.lua ?? '')
  .digest('hex');

/**
 * Watches every command (MONITOR). A connection that ever ran the script that stores an update is for writes: its reads
 * belong to the update.
 */
export async function watchReads(
  scope: Scope,
  redis: BenchRedis,
  servers: readonly BenchServer[],
): Promise<ReadCounter> {
  const connection = new Redis(redis.port);
  scope.defer(() => connection.disconnect());
  const monitor = await connection.monitor();
  scope.defer(() => monitor.disconnect());
  const bySource = new Map<string, number>();
  const writing = new Set<string>();
  const families = servers.map(({ pid }) => familyOf(pid));
  const owners = new Map<string, number>();
  let strangers = 0;

  /** Which server a connection belongs to, by the sockets that its processes have open; -1 for none. */
  function ownerOf(source: string): number {
    const known = owners.get(source);
    if (known !== undefined) return known;
    const owned = families.findIndex((pids) => pids.some((pid) => localAddresses(pid).has(source)));
    owners.set(source, owned);
    return owned;
  }
  monitor.on('monitor', (_time: string, args: string[], source: string) => {
    const [command = '', digest] = args;
    if (source === 'lua' || ignored.has(command.toLowerCase())) return;
    if (digest === updateSha || args.includes(scripts.updateLive?.lua ?? '')) writing.add(source);
    // Now, since the connection may be closed later.
    ownerOf(source);
    bySource.set(source, (bySource.get(source) ?? 0) + 1);
  });
  return {
    async counts() {
      // After this answer every earlier command has been seen.
      await redis.client.ping();
      const counts = servers.map(() => 0);
      strangers = 0;
      for (const [source, count] of bySource) {
        if (writing.has(source)) continue;
        const owner = ownerOf(source);
        if (owner < 0) strangers += count;
        else counts[owner] = (counts[owner] ?? 0) + count;
      }
      return counts;
    },
    strangers: () => strangers,
    stop: () => monitor.disconnect(),
  };
}
