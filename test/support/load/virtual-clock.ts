import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../server/limits/governor.ts';

export class VirtualClock implements Clock {
  nowMs = 0;
  #intervals: { atMs: number; everyMs: number; work(): void }[] = [];

  now = () => this.nowMs;

  setInterval(work: () => void, everyMs: number) {
    const interval = { atMs: this.nowMs + everyMs, everyMs, work };
    this.#intervals.push(interval);
    return {
      unref: () => undefined,
      close: () => {
        this.#intervals = this.#intervals.filter((each) => each !== interval);
      },
    };
  }

  /** Moves it by a millisecond, and lets everything happen that follows. */
  async tick(): Promise<void> {
    this.nowMs++;
    for (const interval of this.#intervals) {
      if (interval.atMs > this.nowMs) continue;
      interval.atMs = this.nowMs + interval.everyMs;
      interval.work();
    }
    await setImmediate();
  }
}
