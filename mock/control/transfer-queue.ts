import type { ServerResponse } from 'node:http';

/** How many whole sessions are read or sent at once: each takes some 20 MB meanwhile. */
const mostAtOnce = 2;
/** A slower client must not keep the others waiting. */
const longestMs = 10_000;

/** Reads and sends whole sessions a few at a time, in the order of their requests. */
export class TransferQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is a request's turn; the turn ends with the reply, and a turn that takes too long is cut off. */
  async enter(res: ServerResponse): Promise<void> {
    if (this.#running >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    const end = () => {
      clearTimeout(timer);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    };
    const timer = setTimeout(() => res.destroy(), longestMs).unref();
    if (res.closed || res.destroyed) end();
    else res.once('close', end);
  }
}
