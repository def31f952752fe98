import type { TSchema } from 'typebox';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { fits } from '../schemas/validation/fits.ts';
import { all, choiceRule, mergeRules, type Rule, scalarMatchers, type } from './matchers.ts';

/** Rules by path of the body: `$`, `$[*].id`, `$.FMLiveFeed['Knock Down']`. */
export type BodyRules = Record<string, Rule>;

/** The parameters that a reply repeats: their values by member name. */
export type Echoes = ReadonlyMap<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `undefined` for an object: Pact compares it member by member and needs no rule. */
type CollectedRules = Map<string, Rule | undefined>;

function add(rules: CollectedRules, path: string, rule: Rule | undefined): void {
  const before = rules.get(path);
  rules.set(path, rules.has(path) ? before && rule && mergeRules(before, rule) : rule);
}

const member = (path: string, name: string) =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${path}.${name}` : `${path}['${name}']`;

/** The schema of a member: by name, by pattern, of additional properties, or `{}`. */
function memberSchema({ properties, patternProperties, additionalProperties }: JsonSchema, name: string): JsonSchema {
  const own = properties?.[name];
  if (own) return own as JsonSchema;
  const patterned = Object.entries(patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(name))?.[1];
  if (patterned) return patterned as JsonSchema;
  return typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : {};
}

const isPlain = ({ type, anyOf }: JsonSchema) => type !== 'object' && type !== 'array' && !anyOf;

function collect(schema: JsonSchema, example: unknown, path: string, rules: CollectedRules): void {
  if (schema.anyOf) {
    const fitting = schema.anyOf.find((branch) => fits(branch, example)) ?? {};
    if (typeof example === 'object' && example !== null) collect(fitting as JsonSchema, example, path, rules);
    // A null example of an object matches only null: Pact has no rule for "null or such an object".
    else add(rules, path, schema.anyOf.every(isPlain) ? choiceRule(schema.anyOf, example) : undefined);
  } else if (Array.isArray(example)) {
    const { minItems = 0, maxItems: max } = schema;
    const min = path === '$' ? Math.max(1, minItems) : minItems;
    // If the whole reply is an empty list, only an empty list matches.
    if (path !== '$' || example.length > 0) {
      add(rules, path, all({ match: 'type', ...(min > 0 && { min }), ...(max !== undefined && { max }) }));
    }
    for (const element of example) collect((schema.items ?? {}) as JsonSchema, element, `${path}[*]`, rules);
  } else if (isObject(example)) {
    add(rules, path, undefined);
    for (const [name, value] of Object.entries(example)) {
      collect(memberSchema(schema, name), value, member(path, name), rules);
    }
  } else {
    add(rules, path, all(...scalarMatchers(schema, example)));
  }
}

/** The objects that may repeat the request, with their paths: the reply, its elements, `FMLiveFeed`. */
function* subjects(example: unknown): Generator<[path: string, objects: Record<string, unknown>[]]> {
  if (Array.isArray(example)) yield ['$[*]', example.filter(isObject)];
  if (!isObject(example)) return;
  yield ['$', [example]];
  if (isObject(example.FMLiveFeed)) yield ['$.FMLiveFeed', [example.FMLiveFeed]];
}

/**
 * Derives the matching rules of a reply from its schema, so that a contract is as strict as the schema and no stricter.
 *
 * Every value gets a rule: under a list Pact would otherwise compare only types. Two things stay exact: values that repeat
 * the request (this catches a provider that answers with another record or ignores a filter), and a reply that is an empty
 * list. The keys of the example are required, in lists element by element; further elements are compared with the first.
 *
 * @param example fits the schema.
 * @param echoes see `findEchoes`.
 */
export function schemaRules(schema: TSchema, example: unknown, echoes: Echoes = new Map()): BodyRules {
  const rules: CollectedRules = new Map();
  collect(schema as JsonSchema, example, '$', rules);
  for (const [path, objects] of subjects(example)) {
    for (const [name, value] of echoes) {
      const isEcho =
        objects.length > 0 &&
        objects.every((object) => Object.hasOwn(object, name) && String(object[name]) === String(value));
      if (isEcho) rules.set(member(path, name), all({ match: 'equality' }));
    }
  }
  return Object.fromEntries([...rules].filter((entry): entry is [string, Rule] => entry[1] !== undefined));
}

/**
 * The rules of a problem: `type`, `title`, `status`, `instance` and the places of errors are exact; details are free.
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
