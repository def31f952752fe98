import { isDeepStrictEqual } from 'node:util';

/** One matcher of a pact. */
export interface Rule {
  match?: string;
  regex?: string;
  min?: number;
  max?: number;
  /** For `include`. */
  value?: string;
  /** For `statusCode`: a class of statuses, or a list of them. */
  status?: string | number[];
  /** For `arrayContains`: elements of the example, by index, and the rules within each. */
  variants?: { index: number; rules: Map<string, Rule[]> }[];
  /** Rules combined with OR. */
  any?: Rule[];
}

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Accepts every value if JavaScript cannot read a regex of another language; the verifier checks it. */
function fitsPattern(pattern: string, actual: unknown): boolean {
  if (typeof actual === 'object') return false;
  try {
    return new RegExp(pattern).test(String(actual));
  } catch {
    return true;
  }
}

/** Whether a value has the type of the example, and a list the required length. */
function fitsType({ min = 0, max = Number.POSITIVE_INFINITY }: Rule, expected: unknown, actual: unknown): boolean {
  if (typeOf(expected) !== typeOf(actual)) return false;
  return !Array.isArray(actual) || (actual.length >= min && actual.length <= max);
}

/** First and last status of a class. */
const statusClasses = new Map([
  ['info', [100, 199]],
  ['success', [200, 299]],
  ['redirect', [300, 399]],
  ['clientError', [400, 499]],
  ['serverError', [500, 599]],
  ['nonError', [100, 399]],
  ['error', [400, 599]],
]);

function fitsStatusClass({ status = '' }: Rule, actual: unknown): boolean {
  if (Array.isArray(status)) return status.includes(Number(actual));
  const [first = Number.NaN, last = Number.NaN] = statusClasses.get(status) ?? [];
  return Number(actual) >= first && Number(actual) <= last;
}

const checks: Record<string, (rule: Rule, expected: unknown, actual: unknown) => boolean> = {
  type: fitsType,
  equality: (_, expected, actual) => isDeepStrictEqual(expected, actual),
  regex: ({ regex = '' }, _, actual) => fitsPattern(regex, actual),
  null: (_, __, actual) => actual === null,
  include: ({ value = '' }, _, actual) => typeof actual !== 'object' && String(actual).includes(value),
  arrayContains: (_, __, actual) => Array.isArray(actual),
  statusCode: (rule, _, actual) => fitsStatusClass(rule, actual),
};

/** Whether a value fits a matcher. Of others, such as numbers and dates, only the type is compared; the verifier checks the rest. */
function fitsRule(rule: Rule, expected: unknown, actual: unknown): boolean {
  if (rule.any) return rule.any.some((one) => fitsRule(one, expected, actual));
  const match = rule.match ?? (rule.regex === undefined ? 'type' : 'regex');
  const check = Object.hasOwn(checks, match) ? checks[match] : undefined;
  return check ? check(rule, expected, actual) : typeOf(actual) === typeOf(expected);
}

/** Whether a value fits all matchers of its path. A null matcher is an alternative to the others: no value fits both. */
export function fitsRules(rules: readonly Rule[], expected: unknown, actual: unknown): boolean {
  const others = rules.filter(({ match }) => match !== 'null');
  if (actual === null && others.length < rules.length) return true;
  return (others.length > 0 ? others : rules).every((rule) => fitsRule(rule, expected, actual));
}

/** Whether a rule also applies to every path below its own. */
export const isCascading = ({ match, regex, any }: Rule) =>
  match === 'type' || (match === undefined && regex === undefined && any === undefined);
