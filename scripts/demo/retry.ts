import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailed } from '../../common/cli/arguments.ts';
import { ProblemError } from '../../contracts/client/problem-error.ts';
import type { Progress } from './progress.ts';

/** Statuses after which the same request may be sent again: rate limits, and unavailability, also of a proxy. */
const transient = [429, 502, 503, 504];

const minPauseMs = 50;
const maxPauseMs = 1_000;
/** Time without a successful request after which the night ends. */
const patienceMs = 120_000;
const maxRequests = 48;
const timeoutMs = 10_000;

/** `fetch` with at most 48 requests at the same time, each of at most 10 s. */
export function createFetch(): typeof fetch {
  let free = maxRequests;
  const waiting: (() => void)[] = [];
  return async (input, init) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export type Retry = <T>(request: () => Promise<T>) => Promise<T>;

/** Whether the round is not open yet, rather than closed. */
const opensLater = (error: ProblemError) => error.status === 409 && 'opens_at' in error.problem;

/**
 * Sends idempotent requests, and sends them again while the server is unavailable or asks to wait, as an honest client
 * does: after `Retry-After`, or else after growing pauses.
 *
 * @returns a function that resolves as the request does. It rejects with a reply that a retry would not change, and with
 * `CommandFailed` after two minutes without success.
 */
export function createRetry({ errors }: Progress, url: string, signal: AbortSignal): Retry {
  let lastSuccessMs = Date.now();
  /** No request is sent before this time: a 429 concerns all of them, since they share one address. */
  let notBeforeMs = 0;

  function pauseAfter(error: unknown, attempt: number): number {
    const growing = Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
    if (!(error instanceof ProblemError)) {
      errors.connection = (errors.connection ?? 0) + 1;
      return growing;
    }
    if (!transient.includes(error.status) && !opensLater(error)) throw error;
    const name = opensLater(error) ? 'not open yet' : String(error.status);
    errors[name] = (errors[name] ?? 0) + 1;
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
          throw new CommandFailed(`${url} has not accepted a request for ${patienceMs / 1000} seconds`);
        }
        if (error instanceof ProblemError && error.status === 429) notBeforeMs = Date.now() + pauseMs;
        else await sleep(pauseMs, undefined, { signal });
      }
    }
  };
}
