import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** The time and the event loop of a process. Tests pass a clock that they move. */
export interface Clock {
  /** Milliseconds; never set back. */
  now(): number;
  /** @returns the timer, which keeps no process alive. */
  setTimeout(work: () => void, ms: number): object;
  /** @returns what ends it; it keeps no process alive. */
  setInterval(work: () => void, ms: number): () => void;
  setImmediate(work: () => void): void;
  eventLoopUtilization(used?: EventLoopUtilization, before?: EventLoopUtilization): EventLoopUtilization;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (work, ms) => setTimeout(work, ms).unref(),
  setInterval(work, ms) {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  setImmediate: (work) => void setImmediate(work),
  eventLoopUtilization: (used, before) => performance.eventLoopUtilization(used, before),
};
