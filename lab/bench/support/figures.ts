import type { Loaded } from './load.ts';
import { median, spread } from './statistics.ts';

/** The target of a figure. */
export interface Target {
  value: number;
  /** `least`: at least this. */
  is: 'least' | 'most';
}

export type Verdict = 'reached' | 'short of it' | 'too noisy' | 'no target';

/** One measured number, with its target where the project promises one. */
export interface Figure {
  bench: string;
  /** What was measured. */
  name: string;
  /** The baseline; '' without one. */
  against: string;
  value: number;
  /** `ratio`: requests per second relative to the baseline; `times`: the same where it is large. */
  unit: 'ratio' | 'times' | 'ms' | 'MB' | 'reads';
  target?: Target;
  verdict: Verdict;
  /** Interquartile range of the rounds, relative to their median. */
  spread?: number;
  /** The baseline's CPU per request relative to ours; other load on the machine hardly changes it. */
  cpuRatio?: number;
  /** Share of the time that other programs had the server's core. */
  othersShare?: number;
  note?: string;
}

/** The medians of one contestant. */
export interface Row {
  bench: string;
  work: string;
  name: string;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU of the server per request in microseconds; NaN where it cannot be read. */
  cpuMicros: number;
  /** CPU of Redis per request; NaN where there is none. */
  redisMicros: number;
  residentMB: number;
}

/** More figures, as printed. */
export interface Table {
  title: string;
  head: string[];
  rows: string[][];
  /** How to read it. */
  note?: string;
}

export interface BenchResult {
  figures: Figure[];
  rows: Row[];
  tables: Table[];
  notes: string[];
}

export interface BenchOptions {
  /** Of one round of one contestant. */
  seconds: number;
  rounds: number;
  /** Of the load on each contestant before the first round; default: 1. */
  warmSeconds?: number;
  /** Called with each step. */
  report(line: string): void;
}

export type Bench = (options: BenchOptions) => Promise<BenchResult>;

export const emptyResult = (): BenchResult => ({ figures: [], rows: [], tables: [], notes: [] });

/** Wrong answers, or a load with errors: there is no figure. */
export class WrongAnswers extends Error {
  override name = 'WrongAnswers';
}

/** Errors of a load: answers neither 2xx nor 3xx, or failed connections. */
export class LoadErrors extends WrongAnswers {
  override name = 'LoadErrors';
}

/** With a larger spread the rounds decide nothing when the target lies among them. */
export const spreadBound = 0.1;

/** When others had a larger share of the server's core, nothing is decided. */
export const othersBound = 0.1;

const holds = (value: number, { value: wanted, is }: Target) => (is === 'least' ? value >= wanted : value <= wanted);

/**
 * Whether the rounds reach a target. They are too noisy when their spread exceeds `spreadBound` and the target lies
 * between the lowest and the highest, so that single rounds contradict each other, or when other programs had more than
 * `othersBound` of the server's core.
 */
export function verdictOf(values: readonly number[], target: Target | undefined, othersShare = 0): Verdict {
  if (!target) return 'no target';
  const reached = holds(median(values), target);
  const agree = values.every((value) => holds(value, target) === reached);
  if ((!agree && spread(values) > spreadBound) || othersShare > othersBound) return 'too noisy';
  return reached ? 'reached' : 'short of it';
}

export interface Comparison {
  bench: string;
  name: string;
  against: string;
  unit?: 'ratio' | 'times';
  /** At least this many times the baseline's requests per second. */
  target?: number;
  note?: string;
}

/** One round of one contestant. Microseconds are sums over the round, NaN where not known. */
export interface Sample extends Loaded {
  cpuMicros: number;
  redisMicros: number;
  residentBytes: number;
  /** Share of the time that others had the server's core; 0 where nothing is pinned. */
  othersShare: number;
}

/** All rounds of all contestants. */
export interface RoundResults {
  of(name: string): readonly Sample[];
  /** The rounds of two contestants in pairs. */
  pairs(one: string, other: string): [Sample, Sample][];
  rows(bench: string, work: string): Row[];
  /** Rounds that were measured again. */
  notes: string[];
}

/** Compares two contestants round by round. */
export function compare(measured: RoundResults, ours: string, baseline: string, what: Comparison): Figure {
  const rates = measured.pairs(ours, baseline).map(([own, other]) => own.perSecond / other.perSecond);
  const cpu = measured
    .pairs(ours, baseline)
    .map(([own, other]) => other.cpuMicros / other.requests / (own.cpuMicros / own.requests));
  const target: Target | undefined = what.target === undefined ? undefined : { value: what.target, is: 'least' };
  const cpuRatio = median(cpu);
  const shares = [ours, baseline].map((name) => median(measured.of(name).map(({ othersShare }) => othersShare)));
  const othersShare = Math.max(...shares);
  return {
    ...{ bench: what.bench, name: what.name, against: what.against, unit: what.unit ?? 'ratio' },
    value: median(rates),
    spread: spread(rates),
    verdict: verdictOf(rates, target, othersShare),
    othersShare,
    ...(target && { target }),
    ...(Number.isFinite(cpuRatio) && { cpuRatio }),
    ...(what.note !== undefined && { note: what.note }),
  };
}

/** A figure with its verdict. */
export function createFigure(figure: Omit<Figure, 'verdict'>): Figure {
  return { ...figure, verdict: verdictOf([figure.value], figure.target, figure.othersShare) };
}

/** The results of several parts in one. */
export const merged = (results: readonly BenchResult[]): BenchResult => ({
  figures: results.flatMap(({ figures }) => figures),
  rows: results.flatMap(({ rows }) => rows),
  tables: results.flatMap(({ tables }) => tables),
  notes: results.flatMap(({ notes }) => notes),
});
