export interface LimitSettings {
  min: number;
  max: number;
  start: number;
  /** Work that takes longer lowers the limit. */
  targetMs: number;
}

/** Finished work; all times are from the same clock, which may be any. */
interface WorkSample {
  startedMs: number;
  endedMs: number;
  /** How much work was in progress just before it ended, including itself. */
  inProgress: number;
  /** How many pieces ended together; default: one. */
  count?: number;
  /** A quick failure never raises the limit. */
  hasFailed: boolean;
}

/**
 * Votes and scorecards that may wait for Redis at once in a process. The maximum is about what Redis acknowledges within
 * a deadline when it syncs each to disk first (15,000 a second); more would only end with an unknown outcome.
 */
export const ballotLimitSettings: LimitSettings = { min: 512, max: 4_096, start: 4_096, targetMs: 150 };

/**
 * How much work may be in progress at once. Late work lowers the limit in proportion, at most by half; work that began
 * before a reduction cannot lower it again. Work in time raises it while at least half of the places are taken: by the
 * root of the limit for each limit of work, so that a small one doubles soon and a large one moves slowly.
 *
 * A fixed target, unlike the latency without load (TCP Vegas), works for lists of any length and on busy machines.
 *
 * @see Jacobson and Karels, "Congestion Avoidance and Control" (1988): additive increase, multiplicative decrease
 */
export class AdaptiveLimit {
  readonly #settings: LimitSettings;
  #limit: number;
  #loweredMs = Number.NEGATIVE_INFINITY;

  constructor(settings: LimitSettings) {
    this.#settings = settings;
    this.#limit = settings.start;
  }

  get value(): number {
    return Math.floor(this.#limit);
  }

  record({ startedMs, endedMs, inProgress, count = 1, hasFailed }: WorkSample): void {
    const { min, max, targetMs } = this.#settings;
    const tookMs = endedMs - startedMs;
    if (tookMs > targetMs) {
      if (startedMs < this.#loweredMs) return;
      this.#loweredMs = endedMs;
      this.#limit = Math.max(min, this.#limit * Math.max(0.5, targetMs / tookMs));
    } else if (!hasFailed && 2 * inProgress >= this.#limit) {
      this.#limit = Math.min(max, this.#limit + count / Math.sqrt(this.#limit));
    }
  }
}
