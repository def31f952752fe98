import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { Problem } from '../../../common/wire/problem.ts';
import {
  type CacheEntry,
  type CachePolicy,
  type CacheResult,
  TaggedCache,
} from '../../../server/cache/tagged-cache.ts';
import { Away, Clock, every, waiting } from '../../support/fixtures/cache-fixtures.ts';

/** How often the source of each tag has changed. */
type Versions = Record<string, number>;

interface Value {
  versions: Versions;
  tags: readonly string[];
  startedMs: number;
  landedMs: number;
}

const tags = ['x', 'y'] as const;

/** The tags of each key; those of the last depend on what the load finds. */
const tagsOf: Record<string, (versions: Versions) => readonly string[]> = {
  both: () => ['x', 'y'],
  varies: ({ x = 0 }) => (x % 2 ? ['x', 'y'] : ['x']),
};

type Step =
  | { do: 'read'; key: string }
  | { do: 'change' | 'announce' | 'change and announce'; tag: string }
  | { do: 'advance'; ms: number }
  | { do: 'land' | 'fail away' | 'fail'; nth: number }
  | { do: 'disconnect' | 'connect' };

const step = (weight: number, model: object) => ({ weight, arbitrary: fc.record(model) });

const anyStep = fc.oneof(
  step(6, { do: fc.constant('read'), key: fc.constantFrom(...Object.keys(tagsOf)) }),
  step(4, { do: fc.constantFrom('change', 'announce', 'change and announce'), tag: fc.constantFrom(...tags) }),
  step(3, { do: fc.constant('advance'), ms: fc.constantFrom(1, 100, 251, 999, 1_000, 1_600, 6_000) }),
  step(5, { do: fc.constant('land'), nth: fc.nat(5) }),
  step(1, { do: fc.constantFrom('fail away', 'fail'), nth: fc.nat(5) }),
  step(1, { do: fc.constantFrom('disconnect', 'connect') }),
) as unknown as fc.Arbitrary<Step>;

/** What a load found: that there is no value. */
class Gone extends Problem {
  readonly versions: Versions;

  constructor(versions: Versions) {
    super('fight-not-found');
    this.versions = versions;
  }
}

/** A read of the cache, and what its result must show. */
interface Reading {
  key: string;
  askedMs: number;
  isConnected: boolean;
  /** Invalidations that arrived before the read. */
  announced: Versions;
}

/** Plays steps on a cache and checks every answer it gives. */
class Play {
  readonly #clock = new Clock();
  readonly #cache: TaggedCache<Value>;
  readonly #policy: CachePolicy;
  readonly #actual: Versions = {};
  #announced: Versions = {};
  #isConnected = true;
  readonly #underWay: {
    key: string;
    seen: Value;
    resolve(entry: CacheEntry<Value>): void;
    reject(error: Error): void;
  }[] = [];
  readonly faults: string[] = [];
  answers = 0;

  constructor(policy: CachePolicy, bytes: number) {
    this.#policy = policy;
    this.#cache = new TaggedCache({
      ...{ bytes, now: this.#clock.now },
      sizeOf: () => 100,
    });
  }

  async step(step: Step): Promise<void> {
    if (step.do === 'read') this.#read(step.key);
    else if (step.do === 'advance') this.#clock.ms += step.ms;
    else if ('nth' in step) this.#end(step.do, step.nth);
    else if ('tag' in step) {
      if (step.do !== 'announce') this.#actual[step.tag] = (this.#actual[step.tag] ?? 0) + 1;
      if (step.do !== 'change') this.#announce(step.tag);
    } else this.#setConnected(step.do === 'connect');
    await turn();
  }

  async end(): Promise<void> {
    while (this.#underWay.length > 0) await this.step({ do: 'land', nth: 0 });
  }

  #announce(tag: string): void {
    if (!this.#isConnected) return;
    this.#announced[tag] = this.#actual[tag] ?? 0;
    this.#cache.invalidate(tag);
  }

  #setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    // Readers from now on must see all changes that were missed.
    this.#announced = { ...this.#actual };
    this.#cache.setConnected(isConnected);
  }

  #end(how: 'land' | 'fail away' | 'fail', nth: number): void {
    const [load] = this.#underWay.splice(nth % Math.max(1, this.#underWay.length), 1);
    if (load) load.seen.landedMs = this.#clock.ms;
    if (how === 'land') load?.resolve({ value: load.seen, tags: load.seen.tags });
    else load?.reject(how === 'fail' ? new Gone(load.seen.versions) : new Away());
  }

  #read(key: string): void {
    const reading = { key, askedMs: this.#clock.ms, isConnected: this.#isConnected, announced: { ...this.#announced } };
    const make = () => {
      const versions = { ...this.#actual };
      const seen = { versions, tags: tagsOf[key]?.(versions) ?? [], startedMs: this.#clock.ms, landedMs: 0 };
      const { promise, resolve, reject } = Promise.withResolvers<CacheEntry<Value>>();
      this.#underWay.push({ key, seen, resolve, reject });
      return promise;
    };
    this.#cache.read(key, this.#policy, make).then(
      (found) => this.#check(reading, found),
      (error: unknown) => {
        // What is not there has no tags: it may depend on any.
        if (error instanceof Gone) this.#checkShown('nothing', tags, error.versions, reading);
      },
    );
  }

  #checkShown(what: string, on: readonly string[], versions: Versions, { announced }: Reading): void {
    for (const tag of on) {
      const [shown = 0, needed = 0] = [versions[tag], announced[tag]];
      if (shown < needed)
        this.faults.push(`${what} of version ${shown} of ${tag} to a reader after ${needed} was invalidated`);
    }
  }

  #check(reading: Reading, { value, isStale }: CacheResult<Value>): void {
    const { askedMs, isConnected } = reading;
    this.answers++;
    if (isStale) return;
    const { ttlMs, staleMs, minIntervalMs } = this.#policy;
    const mostMs = isConnected ? ttlMs + staleMs : 1_000;
    const ageMs = askedMs - value.startedMs;
    // A reader during the load waits for it, however long it takes.
    if (askedMs > value.landedMs && ageMs >= mostMs) this.faults.push(`a value ${ageMs} ms old`);
    // Readers that do not wait may get a value from before the change until it expires.
    if (minIntervalMs === undefined) this.#checkShown('a value', value.tags, value.versions, reading);
  }
}

describe('TaggedCache, in any order of steps', () => {
  const anyBytes = fc.constantFrom(0, 1_300, 1_000_000);

  for (const [kind, policy] of [
    ['readers that wait get no value from before an invalidation', waiting],
    ['readers that do not wait get no expired value', every],
  ] as const) {
    it(kind, async () => {
      let answers = 0;
      const steps = fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' });
      await fc.assert(
        fc.asyncProperty(steps, anyBytes, async (some, bytes) => {
          const play = new Play(policy, bytes);
          for (const step of some) await play.step(step);
          await play.end();
          answers += play.answers;
          expect(play.faults).to.deep.equal([]);
        }),
        { numRuns: 5_000 },
      );
      console.log(`      ${answers} answers in 5,000 rows of steps`);
    });
  }
});
