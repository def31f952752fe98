import type { TSchema } from 'typebox';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { fits } from '../schemas/validation.ts';

/** One matcher of the Pact specification, version 4. */
export type Matcher =
  | { match: 'equality' | 'null' | 'integer' | 'number' | 'notEmpty' }
  | { match: 'type'; min?: number; max?: number }
  | { match: 'regex'; regex: string };

/** What holds at one path: all of the matchers, or any. */
export interface Rule {
  combine: 'AND' | 'OR';
  matchers: Matcher[];
}

/** Rules by path of the body: `$`, `$[*].id`, `$.FMLiveFeed['Knock Down']`. */
export type BodyRules = Record<string, Rule>;

/** Member names and the values under which a reply repeats what was asked for. */
export type Echoes = ReadonlyMap<string, unknown>;

const all = (...matchers: Matcher[]): Rule => ({ combine: 'AND', matchers });
const any = (matchers: Matcher[]): Rule => ({ combine: 'OR', matchers });

const type: Matcher = { match: 'type' };
const regex = (pattern: string): Matcher => ({ match: 'regex', regex: pattern });

const anyText = regex('^[\\s\\S]*$');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('\\/', '/');

/** `^(a|b)$`, for JavaScript and Rust alike. */
export const oneOfPattern = (values: readonly unknown[]) =>
  `^(${values.map((value) => escaped(String(value))).join('|')})$`;

/** Limits of an integer as text, where a short pattern can say them: Pact has no matcher for limits. */
function integerPattern({ minimum, maximum }: JsonSchema): string | undefined {
  if (minimum === undefined) return undefined;
  if (maximum !== undefined && maximum - minimum < 20) {
    return oneOfPattern(Array.from({ length: maximum - minimum + 1 }, (_, step) => minimum + step));
  }
  if (minimum === 0) return '^[0-9]+$';
  return minimum > 0 ? '^[1-9][0-9]*$' : undefined;
}

/** What a plain value must be, by its schema. A regex alone would take the number 5 for the string "5". */
function scalarMatchers(schema: JsonSchema, example: unknown): Matcher[] {
  // `type` means the type of the example, which says nothing where that is null.
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
  // Pact's own matcher for booleans takes the string "true" as well.
  return [schema.type === 'boolean' ? regex('^(true|false)$') : anyText];
}

/** The one matcher that says most, where several cannot stand together: Pact nests no AND in an OR. */
const tellingMatcher = (matchers: readonly Matcher[]): Matcher =>
  matchers.find(({ match }) => match === 'integer') ??
  matchers.find(({ match }) => match === 'regex') ??
  (matchers[0] as Matcher);

const alternatives = ({ combine, matchers }: Rule): Matcher[] =>
  combine === 'OR' ? matchers : [tellingMatcher(matchers)];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `undefined` where an object stands: Pact compares it member by member and needs no rule. */
type Found = Map<string, Rule | undefined>;

/** One rule for two elements of a list that differ in shape: whatever either of them may be. */
function merged(one: Rule, other: Rule): Rule {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const [first] = one.matchers;
  const [second] = other.matchers;
  if (first?.match === 'type' && second?.match === 'type' && (first.min !== undefined || second.min !== undefined)) {
    const { min: _, ...rest } = first;
    const min = Math.min(first.min ?? 0, second.min ?? 0);
    return all(min > 0 ? { ...rest, min } : rest);
  }
  const both = [...alternatives(one), ...alternatives(other)].map((matcher) => JSON.stringify(matcher));
  return any([...new Set(both)].map((matcher) => JSON.parse(matcher) as Matcher));
}

function add(found: Found, path: string, rule: Rule | undefined): void {
  const before = found.get(path);
  found.set(path, found.has(path) ? before && rule && merged(before, rule) : rule);
}

