import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../contracts/requests/problem.ts';
import { StoreUnavailable } from '../store/index.ts';
import type { Subscription, Subscriptions } from '../store/redis/subscriber.ts';
import type { Reader, StreamEvent } from './reader.ts';

/** What a topic's source says now. */
export interface Reading {
  /** Grows with every change of what the events are made from. */
  version: number;
  /** In the order of their ids. Without a version that was seen: the one event that is the state now. */
  events: StreamEvent[];
  /** The version that they lead to; what follows is for the next reading. */
  reached: number;
  /** Channels on which changes are announced. */
  channels: readonly string[];
}

/** Where the events of a topic come from. */
export interface Source {
  /** @throws {Problem} when there is no such thing; {StoreUnavailable}. */
  read(seen: number | undefined): Promise<Reading>;
  /** Whether `read` knows every event since a version, or only the state now. */
  hasHistory: boolean;
  /** Whether an announcement is of concern. */
  concerns(message: string): boolean;
  /** At most one reading in so many milliseconds, however often a change is announced. */
  everyMs: number;
}

export interface TopicSettings {
  /** While there are readers, the state is read at least this often: announcements may be lost. */
  pollMs: number;
  /** Told of what should not happen. */
  onError(error: unknown): void;
}

/** Changes within this time after an announced one may not be announced, so the state is read once more after it. */
const unannouncedMs = 150;

/** How soon a reading that failed is tried again. */
const againMs = 300;

/** One thing that any number of clients follow: it is read once for all of them. */
export class Topic {
  readonly #source: Source;
  readonly #subscriptions: Subscriptions;
  readonly #settings: TopicSettings;
  readonly #readers = new Set<Reader>();
  /** The last event, and the version up to which it is the state. */
  #latest: StreamEvent | undefined;
  #version = -1;
  #channels: readonly string[] = [];
  #subscription: Subscription | undefined;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  #readMs = 0;
  #heardMs = 0;
  #isClosed = false;
  #joining = 0;
  /** What readers who come back together have missed. */
  readonly #pages = new LRUCache<number, Promise<Reading>>({ max: 16, ttl: 1_000, ttlAutopurge: true });

  constructor(source: Source, subscriptions: Subscriptions, settings: TopicSettings) {
    this.#source = source;
    this.#subscriptions = subscriptions;
    this.#settings = settings;
  }

