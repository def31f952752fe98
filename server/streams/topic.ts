import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../common/wire/problem.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import type { Subscription, Subscriptions } from '../store/redis/subscriber.ts';
import type { Reader, StreamEvent } from './reader.ts';
import { prepareZipped } from './stream-coding.ts';

export interface Reading {
  /** Grows with every change of the source. */
  version: number;
  /** In the order of their ids. Without `since`: a single event with the current state. */
  events: StreamEvent[];
  /** `events` has all events up to this version; the next read continues there. */
  upTo: number;
  /** Channels on which changes are announced. */
  channels: readonly string[];
}

export interface Source {
  /** @throws {Problem} if it does not exist; {StoreUnavailable}. */
  read(since: number | undefined): Promise<Reading>;
  /** Whether `read` returns every event since a version, or only the current state. */
  hasHistory: boolean;
  /** Whether an announcement is about this source. */
  isRelevant(message: string): boolean;
  /** Min time between two reads, however often a change is announced. */
  minIntervalMs: number;
}

export interface TopicSettings {
  /** Max time between two reads while there are readers: announcements may be lost. */
  pollMs: number;
  onError(error: unknown): void;
}

/** A change within this time after an announcement may not be announced, so one more read follows. */
const unannouncedMs = 150;

const retryMs = 300;

/** A source with any number of readers: each change is read once for all of them. */
export class Topic {
  readonly #source: Source;
  readonly #subscriptions: Subscriptions;
  readonly #settings: TopicSettings;
  readonly #readers = new Set<Reader>();
  readonly #late = new Set<Reader>();
  /** The last event, and the version up to which it is current. */
  #latest: StreamEvent | undefined;
  #version = -1;
  #channels: readonly string[] = [];
  #subscription: Subscription | undefined;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  // By `performance.now`: if the system clock were set back, the stream would stop for as long.
  #dueMs = Number.POSITIVE_INFINITY;
  #readMs = 0;
  #announcedMs = 0;
  #isClosed = false;
  #joining = 0;
  /** Events by the version that they follow, shared by readers that reconnect together. */
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

  get isIdle(): boolean {
    return this.#readers.size === 0 && this.#joining === 0;
  }

  /**
   * Sends a reader the current state, or the events since its last id, and from then on every event.
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
      // Send what this process has; the rest follows when the store answers again.
      const isKnown = this.#latest && (lastId === undefined || lastId <= this.#version);
      if (!(error instanceof StoreUnavailable) || !isKnown) throw error;
    }
    const latest = this.#latest;
    if (!latest || this.#isClosed) throw new StoreUnavailable('the stream has ended');
    if (reader.isClosed) return;
    reader.open();
    if (lastId === undefined || lastId > this.#version) reader.send(latest);
    else if (lastId >= latest.id) reader.lastId = lastId;
    else if (!this.#source.hasHistory) reader.send(latest);
    else await this.#catchUp(reader, lastId);
    // An event may have come after the last page was read, before the reader gets events with the others.
    while (!reader.isClosed && this.#isBehind(reader)) await this.#catchUp(reader, reader.lastId);
    if (reader.isClosed) return;
    if (this.#isClosed) reader.end();
    else this.#readers.add(reader);
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Ends every stream; the clients reconnect. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#subscription?.close();
    for (const reader of this.#readers) reader.end();
  }

  /** Resolves after a read that began after the call; concurrent calls share it. */
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

