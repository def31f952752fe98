import type { RedisClient } from './client.ts';
import { run } from './lua.ts';
import { slotOf } from './slots.ts';

/** How long an observation is trusted: clocks drift and are set. */
const windowMs = 30_000;

/**
 * The clock of one Redis as seen from here, for deadlines that scripts compare with Redis' TIME.
 *
 * It never runs ahead of the real one: Redis read its clock before the reply arrived, so the difference observed is too
 * small by the way back, and the greatest of the recent ones is the closest. A deadline can thus come early by a part
 * of a round trip, never late; were it late, a vote could be counted after its caller was told that it was not.
 */
export class RedisClock {
  #ask: () => Promise<number>;
  #asked: Promise<void> | undefined;
  #current = Number.NEGATIVE_INFINITY;
  #previous = Number.NEGATIVE_INFINITY;
  #since = Number.NEGATIVE_INFINITY;

  /** @param ask resolves to what TIME says there, in milliseconds. */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
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

  /**
   * Milliseconds since 1970 on Redis' clock; asks Redis only when nothing was heard of it for a while.
   *
   * @throws {StoreUnavailable}
   */
  async now(): Promise<number> {
    this.#turn(Date.now());
    if (Math.max(this.#current, this.#previous) === Number.NEGATIVE_INFINITY) {
      this.#asked ??= this.#ask()
        .then((redisMs) => this.observe(redisMs))
        .finally(() => {
          this.#asked = undefined;
        });
      await this.#asked;
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

/**
 * A clock for each Redis that scripts run on: the masters of a Cluster need not agree on the time, and the one that a
 * Sentinel promotes need not agree with the one before.
 *
 * A script that a Cluster sends on to another master (MOVED) is judged by that one's clock with a deadline of the first
 * one's; that can only matter in the moment when slots move between masters whose clocks are 50 ms apart or more.
 */
export class RedisClocks {
  #client: RedisClient;
  /** By `host:port`; a client of one Redis has one, without a name. */
  #clocks = new Map<string, RedisClock>();

  constructor(client: RedisClient) {
    this.#client = client;
    // Who answers next may be another, also at the same address.
    if ('slots' in client) {
      client.on('-node', ({ options }: { options: { host: string; port: number } }) =>
        this.#clocks.delete(`${options.host}:${options.port}`),
      );
    } else {
      client.on('close', () => this.#clocks.clear());
    }
  }

  /** The clock of the Redis that runs scripts on this key. */
  of(key: string): RedisClock {
    const client = this.#client;
    const name = 'slots' in client ? client.slots[slotOf(key)]?.[0] : '';
    const ask = async () => (await run(client, 'tellTime', [key], [])) as number;
    // While nobody serves the slot, nothing is remembered.
    if (name === undefined) return new RedisClock(ask);
    const known = this.#clocks.get(name);
    if (known) return known;
    const clock = new RedisClock(ask);
    this.#clocks.set(name, clock);
    return clock;
  }
}
