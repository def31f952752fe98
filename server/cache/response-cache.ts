import { LRUCache } from 'lru-cache';
import type { CacheKind } from '../../contracts/http/http.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Hearing } from './invalidation.ts';
import { isGone } from './is-gone.ts';
import { defaultLanes, Lane, type LanesSettings } from './load-queue.ts';
import type { Representation } from './representation.ts';
import { type Found, type Keeping, type Make, type Recalled, TaggedCache } from './tagged-cache.ts';
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
  /** A page of a list that is asked for by `limit` or `cursor`: any number of them can be asked for. */
  isPage: boolean;
}

/** What a request target can be answered with at once. */
export interface Held extends Found<Representation> {
  spelling: Spelling;
}

const spellingBytes = 300;

/** What may stand behind a canonical URL. */
const mostSuffix = '.json/'.length;

/** Pages that lists lead to; more than these are as good as any other. */
const mostLinked = 10_000;

/** The other processes of this machine. */
export interface Others {
  /** A reply was made, or is not what it was. */
  made(key: string): void;
  /** What was held does not exist any more. */
  gone(key: string): void;
  /** The last reply that any of them made. */
  recall(key: string): Promise<Recalled<Representation> | undefined>;
}

export interface RepresentationsSettings {
  /** Most bytes held; 0 holds nothing. */
  bytes: number;
  /** Every request asks the store; what is held is for when the store is away. */
  isOff?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  others?: Others | undefined;
  /** For tests. */
  lanes?: LanesSettings | undefined;
}

/**
 * The replies that this process holds, by canonical URL, and the spellings under which they were asked for.
 *
 * Problems of unknown ids, and pages of lists by `limit` and `cursor`, have shares of their own, so that a million of
 * them cannot drive out what else exists. The pages that an ordinary list leads to are as good as the list.
 *
 * @see wire specification 2.5
 */
export class Representations implements Hearing {
  readonly #cache: TaggedCache<Representation>;
  readonly #spellings: LRUCache<string, Spelling> | undefined;
  /** Those of which there may be any number. */
  readonly #endlessSpellings: LRUCache<string, Spelling> | undefined;
  /** Spellings that lead somewhere else when content changes; for when the store is away. */
  readonly #passing: LRUCache<string, Spelling> | undefined;
  readonly #unknown: LRUCache<string, Held> | undefined;
  readonly #linked = new LRUCache<string, true>({ maxSize: mostLinked, sizeCalculation: () => 1 });
  /** How many replies are being made. */
  readonly lanes: { ordinary: Lane; pages: Lane };
  #changes = 0;

  constructor({ bytes, isOff = false, now = Date.now, others, lanes = defaultLanes }: RepresentationsSettings) {
    this.lanes = { ordinary: new Lane(lanes.ordinary), pages: new Lane(lanes.pages) };
    this.#cache = new TaggedCache({
      ...{ bytes, isOff, now, isGone },
      ...(others && {
        made: (key) => others.made(key),
        gone: (key) => others.gone(key),
        recall: (key) => others.recall(key),
      }),
      sizeOf: ({ size }) => size,
    });
    if (bytes === 0 || isOff) return;
    const maxSize = Math.ceil(bytes / 8);
    const spellings = { sizeCalculation: (_: Spelling, target: string) => target.length + spellingBytes };
    this.#spellings = new LRUCache({ maxSize, ...spellings });
    this.#endlessSpellings = new LRUCache({ maxSize: Math.ceil(bytes / 16), ...spellings });
    this.#passing = new LRUCache({ maxSize: Math.ceil(bytes / 64), ...spellings });
    this.#unknown = new LRUCache({
      ...{ maxSize, ttl: unknownMs },
      sizeCalculation: ({ value }, target) => value.size + target.length + spellingBytes,
    });
  }

  /** Bytes held, estimated. */
  get bytes(): number {
    const others = [this.#spellings, this.#endlessSpellings, this.#passing, this.#unknown];
    return others.reduce((sum, share) => sum + (share?.calculatedSize ?? 0), this.#cache.bytes);
  }

  /** Replies held, without problems. */
  get count(): number {
    return this.#cache.count;
  }

  /** What is held for a canonical URL, on behalf of other processes. */
  peek(key: string): Readonly<Recalled<Representation>> | undefined {
    return this.#cache.peek(key);
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

  setAway(isAway: boolean): void {
    this.#cache.setAway(isAway);
  }

  /** What can be sent for a request target without waiting, when it was answered before. */
  held(target: string): Held | undefined {
    const spelling = this.#spellings?.get(target) ?? this.#endlessSpellings?.get(target);
    if (!spelling) return this.#unknown?.get(target);
    const found = this.#cache.ready(spelling.key);
    return found && { spelling, value: found.value, isStale: found.isStale, madeMs: found.madeMs };
  }

  /** Says that an ordinary list, or a page that one leads to, leads to this page. */
  link(key: string): void {
    this.#linked.set(key, true);
  }

  isLinked(key: string): boolean {
    return this.#linked.has(key);
  }

  /** Remembers what a spelling means for now. */
  keepPassing(target: string, spelling: Spelling): void {
    this.#passing?.set(target, spelling);
  }

  /** What a spelling meant when the store was last asked. */
  passing(target: string): Spelling | undefined {
    return this.#passing?.get(target);
  }

  /**
   * What is held, or what `make` makes; all who ask for the same meanwhile wait for the same.
   *
   * @param target undefined where it may come to mean something else.
   * @param admit called before something is made for this reader; throws to refuse.
   * @throws {TooManyLoads}
   */
  async read(
    target: string | undefined,
    spelling: Spelling,
    make: Make<Representation>,
    admit?: () => void,
  ): Promise<Found<Representation>> {
    const { key, operation, isPage } = spelling;
    const lane = isPage && !this.isLinked(key) ? this.lanes.pages : this.lanes.ordinary;
    const found = await this.#cache.read(
      key,
      keeping[routeOf(operation.name).cache],
      (held) => lane.run(() => make(held)),
      admit,
    );
    if (target !== undefined) this.#spellingsFor(target, key)?.set(target, spelling);
    return found;
  }

  /** Of what a canonical URL is in a few spellings only; with unknown parameters there is any number of others. */
  #spellingsFor(target: string, key: string): LRUCache<string, Spelling> | undefined {
    const isPlain = target.startsWith(key) && target.length <= key.length + mostSuffix;
    return isPlain && !this.#cache.peek(key)?.isEndless ? this.#spellings : this.#endlessSpellings;
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
