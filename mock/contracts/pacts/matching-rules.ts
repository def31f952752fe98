/** One matcher of a pact. */
export interface Rule {
  match?: string;
  regex?: string;
  min?: number;
  max?: number;
  /** Of `include`. */
  value?: string;
  /** Of `arrayContains`: elements of the example, by index, and the rules within each. */
  variants?: { index: number; rules: Map<string, Rule[]> }[];
  /** Of several that are combined with OR. */
  any?: Rule[];
}

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** A regex of another language that JavaScript cannot read says nothing here: Pact itself judges by it. */
function fitsPattern(pattern: string, actual: unknown): boolean {
  if (typeof actual === 'object') return false;
  try {
    return new RegExp(pattern).test(String(actual));
  } catch {
    return true;
  }
}

const sizeOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : String(value ?? '').length;

function equal(one: unknown, other: unknown): boolean {
  if (typeOf(one) !== typeOf(other)) return false;
  if (typeof one !== 'object' || one === null) return Object.is(one, other);
  const [ours, theirs] = [one as Json, other as Json];
  const names = Object.keys(ours);
  return names.length === Object.keys(theirs).length && names.every((name) => equal(ours[name], theirs[name]));
}

/** Whether a value is of the type of the example, a list also of the length that is asked for. */
function fitsType({ min = 0, max = Number.POSITIVE_INFINITY }: Rule, expected: unknown, actual: unknown): boolean {
  if (typeOf(expected) !== typeOf(actual)) return false;
  return !Array.isArray(actual) || (actual.length >= min && actual.length <= max);
}

const checks: Record<string, (rule: Rule, expected: unknown, actual: unknown) => boolean> = {
  type: fitsType,
  equality: (_, expected, actual) => equal(expected, actual),
  regex: ({ regex = '' }, _, actual) => fitsPattern(regex, actual),
  null: (_, __, actual) => actual === null,
  number: (_, __, actual) => typeof actual === 'number',
  integer: (_, __, actual) => Number.isInteger(actual),
  decimal: (_, __, actual) => typeof actual === 'number',
  boolean: (_, __, actual) => typeof actual === 'boolean' || actual === 'true' || actual === 'false',
  include: ({ value = '' }, _, actual) => typeof actual !== 'object' && String(actual).includes(value),
  notEmpty: (_, __, actual) => sizeOf(actual) > 0,
  arrayContains: (_, __, actual) => Array.isArray(actual),
};

/** Whether a value is what one matcher asks for; one that is not known here (a date format, a semver) asks for a text. */
function fitsRule(rule: Rule, expected: unknown, actual: unknown): boolean {
  if (rule.any) return rule.any.some((one) => fitsRule(one, expected, actual));
  const match = rule.match ?? (rule.regex === undefined ? 'type' : 'regex');
  const check = Object.hasOwn(checks, match) ? checks[match] : undefined;
  return check ? check(rule, expected, actual) : typeOf(actual) === typeOf(expected);
}

/**
 * Whether a value is what all matchers of its path ask for. Null beside another matcher is an alternative however it was
 * written: nothing is both.
 */
export function fitsRules(rules: readonly Rule[], expected: unknown, actual: unknown): boolean {
  const others = rules.filter(({ match }) => match !== 'null');
  if (actual === null && others.length < rules.length) return true;
  return (others.length > 0 ? others : rules).every((rule) => fitsRule(rule, expected, actual));
}

/** Whether a rule also holds for everything below its path. */
export const isCascading = ({ match, regex, any }: Rule) =>
  match === 'type' || (match === undefined && regex === undefined && any === undefined);
