import type { TSchema } from 'typebox';
import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import type { JsonSchema } from '../json-schema.ts';
import { fits, once } from './fits.ts';
import { namesOf, stepOf } from './json-pointer.ts';
import { type Language, mustBe, mustBeOneOf, words } from './sentences.ts';

/** A value that violates its schema: its JSON Pointer without `#`, and a sentence about the expected value. */
export interface SchemaViolation {
  pointer: string;
  detail: string;
}

const constantsOf = (branch: TSchema): [string, JsonSchema][] =>
  Object.entries<JsonSchema>((branch as JsonSchema).properties ?? {}).filter(
    ([, property]) => property.const !== undefined,
  );

/**
 * The branches of a union that a value can belong to: the branches whose constants it has, such as a `Type`, or else the
 * branches without constants.
 */
function meantBranches(branches: readonly TSchema[], value: unknown): readonly TSchema[] {
  const member = (name: string) => (value as Record<string, unknown> | null)?.[name];
  const named = branches.filter((branch) => {
    const constants = constantsOf(branch);
    return constants.length > 0 && constants.every(([name, property]) => member(name) === property.const);
  });
  return named.length > 0 ? named : branches.filter((branch) => constantsOf(branch).length === 0);
}

/** The expected names, if a member such as `page` names every branch and the value has an unknown name there. */
function unknownName(branches: readonly TSchema[], value: unknown, language: Language): SchemaViolation | undefined {
  const names = branches.map(constantsOf);
  const [first] = names[0] ?? [];
  if (!first || typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!names.every((constants) => constants.some(([name]) => name === first[0]))) return undefined;
  const known = names.flatMap((constants) =>
    constants.filter(([name]) => name === first[0]).map(([, { const: constant }]) => constant),
  );
  return { pointer: `/${stepOf(first[0])}`, detail: mustBeOneOf(known, language) };
}

/** Keywords that concern elements which fit by themselves; `maxItems` is checked before. */
const ofWholeLists = ['if', 'minItems', 'uniqueItems', 'contains'];

/**
 * A copy of a value that keeps, of each list, only the first elements that violate the schema: the validator reports the
 * same errors. It walks whole lists even after its last error, at hundreds of times the cost of a check.
 */
class Excerpt {
  readonly value: unknown;
  /** For each shortened list, the indexes of its elements in the whole list. */
  readonly #indexes = new WeakMap<object, readonly number[]>();
  readonly #maxErrors = Settings.Get().maxErrors;

  constructor(schema: TSchema, value: unknown) {
    this.value = this.#shorten(schema, value);
  }

  /** Converts a JSON Pointer of the excerpt to one of the whole value. */
  pointerInWhole(pointer: string): string {
    let at = this.value;
    let whole = '';
    for (const name of namesOf(pointer)) {
      const indexes = this.#indexes.get(at as object);
      whole += `/${indexes?.[Number(name)] ?? stepOf(name)}`;
      at = (at as Record<string, unknown> | null | undefined)?.[name];
    }
    return whole;
  }

  #shorten(schema: TSchema, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (ofWholeLists.some((keyword) => keyword in schema)) return value;
    const { items, properties = {} } = schema as JsonSchema;
    if (Array.isArray(value)) return items ? this.#firstViolating(items, value) : value;
    const shortened: Record<string, unknown> = { ...value };
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) shortened[name] = this.#shorten(property, shortened[name]);
    }
    return shortened;
  }

  #firstViolating(items: TSchema, list: readonly unknown[]): unknown[] {
    const indexes: number[] = [];
    for (const [index, element] of list.entries()) {
      if (!fits(items, element) && indexes.push(index) === this.#maxErrors) break;
    }
    const violating = indexes.map((index) => this.#shorten(items, list[index]));
    this.#indexes.set(violating, indexes);
    return violating;
  }
}

type ValidationError = ReturnType<typeof Errors>[1][number];

/** The value at a JSON Pointer, or at a path of keywords such as `#/properties/n/anyOf/0`. */
function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const name of namesOf(pointer)) at = (at as Record<string, unknown> | undefined)?.[name];
  return at;
}

/** Whether a schema limits the length of any array. If not, `findOverlong` can skip a huge list. */
const boundsLength = once((schema): boolean => {
  const { anyOf = [], items, maxItems, properties = {} } = schema as JsonSchema;
  const parts = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)];
  return maxItems !== undefined || parts.some((part) => boundsLength(part));
});

