import { ConcurrencyLimit, type LimitSettings } from '../store/concurrency-limit.ts';
import { StoreFault, StoreUnavailable } from '../store/redis/errors.ts';
import { type Clock, systemClock } from './clock.ts';
import { LinkedList } from './linked-list.ts';

/** Too much is being loaded: this work was not begun, and the store was not asked. */
export class TooManyLoads extends StoreUnavailable {
  override name = 'TooManyLoads';
}

/**
 * Kinds of work, the most important first: what changes while a fight is on, single records, lists, and pages and filters
 * of lists, of which clients can make up any number.
 */
export const workClasses = ['live', 'item', 'list', 'page'] as const;
export type WorkClass = (typeof workClasses)[number];

/** The part of all places, and of the queue, that a class may use together with those below it. */
const shares: Readonly<Record<WorkClass, number>> = { live: 1, item: 3 / 4, list: 1 / 2, page: 1 / 8 };

export interface AdmissionSettings {
  /** How much work may be in progress at once. */
  limit: LimitSettings;
  /** How much may wait for its turn. */
  maxQueued: number;
  /** How long it may wait. Work that would wait longer is refused at once. */
  maxWaitMs: number;
  /**
   * How long it may wait once its class has had a queue for `maxWaitMs`. A burst passes; a queue that does not only makes
   * all of its work late, until clients have given up and repeat what is still waiting: then nothing is in time any more.
   *
   * @see Nichols and Jacobson, "Controlling Queue Delay" (2012)
   */
  standingWaitMs: number;
}

/**
 * Work reads Redis, builds a reply, and has about ten times the bytes of the reply in memory until it is sent, so there is
 * a most. A load asks Redis up to three times: the target is above what that takes over a slow line, and a machine that
 * others keep busy is late for its own reasons, so there is a least that still does something with such a Redis.
 */
export const defaultAdmissionSettings: AdmissionSettings = {
  limit: { least: 8, most: 32, start: 16, targetMs: 250 },
  maxQueued: 512,
  maxWaitMs: 1_000,
  standingWaitMs: 100,
};

/** Whether other work would fail in the same way, each a timeout after the previous one; broken data fail what uses them. */
const isOutage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && !(error instanceof StoreFault);

const takesTooLong = 'the replies that are being loaded take too long';

interface Waiting {
  sinceMs: number;
  begin(): void;
  fail(error: Error): void;
}

interface Class {
  readonly share: number;
  running: number;
  readonly queue: LinkedList<Waiting>;
  /** Recent average time of its work. */
  averageMs: number;
  /** Since when its queue has not been empty; undefined while it is. */
  queuedMs: number | undefined;
  /** Ends the wait of the first in the queue; one for all, since a timer for each took a tenth of a small load. */
  timer: object | undefined;
}

/**
 * Admits the work of a process: as much at once as is done in time (`adjustLimit`), the most important first. Further
 * work waits for its turn; what would wait too long is refused at once, which costs nothing.
 *
 * A class has a share of the places: lists never take those of live replies, however slow they are.
 */
