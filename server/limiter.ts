import { LRUCache } from 'lru-cache';

/**
 * Limits requests per key by a generic cell rate: a key may burst `limit` requests and then one per
 * `windowMs / limit`, so that no window of that length, wherever it starts, ever holds more than twice the limit, and a
 * steady sender never more than the limit. State is one number per key, in this process, bounded.
 */
export class Limiter {
  readonly #limit: number;
  readonly #stepMs: number;
  readonly #windowMs: number;
  /** Time at which the key's allowance is full again. */
  readonly #fullAt = new LRUCache<string, number>({ max: 100_000 });

  /** @param limit requests per window; 0 lets everything pass. */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#stepMs = limit > 0 ? windowMs / limit : 0;
  }

  /**
   * Takes one request, or `count`, from the allowance of a key.
   *
   * @returns seconds to wait; 0 when the request may pass. A refused request takes nothing.
   */
  take(key: string, nowMs: number, count = 1): number {
    if (this.#limit === 0) return 0;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, nowMs) + count * this.#stepMs;
    const waitMs = fullAt - nowMs - this.#windowMs;
    if (waitMs > 1e-6) return waitMs / 1000;
    this.#fullAt.set(key, fullAt);
    return 0;
  }

  /** Gives a key its whole allowance back. */
  clear(key: string): void {
    this.#fullAt.delete(key);
  }
}
