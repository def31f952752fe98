/** Milliseconds of this process's monotonic clock, close to those since 1970. */
const { timeOrigin } = performance;
export const localMs = () => timeOrigin + performance.now();

const intervalMs = 20;
/** A tick this late means that the process was stopped, or busy with one task for that long. */
const stallMs = 50;

/**
 * Measures how long a request may have waited in the kernel before it was read. After a stall (stopped, starved,
 * collecting garbage) a process reads everything that arrived during it, and sockets do not say when it arrived; the
 * event loop's own statistics count a stop as idle time. So a timer watches the clock, at 50 wake-ups a second and no
 * cost per vote.
 */
class StallMonitor {
  #tickMs = localMs();
  /** The last tick before a stall, until everything that arrived during it was read. */
  #stalledSinceMs: number | undefined;

  constructor() {
    setInterval(() => this.#tick(), intervalMs).unref();
  }

  /** The earliest arrival, by `localMs`, of data that is read now. */
  earliestArrival(): number {
    const nowMs = localMs();
    if (nowMs - this.#tickMs > stallMs) return this.#tickMs;
    return this.#stalledSinceMs ?? nowMs;
  }

  // Timers run before sockets in a turn: after the tick that finds the stall, its data is read.
  #tick(): void {
    const nowMs = localMs();
    this.#stalledSinceMs = nowMs - this.#tickMs > stallMs ? this.#tickMs : undefined;
    this.#tickMs = nowMs;
  }
}

let monitor: StallMonitor | undefined;

/** The process-wide monitor, started on the first call. */
export function watchStalls(): Pick<StallMonitor, 'earliestArrival'> {
  monitor ??= new StallMonitor();
  return monitor;
}
