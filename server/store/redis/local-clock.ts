/** Milliseconds of this process's monotonic clock, close to those since 1970. */
const { timeOrigin } = performance;
export const localMs = () => timeOrigin + performance.now();

const intervalMs = 20;
/** A tick this late means that the process was stopped, or busy with one task. */
const stallMs = 50;

/**
 * Measures how long a request may have waited in the kernel before it was read. After a stall (stopped, starved, collecting
 * garbage) a process reads everything that arrived meanwhile, and sockets do not say when it arrived. The statistics of the
 * event loop count a stop as idle time, so a timer watches the clock 50 times a second.
 */
class StallMonitor {
  #tickMs = localMs();
  /** The last tick before a stall, until everything that arrived during the stall is read. */
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

  // In a turn of the event loop timers run before sockets: data of a stall is read after the tick that detects it.
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
