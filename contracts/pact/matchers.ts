import type { TSchema } from 'typebox';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { fits } from '../schemas/validation/fits.ts';

/** One matcher of the Pact specification, version 4. */
export type Matcher =
  | { match: 'equality' | 'null' | 'integer' | 'number' | 'notEmpty' }
  | { match: 'type'; min?: number; max?: number }
  | { match: 'regex'; regex: string }
  | { match: 'contentType'; value: string };

export interface Rule {
  combine: 'AND' | 'OR';
  matchers: Matcher[];
}

export const all = (...matchers: Matcher[]): Rule => ({ combine: 'AND', matchers });
const any = (matchers: Matcher[]): Rule => ({ combine: 'OR', matchers });

export const type: Matcher = { match: 'type' };
const regex = (pattern: string): Matcher => ({ match: 'regex', regex: pattern });

const anyText = regex('^[\\s\\S]*$');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('\\/', '/');

/** `^(a|b)$`, for JavaScript and Rust alike. */
export const oneOfPattern = (values: readonly unknown[]) =>
  `^(${values.map((value) => escaped(String(value))).join('|')})$`;

/** The range of an integer as a pattern, since Pact has no matcher for ranges; undefined if it would be long. */
function integerPattern({
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
}: JsonSchema): string | undefined {
  if (maximum - minimum < 20) {
    return oneOfPattern(Array.from({ length: maximum - minimum + 1 }, (_, step) => minimum + step));
  }
  if (minimum > 0) return '^[1-9][0-9]*$';
  return minimum === 0 ? '^[0-9]+$' : undefined;
}

/** The matchers of a plain value, by its schema. A regex alone would accept the number 5 as the string "5". */
export function scalarMatchers(schema: JsonSchema, example: unknown): Matcher[] {
  // `type` compares with the type of the example; a null example has no useful type.
  const kind = example === null ? [] : [type];
  if (schema.const !== undefined) return [{ match: 'equality' }];
  if (schema.enum) return [...kind, regex(oneOfPattern(schema.enum))];
  if (schema.type === 'null') return [{ match: 'null' }];
  if (schema.type === 'integer') {
    const pattern = integerPattern(schema);
    return [{ match: 'integer' }, ...(pattern ? [regex(pattern)] : [])];
  }
  if (schema.type === 'number') return [{ match: 'number' }];
  if (schema.type === 'string' && schema.pattern) return [...kind, regex(schema.pattern)];
  if (schema.type === 'string' && schema.minLength) return [...kind, { match: 'notEmpty' }];
  if (kind.length > 0) return kind;
  // Pact's matcher for booleans also accepts the string "true".
  return [schema.type === 'boolean' ? regex('^(true|false)$') : anyText];
}

const firstOf = ([first]: readonly Matcher[]) => first as Matcher;

/** The strictest matcher, since several cannot be combined here: Pact nests no AND in an OR. */
const strictestMatcher = (matchers: readonly Matcher[]): Matcher =>
  matchers.find(({ match }) => match === 'integer') ??
  matchers.find(({ match }) => match === 'regex') ??
  firstOf(matchers);

const alternatives = ({ combine, matchers }: Rule): Matcher[] =>
  combine === 'OR' ? matchers : [strictestMatcher(matchers)];

export function choiceRule(branches: readonly TSchema[], example: unknown): Rule {
  const matchers = branches.map((branch) =>
    strictestMatcher(scalarMatchers(branch as JsonSchema, fits(branch, example) ? example : null)),
  );
  // Null first: null must not be matched as text.
  const nulls = matchers.filter(({ match }) => match === 'null');
  return any([...nulls, ...matchers.filter((matcher) => !nulls.includes(matcher))]);
}

/** Merges the rules of two differently shaped elements of a list: a value may fit either. */
export function mergeRules(rule: Rule, other: Rule): Rule {
  if (JSON.stringify(rule) === JSON.stringify(other)) return rule;
  const first = firstOf(rule.matchers);
  const second = firstOf(other.matchers);
  if (first.match === 'type' && second.match === 'type' && (first.min !== undefined || second.min !== undefined)) {
    const { min: _, ...rest } = first;
    const min = Math.min(first.min ?? 0, second.min ?? 0);
    return all(min > 0 ? { ...rest, min } : rest);
  }
  const both = [...alternatives(rule), ...alternatives(other)].map((matcher) => JSON.stringify(matcher));
  return any([...new Set(both)].map((matcher) => JSON.parse(matcher) as Matcher));
}
