/** What a part is asked for. */
export interface PartOptions {
  /** How often, or how many; of `outage` minutes. */
  count: number;
  /** Called every few seconds with what was done so far. */
  progress(line: string): void;
}

/** What a part has shown. */
export interface Shown {
  figure: string;
  /** The same measurement where something is missing on purpose. */
  control: string;
  /** Sentences that say what contradicts the claim, or why the control proves nothing. Empty: the claim is shown. */
  faults: string[];
}

/** A claim with its measurement. */
export interface Part {
  /** As `--only` takes it. */
  name: string;
  claim: string;
  /** What is counted: `power losses`. */
  unit: string;
  /** How many, unless `--count` or `--minutes` says otherwise. */
  count: number;
  run(options: PartOptions): Promise<Shown>;
}

/** The middle and the greatest of some times, in milliseconds: `120 ms (median), 1,480 ms (slowest)`. */
export function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${formatCount(sorted[sorted.length >> 1] ?? 0)} ms (median), ${formatCount(sorted.at(-1) ?? 0)} ms (slowest)`;
}

/** A whole number with commas: `200,000`. */
export const formatCount = (count: number) => Math.round(count).toLocaleString('en-US');

/** The sentences whose condition holds. */
export const sentencesOf = (...rows: readonly (readonly [isWrong: boolean, sentence: string])[]): string[] =>
  rows.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));

/** Calls a function for each number from 1, and reports now and then. */
export async function repeat(
  { count, progress }: PartOptions,
  what: string,
  act: (nth: number) => Promise<void>,
): Promise<void> {
  const everyMs = 5_000;
  let saidMs = performance.now();
  for (let nth = 1; nth <= count; nth++) {
    await act(nth);
    if (performance.now() - saidMs < everyMs) continue;
    saidMs = performance.now();
    progress(`${formatCount(nth)} of ${formatCount(count)} ${what}`);
  }
}
