import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/schema';
import type { JsonSchema } from '../json-schema.ts';
import { Excerpt } from './excerpt.ts';
import { compileOnce, fits, once } from './fits.ts';
import { namesOf, stepOf } from './json-pointer.ts';
import { type Language, mustBe, words } from './sentences.ts';
import { type Mismatch, meantBranches, unknownName } from './unions.ts';

type ValidationError = ReturnType<Validator['Errors']>[1][number];

/** The value at a JSON Pointer, or at a path of keywords such as `#/properties/n/anyOf/0`. */
function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const name of namesOf(pointer)) at = (at as Record<string, unknown> | undefined)?.[name];
  return at;
}

/** Whether a schema limits the length of an array in it. Without a limit a huge list need not be searched. */
const boundsLength = once((schema): boolean => {
  const { anyOf = [], items, maxItems, properties = {} } = schema as JsonSchema;
  const parts = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)];
  return maxItems !== undefined || parts.some((part) => boundsLength(part));
});

/** An array with too many elements, reported alone: further errors in a million elements help no reader. */
function findOverlong(schema: TSchema, value: unknown, pointer: string, language: Language): Mismatch | undefined {
  if (!boundsLength(schema)) return undefined;
  const { anyOf, items, maxItems = Number.POSITIVE_INFINITY, properties = {} } = schema as JsonSchema;
  const first = <T>(parts: Iterable<T>, look: (part: T) => Mismatch | undefined) => {
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

/** Explains the closest branch of a union or, if all branches are plain values, the choices. */
function explainUnion(union: TSchema, value: unknown, language: Language): Mismatch[] {
  const { anyOf: branches = [] } = union as JsonSchema;
  const meant = meantBranches(branches, value);
  const nested = meant.map((branch) => findMismatches(branch, value, language));
  const deep = nested.filter((list) => list.every(({ pointer }) => pointer !== ''));
  const closest = deep.sort((a, b) => a.length - b.length)[0];
  return closest ?? [unknownName(branches, value, language) ?? { pointer: '', detail: mustBe(union, language) }];
}

/** The sentences for one error of the validator, with pointers below its place. */
function explain(error: ValidationError, schema: TSchema, value: unknown, language: Language): Mismatch[] {
  const failed = valueAt(schema, error.schemaPath) as TSchema;
  const say = words[language];
  const each = (names: readonly string[], detail: string) =>
    names.map((name) => ({ pointer: `/${stepOf(name)}`, detail }));
  switch (error.keyword) {
    case 'if': {
      const { failingKeyword } = error.params;
      return findMismatches((failed as unknown as Record<string, TSchema>)[failingKeyword] as TSchema, value, language);
    }
    case 'required':
      return each(error.params.requiredProperties, say.missing);
    case 'additionalProperties':
      return each(error.params.additionalProperties, say.unknown);
    // The schema of an unknown member is `false`.
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
 * Every place where a value does not fit, one sentence each, in the order of the schema; `[]` if it fits.
 * For a union, explains the closest branch or, if all branches are plain values, the choices.
 */
export function findMismatches(schema: TSchema, value: unknown, language: Language): Mismatch[] {
  if (fits(schema, value)) return [];
  const tooLong = findOverlong(schema, value, '', language);
  return tooLong ? [tooLong] : mismatchesOf(schema, value, language);
}

/** Like `findMismatches`, for a value without overlong arrays. */
function mismatchesOf(schema: TSchema, value: unknown, language: Language): Mismatch[] {
  const [meant, ...others] = meantBranches((schema as JsonSchema).anyOf ?? [], value);
  if (meant && others.length === 0) {
    // Validating the whole union would search every branch for errors, but only this branch is reported.
    const inside = mismatchesOf(meant, value, language);
    if (inside.some(({ pointer }) => pointer === '')) return [{ pointer: '', detail: mustBe(schema, language) }];
    if (inside.length > 0) return inside;
  }
  const excerpt = new Excerpt(schema, value);
  const [, errors] = compileOnce(schema).Errors(excerpt.value);
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
