import type { Config } from '../config.ts';
import type { Connections } from '../redis/connect.ts';
import { createStore, type Store } from '../store/index.ts';

/** The store as the configuration says. */
export function openStore(config: Config, connections: Omit<Connections, 'close'>): Store {
  const { voteBuckets: buckets, roundGraceSeconds, liveHours } = config;
  return createStore({ ...connections, settings: { buckets, roundGraceSeconds, liveHours } });
}
