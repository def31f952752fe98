/**
 * `Retry-After` in whole seconds, spread a little so that clients refused together do not come back together.
 *
 * @param spread over how many seconds more.
 */
export const retryAfter = (seconds: number, spread = 2) => ({
  'Retry-After': String(Math.max(1, Math.ceil(seconds)) + Math.floor(Math.random() * spread)),
});

/** Over how many seconds clients are spread at least, and at most. */
const spreads = { least: 4, most: 16 };

/** How long counts are about: one period, and what has passed of the next. */
const periodMs = 1_000;

/**
 * Over how many seconds refused clients should come back: over as many as it takes to answer them at the present rate,
 * so that at ten times the load they do not return as ten times the load.
 */
export class RetrySpread {
  #sinceMs = 0;
  #admitted = 0;
  #refused = 0;
  #before = { admitted: 0, refused: 0 };

  admit(nowMs: number): void {
    this.#turn(nowMs);
    this.#admitted++;
  }

  /** Counts a refusal. @returns seconds. */
  refuse(nowMs: number): number {
    this.#turn(nowMs);
    this.#refused++;
    const refused = this.#refused + this.#before.refused;
    const times = refused / Math.max(1, this.#admitted + this.#before.admitted);
    return Math.min(spreads.most, Math.max(spreads.least, Math.ceil(times)));
  }

  /** Begins a new period when the last one is over; what is older than two says nothing. */
  #turn(nowMs: number): void {
    if (nowMs - this.#sinceMs < periodMs) return;
    const isRecent = nowMs - this.#sinceMs < 2 * periodMs;
    this.#before = isRecent ? { admitted: this.#admitted, refused: this.#refused } : { admitted: 0, refused: 0 };
    [this.#sinceMs, this.#admitted, this.#refused] = [nowMs, 0, 0];
  }
}
