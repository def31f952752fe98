import type { Store } from '../../../server/store/index.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { openStore } from '../redis/redis.ts';
import { type FightNight, startFightNight } from './fight-night.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export interface ServerPair {
  night: FightNight;
  first: TestServer;
  second: TestServer & { store: Store };
  close(): Promise<void>;
}

/** On the world and its recorded feed. Redis may take its time. */
export async function startServerPair(
  options: TestServerOptions = {},
  ofSecond: TestServerOptions = options,
): Promise<ServerPair> {
  const night = await startFightNight(options);
  const { store, close } = await openStore(night.redis.url);
  const second = await startTestServer(store, ofSecond);
  return {
    ...{ night, first: night.server, second: { ...second, store } },
    async close() {
      await second.close();
      close();
      await night.close();
    },
  };
}

/** How many scripts Redis has run so far; feeds and tallies are read only by scripts. */
export async function countScriptCalls(client: RedisClient): Promise<number> {
  const stats = await client.info('commandstats');
  const lines = stats.matchAll(/^cmdstat_eval(?:sha)?(?:_ro)?:calls=(\d+).*failed_calls=(\d+)/gm);
  // A script that Redis has not loaded yet fails, and is sent whole.
  return [...lines].reduce((sum, [, calls, failed]) => sum + Number(calls) - Number(failed), 0);
}

let marks = 0;

export async function awaitInvalidations(
  client: RedisClient,
  ...servers: readonly Pick<TestServer, 'responseCache'>[]
) {
  const mark = `tally:mark-${++marks}`;
  const received = servers.map(({ responseCache }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const invalidate = responseCache.invalidate.bind(responseCache);
    responseCache.invalidate = (tag) => {
      invalidate(tag);
      if (tag !== mark) return;
      responseCache.invalidate = invalidate;
      resolve();
    };
    return promise;
  });
  await client.publish(mark, '');
  await Promise.all(received);
}
