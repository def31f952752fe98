import { LRUCache } from 'lru-cache';
import type { SharedReply } from './messages.ts';

type Kept = Omit<SharedReply, 'body' | 'key'> & { body: Buffer };

/** Bytes of a reply beside its body, estimated. */
const replyBytes = 1_024;

/**
 * The last replies that any worker made, in the primary: when the store is away each worker can answer what any of them
 * has answered, and so can those that take the place of others. Bounded in bytes; of what clients can ask for without
 * end an eighth at most.
 */
export class LastReplies {
  readonly #ordinary: LRUCache<string, Kept>;
  readonly #endless: LRUCache<string, Kept>;

  /** @param bytes at most; at least 1. */
  constructor(bytes: number) {
    const sizeCalculation = ({ body }: Kept, key: string) => body.length + key.length + replyBytes;
    this.#ordinary = new LRUCache({ maxSize: bytes, sizeCalculation });
    this.#endless = new LRUCache({ maxSize: Math.ceil(bytes / 8), sizeCalculation });
  }

  /** Bytes kept, estimated. */
  get bytes(): number {
    return this.#ordinary.calculatedSize + this.#endless.calculatedSize;
  }

  get count(): number {
    return this.#ordinary.size + this.#endless.size;
  }

  keep({ key, body, ...more }: SharedReply): void {
    const [share, other] = more.isUnbounded ? [this.#endless, this.#ordinary] : [this.#ordinary, this.#endless];
    const before = share.peek(key) ?? other.peek(key);
    // Another worker made it later.
    if (before && before.loadedMs > more.loadedMs) return;
    other.delete(key);
    share.set(key, { ...more, body: Buffer.from(body) });
  }

  forget(key: string): void {
    this.#ordinary.delete(key);
    this.#endless.delete(key);
  }

  find(key: string): SharedReply | undefined {
    const kept = this.#ordinary.get(key) ?? this.#endless.get(key);
    return kept && { ...kept, key, body: kept.body.toString() };
  }
}
