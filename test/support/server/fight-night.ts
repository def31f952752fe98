import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import type { Store } from '../../../server/store/index.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { withRetry } from '../../../server/store/redis/with-retry.ts';
import type { StoreSettings } from '../../../server/store/settings.ts';
import type { TestNode } from '../redis/nodes.ts';
import { openStore, startRedis } from '../redis/redis.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** A server with the world published and the recorded feed received. */
export interface Night {
  url: string;
  store: Store;
  server: TestServer;
  writes: RedisClient;
  /** @see TestStore.useProductionTimeouts */
  useProductionTimeouts(): () => void;
  close(): Promise<void>;
}

export type StartNight = () => Promise<Night>;

/** On an empty Redis, a Cluster or Redis behind Sentinels; closing leaves it running. */
export async function startNightAt(
  redisUrl: string,
  options: TestServerOptions = {},
  settings: Partial<StoreSettings> = {},
): Promise<Night> {
  const { store, connections, useProductionTimeouts, close } = await openStore(redisUrl, settings);
  await publishRecords(store, world);
  // With the deadlines of the service, a busy machine may be late.
  for (const update of feedReceived) await withRetry(() => store.live.update(update));
  const server = await startTestServer(store, options);
  return {
    url: server.url,
    ...{ store, server, useProductionTimeouts, writes: connections.writes },
    async close() {
      await server.close();
      close();
    },
  };
}

export interface FightNight extends Night {
  redis: TestNode;
}

/** On a separate Redis, which closes with it. */
export async function startFightNight(
  options: TestServerOptions = {},
  settings: Partial<StoreSettings> = {},
): Promise<FightNight> {
  const redis = await startRedis();
  const night = await startNightAt(redis.url, options, settings);
  return {
    ...night,
    redis,
    async close() {
      await night.close();
      await redis.close();
    },
  };
}
