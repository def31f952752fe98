import { LRUCache } from 'lru-cache';
import type { CacheSettings, Found, Keeping, Made, Make, Recalled } from './tagged-cache-types.ts';

export type { CacheSettings, Found, Keeping, Made, Make, Recalled } from './tagged-cache-types.ts';

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

/** The part of the bytes that values have of whose kind any number can be asked for. */
const endlessPart = 1 / 8;

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
  /** Those of which there may be any number. */
  readonly #endless: LRUCache<string, Entry<V>> | undefined;
  readonly #tagged = new Map<string, Set<Entry<V>>>();
  /** By key, the one that began last. */
  readonly #flights = new Map<string, Flight<V>>();
  /** All, also those that a later one has overtaken: they may still land first. */
  readonly #underWay = new Set<Flight<V>>();
  #number = 0;
  #isDeaf = false;
  #isAway = false;

  constructor(settings: CacheSettings<V>) {
    this.#settings = settings;
    this.#now = settings.now ?? Date.now;
    if (settings.bytes === 0) return;
    this.#entries = this.#share(settings.bytes);
    this.#endless = this.#share(Math.ceil(settings.bytes * endlessPart));
  }

  /** Bytes held, estimated. */
  get bytes(): number {
    return (this.#entries?.calculatedSize ?? 0) + (this.#endless?.calculatedSize ?? 0);
  }

  get count(): number {
    return (this.#entries?.size ?? 0) + (this.#endless?.size ?? 0);
  }

  /** What is held for a key, however old, and when it was made; for those who ask on behalf of others. */
  peek(key: string): Readonly<Recalled<V>> | undefined {
    return this.#peek(key);
  }

  /** What can be given out without waiting; may begin to make it anew. */
  ready(key: string): Found<V> | undefined {
    if (this.#settings.isOff) return undefined;
    const entry = this.#get(key);
    if (!entry) return undefined;
    const nowMs = this.#now();
    const ageMs = nowMs - entry.madeMs;
    const { goodMs, graceMs, everyMs = 0 } = this.#isDeaf ? whenDeaf(entry.keeping) : entry.keeping;
    const isGood = ageMs < goodMs && ageMs >= 0;
    const isOver = entry.isDoubtful || (entry.untilMs !== undefined && nowMs >= entry.untilMs);
    if (isGood && !isOver && !entry.isChanged) return this.#isAway ? stale(entry) : entry.found;
    if (isOver || ageMs < 0 || ageMs >= goodMs + graceMs) return undefined;
    if (entry.isChanged && everyMs === 0) return undefined;
    if (!isGood || ageMs >= everyMs) this.#renew(key, entry);
    return this.#isAway ? stale(entry) : entry.found;
  }

  /**
   * Gives out what is held, or makes it and waits.
   *
   * @param make must not depend on who asks: all who ask meanwhile get what it brings, whoever of them goes away.
   * @param admit called when this reader is the one for whom it is made; what it throws is for this reader only.
   * @throws what `make` throws, unless a value is held that there still is.
   */
  async read(key: string, keeping: Keeping, make: Make<V>, admit?: () => void): Promise<Found<V>> {
    const ready = this.ready(key);
    if (ready) return ready;
    const held = this.#get(key);
    if (held && !this.#settings.isOff && this.#hasFailed(held, awayMs)) {
      this.#renew(key, held);
      return stale(held);
    }
    if (admit && !this.#joinable(key)) admit();
    try {
      return { value: await this.#landed(key, keeping, make), isStale: false };
    } catch (error) {
      if (this.#settings.isGone(error)) {
        if (held && this.#peek(key) === held) this.#delete(key);
        throw error;
      }
      const left = this.#peek(key) ?? (await this.#recall(key, keeping, make));
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
      if (this.#peek(flight.key)?.tags.includes(tag)) flight.isLate = true;
    }
  }

  /** Changes may have been missed: whatever is held is made anew before it is given out again. */
  doubt(): void {
    for (const share of [this.#entries, this.#endless]) {
      for (const entry of share?.values() ?? []) entry.isDoubtful = true;
    }
    for (const flight of this.#underWay) flight.isDoubtful = flight.isLate = true;
  }

  /** Says that no change can be heard from now on, or that it can again. Either way some may have been missed. */
  setDeaf(isDeaf: boolean): void {
    this.#isDeaf = isDeaf;
    this.doubt();
  }

  /** Says that what values are made from is most likely away, or that it is there: until then all that is held is stale. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
  }

  #share(maxSize: number): LRUCache<string, Entry<V>> {
    return new LRUCache({ maxSize, sizeCalculation: ({ size }) => size, dispose: (entry) => this.#untag(entry) });
  }

  #get(key: string): Entry<V> | undefined {
    return this.#entries?.get(key) ?? this.#endless?.get(key);
  }

  #peek(key: string): Entry<V> | undefined {
    return this.#entries?.peek(key) ?? this.#endless?.peek(key);
  }

  #delete(key: string): void {
    if (!this.#entries?.delete(key)) this.#endless?.delete(key);
    this.#settings.gone?.(key);
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
      if (!this.#settings.isGone(error)) {
        entry.failedMs = this.#now();
        entry.found = stale(entry);
      } else if (this.#peek(key) === entry) {
        // The next reader is told what became of it.
        this.#delete(key);
      }
    });
  }

  /** What is under way and good enough for who asks now. */
  #joinable(key: string): Flight<V> | undefined {
    const under = this.#flights.get(key);
    return under && !under.isLate && !this.#settings.isOff ? under : undefined;
  }

  #fly(key: string, keeping: Keeping, make: Make<V>): Flight<V> {
    const under = this.#joinable(key);
    if (under) return under;
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
    const held = this.#peek(key);
    if (!held || !(held.isChanged || held.isDoubtful)) return held;
    return { ...held, version: undefined };
  }

  #end(flight: Flight<V>): void {
    this.#underWay.delete(flight);
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key);
  }

  #land(key: string, flight: Flight<V>, keeping: Keeping, make: Make<V>, made: Made<V>): Made<V> {
    this.#end(flight);
    const before = this.#peek(key);
    // A flight that began later has landed before this one.
    if ((before?.number ?? 0) > flight.number) return made;
    const { value, tags, untilMs, version, isEndless } = made;
    this.#hold(key, {
      ...{ value, tags, untilMs, version, isEndless, keeping, make, number: flight.number },
      found: { value, isStale: false },
      size: this.#sizeOf(key, value),
      madeMs: flight.startedMs,
      isChanged: flight.heard.size > 0 && tags.some((tag) => flight.heard.has(tag)),
      isDoubtful: flight.isDoubtful,
      failedMs: 0,
    });
    if (before?.value !== value) this.#settings.made?.(key, value);
    return made;
  }

  /** Holds what others have made, to be given out as long as it cannot be made here. */
  async #recall(key: string, keeping: Keeping, make: Make<V>): Promise<Entry<V> | undefined> {
    const recalled = await this.#settings.recall?.(key);
    const held = this.#peek(key);
    if (held || !recalled) return held;
    const { value, madeMs, isEndless } = recalled;
    const entry: Entry<V> = {
      ...{ value, madeMs, isEndless, keeping, make, number: 0, tags: [] },
      found: { value, isStale: true, madeMs },
      size: this.#sizeOf(key, value),
      ...{ isChanged: true, isDoubtful: true, failedMs: 0 },
    };
    this.#hold(key, entry);
    return entry;
  }

  #sizeOf(key: string, value: V): number {
    return this.#settings.sizeOf(value) + key.length + entryBytes;
  }

  #hold(key: string, entry: Entry<V>): void {
    const [share, other] = entry.isEndless ? [this.#endless, this.#entries] : [this.#entries, this.#endless];
    other?.delete(key);
    share?.set(key, entry);
    // One that is too large by itself is not held.
    if (share?.peek(key) === entry) this.#tag(entry);
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

const stale = <V>({ value, madeMs }: Entry<V>): Found<V> => ({ value, isStale: true, madeMs });

const whenDeaf = ({ goodMs, everyMs = 0 }: Keeping) => ({ goodMs: Math.min(goodMs, deafMs), graceMs: 0, everyMs });
