/** Between which bounds a limit moves, in pieces of work at once, and the latency that it maintains. */
export interface LimitSettings {
  least: number;
  most: number;
  start: number;
  /** Work that takes longer is a sign that too much of it is in progress. */
  targetMs: number;
}

/** A limit at a moment. */
export interface LimitState {
  /** Not a whole number. */
  limit: number;
  /** The last reduction: when it began, and the limit before. */
  reducedMs: number;
  reducedFrom: number;
}

/** Work that has ended; moments by any one clock. */
export interface WorkSample {
  startedMs: number;
  endedMs: number;
  /** How much was in progress just before it ended, itself included. */
  inProgress: number;
  /** How many pieces ended together. */
  count: number;
  /** A failure may be quick for its own reasons: it never raises a limit. */
  hasFailed: boolean;
}

/** How much of a limit is left at least after a reduction. */
const leastLeft = 0.5;

/**
 * Where a limit moves after a piece of work. More work at once than the slowest part can do makes all of it late.
 *
 * Late work reduces the limit in proportion, at most by half. Work that was in progress together reduces it together, by
 * its latest piece: it stood in the same queue. Work in time raises it if at least half of the places were taken: by the
 * root of the limit for each limit of work, so that a small one doubles soon and a large one moves slowly.
 *
 * TCP Vegas and its descendants compare with the latency without load. A fixed target needs no such measurement, which
 * lists of any length and busy machines would falsify, and it leaves a slow line, which is no queue, as it is.
 *
 * @see Jacobson and Karels, "Congestion Avoidance and Control" (1988): additive increase, multiplicative decrease
 */
export function adjustLimit(state: LimitState, sample: WorkSample, settings: LimitSettings): LimitState {
  const { startedMs, endedMs, inProgress, count, hasFailed } = sample;
  const { least, most, targetMs } = settings;
  const tookMs = endedMs - startedMs;
  if (tookMs > targetMs) {
    const isTogether = startedMs < state.reducedMs;
    const { reducedMs, reducedFrom } = isTogether ? state : { reducedMs: endedMs, reducedFrom: state.limit };
    const reduced = Math.max(least, reducedFrom * Math.max(leastLeft, targetMs / tookMs));
    return { limit: Math.min(state.limit, reduced), reducedMs, reducedFrom };
  }
  if (hasFailed || 2 * inProgress < state.limit) return state;
  return { ...state, limit: Math.min(most, state.limit + count / Math.sqrt(state.limit)) };
}

/** How much work may be in progress at once, following the latency of that work. */
export class ConcurrencyLimit {
  readonly #settings: LimitSettings;
  #state: LimitState;

  constructor(settings: LimitSettings) {
    this.#settings = settings;
    this.#state = { limit: settings.start, reducedMs: Number.NEGATIVE_INFINITY, reducedFrom: settings.start };
  }

  /** Pieces of work, a whole number. */
  get value(): number {
    return Math.floor(this.#state.limit);
  }

  record(sample: WorkSample): void {
    this.#state = adjustLimit(this.#state, sample, this.#settings);
  }
}
