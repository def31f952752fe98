import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from './clock.ts';
import { LinkedList } from './linked-list.ts';

/** A request that waits to be handled; its body is unread. */
export interface QueuedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  /** When it was queued, by the clock. */
  sinceMs: number;
}

/** Requests in order of arrival, with an estimate of how long the next would wait. */
export class RequestQueue {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #queued = new LinkedList<QueuedRequest>();
  /** Recent average time to handle a request. */
  #averageMs = 0.1;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#queued.size;
  }

  /** The wait of the next request: the time for those before it, or at least as long as the first has waited so far. */
  get expectedWaitMs(): number {
    const { first } = this.#queued;
    return first ? Math.max(this.size * this.#averageMs, this.#clock.now() - first.sinceMs) : 0;
  }

  add(req: IncomingMessage, res: ServerResponse): void {
    this.#queued.add({ req, res, sinceMs: this.#clock.now() });
  }

  take(): QueuedRequest | undefined {
    return this.#queued.take();
  }

  /** Records how long the last request taken needed. */
  recordDuration(tookMs: number): void {
    this.#averageMs += (tookMs - this.#averageMs) / 32;
  }
}