const member = (path: string, name: string) =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${path}.${name}` : `${path}['${name}']`;

/** The schema of one member: its own, else that of the pattern or of all others, else none. */
function memberSchema({ properties, patternProperties, additionalProperties }: JsonSchema, name: string): JsonSchema {
  const own = properties?.[name];
  if (own) return own as JsonSchema;
  const patterned = Object.entries(patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
  if (patterned) return patterned as JsonSchema;
  return typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : {};
}

const isPlain = ({ type, anyOf }: JsonSchema) => type !== 'object' && type !== 'array' && !anyOf;

/** What a value of a union of plain schemas may be. */
function choiceOf(branches: readonly TSchema[], example: unknown): Rule {
  const matchers = branches.map((branch) =>
    tellingMatcher(scalarMatchers(branch as JsonSchema, fits(branch, example) ? example : null)),
  );
  // Null first: what is null must not be looked at as a text.
  return any(matchers.sort((a, b) => Number(b.match === 'null') - Number(a.match === 'null')));
}

function collect(schema: JsonSchema, example: unknown, path: string, found: Found): void {
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((branch) => fits(branch, example)) ?? {};
    if (typeof example === 'object' && example !== null) collect(fitting as JsonSchema, example, path, found);
    // Null in place of an object stays null: no rule can say "null or such an object".
    else add(found, path, schema.anyOf.every(isPlain) ? choiceOf(schema.anyOf, example) : undefined);
  } else if (Array.isArray(example)) {
    const least = schema.minItems ?? 0;
    const min = example.length > 0 && path === '$' ? Math.max(1, least) : least;
    const max = schema.maxItems;
    // An empty list that was asked for stays empty.
    if (path !== '$' || example.length > 0) {
      add(found, path, all({ match: 'type', ...(min > 0 && { min }), ...(max !== undefined && { max }) }));
    }
    for (const element of example) collect((schema.items ?? {}) as JsonSchema, element, `${path}[*]`, found);
  } else if (isObject(example)) {
    add(found, path, undefined);
    for (const [name, value] of Object.entries(example)) {
      collect(memberSchema(schema, name), value, member(path, name), found);
    }
  } else {
    add(found, path, all(...scalarMatchers(schema, example)));
  }
}

/** The objects of a reply that speak of what was asked for, with their paths: the reply, its elements, a feed's core. */
function* subjects(example: unknown): Generator<[path: string, objects: Record<string, unknown>[]]> {
  if (Array.isArray(example)) yield ['$[*]', example.filter(isObject)];
  if (!isObject(example)) return;
  yield ['$', [example]];
  if (isObject(example.FMLiveFeed)) yield ['$.FMLiveFeed', [example.FMLiveFeed]];
}

/**
 * Derives the matching rules of a reply from its schema, so that a contract is as strict as the schema and no stricter.
 *
 * Every value gets a rule: under a list Pact would otherwise compare types only. Two things are kept exact: what repeats
 * the request (a provider that answers about another record, or ignores a filter, is caught), and an empty list that is
 * the whole reply. Keys that the example has must be there; of a list, element by element, and elements beyond the
 * example are compared with its first.
 *
 * @param example fits the schema.
 * @param echoes see `echoesOf`.
 */
export function rulesOf(schema: TSchema, example: unknown, echoes: Echoes = new Map()): BodyRules {
  const found: Found = new Map();
  collect(schema as JsonSchema, example, '$', found);
  for (const [path, objects] of subjects(example)) {
    for (const [name, value] of echoes) {
      const isEcho =
        objects.length > 0 &&
        objects.every((object) => Object.hasOwn(object, name) && String(object[name]) === String(value));
      if (isEcho) found.set(member(path, name), all({ match: 'equality' }));
    }
  }
  return Object.fromEntries([...found].filter((entry): entry is [string, Rule] => entry[1] !== undefined));
}

/**
 * The rules of a problem: kind, title, status, path and what is at fault are exact; wording is free.
 *
 * @see wire specification 2.6
 */
export function problemRules(example: Readonly<Record<string, unknown>>): BodyRules {
  const exact = ['type', 'title', 'status', 'instance', 'errors'];
  const free = Object.keys(example).filter((name) => !exact.includes(name));
  const rules = free.map((name) => [member('$', name), all(type)] as const);
  const errors: unknown = example.errors;
  const details = Array.isArray(errors)
    ? errors.map((_, index) => [`$.errors[${index}].detail`, all(type)] as const)
    : [];
  return Object.fromEntries([...rules, ...details]);
}
