import { feedReceived, world } from '../../contracts/world/index.ts';
import { publishRecords } from '../../server/content/publish.ts';
import type { RedisClient } from '../../server/store/client.ts';
import type { Store, StoreSettings } from '../../server/store/index.ts';
import { until } from './nodes.ts';
import { openStore, startRedis, type TestRedis } from './redis.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import { openUnhurried } from './unhurried.ts';

/** A server with the world published and the recorded feed received. */
export interface Night {
  url: string;
  store: Store;
  server: TestServer;
  /** For looking behind the store. */
  writes: RedisClient;
  close(): Promise<void>;
}

export type StartNight = () => Promise<Night>;

/**
 * On an empty Redis, a Cluster or what Sentinels watch; closing leaves it running.
 *
 * @param open how its store is opened.
 */
export async function startNightAt(
  redisUrl: string,
  options: TestServerOptions = {},
  settings: Partial<StoreSettings> = {},
  open: typeof openStore = openStore,
): Promise<Night> {
  // A busy machine must not fail the set-up.
  const filling = await openUnhurried(redisUrl, settings);
  await publishRecords(filling.store, world);
  for (const update of feedReceived) await filling.store.live.update(update);
  filling.close();
  const { store, connections, close } = await until('the store opens', () => open(redisUrl, settings));
  const server = await startTestServer(store, options);
  return {
    url: server.url,
    ...{ store, server, writes: connections.writes },
    async close() {
      await server.close();
      close();
    },
  };
}

export interface FightNight extends Night {
  redis: TestRedis;
}

/** On a Redis of its own, which closes with it. */
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
