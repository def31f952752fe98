import { LRUCache } from 'lru-cache';
import { Problem } from '../../common/wire/problem.ts';
import { type RateLimitPolicy, rateLimitHeaders } from '../../contracts/http/rate-limit.ts';

/** Max addresses; the least recently used one is dropped. */
const maxAddresses = 100_000;

/** About 200 bytes each. */
const maxClients = 200_000;

/** Passed as a size: lru-cache would allocate all memory for `max` immediately. */
const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/**
 * `Retry-After` in whole seconds, at random, so that clients that were refused at the same time do not all retry at the same time.
 *
 * @param spread how many values it may have: `seconds` and the following ones.
 */
export const retryAfter = (seconds: number, spread = 2) => ({
  'Retry-After': String(Math.max(1, Math.ceil(seconds)) + Math.floor(Math.random() * spread)),
});

export const tooManyRequests = (policy: RateLimitPolicy, waitSeconds: number) =>
  new Problem('too-many-requests', {
    headers: { ...retryAfter(waitSeconds), ...rateLimitHeaders(policy, 0, waitSeconds * 1000) },
  });

/**
 * Limits requests per key with the generic cell rate algorithm: a key may burst `limit` requests and then send one per
 * `windowMs / limit`. So no window of that length has more than twice the limit, and a steady sender never exceeds the
 * limit. The state is one number per key, in this process, bounded.
 */
export class Limiter {
  readonly policy: RateLimitPolicy;
  readonly #stepMs: number;
  /** When the allowance of a key is full again. */
  readonly #fullAt = new LRUCache<string, number>(atMost(maxAddresses));

  constructor(limit: number, windowMs: number, name = 'requests') {
    this.policy = { name, limit, windowMs };
    this.#stepMs = windowMs / limit;
  }

  /**
   * Takes one request from the allowance of a key.
   *
   * @param nowMs by a clock that is never set back, such as `performance.now`.
   * @returns seconds to wait; 0 admits the request. A refused request costs nothing.
   */
  take(key: string, nowMs: number): number {
    if (this.policy.limit === 0) return 0;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, nowMs) + this.#stepMs;
    const waitMs = fullAt - nowMs - this.policy.windowMs;
    if (waitMs > 1e-6) return waitMs / 1000;
    this.#fullAt.set(key, fullAt);
    return 0;
  }

  /**
   * Takes the cost of an admitted request, even if less is left; the key then waits, but no longer than a window. A
   * negative cost is a refund.
   */
  charge(key: string, nowMs: number, count: number): void {
    const { limit, windowMs } = this.policy;
    if (limit === 0) return;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, nowMs) + count * this.#stepMs;
    this.#fullAt.set(key, Math.min(fullAt, nowMs + 2 * windowMs));
  }

  clear(key: string): void {
    this.#fullAt.delete(key);
  }
}

/**
 * Limits how many new client ids an address may use per minute, because clients can invent ids. An admitted client is never refused, as long as it is among the last `maxClients` of this process.
 */
export class NewClientLimiter {
  readonly #addresses: Limiter;
  /** Whether a client has sent more than one request. */
  readonly #known = new LRUCache<string, boolean>(atMost(maxClients));

  /** @param limit new ids per minute and address; 0 is no limit. */
  constructor(limit: number) {
    this.#addresses = new Limiter(limit, 60_000, 'clients');
  }

  get policy(): RateLimitPolicy {
    return this.#addresses.policy;
  }

  /** @returns seconds to wait; 0 when the client may pass. */
  take(address: string, clientId: string, nowMs: number): number {
    if (this.policy.limit === 0) return 0;
    const client = `${address} ${clientId}`;
    const isKnown = this.#known.has(client);
    const waitSeconds = isKnown ? 0 : this.#addresses.take(address, nowMs);
    if (waitSeconds === 0) this.#known.set(client, isKnown);
    return waitSeconds;
  }

  /** Forgets a client whose only request stored nothing. */
  giveBack(address: string, clientId: string, nowMs: number): void {
    const client = `${address} ${clientId}`;
    if (this.#known.get(client) !== false) return;
    this.#known.delete(client);
    this.#addresses.charge(address, nowMs, -1);
  }
}