  get readers(): ReadonlySet<Reader> {
    return this.#readers;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Nobody reads it, or is about to. */
  get isIdle(): boolean {
    return this.#readers.size === 0 && this.#joining === 0;
  }

  /**
   * Sends a reader the state now, or what it has missed since the id it has seen, and from then on every event.
   *
   * @throws {Problem | StoreUnavailable} before anything was sent.
   */
  async join(reader: Reader, lastId: number | undefined): Promise<void> {
    this.#joining++;
    try {
      await this.#join(reader, lastId);
    } finally {
      this.#joining--;
    }
  }

  async #join(reader: Reader, lastId: number | undefined): Promise<void> {
    try {
      if (!this.#isFresh(lastId)) await this.refresh();
    } catch (error) {
      // Who has seen less than this process gets what it has; the rest comes when the store is back.
      const isKnown = this.#latest && (lastId === undefined || lastId <= this.#version);
      if (!(error instanceof StoreUnavailable) || !isKnown) throw error;
    }
    const latest = this.#latest;
    if (!latest || this.#isClosed) throw new StoreUnavailable('the stream has ended');
    if (reader.isGone) return;
    reader.open();
    if (lastId === undefined || lastId > this.#version) reader.send(latest);
    else if (lastId >= latest.id) reader.seen = lastId;
    else if (!this.#source.hasHistory) reader.send(latest);
    else await this.#catchUp(reader, lastId);
    if (reader.isGone) return;
    if (this.#isClosed) reader.end();
    else this.#readers.add(reader);
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Ends every stream; the clients come back. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#subscription?.close();
    for (const reader of this.#readers) reader.end();
  }

  /** Resolves after a reading that began after the call; all who call meanwhile share it. */
  refresh(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
      return this.#reading;
    }
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.refresh();
      });
    return this.#next;
  }

  /** Whether what was read last will do for one more reader; only where it is not read at every change anyway. */
  #isFresh(lastId = -1): boolean {
    const ageMs = Date.now() - this.#readMs;
    return this.#latest !== undefined && lastId <= this.#version && ageMs >= 0 && ageMs < this.#source.everyMs;
  }

  /** Sends page after page until nothing is missing; whoever then joins the others misses nothing either. */
  async #catchUp(reader: Reader, lastId: number): Promise<void> {
    reader.seen = lastId;
    let seen = lastId;
    try {
      while (this.#latest && seen < this.#latest.id && !reader.isGone) {
        const { events, reached } = await this.#page(seen);
        for (const event of events) await reader.sendPaced(event);
        seen = reached;
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#settings.onError(error);
      reader.end();
    }
    reader.seen = Math.max(reader.seen, seen);
  }

  #page(seen: number): Promise<Reading> {
    const known = this.#pages.get(seen);
    if (known) return known;
    const page = this.#source.read(seen);
    this.#pages.set(seen, page);
    page.catch(() => this.#pages.delete(seen));
    return page;
  }

  async #read(): Promise<void> {
    this.#cancel();
    this.#readMs = Date.now();
    let isCurrent = false;
    try {
      while (!isCurrent && !this.#isClosed) {
        const reading = await this.#source.read(this.#latest && this.#version);
        isCurrent = await this.#take(reading);
      }
    } finally {
      const isDue = this.#heardMs + unannouncedMs > this.#readMs && this.#source.everyMs > 0;
      if (!isCurrent) this.#wake(againMs);
      else this.#wake(isDue ? this.#source.everyMs : this.#settings.pollMs);
    }
  }

  /** @returns whether there is nothing more to read. */
  async #take({ version, events, reached, channels }: Reading): Promise<boolean> {
    if (version < this.#version) {
      // The store has lost what was sent: its numbers start anew, and so must its readers.
      this.#latest = undefined;
      this.#version = -1;
      for (const reader of this.#readers) reader.end();
      return false;
    }
    for (const event of events) {
      this.#send(event);
      // Several at once must not make readers look slow who have had no chance to read the first.
      if (event !== events.at(-1)) await setImmediate();
    }
    this.#version = reached;
    const isHeard = await this.#listen(channels);
    return isHeard && reached >= version;
  }

  #send(event: StreamEvent): void {
    if (this.#latest && !this.#source.hasHistory && isSameState(this.#latest, event)) return;
    this.#latest = event;
    for (const reader of this.#readers) reader.send(event);
  }

  /** @returns whether these channels were listened to before; if not, something may have changed unheard. */
  async #listen(channels: readonly string[]): Promise<boolean> {
    if (channels.join() === this.#channels.join()) return true;
    const before = this.#subscription;
    this.#channels = channels;
    this.#subscription = this.#subscriptions.subscribe(channels, {
      onMessage: (_, message) => {
        if (!this.#source.concerns(message)) return;
        this.#heardMs = Date.now();
        this.#wake(this.#readMs + this.#source.everyMs - this.#heardMs);
      },
      onSubscribe: () => this.#wake(0),
    });
    before?.close();
    await this.#subscription.ready;
    // What was announced just before was not heard, nor is what follows that within a moment.
    this.#heardMs = Date.now();
    return false;
  }

  /** Makes sure that the state is read in so many milliseconds or sooner. */
  #wake(inMs: number): void {
    const dueMs = Date.now() + inMs;
    if (this.#isClosed || this.#dueMs <= dueMs) return;
    this.#cancel();
    const readNow = () => {
      this.#cancel();
      this.refresh().catch((error) => this.#failed(error));
    };
    if (inMs <= 0) {
      readNow();
      return;
    }
    this.#dueMs = dueMs;
    this.#timer = setTimeout(readNow, inMs);
    this.#timer.unref();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#dueMs = Number.POSITIVE_INFINITY;
  }

  #failed(error: unknown): void {
    if (error instanceof StoreUnavailable) return;
    // What is followed is gone; clients that come back are told so.
    if (error instanceof Problem) this.close();
    else this.#settings.onError(error);
  }
}

const dataFrom = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n'));

/** Whether two events differ in their ids only. */
const isSameState = (one: StreamEvent, other: StreamEvent) => dataFrom(one.bytes).equals(dataFrom(other.bytes));
