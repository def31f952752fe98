/** Tallies lie between what was acknowledged before a read began and what may have been counted by its end. */
import type { CountRead, FinalState, Operation } from '../history/operations.ts';
import type { Anomaly } from './anomaly.ts';
import type { Judged } from './fates.ts';

/** Moments in ascending order. */
class Moments {
  readonly #moments: number[] = [];
  #isSorted = true;

  add(ms: number): void {
    this.#moments.push(ms);
    this.#isSorted = false;
  }

  /** How many are before a moment, or at it. */
  countUpTo(ms: number, isIncluded: boolean): number {
    if (!this.#isSorted) this.#moments.sort((a, b) => a - b);
    this.#isSorted = true;
    let [low, high] = [0, this.#moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#moments[middle] as number;
      if (at < ms || (isIncluded && at === ms)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** From when to when registers surely, or perhaps, are counted in one count. Those of one register do not overlap. */
class Spans {
  readonly #starts = new Moments();
  readonly #ends = new Moments();

  add(fromMs: number, toMs: number): void {
    this.#starts.add(fromMs);
    this.#ends.add(toMs);
  }

  /** At least how many last from one moment to another. */
  whole = (fromMs: number, toMs: number) =>
    Math.max(0, this.#starts.countUpTo(fromMs, true) - this.#ends.countUpTo(toMs, false));

  /** At most how many touch the time between two moments. */
  touched = (fromMs: number, toMs: number) => this.#starts.countUpTo(toMs, true) - this.#ends.countUpTo(fromMs, false);
}

export interface Bounds {
  least: number;
  most: number;
}

/** The bounds of every count at any time. */
export class CountBounds {
  readonly #sure = new Map<string, Spans>();
  readonly #possible = new Map<string, Spans>();

  constructor(registers: Iterable<readonly Judged[]>) {
    for (const writes of registers) this.#add(writes.filter(({ fate }) => fate !== 'refused'));
  }

  between(count: string, fromMs: number, toMs: number): Bounds {
    return {
      least: this.#sure.get(count)?.whole(fromMs, toMs) ?? 0,
      most: this.#possible.get(count)?.touched(fromMs, toMs) ?? 0,
    };
  }

  /** Every count that a write could change. */
  get names(): string[] {
    return [...this.#possible.keys()];
  }

  #add(writes: readonly Judged[]): void {
    let sure: { count: string; fromMs: number } | undefined;
    const possible = new Map<string, number>();
    const end = Number.POSITIVE_INFINITY;
    for (const { write, fate } of writes) {
      const { countedIn: count, invokedMs, completedMs } = write;
      if (count === null) return;
      if (sure && sure.count !== count) {
        spansOf(this.#sure, sure.count).add(sure.fromMs, invokedMs);
        sure = undefined;
      }
      if (!possible.has(count)) possible.set(count, invokedMs);
      if (fate !== 'counted') continue;
      sure ??= { count, fromMs: completedMs };
      for (const [other, fromMs] of possible) {
        if (other === count) continue;
        spansOf(this.#possible, other).add(fromMs, completedMs);
        possible.delete(other);
      }
    }
    if (sure) spansOf(this.#sure, sure.count).add(sure.fromMs, end);
    for (const [count, fromMs] of possible) spansOf(this.#possible, count).add(fromMs, end);
  }
}

function spansOf(all: Map<string, Spans>, count: string): Spans {
  const spans = all.get(count) ?? new Spans();
  all.set(count, spans);
  return spans;
}

/** @param allowedMs how old a reply may be that is not marked stale. */
export function checkCountReads(bounds: CountBounds, operations: readonly Operation[], allowedMs: number): Anomaly[] {
  const isCountRead = (one: Operation): one is CountRead => one.kind === 'tally' || one.kind === 'scoring';
  return operations.filter(isCountRead).flatMap((read) => {
    const { counts, invokedMs, completedMs, staleMs } = read;
    if (!counts) return [];
    const fromMs = invokedMs - allowedMs - (staleMs ?? 0);
    return Object.entries(counts).flatMap(([count, number]): Anomaly[] => {
      const { least, most } = bounds.between(count, fromMs, completedMs);
      const operations = [read];
      const what = `${count} was read as ${number}`;
      if (number < least)
        return [{ kind: 'lost', says: `${what}, though ${least} were acknowledged before`, operations }];
      if (number > most) return [{ kind: 'doubled', says: `${what}, though at most ${most} were cast`, operations }];
      return [];
    });
  });
}

/** Compares the stored counts with the stored votes and scorecards, one by one. */
export function checkStoredCounts(
  registers: ReadonlyMap<string, readonly Judged[]>,
  final: FinalState,
  names: readonly string[],
): Anomaly[] {
  const recount = new Map<string, number>();
  for (const [register, value] of Object.entries(final.registers)) {
    const of = registers.get(register)?.find(({ write }) => write.value === value && write.countedIn !== null);
    if (of?.write.countedIn) recount.set(of.write.countedIn, (recount.get(of.write.countedIn) ?? 0) + 1);
  }
  return [...new Set([...names, ...Object.keys(final.counts)])].flatMap((count): Anomaly[] => {
    const [stored, right] = [final.counts[count] ?? 0, recount.get(count) ?? 0];
    if (stored === right) return [];
    const says = `${count} is ${stored} at the end, and ${right} clients have such a vote or scorecard`;
    return [{ kind: stored > right ? 'doubled' : 'lost', says, operations: [] }];
  });
}
