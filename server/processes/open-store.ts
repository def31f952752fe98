import type { Config } from '../config.ts';
import { AdaptiveLimit, ballotLimitSettings } from '../limits/adaptive-limit.ts';
import { watchRedis } from '../monitoring/redis-metrics.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { createStore, type Store } from '../store/index.ts';
import type { Connections } from '../store/redis/connection/connect.ts';

/** @param metrics counts commands and ballots. */
export function openStore(config: Config, connections: Omit<Connections, 'close'>, metrics?: RequestMetrics): Store {
  if (metrics) watchRedis(connections, metrics);
  const { voteBuckets: buckets, roundGraceSeconds, liveHours } = config;
  return createStore({
    ...connections,
    settings: { buckets, roundGraceSeconds, liveHours },
    watchBallots: metrics,
    ballotLimit: new AdaptiveLimit(ballotLimitSettings),
  });
}
