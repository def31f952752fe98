import { setImmediate as turn } from 'node:timers/promises';
import type { Keeping, Made, Make } from '../../server/cache/tagged-cache.ts';
import { TaggedCache } from '../../server/cache/tagged-cache.ts';

/** What the caches of these tests read from is away. */
export class Away extends Error {}

/** A clock that stands still. */
export class Clock {
  ms = 1_000_000;
  readonly now = () => this.ms;
}

/** One make under way. */
export interface Pending {
  startedMs: number;
  /** What it was told is held. */
  held: Made<string> | undefined;
  land(value: string): Promise<void>;
  fail(error?: Error): Promise<void>;
}

/** Makes values when the test says so, and counts. */
export class Maker {
  readonly makes: Pending[] = [];
  readonly #more: Omit<Made<string>, 'value'>;
  readonly #clock: Clock;

  constructor(clock: Clock, more: Partial<Made<string>> = {}) {
    this.#clock = clock;
    this.#more = { tags: ['tag'], ...more };
  }

  readonly make: Make<string> = (held) => {
    const { promise, resolve, reject } = Promise.withResolvers<Made<string>>();
    this.makes.push({
      ...{ startedMs: this.#clock.ms, held },
      land: (value) => {
        resolve({ ...this.#more, value });
        return turn();
      },
      fail: (error = new Away()) => {
        reject(error);
        return turn();
      },
    });
    return promise;
  };

  get count(): number {
    return this.makes.length;
  }

  /** @param index in the order they began; -1 is the last. */
  at(index: number): Pending {
    const found = this.makes.at(index);
    if (!found) throw new Error(`only ${this.count} were begun`);
    return found;
  }
}

/** As content is kept: who asks after a change waits. */
export const waiting: Keeping = { goodMs: 1_000, graceMs: 500 };

/** As tallies are kept: nobody waits. */
export const every: Keeping = { goodMs: 1_000, graceMs: 1_000, everyMs: 250 };

export function cacheAt(clock: Clock, more: { bytes?: number; isOff?: boolean } = {}): TaggedCache<string> {
  return new TaggedCache({
    ...{ bytes: 1_000_000, now: clock.now, ...more },
    sizeOf: (value) => value.length,
    isGone: (error) => !(error instanceof Away),
  });
}
