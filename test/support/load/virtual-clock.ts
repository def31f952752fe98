import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../server/limits/clock.ts';

export class VirtualClock implements Clock {
  nowMs = 0;
  utilization = 0;
  #timers: { atMs: number; everyMs: number | undefined; work(): void }[] = [];
  #turns: (() => void)[] = [];

  now = () => this.nowMs;

  setTimeout(work: () => void, ms: number): object {
    return this.#add({ atMs: this.nowMs + ms, everyMs: undefined, work });
  }

  setInterval(work: () => void, everyMs: number): () => void {
    const timer = this.#add({ atMs: this.nowMs + everyMs, everyMs, work });
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  setImmediate(work: () => void): void {
    this.#turns.push(work);
  }

  eventLoopUtilization = () => ({ idle: 0, active: 0, utilization: this.utilization });

  /** Moves it, and runs what is due then: a loop that is late runs an interval once. */
  pass(ms: number): void {
    this.nowMs += ms;
    for (const timer of this.#timers.filter(({ atMs }) => atMs <= this.nowMs)) {
      if (timer.everyMs === undefined) this.#timers = this.#timers.filter((each) => each !== timer);
      else timer.atMs = this.nowMs + timer.everyMs;
      timer.work();
    }
  }

  /** Moves it by a millisecond, and lets everything happen that follows. */
  async tick(): Promise<void> {
    this.pass(1);
    await setImmediate();
  }

  /** Runs what waits for the next turn of the event loop. */
  turn(): void {
    for (const work of this.#turns.splice(0)) work();
  }

  #add<T extends { atMs: number; everyMs: number | undefined; work(): void }>(timer: T): T {
    this.#timers.push(timer);
    return timer;
  }
}
