import type { Redis } from 'ioredis';
import { reached } from './unavailable.ts';

/** How long an observation is trusted: clocks drift and are set. */
const windowMs = 30_000;

/**
 * The clock of Redis as seen from here, for deadlines that scripts compare with Redis' TIME.
 *
 * It never runs ahead of the real one: Redis read its clock before the reply arrived, so the difference observed is too
 * small by the way back, and the greatest of the recent ones is the closest. A deadline can thus come early by a part
 * of a round trip, never late; were it late, a vote could be counted after its caller was told that it was not.
 */
export class RedisClock {
  #client: Redis;
  #current = Number.NEGATIVE_INFINITY;
  #previous = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;

  constructor(client: Redis) {
    this.#client = client;
  }

  /** @param redisMs what TIME said in a reply that arrived just now. */
  observe(redisMs: number): void {
    const receivedMs = Date.now();
    this.#turn(receivedMs);
    this.#current = Math.max(this.#current, redisMs - receivedMs);
  }

  /**
   * Forgets what was observed, when Redis says that a deadline had passed: its clock or ours may have been set.
   *
   * @param redisMs what TIME said in that reply.
   */
  restart(redisMs: number): void {
    this.#since = Number.NEGATIVE_INFINITY;
    this.observe(redisMs);
  }

  /** Milliseconds since 1970 on Redis' clock; asks Redis only when nothing was heard of it for a while. */
  async now(): Promise<number> {
    this.#turn(Date.now());
    if (Math.max(this.#current, this.#previous) === Number.NEGATIVE_INFINITY) {
      const [seconds = 0, microseconds = 0] = await reached(this.#client.time());
      this.observe(Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000));
    }
    return Date.now() + Math.max(this.#current, this.#previous);
  }

  #turn(nowMs: number): void {
    const age = nowMs - this.#since;
    if (age >= 0 && age < windowMs) return;
    // A negative age means that our own clock was set back.
    this.#previous = age >= 0 && age < 2 * windowMs ? this.#current : Number.NEGATIVE_INFINITY;
    this.#current = Number.NEGATIVE_INFINITY;
    this.#since = nowMs;
  }
}
