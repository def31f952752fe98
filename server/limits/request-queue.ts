import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that waits to be handled; its body is unread. */
export interface QueuedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  /** When it was queued, by `performance.now`. */
  sinceMs: number;
}

/** Requests in order of arrival, with an estimate of how long the next would wait. */
export class RequestQueue {
  #queued: QueuedRequest[] = [];
  #taken = 0;
  /** Recent average time to handle a request. */
  #averageMs = 0.1;

  get size(): number {
    return this.#queued.length - this.#taken;
  }

  /** The wait of the next request: the time for those before it, or at least as long as the first has waited so far. */
  get expectedWaitMs(): number {
    const first = this.#queued[this.#taken];
    return first ? Math.max(this.size * this.#averageMs, performance.now() - first.sinceMs) : 0;
  }

  add(req: IncomingMessage, res: ServerResponse): void {
    this.#queued.push({ req, res, sinceMs: performance.now() });
  }

  take(): QueuedRequest | undefined {
    const first = this.#queued[this.#taken];
    if (!first) return undefined;
    this.#taken++;
    // Compacted only occasionally, so that taking the first costs the same at any length.
    if (this.#taken === this.#queued.length || this.#taken > 1_000) {
      this.#queued = this.#queued.slice(this.#taken);
      this.#taken = 0;
    }
    return first;
  }

  /** Records how long the last request taken needed. */
  recordDuration(tookMs: number): void {
    this.#averageMs += (tookMs - this.#averageMs) / 32;
  }
}
