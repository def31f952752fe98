import type { Loaded } from './load.ts';
import { median, spread } from './statistics.ts';

/** What is wanted of a figure. */
export interface Target {
  value: number;
  /** `least`: at least this. */
  is: 'least' | 'most';
}

export type Verdict = 'reached' | 'short of it' | 'too noisy' | 'no target';

/** One number that the project promises, or tells. */
export interface Figure {
  bench: string;
  /** What was measured. */
  name: string;
  /** What it is compared with; '' where it stands alone. */
  against: string;
  value: number;
  /** `ratio`: of requests per second, a share of the baseline's; `times` the same where it is large. */
  unit: 'ratio' | 'times' | 'ms' | 'MB' | 'reads';
  target?: Target;
  verdict: Verdict;
  /** Interquartile range of the rounds beside their median. */
  spread?: number;
  /** The baseline's CPU per request beside ours: survives what else the machine does. */
  cpuRatio?: number;
  /** Part of the time that other programs had the server's core. */
  othersShare?: number;
  note?: string;
}

/** One contestant's medians. */
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

/** More figures, as they are printed. */
export interface Table {
  title: string;
  head: string[];
  rows: string[][];
  /** What it says, in a sentence. */
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
  /** Articles in the archives of the content bench. */
  sizes?: readonly number[];
  /** How many times the sample, in the growth bench. */
  scales?: readonly number[];
  /** Another checkout of the project, for `beside`. */
  checkout?: string;
  /** Told what is being done. */
  report(line: string): void;
}

export type Bench = (options: BenchOptions) => Promise<BenchResult>;

export const nothing = (): BenchResult => ({ figures: [], rows: [], tables: [], notes: [] });

/** Wrong answers, or a load that met errors: no figure comes of it. */
export class WrongAnswers extends Error {
  override name = 'WrongAnswers';
}

/** Errors that a load met: answers neither 2xx nor 3xx, or connections that failed. */
export class LoadErrors extends WrongAnswers {
  override name = 'LoadErrors';
}

/** Above this the rounds disagree so much that they decide nothing when the target lies among them. */
export const spreadBound = 0.1;

/** Part of the server's core that others may have had; above, nothing is decided. */
export const othersBound = 0.1;

const holds = (value: number, { value: wanted, is }: Target) => (is === 'least' ? value >= wanted : value <= wanted);

/**
 * What the rounds say of a target. They are too noisy when they spread over more than `spreadBound` and the target lies
 * between their lowest and highest: had any of them been measured alone, it could have said the opposite. They are too
 * noisy, too, when other programs had more than `othersBound` of the server's core.
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
  /** Part of the time that anybody else had the server's core; 0 where nothing is pinned. */
  othersShare: number;
}

/** All rounds of contestants who had their turns among one another. */
export interface Course {
  of(name: string): readonly Sample[];
  /** The rounds of two contestants, side by side. */
  pairs(one: string, other: string): [Sample, Sample][];
  rows(bench: string, work: string): Row[];
  /** Which rounds were measured again. */
  notes: string[];
}

/** Compares two contestants of a course, round by round. */
export function compare(course: Course, ours: string, baseline: string, what: Comparison): Figure {
  const rates = course.pairs(ours, baseline).map(([own, other]) => own.perSecond / other.perSecond);
  const cpu = course
    .pairs(ours, baseline)
    .map(([own, other]) => other.cpuMicros / other.requests / (own.cpuMicros / own.requests));
  const target: Target | undefined = what.target === undefined ? undefined : { value: what.target, is: 'least' };
  const cpuRatio = median(cpu);
  const shares = [ours, baseline].map((name) => median(course.of(name).map(({ othersShare }) => othersShare)));
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

/** One value that is not a ratio. */
export function figureOf(figure: Omit<Figure, 'verdict'>): Figure {
  return { ...figure, verdict: verdictOf([figure.value], figure.target, figure.othersShare) };
}

/** All that several parts found. */
export const merged = (results: readonly BenchResult[]): BenchResult => ({
  figures: results.flatMap(({ figures }) => figures),
  rows: results.flatMap(({ rows }) => rows),
  tables: results.flatMap(({ tables }) => tables),
  notes: results.flatMap(({ notes }) => notes),
});
