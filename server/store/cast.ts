import type { Redis } from 'ioredis';
import type { RedisClock } from './clock.ts';
import { type Argument, run } from './lua.ts';
import type { StoreSettings } from './settings.ts';
import { StoreUnavailable } from './unavailable.ts';

/** Why a vote or scorecard was not taken; nothing was stored. */
export type Refused =
  /** The round has not started, or the fight has no live feed. */
  | { outcome: 'not-opened' }
  /** Moments in milliseconds. */
  | { outcome: 'closed'; openedMs: number; closesMs: number }
  /** The client changed its votes and scorecards of this fight too often. */
  | { outcome: 'limited'; retryAfterSeconds: number };

/** What the parts of the store work with. */
export interface StoreParts {
  reads: Redis;
  writes: Redis;
  clock: RedisClock;
  settings: StoreSettings;
}

const periodMs = 10_000;

/**
 * Runs a cast script and gives words to the refusals that both have.
 *
 * @returns the code and what follows it, when positive.
 * @throws {StoreUnavailable} also when the deadline had passed; then nothing was or will be stored.
 */
export async function cast(
  { writes, clock, settings }: StoreParts,
  script: 'castVote' | 'castScore',
  keys: string[],
  args: Argument[],
): Promise<Refused | { code: number; nowMs: number; rest: number[] }> {
  const deadline = settings.deadlineMs > 0 ? (await clock.now()) + settings.deadlineMs : 0;
  const reply = await run(writes, script, keys, [deadline, ...args, settings.changesPerTenSeconds, periodMs]);
  // The script answers integers only; see its header.
  const [code = 0, nowMs = 0, ...rest] = reply as number[];
  const [first = 0, second = 0] = rest;
  if (code === -1) {
    clock.restart(nowMs);
    throw new StoreUnavailable('it took too long');
  }
  clock.observe(nowMs);
  if (code === -2) return { outcome: 'not-opened' };
  if (code === -3) return { outcome: 'closed', openedMs: first, closesMs: second };
  if (code === -4) return { outcome: 'limited', retryAfterSeconds: Math.max(1, Math.ceil(first / 1000)) };
  return { code, nowMs, rest };
}

/** What every bucket of each fight holds at one kind of key. */
export async function readBuckets(reads: Redis, bucketKeys: readonly string[]): Promise<Record<string, string>[]> {
  // One by one and not in a pipeline, which Redis Cluster would refuse; they leave in one write all the same.
  return Promise.all(bucketKeys.map((key) => reads.hgetall(key)));
}
