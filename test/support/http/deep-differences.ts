export interface Difference {
  /** Like `$.fights[0].result.Method`; `$` is the whole value. */
  path: string;
  /** Undefined for a member that is absent. */
  expected: unknown;
  got: unknown;
}

const longest = 160;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

export const describeDifference = ({ path, expected, got }: Difference) =>
  `${path}: expected ${shown(expected)}, got ${shown(got)}`;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const memberOf = (path: string, name: string) =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;

const valueIn = (object: Record<string, unknown>, name: string) =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/**
 * Every place where a JSON value is not the expected one: another value, another type, a member too many or too few.
 * The order of members does not matter, that of elements does. Of lists of different lengths only the lengths and the
 * first element that differs are named.
 */
export function differencesOf(expected: unknown, got: unknown, path = '$'): Difference[] {
  if (Array.isArray(expected) && Array.isArray(got)) {
    const shorter = Math.min(expected.length, got.length);
    const inner = Array.from({ length: shorter }, (_, at) => differencesOf(expected[at], got[at], `${path}[${at}]`));
    if (expected.length === got.length) return inner.flat();
    return [{ path: `${path}.length`, expected: expected.length, got: got.length }, ...inner.flat().slice(0, 1)];
  }
  if (isObject(expected) && isObject(got) && Array.isArray(expected) === Array.isArray(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
    return [...names].flatMap((name) =>
      differencesOf(valueIn(expected, name), valueIn(got, name), memberOf(path, name)),
    );
  }
  return Object.is(expected, got) ? [] : [{ path, expected, got }];
}
