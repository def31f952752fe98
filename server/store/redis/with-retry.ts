import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from './unavailable.ts';

const attempts = 25;
const pauseMs = 100;
const longestPauseMs = 1_000;
const reportEvery = 8;

/**
 * Tries again while the store is away, for about twenty seconds: a machine that is busy keeps the answers of a healthy
 * Redis waiting. For what happens once and may wait, such as the start: requests are refused soon instead.
 *
 * @param action harmless when it is done twice.
 * @param report told now and then what it waits for.
 */
export async function withRetry<T>(action: () => Promise<T>, report?: (line: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === attempts) throw error;
      if (attempt % reportEvery === 0) report?.(`${error.message}: waiting.`);
      await sleep(Math.min(pauseMs * attempt, longestPauseMs));
    }
  }
}
