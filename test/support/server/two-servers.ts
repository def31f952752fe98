import { setTimeout as sleep } from 'node:timers/promises';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { digestOf } from '../../../server/config.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { type TestNode, until } from '../redis/nodes.ts';
import { startProxy } from '../redis/proxy.ts';
import { openStore, startRedis, type TestStore } from '../redis/redis.ts';
import { type Spawned, spawnServer } from './spawned.ts';

/** A server with two workers, and what stands between it and Redis. */
export interface Half {
  url: string;
  server: Spawned;
  proxy: Awaited<ReturnType<typeof startProxy>>;
  /** Process ids of its workers. */
  workers: number[];
}

/** Two servers with two workers each, on one Redis that acknowledges what is on disk. */
export interface TwoServers {
  redis: TestNode;
  halves: [Half, Half];
  /** The same store from behind, patient. */
  opened: TestStore;
  close(): Promise<void>;
}

async function startHalf(redis: TestNode): Promise<Half> {
  const { castBallots, updateLive } = scripts;
  const proxy = await startProxy(redis.port, castBallots.sha, updateLive.sha);
  const server = spawnServer({
    REDIS_URL: proxy.url,
    WORKERS: '2',
    LOG_LEVEL: 'info',
    RATE_WRITES: '0',
    NEW_CLIENTS_PER_MINUTE: '0',
    FEED_KEYS: `feed:${digestOf(feedKey).toString('hex')}`,
  });
  const url = await server.ready;
  const workers = await until('the server has named two workers', async () => {
    const line = server
      .output()
      .split('\n')
      .findLast((one) => one.startsWith('{') && one.includes('"workers":[{'));
    const { workers: named } = JSON.parse(line ?? '{"workers":[]}') as { workers: { pid: number }[] };
    return named.length === 2 && named;
  });
  return { url, server, proxy, workers: workers.map(({ pid }) => pid) };
}

export async function startTwoServers(): Promise<TwoServers> {
  const redis = await startRedis();
  const first = await startHalf(redis);
  const second = await startHalf(redis);
  const opened = await openStore(redis.url);
  return {
    redis,
    opened,
    halves: [first, second],
    async close() {
      opened.close();
      for (const { server, proxy } of [first, second]) {
        await server.close();
        await proxy.close();
      }
      await redis.close();
    },
  };
}

/** Lets processes stand still for a while. */
export async function standStill(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}
