import { feedReceived, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import type { StoreSettings } from '../../../server/store/index.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

/** A server with its own Redis, the published world and the received recorded feed. */
export interface Fixtures {
  url: string;
  redis: TestNode;
  store: TestStore;
  server: TestServer;
  close(): Promise<void>;
}

export async function openFixtures(settings: Partial<StoreSettings> = {}): Promise<Fixtures> {
  const redis = await startRedis();
  const store = await openStore(redis.url, settings);
  await publishRecords(store.store, world);
  for (const update of feedReceived) await store.store.live.update(update);
  const server = await startTestServer(store.store);
  return {
    url: server.url,
    ...{ redis, store, server },
    async close() {
      await server.close();
      store.close();
      await redis.close();
    },
  };
}
