import { localMs } from './local-time.ts';

const everyMs = 20;
/** Beats are this late only when the process stood still, or was busy with one thing for so long. */
const stallMs = 50;

/**
 * Tells how long a request may have lain in the kernel before it was read. A process that stood still (stopped, starved,
 * collecting garbage) reads on one morning what came all night, and its sockets do not say when; neither do the times
 * that the event loop keeps, which count as idle what it was stopped for. So a timer of one process looks at the clock,
 * which costs 50 wake-ups a second and no vote anything.
 */
class Stalls {
  #beatMs = localMs();
  /** The last beat before a stall, until all that came meanwhile was read. */
  #stoodSinceMs: number | undefined;

  constructor() {
    setInterval(() => this.#beat(), everyMs).unref();
  }

  /** The earliest moment at which what is read now may have arrived, by `localMs`. */
  earliestArrival(): number {
    const nowMs = localMs();
    if (nowMs - this.#beatMs > stallMs) return this.#beatMs;
    return this.#stoodSinceMs ?? nowMs;
  }

  // Timers come before sockets in a turn: the beat that finds the stall is followed by what came during it.
  #beat(): void {
    const nowMs = localMs();
    this.#stoodSinceMs = nowMs - this.#beatMs > stallMs ? this.#beatMs : undefined;
    this.#beatMs = nowMs;
  }
}

let stalls: Stalls | undefined;

/** One for the process, from the first call on. */
export function watchStalls(): Pick<Stalls, 'earliestArrival'> {
  stalls ??= new Stalls();
  return stalls;
}
