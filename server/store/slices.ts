import { setImmediate as turn } from 'node:timers/promises';

/** How long one slice blocks the event loop. */
const sliceMs = 5;

/** Fewer values are mapped in one slice. */
const minSliced = 32;

/**
 * Maps values in slices of a few milliseconds, between which other requests are served: a page of 500 events takes
 * 100 ms, for which no vote should wait.
 */
export async function mapInSlices<T, R>(values: readonly T[], map: (value: T) => R): Promise<R[]> {
  if (values.length < minSliced) return values.map(map);
  const mapped: R[] = [];
  let endsMs = performance.now() + sliceMs;
  for (const value of values) {
    mapped.push(map(value));
    if (performance.now() < endsMs) continue;
    await turn();
    endsMs = performance.now() + sliceMs;
  }
  return mapped;
}
