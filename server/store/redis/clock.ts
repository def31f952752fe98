import type { RedisClient } from './connection/client.ts';
import { malformedReply, StoreUnavailable } from './errors.ts';
import { localMs } from './local-clock.ts';
import { send } from './scripts.ts';
import { slotOf } from './slots.ts';

/** An observation is valid for one to two of these: clocks drift and are set. */
const windowMs = 30_000;

/** Bounds on how far Redis' clock is ahead of ours, in milliseconds. */
export interface Ahead {
  least: number;
  most: number;
}

const unknown: Readonly<Ahead> = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/**
 * Estimates the clock of one Redis, for moments that scripts compare with Redis' TIME, with a lower and an upper bound.
 *
 * Lower: Redis read its clock before the reply arrived, so the observed difference is too small by the way back, and the
 * greatest recent one is the closest. So a deadline may come early by a part of a round trip, never late; a late one could
 * count a vote after its caller got an error.
 *
 * Upper: Redis read its clock after the command was sent, so the observed difference is too great by the way there, and the
 * smallest is the closest.
 */
export class RedisClock {
  #ask: () => Promise<number>;
  readonly #localNow: () => number;
  #asked: Promise<void> | undefined;
  #current: Ahead = unknown;
  #previous: Ahead = unknown;
  #since = Number.NEGATIVE_INFINITY;

  /**
   * @param ask resolves to TIME of that Redis, in milliseconds.
   * @param localNow the clock of this process; another is for tests.
   */
  constructor(ask: () => Promise<number>, localNow: () => number = localMs) {
    this.#ask = ask;
    this.#localNow = localNow;
  }

  /**
   * @param redisMs TIME in a reply that arrived just now.
   * @param sentMs when its command was sent, by `localMs`; without it, the upper bound stays.
   */
  observe(redisMs: number, sentMs = Number.NEGATIVE_INFINITY): void {
    const receivedMs = this.#localNow();
    this.#rotate(receivedMs);
    const least = redisMs - receivedMs;
    // The script truncates TIME to whole milliseconds, so it was up to one more.
    const most = redisMs + 1 - sentMs;
    const known = this.#ahead;
    // A contradiction: the clock was set in between.
    if (least > known.most || most < known.least) this.#reset();
    this.#current = { least: Math.max(this.#current.least, least), most: Math.min(this.#current.most, most) };
  }

  /**
   * Discards all observations, after Redis rejected a deadline: its clock or ours may have been set.
   *
   * @param redisMs TIME in that reply.
   */
  restart(redisMs: number): void {
    this.#reset();
    this.observe(redisMs);
  }

  /**
   * The lower bound of Redis' clock now, in milliseconds since 1970.
   *
   * @throws {StoreUnavailable}
   */
  async now(): Promise<number> {
    return Math.floor((await this.ahead()).least + this.#localNow());
  }

  /**
   * What to add to a moment by `localMs`; asks Redis only without a recent observation.
   *
   * @throws {StoreUnavailable}
   */
  async ahead(): Promise<Ahead> {
    const known = this.known();
    if (known) return known;
    const sentMs = this.#localNow();
    this.#asked ??= this.#ask()
      .then((redisMs) => this.observe(redisMs, sentMs))
      .finally(() => {
        this.#asked = undefined;
      });
    await this.#asked;
    return this.#ahead;
  }

  /** The same at once; undefined without a recent observation. */
  known(): Ahead | undefined {
    this.#rotate(this.#localNow());
    const ahead = this.#ahead;
    return ahead.least === Number.NEGATIVE_INFINITY ? undefined : ahead;
  }

  get #ahead(): Ahead {
    const [one, other] = [this.#current, this.#previous];
    return { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
  }

  #reset(): void {
    this.#current = unknown;
    this.#previous = unknown;
  }

  #rotate(nowMs: number): void {
    const age = nowMs - this.#since;
    if (age >= 0 && age < windowMs) return;
    const isNext = age >= 0 && age < 2 * windowMs;
    this.#previous = isNext ? this.#current : unknown;
    this.#current = unknown;
    // One after the other without a gap: what was observed late in a window is not valid for longer.
    this.#since = isNext ? this.#since + windowMs : nowMs;
  }
}

/**
 * The time of the Redis that runs scripts on a key, in milliseconds since 1970.
 *
 * @throws {StoreUnavailable} also when the reply is no moment; its connection is then closed.
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
 * A clock for each Redis that runs scripts: the masters of a Cluster may disagree on the time, as may a promoted replica
 * and its old master.
 *
 * A script that is redirected to another master (MOVED) carries a deadline by the first one's clock. That only matters
 * while slots move between masters whose clocks are 50 ms apart or more.
 */
export class RedisClocks {
  #client: RedisClient;
  /** By `host:port`; for a single Redis, by the empty string. */
  #clocks = new Map<string, RedisClock>();

  constructor(client: RedisClient) {
    this.#client = client;
    // The next Redis may be another one, even at the same address.
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
    const ask = () => readMoment(client, key);
    // While no node serves the slot, nothing is stored.
    if (name === undefined) return new RedisClock(ask);
    const known = this.#clocks.get(name);
    if (known) return known;
    const clock = new RedisClock(ask);
    this.#clocks.set(name, clock);
    return clock;
  }
}
