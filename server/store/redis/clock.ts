import { localMs } from './local-time.ts';
import { run } from './scripts.ts';
import { slotOf } from './slots.ts';
import type { RedisClient } from './types.ts';
import { StoreUnavailable } from './unavailable.ts';

/** How long an observation is trusted: clocks drift and are set. */
const windowMs = 30_000;

/** How far Redis' clock is ahead of ours, in milliseconds: at least and at most. */
export interface Ahead {
  least: number;
  most: number;
}

const unknown: Readonly<Ahead> = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/**
 * The clock of one Redis as seen from here, for moments that scripts compare with Redis' TIME, estimated from either side.
 *
 * From below: Redis read its clock before the reply arrived, so the difference observed then is too small by the way back,
 * and the greatest of the recent ones is the closest. A deadline can thus come early by a part of a round trip, never
 * late; were it late, a vote could be counted after its caller was told that it was not.
 *
 * From above: Redis read its clock after the command was sent, so the difference observed is too great by the way there,
 * and the smallest is the closest.
 */
export class RedisClock {
  #ask: () => Promise<number>;
  #asked: Promise<void> | undefined;
  #current: Ahead = { ...unknown };
  #previous: Ahead = { ...unknown };
  #since = Number.NEGATIVE_INFINITY;

  /** @param ask resolves to what TIME says there, in milliseconds. */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  /**
   * @param redisMs what TIME said in a reply that arrived just now.
   * @param sentMs when its command was sent, by `localMs`; without it, nothing is learnt from above.
   */
  observe(redisMs: number, sentMs = Number.NEGATIVE_INFINITY): void {
    const receivedMs = localMs();
    this.#turn(receivedMs);
    const least = redisMs - receivedMs;
    // TIME is cut off at a whole millisecond here, so it was up to one more.
    const most = redisMs + 1 - sentMs;
    const known = this.#ahead;
    // Both cannot be true: the clock was set in between.
    if (least > known.most || most < known.least) this.#forget();
    this.#current = { least: Math.max(this.#current.least, least), most: Math.min(this.#current.most, most) };
  }

  /**
   * Forgets what was observed, when Redis says that a deadline had passed: its clock or ours may have been set.
   *
   * @param redisMs what TIME said in that reply.
   */
  restart(redisMs: number): void {
    this.#forget();
    this.observe(redisMs);
  }

  /**
   * The least that Redis' clock says now, in milliseconds since 1970.
   *
   * @throws {StoreUnavailable}
   */
  async now(): Promise<number> {
    return Math.floor((await this.ahead()).least + localMs());
  }

  /**
   * What has to be added to a moment by `localMs`; asks Redis only when nothing was heard of it for a while.
   *
   * @throws {StoreUnavailable}
   */
  async ahead(): Promise<Ahead> {
    this.#turn(localMs());
    if (this.#ahead.least === Number.NEGATIVE_INFINITY) {
      const sentMs = localMs();
      this.#asked ??= this.#ask()
        .then((redisMs) => this.observe(redisMs, sentMs))
        .finally(() => {
          this.#asked = undefined;
        });
      await this.#asked;
    }
    return this.#ahead;
  }

  get #ahead(): Ahead {
    const [one, other] = [this.#current, this.#previous];
    return { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
  }

  #forget(): void {
    this.#current = { ...unknown };
    this.#previous = { ...unknown };
  }

  #turn(nowMs: number): void {
    const age = nowMs - this.#since;
    if (age >= 0 && age < windowMs) return;
    this.#previous = age < 2 * windowMs ? this.#current : { ...unknown };
    this.#current = { ...unknown };
    this.#since = nowMs;
  }
}

/** @throws {StoreUnavailable} when what Redis answered is no moment in milliseconds. */
export function momentOf(reply: unknown): number {
  if (isMoment(reply)) return reply;
  throw new StoreUnavailable('it answered what was not asked');
}

/** Milliseconds from 1970 on, as far as a `Date` goes. */
export const isMoment = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 8.64e15;

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
    const ask = async () => momentOf(await run(client, 'readTime', [key], []));
    // While nobody serves the slot, nothing is remembered.
    if (name === undefined) return new RedisClock(ask);
    const known = this.#clocks.get(name);
    if (known) return known;
    const clock = new RedisClock(ask);
    this.#clocks.set(name, clock);
    return clock;
  }
}
