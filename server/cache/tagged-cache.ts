import { LRUCache } from 'lru-cache';

/** What was made for a key. */
export interface Made<V> {
  value: V;
  /** Names under which changes of what it was made from are told to `heard`. */
  tags: readonly string[];
  /** The moment at which it changes by itself, if it does; milliseconds since 1970. */
  untilMs?: number | undefined;
  /** For whoever makes it: of what it was made from. */
  version?: number | undefined;
}

/** How long what was made is given out again. All in milliseconds. */
export interface Keeping {
  /** How long it is good when no change is heard. */
  goodMs: number;
  /** How long after that it is still given out, while it is made anew behind the reader's back. */
  graceMs: number;
  /**
   * With it, a change that is heard makes nobody wait: the value is given out as it was, and made anew behind the
   * reader's back, at most once in this time. Without it, the next reader waits for what is made after the change.
   */
  everyMs?: number;
}

/** What a reader gets. */
export interface Found<V> {
  value: V;
  /** It could not be made anew, since what it is made from is away. */
  isStale: boolean;
}

/**
 * @param held what was made before. It has its `version` only while no change of it was heard or may have been missed:
 *   then a maker that finds the same version can return it as it is.
 */
export type Make<V> = (held: Made<V> | undefined) => Promise<Made<V>>;

interface Entry<V> extends Made<V> {
  found: Found<V>;
  keeping: Keeping;
  make: Make<V>;
  size: number;
  madeMs: number;
  /** The flight that brought it; a later one has seen more. */
  number: number;
  /** A change was heard that it does not show. */
  isChanged: boolean;
  /** Changes may have gone unheard. */
  isDoubtful: boolean;
  /** When what it is made from was last found to be away; 0: never since it was made. */
  failedMs: number;
}

interface Flight<V> {
  key: string;
  number: number;
  startedMs: number;
  landing: Promise<Made<V>>;
  /** Tags heard since it began, in that order: it may or may not have seen those changes. */
  heard: Set<string>;
  /** Who comes now may know of a change that it has not seen, and needs another. */
  isLate: boolean;
  isDoubtful: boolean;
}

export interface CacheSettings<V> {
  /** Most bytes of all values together; 0 holds nothing. */
  bytes: number;
  sizeOf(value: V): number;
  /** Whether an error of `make` means that what it reads is away; then what is held is given out, marked stale. */
  isAway(error: unknown): boolean;
  /** Values are only given out while what they are made from is away. */
  isOff?: boolean;
  now?: () => number;
}

/** Bytes of an entry beside its value, estimated. */
const entryBytes = 512;

/** How soon what was away is tried again. */
const retryAfterMs = 250;

/** For how long after that readers are not made to wait for it: an outage delays the first reader of a value only. */
const awayMs = 5_000;

/** How long anything is good while no changes can be heard. */
const deafMs = 1_000;

/**
 * Values by key, made once for all who ask at the same time and given out until a change is heard or they are too old;
 * bounded in bytes, the one not asked for longest goes first.
 *
 * It knows nothing of HTTP or Redis: whoever owns it says how a value is made and tells of changes by tag.
 */
export class TaggedCache<V> {
  readonly #settings: CacheSettings<V>;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, Entry<V>> | undefined;
  readonly #tagged = new Map<string, Set<Entry<V>>>();
  /** By key, the one that began last. */
  readonly #flights = new Map<string, Flight<V>>();
  /** All, also those that a later one has overtaken: they may still land first. */
  readonly #underWay = new Set<Flight<V>>();
  #number = 0;
  #isDeaf = false;

