import { Representation } from '../cache/representation.ts';
import type { Peers } from '../cache/response-cache.ts';
import type { CachedValue } from '../cache/tagged-cache-types.ts';
import type { FromWorker, SharedReply } from './messages.ts';

export interface ShareSettings {
  /** How long after a reply was made it is told of, with others. */
  pauseMs: number;
  /** Replies that change all the time are told of once in this time. */
  everyMs: number;
  /** Bytes of bodies told of at once; one body may be longer. */
  batchBytes: number;
  /** Bytes told of in a second. */
  bytesPerSecond: number;
  /** Longer bodies are not told of. */
  mostBytes: number;
  /** How long the primary may take to answer. */
  recallMs: number;
}

const defaults: Omit<ShareSettings, 'mostBytes'> = {
  pauseMs: 100,
  everyMs: 5_000,
  batchBytes: 262_144,
  bytesPerSecond: 4_194_304,
  recallMs: 300,
};

/** Keys that wait to be told of, of either kind; of more than these the oldest are left out. */
const mostWaiting = 10_000;
/** What clients can ask for without end takes this part of the rate at most. */
const endlessCost = 4;
/** Keys that the primary is asked for at the same time. */
const mostAsked = 1_000;
/** For how long it is remembered that the primary has none. */
const missingMs = 1_000;

export interface Sharing {
  send(message: FromWorker, sent: () => void): void;
  /** What is held for a key. */
  peek(key: string): Readonly<CachedValue<Representation>> | undefined;
  settings: Partial<ShareSettings> & Pick<ShareSettings, 'mostBytes'>;
}

type Answer = CachedValue<Representation> | undefined;

/**
 * Tells the primary of the replies that this worker makes, in the background and a few at a time, and asks it for those
 * that others made. To make a reply costs no more for it than to note its key.
 */
export class ShareReplies implements Peers {
  readonly #sharing: Sharing;
  readonly #settings: ShareSettings;
  /** In the order of their turn; what others can be driven out by comes last. */
  readonly #waiting = { ordinary: new Set<string>(), endless: new Set<string>() };
  readonly #gone = new Set<string>();
  readonly #toldMs = new Map<string, number>();
  readonly #asked = new Map<string, PromiseWithResolvers<Answer>>();
  readonly #missing = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sharing: Sharing) {
    this.#sharing = sharing;
    this.#settings = { ...defaults, ...sharing.settings };
  }

  onLoad(key: string): void {
    const isUnbounded = this.#sharing.peek(key)?.isUnbounded === true;
    const waiting = this.#waiting[isUnbounded ? 'endless' : 'ordinary'].add(key);
    if (waiting.size > mostWaiting) waiting.delete(waiting.values().next().value as string);
    this.#gone.delete(key);
    this.#wait(this.#settings.pauseMs);
  }

  onRemove(key: string): void {
    this.#gone.add(key);
    this.#wait(this.#settings.pauseMs);
  }

  fetch(key: string): Promise<Answer> {
    const under = this.#asked.get(key);
    if (under) return under.promise;
    if (this.#missing.has(key) || this.#asked.size >= mostAsked) return Promise.resolve(undefined);
    const asked = Promise.withResolvers<Answer>();
    this.#asked.set(key, asked);
    const timer = setTimeout(() => this.#answer(key, undefined), this.#settings.recallMs);
    asked.promise.then(() => clearTimeout(timer));
    this.#sharing.send({ kind: 'recall', key }, () => undefined);
    return asked.promise;
  }

  /** The primary has answered. */
  recalled(key: string, reply: SharedReply | undefined): void {
    if (!reply) {
      if (this.#missing.size === 0) setTimeout(() => this.#missing.clear(), missingMs).unref();
      if (this.#missing.size < mostWaiting) this.#missing.add(key);
      this.#answer(key, undefined);
      return;
    }
    if (!this.#asked.has(key)) return;
    const { body, type, headers, loadedMs, isUnbounded } = reply;
    this.#answer(key, { value: new Representation(Buffer.from(body), { type, headers }), loadedMs, isUnbounded });
  }

  #answer(key: string, answer: Answer): void {
    this.#asked.get(key)?.resolve(answer);
    this.#asked.delete(key);
  }

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => this.#tell(), ms).unref();
  }

  /** Tells of those whose turn it is. */
  #tell(): void {
    const { pauseMs, bytesPerSecond } = this.#settings;
    const { replies, cost } = this.#batch();
    const gone = [...this.#gone];
    this.#gone.clear();
    const rest = () => {
      this.#timer = undefined;
      if (this.#waiting.ordinary.size + this.#waiting.endless.size + this.#gone.size > 0) this.#wait(pauseMs);
    };
    if (replies.length === 0 && gone.length === 0) {
      rest();
      return;
    }
    // The next ones go when these are on their way, and not sooner than the rate allows.
    this.#sharing.send({ kind: 'replies', replies, gone }, () => {
      this.#timer = setTimeout(rest, (cost / bytesPerSecond) * 1_000).unref();
    });
  }

  /** @returns what it costs, in bytes, of which those that there is any number of cost more. */
  #batch(): { replies: SharedReply[]; cost: number } {
    const { everyMs, batchBytes, mostBytes } = this.#settings;
    const nowMs = Date.now();
    for (const [key, toldMs] of this.#toldMs) {
      if (nowMs - toldMs < everyMs && nowMs >= toldMs) break;
      this.#toldMs.delete(key);
    }
    const replies: SharedReply[] = [];
    let cost = 0;
    for (const kind of ['ordinary', 'endless'] as const) {
      const waiting = this.#waiting[kind];
      for (const key of waiting) {
        if (cost >= batchBytes) return { replies, cost };
        if (this.#toldMs.has(key)) continue;
        waiting.delete(key);
        const held = this.#sharing.peek(key);
        if (!held || held.value.identity.bytes.length > mostBytes) continue;
        replies.push(sharedOf(key, held));
        cost += held.value.identity.bytes.length * (kind === 'endless' ? endlessCost : 1);
        this.#toldMs.set(key, nowMs);
      }
    }
    return { replies, cost };
  }
}

function sharedOf(
  key: string,
  { value, loadedMs, isUnbounded = false }: Readonly<CachedValue<Representation>>,
): SharedReply {
  const { type, headers, identity } = value;
  return { key, body: identity.bytes.toString(), type, headers, loadedMs, isUnbounded };
}
