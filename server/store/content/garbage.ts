import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { run } from '../redis/scripts.ts';

/** How long readers that had started can still read dropped data. */
const graceMs = 60_000;
/**
 * When dropped data expires if no publish or change removes it. Much later than the grace period, since Redis blocks while it
 * frees expired keys (unless `lazyfree-lazy-expire` is set): half a second for a million records. It frees the keys that the
 * script unlinks in the background.
 */
const expirySeconds = 3_600;
/** How many changes in place can be rolled back. */
const changesKept = 1_000;

/**
 * Removes what no remaining generation refers to: old generations after a grace period, and the data of a killed publisher
 * immediately. The data of a running publisher stays. Needs no lock, since it checks and removes in one atomic step.
 *
 * @throws {StoreUnavailable}
 * @see collectContent-1.lua
 */
export async function collectGarbage(bulk: RedisClient, publishesKept: number): Promise<void> {
  await run(bulk, 'collectContent', [keys.content.live], [publishesKept, changesKept, graceMs, expirySeconds]);
}