  /** Whether the last read is recent enough for a new reader; always false for sources that read every change. */
  #isFresh(lastId = 0): boolean {
    const ageMs = performance.now() - this.#readMs;
    return this.#latest !== undefined && lastId <= this.#version && ageMs >= 0 && ageMs < this.#source.minIntervalMs;
  }

  #isBehind({ lastId }: Reader): boolean {
    return this.#latest !== undefined && lastId < this.#latest.id;
  }

  /** Sends page after page until no event is missing, so that the reader joins without a gap. */
  async #catchUp(reader: Reader, lastId: number): Promise<void> {
    let since = lastId;
    this.#late.add(reader);
    try {
      while (this.#latest && since < this.#latest.id && !reader.isClosed) {
        const { events, upTo } = await this.#page(since);
        // The store has lost data, and this topic has not detected it: the next page would be the same.
        if (upTo <= since) reader.end();
        for (const event of events) {
          if (reader.coding === 'gzip') await prepareZipped(event.bytes);
          await reader.sendPaced(event);
        }
        since = upTo;
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#settings.onError(error);
      reader.end();
    } finally {
      this.#late.delete(reader);
    }
    reader.lastId = Math.max(reader.lastId, since);
  }

  #page(since: number): Promise<Reading> {
    const known = this.#pages.get(since);
    if (known) return known;
    const page = this.#source.read(since);
    this.#pages.set(since, page);
    page.catch(() => this.#pages.delete(since));
    return page;
  }

  async #read(): Promise<void> {
    this.#cancel();
    this.#readMs = performance.now();
    let isCurrent = false;
    try {
      while (!isCurrent && !this.#isClosed) {
        const reading = await this.#source.read(this.#latest && this.#version);
        isCurrent = await this.#apply(reading);
      }
    } finally {
      const isDue = this.#announcedMs + unannouncedMs > this.#readMs && this.#source.minIntervalMs > 0;
      if (!isCurrent) this.#scheduleRead(retryMs);
      else this.#scheduleRead(isDue ? this.#source.minIntervalMs : this.#settings.pollMs);
    }
  }

  /** @returns whether the topic is current. */
  async #apply({ version, events, upTo, channels }: Reading): Promise<boolean> {
    if (version < this.#version) {
      // The store has lost its data and counts versions from the start: readers must start over.
      this.#latest = undefined;
      this.#version = -1;
      this.#pages.clear();
      for (const readers of [this.#readers, this.#late]) for (const reader of readers) reader.end();
      return false;
    }
    for (const event of events) {
      if (this.#hasZipped()) await prepareZipped(event.bytes);
      this.#send(event);
      // Several events at once would fill the buffers of readers.
      if (event !== events.at(-1)) await setImmediate();
    }
    this.#version = upTo;
    const wasSubscribed = await this.#subscribe(channels);
    return wasSubscribed && upTo >= version;
  }

  #hasZipped(): boolean {
    for (const { coding } of this.#readers) if (coding === 'gzip') return true;
    return false;
  }

  #send(event: StreamEvent): void {
    if (this.#latest && !this.#source.hasHistory && isSameState(this.#latest, event)) return;
    this.#latest = event;
    for (const reader of this.#readers) reader.send(event);
  }

  /** @returns whether it was already subscribed to these channels; otherwise it may have missed a change. */
  async #subscribe(channels: readonly string[]): Promise<boolean> {
    if (channels.join() === this.#channels.join()) return true;
    const before = this.#subscription;
    let isReady = false;
    this.#channels = channels;
    this.#subscription = this.#subscriptions.subscribe(channels, {
      onMessage: (_, message) => {
        if (!this.#source.isRelevant(message)) return;
        this.#announcedMs = performance.now();
        this.#scheduleRead(this.#readMs + this.#source.minIntervalMs - this.#announcedMs);
      },
      onSubscribe: () => isReady && this.#scheduleRead(0),
    });
    before?.close();
    await this.#subscription.ready;
    isReady = true;
    // An announcement just before may have been missed, and a change right after an announcement is not announced again.
    this.#announcedMs = performance.now();
    return false;
  }

  #scheduleRead(inMs: number): void {
    const dueMs = performance.now() + inMs;
    if (this.#isClosed || this.#dueMs <= dueMs) return;
    this.#cancel();
    const readNow = () => {
      this.#cancel();
      this.refresh().catch((error) => this.#handleError(error));
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

  #handleError(error: unknown): void {
    if (error instanceof StoreUnavailable) return;
    // The source no longer exists; clients that reconnect get the problem.
    if (error instanceof Problem) this.close();
    else this.#settings.onError(error);
  }
}

const dataFrom = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n'));

/** Whether two events differ in their ids only. */
const isSameState = (one: StreamEvent, other: StreamEvent) => dataFrom(one.bytes).equals(dataFrom(other.bytes));
