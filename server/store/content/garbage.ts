import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { run } from '../redis/scripts.ts';

/** How long dropped data can still be read by readers that had begun. */
const graceMs = 60_000;
/**
 * When it expires, if no publish or change removes it. Much later than the grace period, since Redis frees expired keys
 * while it blocks (unless `lazyfree-lazy-expire` is set), a million records in half a second; keys that the script unlinks
 * are freed in the background.
 */
const expirySeconds = 3_600;
/** Changes in place that can be rolled back; older ones are dropped. */
const changesKept = 1_000;

/** Removes garbage from the store. @throws {StoreUnavailable} */
export type CollectGarbage = (bulk: RedisClient, publishesKept: number) => Promise<void>;

/**
 * Removes what no remaining generation refers to: old generations after a grace period, and the leftovers of a killed
 * publisher at once. The data of a running publisher stays. Safe at any time, with or without the publisher's lock, since
 * it checks and removes in one atomic step.
 *
 * @see collectContent-1.lua
 */
export const collectGarbage: CollectGarbage = async (bulk, publishesKept) => {
  await run(bulk, 'collectContent', [keys.content.live], [publishesKept, changesKept, graceMs, expirySeconds]);
};
