import type { StateName } from '../../contracts/states.ts';
import { mapRedisError } from '../../server/store/redis/errors.ts';
import { withRetry } from '../../server/store/redis/with-retry.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
import { startTestServer } from '../support/server/server.ts';
import { cachedRepresentation, checkState, type RunningTarget } from './running-target.ts';
import { type Context, publishWorld, requestLimit, setUps } from './states.ts';

/**
 * The server on a separate Redis, restarted for each interaction: set-ups bypass it, so its cache would be out of date.
 *
 * @param cache `cold`: empty when a request arrives. `warm`: the same request was answered just before.
 */
export async function serverTarget(cache: 'cold' | 'warm' = 'cold'): Promise<RunningTarget> {
  const redis = await startRedis();
  // Many clients vote within one set-up, and one client in many: neither is what these tests are about.
  const {
    store,
    connections,
    useProductionTimeouts,
    close: closeStore,
  } = await openStore(redis.url, { changesPerTenSeconds: 1_000 });
  const start = () => startTestServer(store, { requestLimit });
  let server = await start();
  const restart = async () => {
    await server.close();
    server = await start();
  };
  await publishWorld(store);

  let fromCache = 0;
  let undos: (() => Promise<void> | void)[] = [];
  const context: Context = {
    get server() {
      return server;
    },
    ...{ redis, store, connections, useProductionTimeouts },
    later(undo) {
      undos.push(undo);
    },
  };
  const base = new Set(await connections.writes.keys('*'));

  async function clear(): Promise<void> {
    const all = await connections.writes.keys('*');
    // The keys of content stay: the next publish removes the old ones.
    const touched = all.filter((key) => !base.has(key) && !key.startsWith('{content}'));
    if (touched.length > 0) await connections.writes.del(touched);
  }

  return {
    get url() {
      return server.url;
    },
    async reset() {
      const pending = undos;
      undos = [];
      for (const undo of pending.reverse()) await undo();
      // A connection may still be reconnecting after an outage that a state caused.
      await withRetry(() => mapRedisError(clear()));
      await restart();
    },
    async setUp({ name, params }) {
      checkState({ name, params });
      const setUp = setUps[name as StateName] as (params: unknown, context: Context) => Promise<unknown>;
      const values = await withRetry(() => setUp(params, context));
      // This one asked the server.
      if (name === cachedRepresentation && cache === 'cold') await restart();
      return values as Record<string, unknown> | undefined;
    },
    headers: () => ({}),
    store,
    ...(cache === 'warm' && {
      between(path) {
        if (server.responseCache.get(path)) fromCache++;
      },
      fromCache: () => fromCache,
    }),
    async close() {
      for (const undo of undos.reverse()) await undo();
      await server.close();
      closeStore();
      await redis.close();
    },
  };
}
