import type { TestNode } from './nodes.ts';
import { openStore, startRedis, type TestStore } from './redis.ts';

export interface FreshStore {
  readonly redis: TestNode;
  readonly opened: TestStore;
}

/**
 * Registers hooks that start a Redis of its own for each test, with a store of two buckets.
 *
 * @returns what the running test has.
 */
export function useFreshStore(): FreshStore {
  const parts = {} as { redis: TestNode; opened: TestStore };
  beforeEach(async () => {
    parts.redis = await startRedis();
    parts.opened = await openStore(parts.redis.url, { buckets: 2, changesPerTenSeconds: 0 });
  });
  afterEach(async () => {
    parts.opened?.close();
    await parts.redis?.close();
  });
  return parts;
}
