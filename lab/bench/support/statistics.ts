/** Quantile with interpolation between neighbours; NaN of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** The smallest value that at least this share of the values does not exceed; for latencies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Interquartile range relative to the median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

/** The values in random order. */
export function shuffled<T>(values: readonly T[], random: () => number = Math.random): T[] {
  const mixed = [...values];
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}
