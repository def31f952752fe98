import { LRUCache } from 'lru-cache';
import type { CacheKind } from '../../contracts/http.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { Problem } from '../problem.ts';
import type { Representation } from '../representation.ts';
import type { Hearing } from './listen.ts';
import { type Found, type Keeping, type Make, TaggedCache } from './tagged-cache.ts';
import { isContentTag } from './tags.ts';

const neverGood: Keeping = { goodMs: 0, graceMs: 0 };

/**
 * How long each kind of reply is kept. Changes are announced within milliseconds, so these bound what a lost
 * announcement could cost. They stay within what `Cache-Control` of the kind allows any cache.
 *
 * Feeds change as a whole and at most some times a second: who asks after a change waits for the one remaking. Votes
 * change thousands of times a second: nobody waits, and they are added up at most four times a second.
 */
const keeping: Record<CacheKind, Keeping> = {
  content: { goodMs: 60_000, graceMs: 300_000 },
  live: { goodMs: 1_000, graceMs: 1_000 },
  tally: { goodMs: 1_000, graceMs: 1_000, everyMs: 250 },
  private: neverGood,
  none: neverGood,
};

/** For how long it is remembered that an id is unknown. */
const unknownMs = 5_000;

/** One spelling of a URL under which a reply was asked for. */
export interface Spelling {
  operation: Operation;
  params: Readonly<Record<string, string>>;
  /** The path ended in `.json`: no `Accept` header can refuse the reply. */
  json: boolean;
  /** The canonical URL: all spellings of one have the same. */
  key: string;
}

/** What a request target can be answered with at once. */
export interface Held extends Found<Representation> {
  spelling: Spelling;
}

const spellingBytes = 300;

export interface RepresentationsSettings {
  /** Most bytes held; 0 holds nothing. */
  bytes: number;
  /** Every request asks the store; what is held is for when the store is away. */
  isOff?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * The replies that this process holds, by canonical URL, and the spellings under which they were asked for.
 *
 * Problems of unknown ids stand apart with a share of their own, so that a million of them cannot drive out what exists.
 *
 * @see wire specification 2.5
 */
export class Representations implements Hearing {
  readonly #cache: TaggedCache<Representation>;
  readonly #spellings: LRUCache<string, Spelling> | undefined;
  readonly #unknown: LRUCache<string, Held> | undefined;
  #changes = 0;

  constructor({ bytes, isOff = false, now = Date.now }: RepresentationsSettings) {
    this.#cache = new TaggedCache({
      ...{ bytes, isOff, now },
      sizeOf: ({ size }) => size,
      // Whatever is no problem of the request: what was answered before is better than that it cannot be made now.
      isAway: (error) => !(error instanceof Problem),
    });
    if (bytes === 0 || isOff) return;
    const maxSize = Math.ceil(bytes / 8);
    this.#spellings = new LRUCache({ maxSize, sizeCalculation: (_, target) => target.length + spellingBytes });
    this.#unknown = new LRUCache({
      ...{ maxSize, ttl: unknownMs },
      sizeCalculation: ({ value }, target) => value.size + target.length + spellingBytes,
    });
  }

  /** Bytes held, estimated. */
  get bytes(): number {
    return this.#cache.bytes + (this.#unknown?.calculatedSize ?? 0) + (this.#spellings?.calculatedSize ?? 0);
  }

  /** Changes of content heard so far; what began to be read before the last one may not show it. */
  get changes(): number {
    return this.#changes;
  }

  heard(tag: string): void {
    // Votes and feeds, which change all the time, make no id known.
    if (isContentTag(tag)) this.#forgetUnknown();
    this.#cache.heard(tag);
  }

  setDeaf(isDeaf: boolean): void {
    this.#forgetUnknown();
    this.#cache.setDeaf(isDeaf);
  }

  /** What can be sent for a request target without waiting, when it was answered before. */
  held(target: string): Held | undefined {
    const spelling = this.#spellings?.get(target);
    if (!spelling) return this.#unknown?.get(target);
    const found = this.#cache.ready(spelling.key);
    return found && { spelling, value: found.value, isStale: found.isStale };
  }

  /** What is held, or what `make` makes; all who ask for the same meanwhile wait for the same. */
  async read(target: string, spelling: Spelling, make: Make<Representation>): Promise<Found<Representation>> {
    const { cache } = routeOf(spelling.operation.name);
    const found = await this.#cache.read(spelling.key, keeping[cache], make);
    this.#spellings?.set(target, spelling);
    return found;
  }

  /**
   * Holds the problem of an id that is unknown, for a few seconds.
   *
   * @param since `changes` before the store was asked.
   */
  keepUnknown(target: string, spelling: Spelling, value: Representation, since: number): void {
    if (since === this.#changes) this.#unknown?.set(target, { spelling, value, isStale: false });
  }

  #forgetUnknown(): void {
    this.#changes++;
    this.#unknown?.clear();
  }
}
