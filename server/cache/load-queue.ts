import { StoreUnavailable } from '../store/index.ts';

/** So many replies are being made that this one is not begun; nothing was asked of the store. */
export class TooManyLoads extends StoreUnavailable {
  override name = 'TooManyLoads';
}

export interface LaneSettings {
  /** Replies being made at the same time. */
  atOnce: number;
  /** Replies that wait for that. */
  waiting: number;
  /** How long they wait. */
  waitMs: number;
}

interface Waiting {
  begin(): void;
  fail(error: StoreUnavailable): void;
}

/**
 * Bounds how many replies are being made. Each takes the store's time, the event loop's, and some ten times its bytes
 * in memory until it is sent; who comes when too many wait is refused at once, which costs nothing.
 */
export class Lane {
  readonly #settings: LaneSettings;
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #most = 0;

  constructor(settings: LaneSettings) {
    this.#settings = settings;
  }

  /** The most that were being made at the same time. */
  get most(): number {
    return this.#most;
  }

  /** @throws {TooManyLoads}; what `load` throws. */
  async run<T>(load: () => Promise<T>): Promise<T> {
    const { atOnce, waiting } = this.#settings;
    if (this.#running < atOnce) this.#most = Math.max(this.#most, ++this.#running);
    else if (this.#waiting.size >= waiting) throw new TooManyLoads('too many replies are being made');
    else await this.#turn();
    try {
      return await load();
    } catch (error) {
      // Who waits would find the same, one after the other, each a timeout later.
      if (error instanceof StoreUnavailable) for (const one of this.#waiting) one.fail(error);
      throw error;
    } finally {
      const [next] = this.#waiting;
      if (next) next.begin();
      else this.#running--;
    }
  }

  /** Waits until another hands its place over. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(one);
      };
      const one: Waiting = {
        begin() {
          end();
          resolve();
        },
        fail(error) {
          end();
          reject(error);
        },
      };
      const tooLate = () => one.fail(new TooManyLoads('the replies that are being made take too long'));
      const timer = setTimeout(tooLate, this.#settings.waitMs);
      this.#waiting.add(one);
    });
  }
}

/** @see defaultLanes */
export interface LanesSettings {
  ordinary: LaneSettings;
  pages: LaneSettings;
}

/**
 * Pages of lists, of which a client can ask for any number and each of which may have 500 records, are made two at a
 * time and hold up nothing else. What else there is, is made beside them.
 */
export const defaultLanes: LanesSettings = {
  ordinary: { atOnce: 16, waiting: 512, waitMs: 1_000 },
  pages: { atOnce: 2, waiting: 32, waitMs: 1_000 },
};
