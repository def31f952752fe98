import { mock } from 'node:test';
import { watchStalls } from '../../../server/store/redis/local-clock.ts';

/** Registers hooks that make the clock of this process stand at 100 ms, where everything arrived that is read. */
export function useStandingTime(): { ms: number } {
  const time = { ms: 100 };
  beforeEach(() => {
    time.ms = 100;
    mock.method(performance, 'now', () => time.ms);
    mock.method(watchStalls(), 'earliestArrival', () => performance.timeOrigin + 100);
  });
  afterEach(() => mock.reset());
  return time;
}