  constructor(settings: CacheSettings<V>) {
    this.#settings = settings;
    this.#now = settings.now ?? Date.now;
    if (settings.bytes === 0) return;
    this.#entries = new LRUCache({
      maxSize: settings.bytes,
      sizeCalculation: ({ size }) => size,
      dispose: (entry) => this.#untag(entry),
    });
  }

  /** Bytes held, estimated. */
  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0;
  }

  get count(): number {
    return this.#entries?.size ?? 0;
  }

  /** What can be given out without waiting; may begin to make it anew. */
  ready(key: string): Found<V> | undefined {
    if (this.#settings.isOff) return undefined;
    const entry = this.#entries?.get(key);
    if (!entry) return undefined;
    const nowMs = this.#now();
    const ageMs = nowMs - entry.madeMs;
    const { goodMs, graceMs, everyMs = 0 } = this.#isDeaf ? whenDeaf(entry.keeping) : entry.keeping;
    const isGood = ageMs < goodMs && ageMs >= 0;
    const isOver = entry.isDoubtful || (entry.untilMs !== undefined && nowMs >= entry.untilMs);
    if (isGood && !isOver && !entry.isChanged) return entry.found;
    if (isOver || ageMs < 0 || ageMs >= goodMs + graceMs) return undefined;
    if (entry.isChanged && everyMs === 0) return undefined;
    if (!isGood || ageMs >= everyMs) this.#renew(key, entry);
    return entry.found;
  }

  /**
   * Gives out what is held, or makes it and waits.
   *
   * @param make must not depend on who asks: all who ask meanwhile get what it brings, whoever of them goes away.
   * @throws what `make` throws, unless it is away and the value is held.
   */
  async read(key: string, keeping: Keeping, make: Make<V>): Promise<Found<V>> {
    const ready = this.ready(key);
    if (ready) return ready;
    const held = this.#entries?.get(key);
    if (held && !this.#settings.isOff && this.#hasFailed(held, awayMs)) {
      this.#renew(key, held);
      return stale(held);
    }
    try {
      return { value: await this.#landed(key, keeping, make), isStale: false };
    } catch (error) {
      const left = this.#entries?.get(key);
      if (!this.#settings.isAway(error)) {
        if (left === held) this.#entries?.delete(key);
        throw error;
      }
      if (!left) throw error;
      left.failedMs = this.#now();
      return stale(left);
    }
  }

  /** A change was announced of what values with this tag are made from. */
  heard(tag: string): void {
    for (const entry of this.#tagged.get(tag) ?? []) entry.isChanged = true;
    for (const flight of this.#underWay) {
      flight.heard.add(tag);
      // Most likely it has the tags that it had; of others one hears only when it lands.
      if (this.#entries?.peek(flight.key)?.tags.includes(tag)) flight.isLate = true;
    }
  }

  /** Changes may have been missed: whatever is held is made anew before it is given out again. */
  doubt(): void {
    for (const entry of this.#entries?.values() ?? []) entry.isDoubtful = true;
    for (const flight of this.#underWay) flight.isDoubtful = flight.isLate = true;
  }

  /** Says that no change can be heard from now on, or that it can again. Either way some may have been missed. */
  setDeaf(isDeaf: boolean): void {
    this.#isDeaf = isDeaf;
    this.doubt();
  }

  #hasFailed({ failedMs }: Entry<V>, withinMs: number): boolean {
    const agoMs = this.#now() - failedMs;
    return agoMs >= 0 && agoMs < withinMs;
  }

  /** Waits for what is made; and again if it turns out that it may not show a change that was heard before. */
  async #landed(key: string, keeping: Keeping, make: Make<V>): Promise<V> {
    for (;;) {
      const flight = this.#fly(key, keeping, make);
      const before = flight.heard.size;
      const { value, tags } = await flight.landing;
      if (before === 0) return value;
      const missed = [...flight.heard].slice(0, before);
      if (!missed.some((tag) => tags.includes(tag))) return value;
    }
  }

  /** Makes a value anew for those who come later. */
  #renew(key: string, entry: Entry<V>): void {
    if (this.#flights.has(key) || this.#hasFailed(entry, retryAfterMs)) return;
    this.#fly(key, entry.keeping, entry.make).landing.catch((error) => {
      if (this.#settings.isAway(error)) {
        entry.failedMs = this.#now();
        entry.found = stale(entry);
      } else if (this.#entries?.peek(key) === entry) {
        // It is gone, or cannot be made any more: the next reader is told which.
        this.#entries.delete(key);
      }
    });
  }

  #fly(key: string, keeping: Keeping, make: Make<V>): Flight<V> {
    const under = this.#flights.get(key);
    if (under && !under.isLate && !this.#settings.isOff) return under;
    const flight: Flight<V> = {
      key,
      number: ++this.#number,
      startedMs: this.#now(),
      landing: make(this.#known(key)).then(
        (made) => this.#land(key, flight, keeping, make, made),
        (error: unknown) => {
          this.#end(flight);
          throw error;
        },
      ),
      heard: new Set(),
      isLate: false,
      isDoubtful: false,
    };
    this.#flights.set(key, flight);
    this.#underWay.add(flight);
    return flight;
  }

  /** What a maker is told. Versions begin anew where the store lost everything, so the same one proves little by itself. */
  #known(key: string): Made<V> | undefined {
    const held = this.#entries?.peek(key);
    if (!held || !(held.isChanged || held.isDoubtful)) return held;
    return { ...held, version: undefined };
  }

  #end(flight: Flight<V>): void {
    this.#underWay.delete(flight);
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key);
  }

  #land(key: string, flight: Flight<V>, keeping: Keeping, make: Make<V>, made: Made<V>): Made<V> {
    this.#end(flight);
    const { value, tags, untilMs, version } = made;
    // A flight that began later has landed before this one.
    if ((this.#entries?.peek(key)?.number ?? 0) > flight.number) return made;
    const entry: Entry<V> = {
      ...{ value, tags, untilMs, version, keeping, make, number: flight.number },
      found: { value, isStale: false },
      size: this.#settings.sizeOf(value) + key.length + entryBytes,
      madeMs: flight.startedMs,
      isChanged: flight.heard.size > 0 && tags.some((tag) => flight.heard.has(tag)),
      isDoubtful: flight.isDoubtful,
      failedMs: 0,
    };
    this.#entries?.set(key, entry);
    // One that is too large by itself is not held.
    if (this.#entries?.peek(key) === entry) this.#tag(entry);
    return made;
  }

  #tag(entry: Entry<V>): void {
    for (const tag of entry.tags) {
      const tagged = this.#tagged.get(tag);
      if (tagged) tagged.add(entry);
      else this.#tagged.set(tag, new Set([entry]));
    }
  }

  #untag(entry: Entry<V>): void {
    for (const tag of entry.tags) {
      const tagged = this.#tagged.get(tag);
      if (tagged?.delete(entry) && tagged.size === 0) this.#tagged.delete(tag);
    }
  }
}

const stale = <V>({ value }: Entry<V>): Found<V> => ({ value, isStale: true });

const whenDeaf = ({ goodMs, everyMs = 0 }: Keeping) => ({ goodMs: Math.min(goodMs, deafMs), graceMs: 0, everyMs });
