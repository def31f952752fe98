import { LRUCache } from 'lru-cache';
import { Representation } from '../cache/representation.ts';
import type { CachedValue, Peers } from '../cache/tagged-cache.ts';
import type { FromWorker, SharedReply } from './messages.ts';

/** Estimated bytes of a reply without its body. */
const overheadBytes = 1_024;

/**
 * In the primary: the last replies of all workers, so that each worker can send them while Redis is unreachable.
 */
export class SharedReplies {
  readonly #ordinary: LRUCache<string, SharedReply>;
  readonly #unbounded: LRUCache<string, SharedReply>;

  /** @param bytes maximum, at least 1; unbounded kinds of requests get an eighth of it in addition. */
  constructor(bytes: number) {
    const sizeCalculation = ({ body }: SharedReply, key: string) =>
      Buffer.byteLength(body) + key.length + overheadBytes;
    this.#ordinary = new LRUCache({ maxSize: bytes, sizeCalculation });
    this.#unbounded = new LRUCache({ maxSize: Math.ceil(bytes / 8), sizeCalculation });
  }

  get bytes(): number {
    return this.#ordinary.calculatedSize + this.#unbounded.calculatedSize;
  }

  add(reply: SharedReply): void {
    const { key } = reply;
    const before = this.#ordinary.peek(key) ?? this.#unbounded.peek(key);
    if (before && before.loadedMs > reply.loadedMs) return;
    this.remove(key);
    (reply.isUnbounded ? this.#unbounded : this.#ordinary).set(key, reply);
  }

  remove(key: string): void {
    this.#ordinary.delete(key);
    this.#unbounded.delete(key);
  }

  find(key: string): SharedReply | undefined {
    return this.#ordinary.get(key) ?? this.#unbounded.get(key);
  }
}

const batchEveryMs = 100;
/** A batch ends after the body that exceeds this. */
const batchBytes = 262_144;
/** A reply that changes often is sent at most once per this time. */
const resendMs = 5_000;
/** Keys that wait to be sent; beyond that the oldest are dropped. */
const maxWaiting = 10_000;
/** Maximum of concurrent requests to the primary, and of the time that it may take to answer one. */
const maxRequests = 1_000;
const requestTimeoutMs = 300;
/** How long a worker remembers that the primary does not have a reply. */
const missingMs = 1_000;

type Fetched = CachedValue<Representation> | undefined;

/**
 * In a worker: sends its replies to the primary in the background, in small batches, and fetches those of other workers.
 */
export class ReplySharing implements Peers<Representation> {
  readonly #options;
  readonly #waiting = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #sentMs = new Map<string, number>();
  readonly #requests = new Map<string, PromiseWithResolvers<Fetched>>();
  readonly #missing = new Set<string>();
  #isSending = false;

  /**
   * @param options.peek the cached reply of a key.
   * @param options.maxBytes longer bodies are not sent.
   */
  constructor(options: {
    send: (message: FromWorker, sent?: () => void) => void;
    peek: (key: string) => Readonly<CachedValue<Representation>> | undefined;
    maxBytes: number;
  }) {
    this.#options = options;
    setInterval(() => this.#sendBatch(), batchEveryMs).unref();
  }

  onLoad(key: string): void {
    this.#waiting.add(key);
    for (const oldest of this.#waiting) {
      if (this.#waiting.size <= maxWaiting) break;
      this.#waiting.delete(oldest);
    }
    this.#gone.delete(key);
  }

  onRemove(key: string): void {
    this.#gone.add(key);
  }

  fetch(key: string): Promise<Fetched> {
    const pending = this.#requests.get(key);
    if (pending) return pending.promise;
    if (this.#missing.has(key) || this.#requests.size >= maxRequests) return Promise.resolve(undefined);
    const request = Promise.withResolvers<Fetched>();
    this.#requests.set(key, request);
    const timer = setTimeout(() => this.#answer(key, undefined), requestTimeoutMs);
    request.promise.then(() => clearTimeout(timer));
    this.#options.send({ kind: 'recall', key });
    return request.promise;
  }

  recalled(key: string, reply: SharedReply | undefined): void {
    if (reply) {
      const { body, type, headers, loadedMs, isUnbounded } = reply;
      const value = new Representation(Buffer.from(body), { type, headers });
      this.#answer(key, { value, loadedMs, isUnbounded });
      return;
    }
    if (this.#missing.size === 0) setTimeout(() => this.#missing.clear(), missingMs).unref();
    if (this.#missing.size < maxWaiting) this.#missing.add(key);
    this.#answer(key, undefined);
  }

  #answer(key: string, fetched: Fetched): void {
    this.#requests.get(key)?.resolve(fetched);
    this.#requests.delete(key);
  }

  #sendBatch(): void {
    if (this.#isSending || this.#waiting.size + this.#gone.size === 0) return;
    const replies = this.#nextReplies();
    const gone = [...this.#gone];
    this.#gone.clear();
    if (replies.length + gone.length === 0) return;
    this.#isSending = true;
    this.#options.send({ kind: 'replies', replies, gone }, () => {
      this.#isSending = false;
    });
  }

  #nextReplies(): SharedReply[] {
    const nowMs = performance.now();
    for (const [key, sentMs] of this.#sentMs) {
      if (nowMs - sentMs < resendMs) break;
      this.#sentMs.delete(key);
    }
    const replies: SharedReply[] = [];
    let bytes = 0;
    for (const key of this.#waiting) {
      if (bytes >= batchBytes) break;
      if (this.#sentMs.has(key)) continue;
      this.#waiting.delete(key);
      const cached = this.#options.peek(key);
      if (!cached || cached.value.identity.bytes.length > this.#options.maxBytes) continue;
      const { value, loadedMs, isUnbounded = false } = cached;
      const { type, headers, identity } = value;
      replies.push({ key, body: identity.bytes.toString(), type, headers, loadedMs, isUnbounded });
      bytes += identity.bytes.length;
      this.#sentMs.set(key, nowMs);
    }
    return replies;
  }
}
