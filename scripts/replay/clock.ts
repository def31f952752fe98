/** The clock of the night. It runs at `speed` times real time and stops at a limit until that is moved. */
export class ReplayClock {
  #nowMs: number;
  #limitMs: number;
  #waitedMs = 0;
  readonly #speed: number;
  #waiting: { atMs: number; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(startMs: number, speed: number) {
    this.#nowMs = startMs;
    this.#limitMs = startMs;
    this.#speed = speed;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Real milliseconds that it has been stopped at a limit. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** The moment at which it stops. */
  set limitMs(limitMs: number) {
    this.#limitMs = limitMs;
  }

  start(tickMs: number): void {
    let lastMs = performance.now();
    this.#timer = setInterval(() => {
      const realMs = performance.now();
      this.#advance(realMs - lastMs);
      lastMs = realMs;
    }, tickMs);
  }

  /** Stops for good; pending waits reject with `reason`. */
  stop(reason: unknown): void {
    clearInterval(this.#timer);
    for (const { reject } of this.#waiting) reject(reason);
    this.#waiting = [];
  }

  /** Resolves when the night has reached this moment. */
  until(atMs: number): Promise<void> {
    if (atMs <= this.#nowMs) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ atMs, resolve, reject }));
  }

  #advance(realMs: number): void {
    const wantedMs = this.#nowMs + realMs * this.#speed;
    if (wantedMs > this.#limitMs) this.#waitedMs += (wantedMs - Math.max(this.#nowMs, this.#limitMs)) / this.#speed;
    this.#nowMs = Math.max(this.#nowMs, Math.min(wantedMs, this.#limitMs));
    const due = this.#waiting.filter(({ atMs }) => atMs <= this.#nowMs);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { resolve } of due) resolve();
  }
}
