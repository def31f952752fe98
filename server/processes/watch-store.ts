import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrimaryMetrics } from '../monitoring/primary-metrics.ts';
import type { Store } from '../store/index.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import { RedisLog, type WatchedConnections } from './redis-log.ts';

const everyMs = 2_000;
/** How long a connection that was cut takes to be made again, with time to spare. */
const reconnectMs = 500;
/** It may be cut again meanwhile. */
const maxReconnects = 3;

/** @returns the reply, or why the store is unavailable. */
const unlessUnavailable = <T>(reply: Promise<T>): Promise<T | StoreUnavailable> =>
  reply.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  });

/**
 * Looks at the store again and again: whether it answers and takes writes, which content is served, and how old the feed
 * on air is. While it is unavailable, the last content and feed stay.
 *
 * @param options.connections of the store.
 * @param options.metrics undefined counts nothing.
 */
export function watchStore(
  store: Store,
  options: { connections: WatchedConnections; log: Logger; metrics: PrimaryMetrics | undefined },
): void {
  const { connections, log, metrics } = options;
  const redisLog = new RedisLog(log, connections);
  let known: number | undefined;

  const ask = () => Promise.all([unlessUnavailable(store.ping()), unlessUnavailable(store.content.liveGeneration())]);

  async function look(): Promise<void> {
    let [pong, generation] = await ask();
    // Alerts have a delay of their own.
    if (generation instanceof StoreUnavailable) metrics?.redis(false, !(pong instanceof StoreUnavailable));
    const hasFailed = () => [pong, generation].some((reply) => reply instanceof StoreUnavailable);
    for (let times = 0; times < maxReconnects && hasFailed(); times++) {
      // A connection that was just cut does not say that Redis is unreachable or takes no writes.
      await sleep(reconnectMs, undefined, { ref: false });
      [pong, generation] = await ask();
    }
    const isReadable = !(generation instanceof StoreUnavailable);
    metrics?.redis(isReadable, !(pong instanceof StoreUnavailable));
    if (generation instanceof StoreUnavailable) redisLog.failed('Redis is unreachable', generation);
    else if (pong instanceof StoreUnavailable) redisLog.failed('Redis takes no writes', pong);
    else redisLog.answered();
    if (generation instanceof StoreUnavailable || !metrics) return;
    const feed = await store.live.onAir();
    metrics.feed(feed?.changedMs);
    if (generation === known) return;
    const generations = await store.content.generations.list();
    metrics.content(generation, generations.find(({ number }) => number === generation)?.timeMs);
    known = generation;
  }

  const again = () => {
    look()
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'the store could not be looked at');
      })
      .finally(() => setTimeout(again, redisLog.isAnswering ? everyMs : reconnectMs).unref());
  };
  again();
}
