import { Representation } from '../cache/representation.ts';
import type { Peers } from '../cache/response-cache.ts';
import type { CachedValue } from '../cache/tagged-cache-types.ts';
import type { FromWorker, SharedReply } from './messages.ts';

export interface ShareSettings {
  /** Delay before a new reply is sent, together with others. */
  pauseMs: number;
  /** A reply that keeps changing is sent at most once in this time. */
  everyMs: number;
  /** Bytes of bodies in a batch; a single body may be longer. */
  batchBytes: number;
  /** Bytes sent per second. */
  bytesPerSecond: number;
  /** Longer bodies are not sent. */
  maxBytes: number;
  /** How long the primary may take to answer. */
  recallMs: number;
}

const defaults: Omit<ShareSettings, 'maxBytes'> = {
  pauseMs: 100,
  everyMs: 5_000,
  batchBytes: 262_144,
  bytesPerSecond: 4_194_304,
  recallMs: 300,
};

/** Keys that wait to be sent, per kind; beyond that the oldest are dropped. */
const maxWaiting = 10_000;
/** Replies of unbounded kinds of requests count this many times, which limits their part of the rate. */
const unboundedCost = 4;
/** Requests to the primary at the same time. */
const maxRequests = 1_000;
/** For how long a miss in the primary is cached. */
const missingMs = 1_000;

export interface Sharing {
  send(message: FromWorker, sent: () => void): void;
  /** Returns the cached reply of a key. */
  peek(key: string): Readonly<CachedValue<Representation>> | undefined;
  settings: Partial<ShareSettings> & Pick<ShareSettings, 'maxBytes'>;
}

type Answer = CachedValue<Representation> | undefined;

/**
 * Sends the replies of this worker to the primary, in the background and in small batches, and asks it for those of other
 * workers. A request with a new reply only notes its key.
 */
export class ReplySharing implements Peers {
  readonly #sharing: Sharing;
  readonly #settings: ShareSettings;
  /** In the order of sending; replies of unbounded kinds, which could displace others, come last. */
  readonly #waiting = { ordinary: new Set<string>(), unbounded: new Set<string>() };
  readonly #gone = new Set<string>();
  readonly #sentMs = new Map<string, number>();
  readonly #requests = new Map<string, PromiseWithResolvers<Answer>>();
  readonly #missing = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sharing: Sharing) {
    this.#sharing = sharing;
    this.#settings = { ...defaults, ...sharing.settings };
  }

  onLoad(key: string): void {
    const isUnbounded = this.#sharing.peek(key)?.isUnbounded === true;
    const waiting = this.#waiting[isUnbounded ? 'unbounded' : 'ordinary'].add(key);
    if (waiting.size > maxWaiting) waiting.delete(waiting.values().next().value as string);
    this.#gone.delete(key);
    this.#schedule(this.#settings.pauseMs);
  }

  onRemove(key: string): void {
    this.#gone.add(key);
    this.#schedule(this.#settings.pauseMs);
  }

  fetch(key: string): Promise<Answer> {
    const pending = this.#requests.get(key);
    if (pending) return pending.promise;
    if (this.#missing.has(key) || this.#requests.size >= maxRequests) return Promise.resolve(undefined);
    const request = Promise.withResolvers<Answer>();
    this.#requests.set(key, request);
    const timer = setTimeout(() => this.#answer(key, undefined), this.#settings.recallMs);
    request.promise.then(() => clearTimeout(timer));
    this.#sharing.send({ kind: 'recall', key }, () => undefined);
    return request.promise;
  }

  /** Receives the primary's answer. */
  recalled(key: string, reply: SharedReply | undefined): void {
    if (!reply) {
      if (this.#missing.size === 0) setTimeout(() => this.#missing.clear(), missingMs).unref();
      if (this.#missing.size < maxWaiting) this.#missing.add(key);
      this.#answer(key, undefined);
      return;
    }
    if (!this.#requests.has(key)) return;
    const { body, type, headers, loadedMs, isUnbounded } = reply;
    this.#answer(key, { value: new Representation(Buffer.from(body), { type, headers }), loadedMs, isUnbounded });
  }

  #answer(key: string, answer: Answer): void {
    this.#requests.get(key)?.resolve(answer);
    this.#requests.delete(key);
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => this.#sendBatch(), ms).unref();
  }

  /** Sends the next batch. */
  #sendBatch(): void {
    const { pauseMs, bytesPerSecond } = this.#settings;
    const { replies, cost } = this.#nextBatch();
    const gone = [...this.#gone];
    this.#gone.clear();
    const scheduleNext = () => {
      this.#timer = undefined;
      if (this.#waiting.ordinary.size + this.#waiting.unbounded.size + this.#gone.size > 0) this.#schedule(pauseMs);
    };
    if (replies.length === 0 && gone.length === 0) {
      scheduleNext();
      return;
    }
    // Sends the next batch once this one is written, and no sooner than the rate allows.
    this.#sharing.send({ kind: 'replies', replies, gone }, () => {
      this.#timer = setTimeout(scheduleNext, (cost / bytesPerSecond) * 1_000).unref();
    });
  }

  /** @returns the replies and their cost in bytes, where replies of unbounded kinds cost more. */
  #nextBatch(): { replies: SharedReply[]; cost: number } {
    const { everyMs, batchBytes, maxBytes } = this.#settings;
    const nowMs = Date.now();
    for (const [key, sentMs] of this.#sentMs) {
      if (nowMs - sentMs < everyMs && nowMs >= sentMs) break;
      this.#sentMs.delete(key);
    }
    const replies: SharedReply[] = [];
    let cost = 0;
    for (const kind of ['ordinary', 'unbounded'] as const) {
      const waiting = this.#waiting[kind];
      for (const key of waiting) {
        if (cost >= batchBytes) return { replies, cost };
        if (this.#sentMs.has(key)) continue;
        waiting.delete(key);
        const cached = this.#sharing.peek(key);
        if (!cached || cached.value.identity.bytes.length > maxBytes) continue;
        replies.push(toShared(key, cached));
        cost += cached.value.identity.bytes.length * (kind === 'unbounded' ? unboundedCost : 1);
        this.#sentMs.set(key, nowMs);
      }
    }
    return { replies, cost };
  }
}

function toShared(
  key: string,
  { value, loadedMs, isUnbounded = false }: Readonly<CachedValue<Representation>>,
): SharedReply {
  const { type, headers, identity } = value;
  return { key, body: identity.bytes.toString(), type, headers, loadedMs, isUnbounded };
}
