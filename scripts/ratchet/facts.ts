import { isDeepStrictEqual } from 'node:util';

const short = (value: unknown) => (value === undefined ? 'absent' : (JSON.stringify(value) ?? '').slice(0, 80));

/**
 * The places where two values differ: their JSON Pointers with both values. A member or element that only the second has is
 * not a change of a fact, nor is the order of elements.
 */
export function factsChanged(before: unknown, after: unknown, at = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isNested(before) || !isNested(after) || Array.isArray(before) !== Array.isArray(after))
    return [`${at || '/'} was ${short(before)}, is ${short(after)}`];
  if (!Array.isArray(before)) {
    const now = after as Record<string, unknown>;
    return Object.entries(before).flatMap(([key, value]) => factsChanged(value, now[key], `${at}/${key}`));
  }
  // Each element is compared with one that has all of its facts, or else with the next one left.
  const left = [...(after as unknown[])];
  const take = (index: number) => (index < 0 ? undefined : left.splice(index, 1)[0]);
  const changed = [...before.entries()].filter(
    ([, value]) => take(left.findIndex((one) => factsChanged(value, one).length === 0)) === undefined,
  );
  return changed.flatMap(([key, value]) => factsChanged(value, left.shift(), `${at}/${key}`));
}
