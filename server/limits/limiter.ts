import { LRUCache } from 'lru-cache';
import type { RateLimitPolicy } from '../../contracts/http/rate-limit.ts';

/** Beyond these the least recently used address is dropped: memory stays bounded. */
const maximumAddresses = 100_000;

/** The same for client ids; about 200 bytes each. */
const maximumClients = 200_000;

/** As a size, since `max` would allocate all of the memory at once. */
const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/**
 * Limits requests per key with the generic cell rate algorithm: a key may burst `limit` requests and then send one per
 * `windowMs / limit`. So no window of that length has more than twice the limit, and a steady sender never exceeds the
 * limit. The state is one number per key, in this process, bounded.
 */
export class Limiter {
  readonly policy: RateLimitPolicy;
  readonly #stepMs: number;
  /** When the allowance of a key is full again. */
  readonly #fullAt = new LRUCache<string, number>(atMost(maximumAddresses));

  /** @param limit requests per window; 0 is no limit. */
  constructor(limit: number, windowMs: number, name = 'requests') {
    this.policy = { name, limit, windowMs };
    this.#stepMs = windowMs / limit;
  }

  /**
   * Takes one request, or `count`, from the allowance of a key.
   *
   * @param nowMs by a clock that is never set back, such as `performance.now`.
   * @returns seconds to wait; 0 when the request may pass. A refused request takes nothing.
   */
  take(key: string, nowMs: number, count = 1): number {
    if (this.policy.limit === 0) return 0;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, nowMs) + count * this.#stepMs;
    const waitMs = fullAt - nowMs - this.policy.windowMs;
    if (waitMs > 1e-6) return waitMs / 1000;
    this.#fullAt.set(key, fullAt);
    return 0;
  }

  /**
   * Takes the cost of an admitted request, even if less is left; the key then waits, but no longer than a window.
   */
  charge(key: string, nowMs: number, count: number): void {
    const { limit, windowMs } = this.policy;
    if (limit === 0 || count <= 0) return;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, nowMs) + count * this.#stepMs;
    this.#fullAt.set(key, Math.min(fullAt, nowMs + 2 * windowMs));
  }

  /** Restores the whole allowance of a key. */
  clear(key: string): void {
    this.#fullAt.delete(key);
  }
}

/** The clients that an address may still have as new ones. */
interface Minute {
  endsMs: number;
  count: number;
}

/**
 * Limits how many new client ids an address may use in a minute, which begins with the first: ids are free to make up,
 * so a limit per client alone stops nothing. An admitted client is never refused, as long as it is among the last
 * `maximumClients` of this process. Two minutes may meet, so that any sixty seconds have at most twice the limit.
 */
export class NewClientLimiter {
  readonly policy: RateLimitPolicy;
  /** A client, and while it has one request only, the minute from which that was taken. */
  readonly #known = new LRUCache<string, Minute | true>(atMost(maximumClients));
  readonly #minutes = new LRUCache<string, Minute>(atMost(maximumAddresses));

  /** @param limit new ids per minute and address; 0 is no limit. */
  constructor(limit: number) {
    this.policy = { name: 'clients', limit, windowMs: 60_000 };
  }

  /** @returns seconds to wait; 0 when the client may pass. */
  take(address: string, clientId: string, nowMs: number): number {
    const { limit, windowMs } = this.policy;
    if (limit === 0) return 0;
    const client = `${address} ${clientId}`;
    const known = this.#known.get(client);
    if (known) {
      if (known !== true) this.#known.set(client, true);
      return 0;
    }
    let minute = this.#minutes.get(address);
    // If the clock was set back, the minute would last too long.
    if (!minute || nowMs >= minute.endsMs || minute.endsMs - nowMs > windowMs) {
      minute = { endsMs: nowMs + windowMs, count: 0 };
      this.#minutes.set(address, minute);
    }
    if (minute.count >= limit) return (minute.endsMs - nowMs) / 1000;
    minute.count++;
    this.#known.set(client, minute);
    return 0;
  }

  /** Forgets a client whose only request stored nothing. One that has had another since stays, and stays counted. */
  giveBack(address: string, clientId: string): void {
    const client = `${address} ${clientId}`;
    const minute = this.#known.get(client);
    if (minute === undefined || minute === true) return;
    this.#known.delete(client);
    minute.count--;
  }
}