export class Admission {
  readonly #settings: AdmissionSettings;
  readonly #clock: Clock;
  readonly #limit: ConcurrencyLimit;
  readonly #classes: readonly Class[] = workClasses.map((name) => ({
    share: shares[name],
    running: 0,
    queue: new LinkedList<Waiting>(),
    averageMs: 1,
    queuedMs: undefined,
    timer: undefined,
  }));
  #running = 0;
  #peak = 0;

  constructor(settings: AdmissionSettings = defaultAdmissionSettings, clock: Clock = systemClock) {
    this.#clock = clock;
    this.#settings = settings;
    this.#limit = new ConcurrencyLimit(settings.limit);
  }

  /** How much work may be in progress now. */
  get limit(): number {
    return this.#limit.value;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waitingFrom(0);
  }

  /** The most work that was in progress at the same time. */
  get peak(): number {
    return this.#peak;
  }

  /** Whether work of this class would be refused now. */
  refuses(name: WorkClass): boolean {
    const rank = workClasses.indexOf(name);
    if (this.#hasPlace(rank)) return false;
    const tooMany = this.#settings.maxQueued * this.#class(rank).share;
    return this.#waitingFrom(rank) >= tooMany || this.#expectedWaitMs(rank) > this.#maxWaitMs(rank);
  }

  /** @throws {TooManyLoads} before `work` is begun; what `work` throws. */
  async run<T>(name: WorkClass, work: () => Promise<T>): Promise<T> {
    const rank = workClasses.indexOf(name);
    if (this.#hasPlace(rank)) this.#take(rank);
    else if (this.refuses(name)) throw new TooManyLoads('too many replies are being loaded');
    else await this.#waitForPlace(rank);
    const startedMs = this.#clock.now();
    let hasFailed = false;
    try {
      return await work();
    } catch (error) {
      hasFailed = isOutage(error);
      if (isOutage(error)) this.#failWaiting(error);
      throw error;
    } finally {
      this.#release(rank, startedMs, hasFailed);
    }
  }

  #class(rank: number): Class {
    return this.#classes[rank] as Class;
  }

  /** Work that waits, of a class and of those below it. */
  #waitingFrom(rank: number): number {
    let sum = 0;
    for (let below = rank; below < this.#classes.length; below++) sum += this.#class(below).queue.size;
    return sum;
  }

  #places(rank: number): number {
    return Math.max(1, Math.floor(this.limit * this.#class(rank).share));
  }

  #hasRoom(rank: number): boolean {
    if (this.#running >= this.limit) return false;
    let running = 0;
    for (let below = rank; below < this.#classes.length; below++) running += this.#class(below).running;
    return running < this.#places(rank);
  }

  /** Whether work can begin now; not before what waits already. */
  #hasPlace(rank: number): boolean {
    return this.#class(rank).queue.size === 0 && this.#hasRoom(rank);
  }

  #maxWaitMs(rank: number): number {
    const { maxWaitMs, standingWaitMs } = this.#settings;
    const { queuedMs } = this.#class(rank);
    return queuedMs !== undefined && this.#clock.now() - queuedMs > maxWaitMs ? standingWaitMs : maxWaitMs;
  }

  /** The time for what waits before it, or at least as long as the first of its class has waited so far. */
  #expectedWaitMs(rank: number): number {
    const { averageMs, queue } = this.#class(rank);
    let before = 0;
    for (let above = 0; above <= rank; above++) before += this.#class(above).queue.size;
    const waitedMs = queue.first ? this.#clock.now() - queue.first.sinceMs : 0;
    return Math.max(waitedMs, (before * averageMs) / this.#places(rank));
  }

  #take(rank: number): void {
    this.#class(rank).running++;
    this.#peak = Math.max(this.#peak, ++this.#running);
  }

  #release(rank: number, startedMs: number, hasFailed: boolean): void {
    const endedMs = this.#clock.now();
    const own = this.#class(rank);
    this.#limit.record({ startedMs, endedMs, inProgress: this.#running, count: 1, hasFailed });
    own.averageMs += (endedMs - startedMs - own.averageMs) / 16;
    own.running--;
    this.#running--;
    for (let next = 0; next < this.#classes.length; next++) {
      const { queue } = this.#class(next);
      if (queue.size === 0) continue;
      const maxWaitMs = this.#maxWaitMs(next);
      for (const waiting of queue) {
        if (!this.#hasRoom(next)) break;
        if (endedMs - waiting.sinceMs > maxWaitMs) {
          waiting.fail(new TooManyLoads(takesTooLong));
          continue;
        }
        this.#take(next);
        waiting.begin();
      }
    }
  }

  #failWaiting(error: Error): void {
    for (const { queue } of this.#classes) for (const waiting of queue) waiting.fail(error);
  }

  /** Waits until work that ends passes its place on. */
  #waitForPlace(rank: number): Promise<void> {
    const own = this.#class(rank);
    const { queue } = own;
    own.queuedMs ??= this.#clock.now();
    this.#startTimer(own, this.#settings.maxWaitMs);
    return new Promise((resolve, reject) => {
      const end = () => {
        queue.remove(link);
        if (queue.size === 0) own.queuedMs = undefined;
      };
      const waiting: Waiting = {
        sinceMs: this.#clock.now(),
        begin() {
          end();
          resolve();
        },
        fail(error) {
          end();
          reject(error);
        },
      };
      const link = queue.add(waiting);
    });
  }

  /** Fails what has waited too long, the first of the queue first. Runs on when the queue is empty: most are, soon. */
  #startTimer(own: Class, ms: number): void {
    own.timer ??= this.#clock.setTimeout(() => {
      own.timer = undefined;
      const sinceMs = this.#clock.now() - this.#settings.maxWaitMs;
      for (const waiting of own.queue) {
        // A timer may be early by the rest of a millisecond.
        if (waiting.sinceMs > sinceMs + 1) return this.#startTimer(own, waiting.sinceMs - sinceMs);
        waiting.fail(new TooManyLoads(takesTooLong));
      }
    }, ms);
  }
}
