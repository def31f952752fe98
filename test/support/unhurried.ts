import { setTimeout as sleep } from 'node:timers/promises';
import { feedReceived, world } from '../../contracts/world/index.ts';
import { publishRecords } from '../../server/content/publish.ts';
import type { StoreSettings } from '../../server/store/index.ts';
import type { FightNight } from './fight-night.ts';
import { openStore, startRedis, type TestStore } from './redis.ts';
import { startTestServer, type TestServerOptions } from './server.ts';

/**
 * Tests that count must not depend on how busy the machine is: here Redis may take seconds where the service would give
 * up, answer 503 and leave it to the client to repeat.
 */
const settingsOfPatience = { deadlineMs: 8_000 } satisfies Partial<StoreSettings>;
const commandTimeout = 10_000;
const mostTries = 20;

/** A store whose reads and writes may take their time. */
export async function openUnhurried(url: string, settings: Partial<StoreSettings> = {}): Promise<TestStore> {
  for (let tries = 1; ; tries++) {
    try {
      const opened = await openStore(url, { ...settingsOfPatience, ...settings });
      for (const client of [opened.connections.reads, opened.connections.writes, opened.connections.casts]) {
        const nodes = 'nodes' in client ? client.nodes() : [client];
        for (const node of nodes) node.options.commandTimeout = commandTimeout;
      }
      return opened;
    } catch (error) {
      if (tries === mostTries) throw error;
      await sleep(200);
    }
  }
}

/** What `startFightNight` starts, on such a store. */
export async function startUnhurriedNight(
  options: TestServerOptions = {},
  settings: Partial<StoreSettings> = {},
): Promise<FightNight> {
  const redis = await startRedis();
  const { store, connections, close } = await openUnhurried(redis.url, settings);
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
