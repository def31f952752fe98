/** What was made for a key. */
export interface Made<V> {
  value: V;
  /** Names under which changes of what it was made from are told to `heard`. */
  tags: readonly string[];
  /** The moment at which it changes by itself, if it does; milliseconds since 1970. */
  untilMs?: number | undefined;
  /** For whoever makes it: of what it was made from. */
  version?: number | undefined;
  /** Of its kind clients can ask for any number: it is held in a share of its own, which drives out nothing else. */
  isEndless?: boolean | undefined;
}

/** What was made for a key by somebody else, and when. */
export interface Recalled<V> {
  value: V;
  madeMs: number;
  isEndless?: boolean | undefined;
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
  /** It could not be made anew, since what it is made from is away or at fault. */
  isStale: boolean;
  /** When what is stale was made, in milliseconds since 1970. */
  madeMs?: number | undefined;
}

/**
 * @param held what was made before. It has its `version` only while no change of it was heard or may have been missed:
 *   then a maker that finds the same version can return it as it is.
 */
export type Make<V> = (held: Made<V> | undefined) => Promise<Made<V>>;

export interface CacheSettings<V> {
  /** Most bytes of all values together; 0 holds nothing. */
  bytes: number;
  sizeOf(value: V): number;
  /**
   * Whether an error of `make` means that there is no such value any more. After any other error what is held is given
   * out, marked stale.
   */
  isGone(error: unknown): boolean;
  /** Asks others for what could not be made and is not held. */
  recall?(key: string): Promise<Recalled<V> | undefined>;
  /** Told of what was made, but not of what is as it was. */
  made?(key: string, value: V): void;
  /** Told of what was held and does not exist any more. */
  gone?(key: string): void;
  /** Values are only given out while what they are made from is away. */
  isOff?: boolean;
  now?: () => number;
}
