import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { bucketOf } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { ballot, buckets } from './ballots.ts';
import { until } from './nodes.ts';
import type { TestStore } from './redis.ts';

/** Reads where the embedded Redis of a data folder runs, once it does. */
export function embeddedState(dataDir: string): Promise<{ port: number; password: string; pid: number }> {
  return until('the embedded Redis runs', async () => {
    const { port, password } = JSON.parse(await readFile(join(dataDir, 'redis.json'), 'utf8'));
    const client = new Redis({ port, password, lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return { port, password, pid: Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1]) };
    } finally {
      client.disconnect();
    }
  });
}

/** Process ids of every `redis-server` that works in a data folder; on Linux only, elsewhere none. */
export function redisServersOn(dataDir: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isRedis = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('redis-server');
        return isRedis && readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir);
      } catch {
        // Ended meanwhile, or another user's.
        return false;
      }
    })
    .map(Number);
}

/** Clients that vote one after the other, each once, even while Redis fails. */
export interface Voters {
  /** Clients whose vote was acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Resolves with the time until the first vote that is sent from now on is acknowledged, in milliseconds. */
  next(): Promise<number>;
  stop(): Promise<void>;
}

let voters = 0;

export function startVoters(opened: TestStore, fightId: number, count = 8): Voters {
  const acknowledged = new Set<string>();
  const waiting = new Set<{ sinceMs: number; resolve: (tookMs: number) => void }>();
  let isStopped = false;
  const vote = async () => {
    while (!isStopped) {
      const client = `voter-${String(++voters).padStart(12, '0')}`;
      const sentMs = performance.now();
      const cast = await opened.store.votes.cast(ballot(fightId, client)).catch(() => undefined);
      if (cast?.outcome !== 'created') {
        await sleep(10);
        continue;
      }
      acknowledged.add(client);
      for (const waiter of waiting) {
        if (waiter.sinceMs > sentMs) continue;
        waiting.delete(waiter);
        waiter.resolve(performance.now() - waiter.sinceMs);
      }
    }
  };
  const done = Array.from({ length: count }, vote);
  return {
    acknowledged,
    next: () => new Promise((resolve) => waiting.add({ sinceMs: performance.now(), resolve })),
    async stop() {
      isStopped = true;
      await Promise.all(done);
    },
  };
}

/** How many of the clients have no vote in the store, and how far its tallies are from its votes. */
export function lostOf(
  { store, connections: { reads } }: TestStore,
  fightId: number,
  clients: Iterable<string>,
): Promise<{ lost: number; differences: number }> {
  // Cut connections reconnect soon.
  return until('the votes can be read', async () => {
    const stored = await Promise.all(
      Array.from({ length: buckets }, (_, bucket) => reads.hkeys(keys.bucket(fightId, bucket).votes(1))),
    );
    const there = stored.map((some) => new Set(some));
    let lost = 0;
    for (const client of clients) if (!there[bucketOf(client, buckets)]?.has(client)) lost++;
    let differences = 0;
    for await (const { differs } of store.recount(false)) differences += differs.length;
    return { lost, differences };
  });
}
