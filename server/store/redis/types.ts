import type { Cluster, Redis } from 'ioredis';

/**
 * What the store sends commands with. On a Cluster a script, a transaction and a pipeline may only touch keys of one
 * slot; keys.ts puts such keys together.
 */
export type RedisClient = Redis | Cluster;
