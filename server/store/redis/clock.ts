import type { RedisClient } from './connection/client.ts';
import { malformedReply, StoreUnavailable } from './errors.ts';
import { localMs } from './local-clock.ts';
import { send } from './scripts.ts';
import { slotOf } from './slots.ts';

/** How long observations are valid: clocks drift, and operators set them. */
const validMs = 60_000;

/** Bounds on how far Redis' clock is ahead of ours, in milliseconds. */
interface Ahead {
  min: number;
  max: number;
}

const unknown: Readonly<Ahead> = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

/**
 * Estimates the clock of one Redis with a lower and an upper bound, for moments that scripts compare with TIME.
 *
 * Lower: Redis read its clock before the reply arrived, so each observed difference is too small, and the greatest recent one
 * is the closest. A deadline may therefore come early by a part of a round trip, but never late: a late one could count a vote
 * after its caller got an error.
 *
 * Upper: Redis read its clock after the command was sent, so each observed difference is too great, and the smallest is the
 * closest.
 */
export class RedisClock {
  readonly #readTime: () => Promise<number>;
  readonly #localNow: () => number;
  #reading: Promise<void> | undefined;
  #ahead: Ahead = unknown;
  /** When the first observation of `#ahead` was made. */
  #since = Number.NEGATIVE_INFINITY;

  /**
   * @param readTime resolves to TIME of that Redis, in milliseconds.
   * @param localNow the clock of this process.
   */
  constructor(readTime: () => Promise<number>, localNow: () => number = localMs) {
    this.#readTime = readTime;
    this.#localNow = localNow;
  }

  /**
   * @param redisMs TIME in a reply that arrived just now.
   * @param sentMs when its command was sent, by `localMs`; without it, the upper bound stays.
   */
  observe(redisMs: number, sentMs = Number.NEGATIVE_INFINITY): void {
    const receivedMs = this.#localNow();
    this.#expire(receivedMs);
    const min = redisMs - receivedMs;
    // The script rounds TIME down to whole milliseconds.
    const max = redisMs + 1 - sentMs;
    // A contradiction: one of the clocks was set in between.
    if (min > this.#ahead.max || max < this.#ahead.min) this.#ahead = unknown;
    this.#ahead = { min: Math.max(this.#ahead.min, min), max: Math.min(this.#ahead.max, max) };
  }

  /**
   * Discards all observations after Redis has rejected a deadline: one of the clocks may have been set.
   *
   * @param redisMs TIME in that reply.
   */
  restart(redisMs: number): void {
    this.#ahead = unknown;
    this.observe(redisMs);
  }

  /**
   * The lower bound of Redis' clock now, in milliseconds since 1970.
   *
   * @throws {StoreUnavailable}
   */
  async now(): Promise<number> {
    return Math.floor((await this.ahead()).min + this.#localNow());
  }

  /**
   * What to add to a moment of `localMs`; reads TIME only without a recent observation.
   *
   * @throws {StoreUnavailable}
   */
  async ahead(): Promise<Ahead> {
    const known = this.known();
    if (known) return known;
    const sentMs = this.#localNow();
    this.#reading ??= this.#readTime()
      .then((redisMs) => this.observe(redisMs, sentMs))
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
    return this.#ahead;
  }

  /** Like `ahead`, but undefined without a recent observation. */
  known(): Ahead | undefined {
    this.#expire(this.#localNow());
    return this.#ahead === unknown ? undefined : this.#ahead;
  }

  #expire(nowMs: number): void {
    const ageMs = nowMs - this.#since;
    if (ageMs >= 0 && ageMs < validMs) return;
    this.#ahead = unknown;
    this.#since = nowMs;
  }
}

/**
 * The time of the Redis that runs scripts on a key, in milliseconds since 1970.
 *
 * @throws {StoreUnavailable} also for a malformed reply; its connection is then closed.
 */
export async function readMoment(client: RedisClient, key: string): Promise<number> {
  const { reply, disconnect } = send(client, 'readTime', [key], []);
  const moment = await reply;
  if (isMoment(moment)) return moment;
  disconnect();
  throw new StoreUnavailable(malformedReply);
}

/** Milliseconds since 1970, within the range of `Date`. */
export const isMoment = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;

/**
 * A clock for each Redis that runs scripts: the clocks of the masters of a Cluster may differ, and those of a promoted replica
 * and its old master.
 *
 * A script that is redirected to another master (MOVED) has a deadline on the clock of the first one. That matters only while
 * slots move between masters whose clocks differ by 50 ms or more.
 */
export class RedisClocks {
  #client: RedisClient;
  /** By `host:port`; for a single Redis, by the empty string. */
  #clocks = new Map<string, RedisClock>();

  constructor(client: RedisClient) {
    this.#client = client;
    // After a reconnection it may be another Redis, even at the same address.
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
    const readTime = () => readMoment(client, key);
    // No node serves the slot: there is no name to store a clock by.
    if (name === undefined) return new RedisClock(readTime);
    const known = this.#clocks.get(name);
    if (known) return known;
    const clock = new RedisClock(readTime);
    this.#clocks.set(name, clock);
    return clock;
  }
}
