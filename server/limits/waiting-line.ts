import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that waits to be handled; nothing of its body was read. */
export interface Waiting {
  req: IncomingMessage;
  res: ServerResponse;
  /** Of `performance.now`. */
  sinceMs: number;
}

/** Requests in the order of their arrival, and how long one more would wait. */
export class WaitingLine {
  #waiting: Waiting[] = [];
  #taken = 0;
  /** How long one of them takes, of late. */
  #eachMs = 0.1;

  get size(): number {
    return this.#waiting.length - this.#taken;
  }

  /** For who comes next: what those before it will take, or what the first has waited already. */
  get wouldWaitMs(): number {
    const first = this.#waiting[this.#taken];
    return first ? Math.max(this.size * this.#eachMs, performance.now() - first.sinceMs) : 0;
  }

  add(req: IncomingMessage, res: ServerResponse): void {
    this.#waiting.push({ req, res, sinceMs: performance.now() });
  }

  take(): Waiting | undefined {
    const first = this.#waiting[this.#taken];
    if (!first) return undefined;
    this.#taken++;
    // Moved together now and then, so that taking the first costs the same however many wait.
    if (this.#taken === this.#waiting.length || this.#taken > 1_000) {
      this.#waiting = this.#waiting.slice(this.#taken);
      this.#taken = 0;
    }
    return first;
  }

  /** How long the one took that was taken last. */
  observe(tookMs: number): void {
    this.#eachMs += (tookMs - this.#eachMs) / 32;
  }
}
