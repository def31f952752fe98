import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Problem } from '../../common/wire/problem.ts';
import type { Family } from '../../contracts/families.ts';
import { heartbeatMs } from '../../contracts/http/event-stream.ts';
import { languageOf } from '../../contracts/problems.ts';
import { retryAfter } from '../limits/limiter.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import type { Subscriptions } from '../store/redis/subscriber.ts';
import { Reader } from './reader.ts';
import type { StreamCoding } from './stream-coding.ts';
import { type Source, Topic } from './topic.ts';

export interface StreamSettings {
  /** Max open streams of this process; further requests get 503. */
  maxStreams: number;
  /** Max open streams of one address; further requests get 429. 0 is no limit. */
  maxPerAddress: number;
  heartbeatMs: number;
  /** Max bytes in the buffer of a connection; readers with more are disconnected. */
  maxBufferedBytes: number;
  /** Max interval between two reads of a topic, even without an announcement. */
  pollMs: number;
}

const defaultStreamSettings: StreamSettings = {
  maxStreams: 10_000,
  maxPerAddress: 500,
  heartbeatMs,
  maxBufferedBytes: 262_144,
  pollMs: 2_000,
};

const tooManyOfAddress = {
  es: (max: number) => `Esta dirección ya sigue ${max} transmisiones; consulte la ruta sin transmisión.`,
  en: (max: number) => `This address follows ${max} streams already; ask the route without a stream.`,
};

export interface StreamRequest {
  address: string;
  /** Sets the language of a refusal. */
  family: Family;
  /** Requests with the same key share a topic. */
  key: string;
  lastId: number | undefined;
  coding: StreamCoding;
  headers: Readonly<Record<string, string>>;
  source(): Source;
  /** Called after the headers are sent. */
  onOpen?(): void;
}

/**
 * The Server-Sent Events of one process. Readers share a topic: each change is read from the store once and encoded
 * once, however many readers there are.
 */
export class Streams {
  readonly #subscriptions: Subscriptions;
  readonly #settings: StreamSettings;
  readonly #metrics: RequestMetrics | undefined;
  readonly #onError: (error: unknown) => void;
  readonly #topics = new Map<string, Topic>();
  #count = 0;
  readonly #countByAddress = new Map<string, number>();
  #isClosed = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: {
    subscriptions: Subscriptions;
    log: Logger;
    settings?: Partial<StreamSettings>;
    metrics?: RequestMetrics | undefined;
  }) {
    this.#metrics = options.metrics;
    this.#subscriptions = options.subscriptions;
    this.#settings = { ...defaultStreamSettings, ...options.settings };
    this.#onError = (error) => options.log.error({ err: error }, 'cannot read the source of a stream: trying again');
    this.#timer = setInterval(() => this.#sendHeartbeats(), Math.max(10, this.#settings.heartbeatMs / 20));
    this.#timer.unref();
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Answers with a stream.
   *
   * @throws {Problem | StoreUnavailable} before anything was sent: the problem of the plain route, `service-unavailable` if
   *   there are too many streams or the process stops, `too-many-requests` if the address has too many.
   */
  async open(res: ServerResponse, request: StreamRequest): Promise<void> {
    const { key, lastId, coding, headers, source, address, family, onOpen } = request;
    if (this.#isClosed || this.#count >= this.#settings.maxStreams) {
      throw new Problem('service-unavailable', { headers: retryAfter(2) });
    }
    this.#checkAddress(address, family);
    const known = this.#topics.get(key);
    const topic = known && !known.isClosed ? known : this.#createTopic(source());
    this.#topics.set(key, topic);
    const { maxBufferedBytes } = this.#settings;
    const reader = new Reader(res, { coding, headers, maxBufferedBytes, metrics: this.#metrics, onOpen });
    reader.heartbeatMs = performance.now() + this.#settings.heartbeatMs;
    this.#count++;
    this.#countByAddress.set(address, (this.#countByAddress.get(address) ?? 0) + 1);
    let isCounted = true;
    const leave = () => {
      if (isCounted) this.#uncount(address);
      isCounted = false;
      topic.leave(reader);
      this.#drop(key, topic);
    };
    reader.onClose(leave);
    try {
      await topic.join(reader, lastId);
    } catch (error) {
      leave();
      throw error;
    }
    if (reader.isClosed) leave();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const topic of this.#topics.values()) topic.close();
    this.#topics.clear();
  }

  #checkAddress(address: string, family: Family): void {
    const { maxPerAddress } = this.#settings;
    if (maxPerAddress === 0 || (this.#countByAddress.get(address) ?? 0) < maxPerAddress) return;
    const detail = tooManyOfAddress[languageOf(family)](maxPerAddress);
    throw new Problem('too-many-requests', { headers: retryAfter(5), extensions: { detail } });
  }

  #uncount(address: string): void {
    const count = this.#countByAddress.get(address) ?? 0;
    if (count > 1) this.#countByAddress.set(address, count - 1);
    else this.#countByAddress.delete(address);
    this.#count--;
  }

  #createTopic(source: Source): Topic {
    const { pollMs } = this.#settings;
    return new Topic(source, this.#subscriptions, { pollMs, onError: this.#onError });
  }

  #drop(key: string, topic: Topic): void {
    if (!topic.isIdle) return;
    topic.close();
    if (this.#topics.get(key) === topic) this.#topics.delete(key);
  }

  #sendHeartbeats(): void {
    const nowMs = performance.now();
    for (const topic of this.#topics.values()) {
      for (const reader of topic.readers) reader.sendHeartbeat(nowMs, this.#settings.heartbeatMs);
    }
  }
}
