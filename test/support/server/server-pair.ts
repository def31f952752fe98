import type { Store } from '../../../server/store/index.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { openStore } from '../redis/redis.ts';
import { type FightNight, startFightNight } from './fight-night.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

/** Two servers on one Redis, each with its own connections and cache, as two processes have. */
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

/** How many scripts Redis has run so far; all that a feed or a tally is read with are scripts. */
export async function countScriptCalls(client: RedisClient): Promise<number> {
  const stats = await client.info('commandstats');
  const found = stats.matchAll(/^cmdstat_eval(?:sha)?(?:_ro)?:calls=(\d+).*failed_calls=(\d+)/gm);
  // One that Redis does not know yet fails, and is sent whole.
  return [...found].reduce((sum, [, calls, failed]) => sum + Number(calls) - Number(failed), 0);
}

let marks = 0;

/** Resolves when servers have heard all that was announced until now. */
export async function awaitInvalidations(
  client: RedisClient,
  ...servers: readonly Pick<TestServer, 'responseCache'>[]
) {
  const mark = `tally:mark-${++marks}`;
  const heard = servers.map(({ responseCache }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const tell = responseCache.invalidate.bind(responseCache);
    responseCache.invalidate = (tag) => {
      tell(tag);
      if (tag !== mark) return;
      responseCache.invalidate = tell;
      resolve();
    };
    return promise;
  });
  await client.publish(mark, '');
  await Promise.all(heard);
}
