import { type Located, locate } from './check.ts';
import type { Fault, Flaw } from './content-error.ts';

/** Of each kind so many are kept to be shown. */
const keptOfKind = 50;
/** After so many faults a file is not read further: it is another kind of file, or one mistake made throughout. */
const mostFaults = 10_000;

/** Faults of one kind. */
export interface Group {
  /** Undefined: what stops a publish always. */
  kind: string | undefined;
  count: number;
  /** The first 50. */
  first: Fault[];
}

/** The first few of many faults of each kind, and how many they are. */
export class Found {
  readonly #groups = new Map<string | undefined, Group>();
  count = 0;

  /** @returns the group when the fault is to be kept. */
  #counted(kind: string | undefined): Group | undefined {
    this.count++;
    const group = this.#groups.get(kind) ?? { kind, count: 0, first: [] };
    this.#groups.set(kind, group);
    group.count++;
    return group.first.length < keptOfKind ? group : undefined;
  }

  add(fault: Fault): void {
    this.#counted(fault.kind)?.first.push(fault);
  }

  /** To look up a place takes as long as the record; it is done for those that are kept only. */
  addFlaw(at: Located, flaw: Flaw): void {
    this.#counted(flaw.kind)?.first.push(locate(at, flaw));
  }

  /** Whether reading on would only find more of the same. */
  get isTooMany(): boolean {
    return this.count >= mostFaults;
  }

  /** The rarest kind first; what has no kind before all. */
  get groups(): Group[] {
    const order = ({ kind, count }: Group) => (kind === undefined ? 0 : count);
    return [...this.#groups.values()].sort((a, b) => order(a) - order(b));
  }

  get first(): Fault[] {
    return this.groups.flatMap(({ first }) => first);
  }

  /** How many there are of each kind. */
  get kinds(): Record<string, number> {
    return Object.fromEntries(this.groups.flatMap(({ kind, count }) => (kind === undefined ? [] : [[kind, count]])));
  }
}
