import { setTimeout as sleep } from 'node:timers/promises';
import { RedisUnreachable } from '../store/redis/connection/connect.ts';

const pauseMs = 250;
const reportMs = 5_000;

/**
 * Opens Redis, and tries again while it is unreachable.
 *
 * @param options.seconds for how long; 0: only once.
 * @param options.onWait called before each pause.
 * @param options.report called with a sentence every few seconds.
 * @throws {RedisUnreachable} of the last attempt.
 */
export async function waitForRedis<T>(
  open: () => Promise<T>,
  options: { seconds: number; signal: AbortSignal; onWait: () => void; report: (line: string) => void },
): Promise<T> {
  const endMs = performance.now() + options.seconds * 1_000;
  let reportedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const nowMs = performance.now();
      if (!(error instanceof RedisUnreachable) || nowMs >= endMs || options.signal.aborted) throw error;
      options.onWait();
      if (nowMs - reportedMs >= reportMs) {
        const seconds = Math.ceil((endMs - nowMs) / 1_000);
        options.report(`${error.message} Waiting for up to ${seconds} s more (REDIS_WAIT_SECONDS).`);
        reportedMs = nowMs;
      }
      await sleep(pauseMs, undefined, { signal: options.signal }).catch(() => {
        throw error;
      });
    }
  }
}
