import { setTimeout as sleep } from 'node:timers/promises';
import { PublishInProgress } from '../store/content/publish.ts';
import type { Store } from '../store/index.ts';
import { withRetry } from '../store/redis/with-retry.ts';
import type { SampleOptions } from './sample.ts';

const attempts = 60;
const pauseMs = 500;
const attemptsPerReport = 10;

/**
 * Publishes the sample to an empty store. Tries for half a minute, because another server may publish it at the same time, or
 * a killed one may still have the lock.
 *
 * @throws {PublishInProgress} if the store is still empty after that.
 */
export async function publishSample(
  store: Store,
  { report, ...options }: SampleOptions & { report: (line: string) => void },
): Promise<void> {
  for (let attempt = 1; await withRetry(() => store.content.isEmpty(), report); attempt++) {
    // Imported only once in the life of a store.
    const [{ publishRecords }, { readSample }] = await Promise.all([
      import('../content/publish.ts'),
      import('./sample.ts'),
    ]);
    try {
      const { world, updates } = readSample(options);
      await publishRecords(store, world);
      for (const update of updates) await withRetry(() => store.live.update(update));
      return;
    } catch (error) {
      if (!(error instanceof PublishInProgress) || attempt === attempts) throw error;
      if (attempt % attemptsPerReport === 1) report(`${error.message} The sample waits for it.`);
      await sleep(pauseMs);
    }
  }
}
