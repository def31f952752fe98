import { performance } from 'node:perf_hooks';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';

/** A clock that only the test moves, for `performance.now` and `setTimeout`. */
export interface VirtualClock {
  readonly nowMs: number;
  /** Moves it by a millisecond, and lets everything happen that follows. */
  tick(): Promise<void>;
  restore(): void;
}

export function openVirtualClock(): VirtualClock {
  let nowMs = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  // A mock would keep each of the many calls, with its stack.
  const own = performance.now;
  performance.now = () => nowMs;
  return {
    get nowMs() {
      return nowMs;
    },
    async tick() {
      nowMs++;
      mock.timers.tick(1);
      await setImmediate();
    },
    restore() {
      mock.timers.reset();
      performance.now = own;
    },
  };
}

/** A store that does its work in the order in which it was asked, one piece after the other. */
export function openVirtualStore() {
  const queue: { leftMs: number; done(): void }[] = [];
  let busyMs = 0;
  return {
    read: (serviceMs: number) => new Promise<void>((done) => queue.push({ leftMs: serviceMs, done })),
    /** Works for a millisecond. */
    work(): void {
      const [first] = queue;
      if (!first) return;
      busyMs++;
      if (--first.leftMs > 0) return;
      queue.shift();
      first.done();
    },
    /** For how long it worked since the last call. */
    takeBusyMs(): number {
      const before = busyMs;
      busyMs = 0;
      return before;
    },
  };
}
