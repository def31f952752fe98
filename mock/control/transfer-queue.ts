import type { ServerResponse } from 'node:http';

/** How many whole sessions are read or sent at once: each takes some 20 MB during that time. */
const mostAtOnce = 2;
/** A slower client must not make the others wait. */
const longestMs = 10_000;

/** Reads and sends whole sessions a few at a time, in the order of their requests. */
export class TransferQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is a request's turn. The turn ends with the reply; one that takes too long is disconnected. */
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
