import { LRUCache } from 'lru-cache';
import type { SharedReply } from './messages.ts';

type CachedReply = Omit<SharedReply, 'body' | 'key'> & { body: Buffer };

/** Estimated bytes of a reply besides its body. */
const overheadBytes = 1_024;

/**
 * The last replies of all workers, cached in the primary: while Redis is away each worker, also one started since, can
 * send what any of them has sent. Bounded in bytes; unbounded kinds of requests get an eighth at most.
 */
export class SharedReplies {
  readonly #ordinary: LRUCache<string, CachedReply>;
  readonly #unbounded: LRUCache<string, CachedReply>;

  /** @param bytes upper bound; at least 1. */
  constructor(bytes: number) {
    const sizeCalculation = ({ body }: CachedReply, key: string) => body.length + key.length + overheadBytes;
    this.#ordinary = new LRUCache({ maxSize: bytes, sizeCalculation });
    this.#unbounded = new LRUCache({ maxSize: Math.ceil(bytes / 8), sizeCalculation });
  }

  /** Estimated bytes in use. */
  get bytes(): number {
    return this.#ordinary.calculatedSize + this.#unbounded.calculatedSize;
  }

  get count(): number {
    return this.#ordinary.size + this.#unbounded.size;
  }

  add({ key, body, ...more }: SharedReply): void {
    const [share, other] = more.isUnbounded ? [this.#unbounded, this.#ordinary] : [this.#ordinary, this.#unbounded];
    const before = share.peek(key) ?? other.peek(key);
    // Another worker's reply is newer.
    if (before && before.loadedMs > more.loadedMs) return;
    other.delete(key);
    share.set(key, { ...more, body: Buffer.from(body) });
  }

  remove(key: string): void {
    this.#ordinary.delete(key);
    this.#unbounded.delete(key);
  }

  find(key: string): SharedReply | undefined {
    const cached = this.#ordinary.get(key) ?? this.#unbounded.get(key);
    return cached && { ...cached, key, body: cached.body.toString() };
  }
}