/** An array with too many elements. It is the only violation reported, since a list of a million errors helps nobody. */
function findOverlong(
  schema: TSchema,
  value: unknown,
  pointer: string,
  language: Language,
): SchemaViolation | undefined {
  if (!boundsLength(schema)) return undefined;
  const { anyOf, items, maxItems = Number.POSITIVE_INFINITY, properties = {} } = schema as JsonSchema;
  const first = <T>(parts: Iterable<T>, look: (part: T) => SchemaViolation | undefined) => {
    for (const part of parts) {
      const found = look(part);
      if (found) return found;
    }
    return undefined;
  };
  if (anyOf) return first(meantBranches(anyOf, value), (branch) => findOverlong(branch, value, pointer, language));
  if (Array.isArray(value)) {
    if (value.length > maxItems) return { pointer, detail: mustBe(schema, language) };
    if (!items) return undefined;
    return first(value.entries(), ([index, element]) => findOverlong(items, element, `${pointer}/${index}`, language));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Record<string, unknown>;
  return first(Object.entries<TSchema>(properties), ([name, property]) =>
    findOverlong(property, members[name], `${pointer}/${stepOf(name)}`, language),
  );
}

/** The violations of the closest branch of a union or, if all branches are plain values, the choices. */
function explainUnion(union: TSchema, value: unknown, language: Language): SchemaViolation[] {
  const { anyOf: branches = [] } = union as JsonSchema;
  const meant = meantBranches(branches, value);
  const nested = meant.map((branch) => findViolations(branch, value, language));
  const deep = nested.filter((list) => list.every(({ pointer }) => pointer !== ''));
  const closest = deep.sort((a, b) => a.length - b.length)[0];
  return closest ?? [unknownName(branches, value, language) ?? { pointer: '', detail: mustBe(union, language) }];
}

/** The sentences for one error of the validator, with pointers below its place. */
function explain(error: ValidationError, schema: TSchema, value: unknown, language: Language): SchemaViolation[] {
  const failed = valueAt(schema, error.schemaPath) as TSchema;
  const say = words[language];
  const each = (names: readonly string[], detail: string) =>
    names.map((name) => ({ pointer: `/${stepOf(name)}`, detail }));
  switch (error.keyword) {
    case 'if': {
      const { failingKeyword } = error.params;
      return findViolations((failed as unknown as Record<string, TSchema>)[failingKeyword] as TSchema, value, language);
    }
    case 'required':
      return each(error.params.requiredProperties, say.missing);
    case 'additionalProperties':
      return each(error.params.additionalProperties, say.unknown);
    // An unknown member has the schema `false`.
    case 'boolean':
      return [{ pointer: '', detail: say.unknown }];
    case 'dependentRequired':
      return each([error.params.property], say.together(error.params.dependencies.join(', ')));
    case 'oneOf': {
      const { oneOf = [] } = failed as JsonSchema;
      return [{ pointer: '', detail: say.exactlyOne(oneOf.flatMap(({ required }) => required)) }];
    }
    case 'anyOf':
      return explainUnion(failed, value, language);
    default:
      return [{ pointer: '', detail: mustBe(failed, language) }];
  }
}

/**
 * Every violation of a schema, in the order of the schema; `[]` if the value fits.
 * For a union, explains the closest branch or, if all branches are plain values, the choices.
 */
export function findViolations(schema: TSchema, value: unknown, language: Language): SchemaViolation[] {
  if (fits(schema, value)) return [];
  const tooLong = findOverlong(schema, value, '', language);
  return tooLong ? [tooLong] : violationsOf(schema, value, language);
}

/** Like `findViolations`, for a value without overlong arrays. */
function violationsOf(schema: TSchema, value: unknown, language: Language): SchemaViolation[] {
  const [meant, ...others] = meantBranches((schema as JsonSchema).anyOf ?? [], value);
  if (meant && others.length === 0) {
    // Only this branch is reported, so the others need no search for errors.
    const inside = violationsOf(meant, value, language);
    if (inside.some(({ pointer }) => pointer === '')) return [{ pointer: '', detail: mustBe(schema, language) }];
    if (inside.length > 0) return inside;
  }
  const excerpt = new Excerpt(schema, value);
  const [, errors] = Errors(schema, excerpt.value);
  // Branches of a union report before the union itself does, so the unions are collected first.
  const unions = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map(({ keyword, schemaPath }) => `${schemaPath}/${keyword}/`);
  const found = new Map<string, string>();
  for (const error of errors) {
    if (unions.some((union) => error.schemaPath.startsWith(union))) continue;
    const instancePath = excerpt.pointerInWhole(error.instancePath);
    for (const { pointer, detail } of explain(error, schema, valueAt(value, instancePath), language)) {
      if (!found.has(instancePath + pointer)) found.set(instancePath + pointer, detail);
    }
  }
  return [...found].map(([pointer, detail]) => ({ pointer, detail }));
}
