/** Writes a line that stands for so many. */
export type WriteLine = (times: number) => void;

interface Kind {
  /** Lines written at once in this second. */
  written: number;
  /** Lines since then that were not. */
  suppressed: number;
  /** Writes the newest of those. */
  last: WriteLine | undefined;
}

/** Lines of a kind that are written at once in a second; its end writes one more for all the others. */
const mostAtOnce = 9;
const everyMs = 1_000;

/** Beyond these a line counts as its wider kind: messages of errors may differ between any two requests. */
const mostKinds = 20;

/**
 * Bounds how often similar lines are written: at most ten of a kind in a second, and one while there are more. While
 * Redis is away thousands of requests a second fail for the same reason; their lines, 1 KB each, would fill the disk.
 * Every line is counted: the last one of a second says for how many it stands.
 */
export class LineLimit {
  readonly #kinds = new Map<string, Kind>();
  readonly #onSuppressed: () => void;

  /** @param onSuppressed called for each line that is never written, since a later one stands for it. */
  constructor(onSuppressed: () => void) {
    this.#onSuppressed = onSuppressed;
  }

  /**
   * @param kind what lines must have in common for one to stand for others.
   * @param wider the same where there are too many kinds; of these there must be few.
   * @param write called now, later, or never if a later line stands for this one.
   */
  add(kind: string, wider: string, write: WriteLine): void {
    const name = this.#kinds.has(kind) || this.#kinds.size < mostKinds ? kind : wider;
    const known = this.#kinds.get(name) ?? this.#open(name);
    if (known.written < mostAtOnce) {
      known.written++;
      write(1);
      return;
    }
    known.suppressed++;
    if (known.last) this.#onSuppressed();
    known.last = write;
  }

  /** Writes what is still suppressed, before the process ends. */
  flush(): void {
    for (const kind of this.#kinds.values()) this.#write(kind);
  }

  #open(name: string): Kind {
    const kind: Kind = { written: 0, suppressed: 0, last: undefined };
    this.#kinds.set(name, kind);
    const timer = setInterval(() => {
      if (kind.written === 0) {
        this.#kinds.delete(name);
        clearInterval(timer);
        return;
      }
      // While there are many more, none is written at once.
      if (kind.suppressed <= mostAtOnce) kind.written = 0;
      this.#write(kind);
    }, everyMs);
    timer.unref();
    return kind;
  }

  #write(kind: Kind): void {
    const { last, suppressed } = kind;
    kind.last = undefined;
    kind.suppressed = 0;
    last?.(suppressed);
  }
}
