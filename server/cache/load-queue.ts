import { StoreUnavailable } from '../store/index.ts';

/** Too many loads are in progress: this load was not started, and the store was not asked. */
export class TooManyLoads extends StoreUnavailable {
  override name = 'TooManyLoads';
}

export interface LoadQueueSettings {
  /** Loads in progress at the same time. */
  concurrency: number;
  /** Loads that may wait for their turn. */
  maxQueued: number;
  /** How long they may wait. */
  maxWaitMs: number;
}

interface QueuedLoad {
  begin(): void;
  fail(error: StoreUnavailable): void;
}

/**
 * Bounds how many replies are loaded at once. Each takes time of the store and the event loop, and about ten times its
 * bytes in memory until it is sent. When the queue is full, further loads are refused at once, which costs nothing.
 */
export class LoadQueue {
  readonly #settings: LoadQueueSettings;
  readonly #queued = new Set<QueuedLoad>();
  #running = 0;
  #peak = 0;

  constructor(settings: LoadQueueSettings) {
    this.#settings = settings;
  }

  /** Loads in progress. */
  get running(): number {
    return this.#running;
  }

  /** Loads that wait for their turn. */
  get waiting(): number {
    return this.#queued.size;
  }

  /** The most loads that were in progress at the same time. */
  get peak(): number {
    return this.#peak;
  }

  /** @throws {TooManyLoads}; what `load` throws. */
  async run<T>(load: () => Promise<T>): Promise<T> {
    const { concurrency, maxQueued } = this.#settings;
    if (this.#running < concurrency) this.#peak = Math.max(this.#peak, ++this.#running);
    else if (this.#queued.size >= maxQueued) throw new TooManyLoads('too many replies are being loaded');
    else await this.#waitForTurn();
    try {
      return await load();
    } catch (error) {
      // The queued loads would fail in the same way, each a timeout after the previous one.
      if (error instanceof StoreUnavailable) for (const queued of this.#queued) queued.fail(error);
      throw error;
    } finally {
      const [next] = this.#queued;
      if (next) next.begin();
      else this.#running--;
    }
  }

  /** Waits until a load that ends passes its place on. */
  #waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#queued.delete(queued);
      };
      const queued: QueuedLoad = {
        begin() {
          end();
          resolve();
        },
        fail(error) {
          end();
          reject(error);
        },
      };
      const giveUp = () => queued.fail(new TooManyLoads('the replies that are being loaded take too long'));
      const timer = setTimeout(giveUp, this.#settings.maxWaitMs);
      this.#queued.add(queued);
    });
  }
}

/** @see defaultLoadQueues */
export interface LoadQueuesSettings {
  ordinary: LoadQueueSettings;
  pages: LoadQueueSettings;
}

/**
 * Clients can ask for any number of list pages, each with up to 500 records: they are loaded two at a time and delay
 * nothing else. Other replies have a separate queue.
 */
export const defaultLoadQueues: LoadQueuesSettings = {
  ordinary: { concurrency: 16, maxQueued: 512, maxWaitMs: 1_000 },
  pages: { concurrency: 2, maxQueued: 32, maxWaitMs: 1_000 },
};
