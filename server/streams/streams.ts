import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Family } from '../../contracts/families.ts';
import { heartbeatMs } from '../../contracts/http/event-stream.ts';
import { languageOf } from '../../contracts/problems.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { retryAfter } from '../limits/retry-after.ts';
import type { Subscriptions } from '../store/redis/subscriber.ts';
import { Reader } from './reader.ts';
import { type Source, Topic } from './topic.ts';

export interface StreamSettings {
  /** Streams at once in this process; further ones are answered 503. */
  most: number;
  /** Of those, by one address; further ones are answered 429. 0 is no limit of its own. */
  maxPerAddress: number;
  /** How often each stream carries a comment. */
  heartbeatMs: number;
  /** Bytes that may wait in a connection; a reader further behind is cut off. */
  mostWaiting: number;
  /** How often what is followed is read even if nothing was announced. */
  pollMs: number;
}

export const defaultStreamSettings: StreamSettings = {
  most: 10_000,
  maxPerAddress: 500,
  heartbeatMs,
  mostWaiting: 262_144,
  pollMs: 2_000,
};

const tooManyOfAddress = {
  es: (most: number) => `Esta dirección ya sigue ${most} transmisiones; consulte la ruta sin transmisión.`,
  en: (most: number) => `This address follows ${most} streams already; ask the route without a stream.`,
};

/** What a client wants to follow. */
export interface StreamRequest {
  /** What limits count as one client. */
  address: string;
  /** The language that a refusal is told in. */
  family: Family;
  /** One spelling of what is followed: those with the same key share what is read. */
  key: string;
  /** The id that the client has seen last, if any. */
  lastId: number | undefined;
  /** Of the response. */
  headers: Readonly<Record<string, string>>;
  source(): Source;
}

/**
 * The Server-Sent Events of one process. Readers of the same thing form a topic: each change is read from the store once
 * and its bytes are made once, however many read.
 */
export class Streams {
  readonly #subscriptions: Subscriptions;
  readonly #settings: StreamSettings;
  readonly #onError: (error: unknown) => void;
  readonly #topics = new Map<string, Topic>();
  #count = 0;
  /** How many each address has open. */
  readonly #ofAddresses = new Map<string, number>();
  #isClosed = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: { subscriptions: Subscriptions; log: Logger; settings?: Partial<StreamSettings> }) {
    this.#subscriptions = options.subscriptions;
    this.#settings = { ...defaultStreamSettings, ...options.settings };
    this.#onError = (error) => options.log.error({ err: error }, 'a stream could not be read');
    this.#timer = setInterval(() => this.#beat(), Math.max(10, this.#settings.heartbeatMs / 20));
    this.#timer.unref();
  }

  /** How many clients read. */
  get count(): number {
    return this.#count;
  }

  /**
   * Answers with a stream.
   *
   * @throws {Problem | StoreUnavailable} before anything was sent: what the plain route answers with,
   *   `service-unavailable` when there are too many streams or the process stops, `too-many-requests` when the address
   *   holds its share.
   */
  async open(res: ServerResponse, { key, lastId, headers, source, address, family }: StreamRequest): Promise<void> {
    if (this.#isClosed || this.#count >= this.#settings.most) {
      throw new Problem('service-unavailable', { headers: retryAfter(2) });
    }
    this.#checkShare(address, family);
    const known = this.#topics.get(key);
    const topic = known && !known.isClosed ? known : this.#topicOf(source());
    this.#topics.set(key, topic);
    const reader = new Reader(res, headers, this.#settings.mostWaiting);
    reader.heartbeatMs = Date.now() + this.#settings.heartbeatMs;
    this.#count++;
    this.#ofAddresses.set(address, (this.#ofAddresses.get(address) ?? 0) + 1);
    let isIn = true;
    const leave = () => {
      if (isIn) this.#leave(address);
      isIn = false;
      topic.leave(reader);
      this.#drop(key, topic);
    };
    reader.onGone(leave);
    try {
      await topic.join(reader, lastId);
    } catch (error) {
      leave();
      throw error;
    }
    if (reader.isGone) leave();
  }

  /** Ends every stream, and takes no more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const topic of this.#topics.values()) topic.close();
    this.#topics.clear();
  }

  /** @throws {Problem} `too-many-requests`. */
  #checkShare(address: string, family: Family): void {
    const { maxPerAddress } = this.#settings;
    if (maxPerAddress === 0 || (this.#ofAddresses.get(address) ?? 0) < maxPerAddress) return;
    const detail = tooManyOfAddress[languageOf(family)](maxPerAddress);
    throw new Problem('too-many-requests', { headers: retryAfter(5), extensions: { detail } });
  }

  #leave(address: string): void {
    const held = this.#ofAddresses.get(address) ?? 0;
    if (held > 1) this.#ofAddresses.set(address, held - 1);
    else this.#ofAddresses.delete(address);
    this.#count--;
  }

  #topicOf(source: Source): Topic {
    const { pollMs } = this.#settings;
    return new Topic(source, this.#subscriptions, { pollMs, onError: this.#onError });
  }

  /** What nobody follows is no longer read. */
  #drop(key: string, topic: Topic): void {
    if (!topic.isIdle) return;
    topic.close();
    if (this.#topics.get(key) === topic) this.#topics.delete(key);
  }

  #beat(): void {
    const nowMs = Date.now();
    for (const topic of this.#topics.values()) {
      for (const reader of topic.readers) reader.beat(nowMs, this.#settings.heartbeatMs);
    }
  }
}
