/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

/** A generator of 32 bits of state, whose period of 2^32 is longer than any run draws. */
export function randomFrom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The time until the next of events that come independently, `perMs` of them in a millisecond. */
export const exponential = (random: Random, perMs: number) =>
  perMs > 0 ? -Math.log(1 - random()) / perMs : Number.POSITIVE_INFINITY;
