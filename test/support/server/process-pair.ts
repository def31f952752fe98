import { setTimeout as sleep } from 'node:timers/promises';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { digestOf } from '../../../server/config.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { type TestNode, until } from '../redis/nodes.ts';
import { startProxy } from '../redis/proxy.ts';
import { openStore, startRedis, type TestStore } from '../redis/redis.ts';
import { type ServerProcess, startServerProcess, workersOf } from './server-process.ts';

export interface ProxiedServer {
  url: string;
  server: ServerProcess;
  proxy: Awaited<ReturnType<typeof startProxy>>;
  workers: number[];
}

/** Two servers with two workers each, on one Redis that acknowledges what is on disk. */
export interface ProcessPair {
  redis: TestNode;
  servers: [ProxiedServer, ProxiedServer];
  opened: TestStore;
  close(): Promise<void>;
}

async function startProxiedServer(redis: TestNode): Promise<ProxiedServer> {
  const { castBallots, updateLive } = scripts;
  const proxy = await startProxy(redis.port, castBallots.sha, updateLive.sha);
  const server = startServerProcess({
    REDIS_URL: proxy.url,
    WORKERS: '2',
    LOG_LEVEL: 'info',
    RATE_WRITES: '0',
    NEW_CLIENTS_PER_MINUTE: '0',
    FEED_KEYS: `feed:${digestOf(feedKey).toString('hex')}`,
  });
  const url = await server.ready;
  const workers = await until('the server has named two workers', async () => {
    const pids = workersOf(server);
    return pids.length === 2 && pids;
  });
  return { url, server, proxy, workers };
}

export async function startProcessPair(): Promise<ProcessPair> {
  const redis = await startRedis();
  const first = await startProxiedServer(redis);
  const second = await startProxiedServer(redis);
  const opened = await openStore(redis.url);
  return {
    redis,
    opened,
    servers: [first, second],
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

export async function suspendProcesses(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}
