import type { Redis } from 'ioredis';
import { feedReceived, world } from '../../contracts/world/index.ts';
import { publishRecords } from '../../server/content/publish.ts';
import type { Store, StoreSettings } from '../../server/store/index.ts';
import { openStore, startRedis, type TestRedis } from './redis.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** The server on a Redis of its own, with the world published and the recorded feed received. */
export interface FightNight {
  url: string;
  store: Store;
  server: TestServer;
  redis: TestRedis;
  /** For looking behind the store. */
  writes: Redis;
  close(): Promise<void>;
}

export async function startFightNight(
  options: TestServerOptions = {},
  settings: Partial<StoreSettings> = {},
): Promise<FightNight> {
  const redis = await startRedis();
  const { store, connections, close } = await openStore(redis.url, settings);
  await publishRecords(store, world);
  for (const update of feedReceived) await store.live.update(update);
  const server = await startTestServer(store, options);
  return {
    url: server.url,
    ...{ store, server, redis, writes: connections.writes },
    async close() {
      await server.close();
      close();
      await redis.close();
    },
  };
}
