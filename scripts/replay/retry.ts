import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '../../contracts/client/client.ts';
import { ReplayRefused } from './errors.ts';
import type { Progress } from './progress.ts';

/** Statuses after which the same request may be sent again: too many, and away for now, also as a proxy says it. */
const passing = [429, 502, 503, 504];

const shortestMs = 50;
const longestMs = 1_000;

export type Insist = <T>(request: () => Promise<T>) => Promise<T>;

/** Not open for want of the feed's word, rather than no longer. */
const opensLater = (error: ProblemError) => error.status === 409 && 'opens_at' in error.problem;

/**
 * Sends requests that change nothing when they arrive twice, and again while the server is away or asks to wait, as an
 * honest client does: after `Retry-After`, or else after pauses that grow.
 *
 * @param options.patienceMs without any success, after which the replay gives up.
 * @returns what a request resolves with. It rejects with the answer when sending again would not change it, and with
 * `ReplayRefused` when patience is over.
 */
export function insistent(options: {
  url: string;
  patienceMs: number;
  progress: Progress;
  signal: AbortSignal;
}): Insist {
  const { progress, signal, patienceMs } = options;
  let lastSuccessMs = Date.now();
  /** No request is sent before: one that was told to wait speaks for all, since they come from one address. */
  let notBeforeMs = 0;

  function pauseAfter(error: unknown, attempt: number): number {
    const growing = Math.min(longestMs, shortestMs * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
    if (!(error instanceof ProblemError)) {
      progress.errors.connection = (progress.errors.connection ?? 0) + 1;
      return growing;
    }
    if (!passing.includes(error.status) && !opensLater(error)) throw error;
    const name = opensLater(error) ? 'not open yet' : String(error.status);
    progress.errors[name] = (progress.errors[name] ?? 0) + 1;
    if (error.status === 429) lastSuccessMs = Date.now();
    return error.retryAfterSeconds === undefined ? growing : error.retryAfterSeconds * 1000;
  }

  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const waitMs = notBeforeMs - Date.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
      try {
        const result = await request();
        lastSuccessMs = Date.now();
        return result;
      } catch (error) {
        signal.throwIfAborted();
        const pauseMs = pauseAfter(error, attempt);
        if (Date.now() - lastSuccessMs > patienceMs) {
          const seconds = Math.round(patienceMs / 1000);
          throw new ReplayRefused(`${options.url} has not taken a request for ${seconds} seconds; gave up.`);
        }
        if (error instanceof ProblemError && error.status === 429) notBeforeMs = Date.now() + pauseMs;
        else await sleep(pauseMs, undefined, { signal });
      }
    }
  };
}
