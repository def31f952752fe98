import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from './errors.ts';

const attempts = 25;
const pauseMs = 100;
const maxPauseMs = 1_000;
const attemptsPerReport = 8;

/**
 * Retries for about twenty seconds while the store is unavailable: on a busy machine a healthy Redis answers late. For work
 * that may wait, such as the start; requests are refused quickly instead.
 *
 * @param action idempotent.
 * @param report called every eight attempts with the reason.
 */
export async function withRetry<T>(action: () => Promise<T>, report?: (line: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === attempts) throw error;
      if (attempt % attemptsPerReport === 0) report?.(`${error.message}: waiting.`);
      await sleep(Math.min(pauseMs * attempt, maxPauseMs));
    }
  }
}
