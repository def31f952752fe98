import { setTimeout as sleep } from 'node:timers/promises';
import type { PrimaryMetrics } from '../monitoring/primary-metrics.ts';
import { type Store, StoreUnavailable } from '../store/index.ts';

const everyMs = 2_000;
/** How long a connection that was cut takes to be made again, with time to spare. */
const reconnectMs = 500;
/** It may be cut again meanwhile. */
const mostReconnects = 3;

/** @returns undefined when the store is away. */
const unlessAway = <Answer>(asked: Promise<Answer>) =>
  asked.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });

/**
 * Looks at the store again and again: whether it answers and takes writes, which content is served, and how old the feed
 * on air is. While it is away, the last content and feed stay.
 */
export function watchStore(store: Store, metrics: PrimaryMetrics, onError: (error: unknown) => void): void {
  let known: number | undefined;

  const ping = () => unlessAway(store.ping().then(() => 'PONG'));

  async function look(): Promise<void> {
    const [first, generation] = await Promise.all([ping(), unlessAway(store.content.liveGeneration())]);
    let pong = first;
    for (let times = 0; times < mostReconnects && pong === undefined && generation !== undefined; times++) {
      // Reads and writes have connections of their own: one that was just cut does not say that Redis takes no writes.
      await sleep(reconnectMs, undefined, { ref: false });
      pong = await ping();
    }
    metrics.redis(generation !== undefined, pong !== undefined);
    if (generation === undefined) return;
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
        if (!(error instanceof StoreUnavailable)) onError(error);
      })
      .finally(() => setTimeout(again, everyMs).unref());
  };
  again();
}
