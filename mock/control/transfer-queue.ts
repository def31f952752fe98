import type { ServerResponse } from 'node:http';

/** How many whole sessions are read or sent at once: each takes some 20 MB meanwhile. */
const mostAtOnce = 2;
/** A client that is slower than this must not keep the others waiting. */
const longestMs = 10_000;

/** Lets whole sessions in and out a few at a time, in the order in which they were asked for. */
export class TransferQueue {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the turn of a request; the turn ends with the answer, and the connection with the turn. */
  async begin(res: ServerResponse): Promise<void> {
    if (this.#underWay >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#underWay++;
    const end = () => {
      clearTimeout(timer);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay--;
    };
    const timer = setTimeout(() => res.destroy(), longestMs).unref();
    if (res.closed || res.destroyed) end();
    else res.once('close', end);
  }
}
