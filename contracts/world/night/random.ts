/** The next number from 0 up to, not including, 1. */
export type Random = () => number;

/** FNV-1a, 32 bits with a sign, over UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}

/**
 * Random numbers seeded by the parts (mulberry32). Each use has a separate source, so that an additional number of one use
 * does not change the numbers of another.
 *
 * @example randomOf(seed, 'round', '6415', 2)
 */
export function randomOf(...parts: readonly (string | number)[]): Random {
  let state = hash(parts.join('\u0000'));
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export const chance = (random: Random, probability: number) => random() < probability;

/** A whole number, both ends included. */
export const between = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1));

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('cannot pick from an empty list');
  return item;
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
