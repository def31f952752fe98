import type { Config } from '../config.ts';
import { createStore, type Store } from '../store/index.ts';
import type { Connections } from '../store/redis/connection/connect.ts';

/** Opens the store with the settings of the configuration. */
export function openStore(config: Config, connections: Omit<Connections, 'close'>): Store {
  const { voteBuckets: buckets, roundGraceSeconds, liveHours } = config;
  return createStore({ ...connections, settings: { buckets, roundGraceSeconds, liveHours } });
}
