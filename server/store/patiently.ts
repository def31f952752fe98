import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from './unavailable.ts';

const attempts = 10;
const pauseMs = 100;

/**
 * Tries again while the store is away, for about five seconds. For what happens once and may wait, such as the start:
 * requests are refused soon instead.
 *
 * @param action harmless when it is done twice.
 */
export async function patiently<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || attempt === attempts) throw error;
      await sleep(pauseMs * attempt);
    }
  }
}
