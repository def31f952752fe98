import { freePort } from '../run/ports.ts';
import { FixedClock } from './fixed-clock.ts';
import { startNode, type TestNode } from './nodes.ts';
import { openStore, type TestStore } from './redis.ts';

export interface FixedClockStore {
  readonly clock: FixedClock;
  readonly redis: TestNode;
  readonly opened: TestStore;
}

/**
 * Registers hooks that start a Redis with a store of eight buckets, and stop its clock for scripts at the same moment before
 * each test.
 *
 * @returns what is there from the first test on.
 */
export function useFixedClockStore(nowMs: number): FixedClockStore {
  const parts = {} as { clock: FixedClock; redis: TestNode; opened: TestStore };
  before(async () => {
    parts.clock = new FixedClock(nowMs);
    // Nothing need be on disk.
    parts.redis = await startNode(await freePort(), ['save ""']);
    parts.opened = await openStore(parts.redis.url, { buckets: 8 });
  });
  beforeEach(() => parts.clock.set(nowMs));
  after(async () => {
    parts.opened?.close();
    await parts.redis?.close();
    parts.clock?.restore();
  });
  return parts;
}
