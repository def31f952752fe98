import { keys } from '../keys.ts';
import type { RedisClient } from '../redis/connection/client.ts';
import { run } from '../redis/scripts.ts';

/** How long what was given up can still be read by whoever had begun to. */
const graceMs = 60_000;
/**
 * When it goes by itself, if no publish or change comes by to remove it. Much later than the grace, since Redis frees
 * what expires at one blow (unless `lazyfree-lazy-expire` is set), a million records in half a second; what is unlinked
 * by the script is freed in the background.
 */
const expirySeconds = 3_600;
/** Changes in place that can be rolled back; older ones go. */
const changesKept = 1_000;

/** Removes garbage from the store. @throws {StoreUnavailable} */
export type CollectGarbage = (bulk: RedisClient, publishesKept: number) => Promise<void>;

/**
 * Removes what no generation that is kept refers to: old generations after a while, and what a killed publisher left at
 * once. What the publisher at work has written stays. Anybody may call it at any time, with or without the publisher's
 * lock: it looks and removes in one step, so what it has seen is still true when it removes.
 *
 * @see collectContent-1.lua
 */
export const collectGarbage: CollectGarbage = async (bulk, publishesKept) => {
  await run(bulk, 'collectContent', [keys.content.live], [publishesKept, changesKept, graceMs, expirySeconds]);
};
