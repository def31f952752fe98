import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { languageOf } from '../problems.ts';
import { idDigitsPattern, maximumId } from './common.ts';
import type { JsonSchema } from './json-schema.ts';

type Language = ReturnType<typeof languageOf>;

const validators = new WeakMap<object, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const made = Compile(schema);
  validators.set(schema, made);
  return made;
}

/** Whether a value fits a schema. The schema is compiled at its first use. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return validatorOf(schema).Check(value);
}

const words = {
  en: {
    missing: 'Is required.',
    unknown: 'Is not a known member.',
    must: 'Must be',
    or: 'or',
    integer: 'an integer',
    number: 'a number',
    string: 'a string',
    boolean: 'true or false',
    null: 'null',
    array: 'an array',
    object: 'an object',
    value: 'another value',
    range: (min: number, max: number) => `from ${min} to ${max}`,
    from: (min: number) => `of at least ${min}`,
    to: (max: number) => `of at most ${max}`,
    length: (min: number) => `of at least ${min} characters`,
    elements: (max: number) => `of at most ${max} elements`,
    pattern: (pattern: string) => `that matches ${pattern}`,
    digits: (min: number, max: number) => `of digits from "${min}" to "${max}"`,
    like: (sample: string) => `like "${sample}"`,
    together: (names: string) => `Needs ${names} beside it.`,
  },
  es: {
    missing: 'Es obligatorio.',
    unknown: 'No es un miembro conocido.',
    must: 'Debe ser',
    or: 'o',
    integer: 'un entero',
    number: 'un número',
    string: 'un texto',
    boolean: 'true o false',
    null: 'null',
    array: 'una lista',
    object: 'un objeto',
    value: 'otro valor',
    range: (min: number, max: number) => `de ${min} a ${max}`,
    from: (min: number) => `de ${min} como mínimo`,
    to: (max: number) => `de ${max} como máximo`,
    length: (min: number) => `de ${min} caracteres como mínimo`,
    elements: (max: number) => `de ${max} elementos como máximo`,
    pattern: (pattern: string) => `que cumpla ${pattern}`,
    digits: (min: number, max: number) => `de cifras de "${min}" a "${max}"`,
    like: (sample: string) => `como "${sample}"`,
    together: (names: string) => `Necesita también ${names}.`,
  },
} as const;

/** What patterns ask for is plainer in an example; the first that fits is shown. */
const samples = ['2031-04-05T18:22:10Z', '2031-04-05T00:00:00Z', '2031-04-05', '62.5', '9:51', '14-2-0'];

function patternLimit(pattern: string, language: Language): string {
  if (pattern === idDigitsPattern) return words[language].digits(1, maximumId);
  const expression = new RegExp(pattern);
  // A pattern that fits any word too is not what an example stands for.
  const sample = expression.test('x') ? undefined : samples.find((one) => expression.test(one));
  return sample ? words[language].like(sample) : words[language].pattern(pattern);
}

function bounds({ minimum, maximum, maxItems }: JsonSchema, language: Language): string | undefined {
  const say = words[language];
  if (maxItems !== undefined) return say.elements(maxItems);
  if (minimum !== undefined && maximum !== undefined) return say.range(minimum, maximum);
  if (minimum !== undefined) return say.from(minimum);
  return maximum === undefined ? undefined : say.to(maximum);
}

/** What a schema asks for, as the end of a sentence: `an integer from 1 to 5`, `"Active" or "NotFighting"`. */
export function expectation(schema: TSchema, language: Language): string {
  const say = words[language];
  const json = schema as JsonSchema;
  if (json.const !== undefined) return JSON.stringify(json.const);
  const choices =
    json.enum?.map((value) => JSON.stringify(value)) ?? json.anyOf?.map((one) => expectation(one, language));
  if (choices) {
    const different = [...new Set(choices)];
    return [different.slice(0, -1).join(', '), different.at(-1)].filter(Boolean).join(` ${say.or} `);
  }
  const kind = json.type && json.type in say ? (say[json.type as 'string'] as string) : say.value;
  const limit =
    json.type === 'string'
      ? json.pattern
        ? patternLimit(json.pattern, language)
        : json.minLength
          ? say.length(json.minLength)
          : undefined
      : bounds(json, language);
  return limit ? `${kind} ${limit}` : kind;
}

export const mustBe = (schema: TSchema, language: Language) =>
  `${words[language].must} ${expectation(schema, language)}.`;

/** Sentence for a whole number outside the limits that only the stored data knows. */
export const mustBeInteger = (min: number, max: number, language: Language) =>
  `${words[language].must} ${words[language].integer} ${words[language].range(min, max)}.`;

/** Sentence for a value that is none of a few. */
export const mustBeOneOf = (values: readonly unknown[], language: Language) =>
  `${words[language].must} ${values.map((value) => JSON.stringify(value)).join(` ${words[language].or} `)}.`;

/** Where a value does not fit, as a JSON Pointer without `#`, and the sentence that says what is expected there. */
export interface Mismatch {
  pointer: string;
  detail: string;
}

/** The schema that a path of keywords such as `#/properties/n/anyOf/0` leads to. */
function schemaAt(root: TSchema, schemaPath: string): TSchema {
  let at: unknown = root;
  for (const step of schemaPath.split('/').slice(1)) {
    at = (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return at as TSchema;
}

function valueAt(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointer.split('/').slice(1)) {
    at = (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return at;
}

const constantsOf = (branch: TSchema): [string, JsonSchema][] =>
  Object.entries<JsonSchema>((branch as JsonSchema).properties ?? {}).filter(
    ([, property]) => property.const !== undefined,
  );

/**
 * The branches of a union that a value can be meant for: those whose constants it has, such as a `Type`; else those
 * that ask for none.
 */
function meantBranches(branches: readonly TSchema[], value: unknown): readonly TSchema[] {
  const member = (name: string) => (value as Record<string, unknown> | null)?.[name];
  const named = branches.filter((branch) => {
    const constants = constantsOf(branch);
    return constants.length > 0 && constants.every(([name, property]) => member(name) === property.const);
  });
  return named.length > 0 ? named : branches.filter((branch) => constantsOf(branch).length === 0);
}

/** Where every branch is named by one member, such as `page`, and the value has none of the names: what is expected there. */
function unknownName(branches: readonly TSchema[], value: unknown, language: Language): Mismatch | undefined {
  const names = branches.map(constantsOf);
  const [first] = names[0] ?? [];
  if (!first || typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!names.every((constants) => constants.some(([name]) => name === first[0]))) return undefined;
  const known = names.flatMap((constants) =>
    constants.filter(([name]) => name === first[0]).map(([, { const: one }]) => one),
  );
  return { pointer: `/${first[0]}`, detail: mustBeOneOf(known, language) };
}

/** An array with more elements than it may have: nobody wants to know what else is wrong with a million of them. */
function overlong(schema: TSchema, value: unknown, pointer: string, language: Language): Mismatch | undefined {
  const { anyOf, items, maxItems = Number.POSITIVE_INFINITY, properties = {} } = schema as JsonSchema;
  const first = <T>(parts: Iterable<T>, look: (part: T) => Mismatch | undefined) => {
    for (const part of parts) {
      const found = look(part);
      if (found) return found;
    }
    return undefined;
  };
  if (anyOf) return first(meantBranches(anyOf, value), (branch) => overlong(branch, value, pointer, language));
  if (Array.isArray(value)) {
    if (value.length > maxItems) return { pointer, detail: mustBe(schema, language) };
    if (!items) return undefined;
    return first(value.entries(), ([index, one]) => overlong(items, one, `${pointer}/${index}`, language));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return first(Object.entries(properties), ([name, property]) =>
    Object.hasOwn(value, name)
      ? overlong(property as TSchema, (value as Record<string, unknown>)[name], `${pointer}/${name}`, language)
      : undefined,
  );
}

/**
 * Every place where a value does not fit, one sentence each, in the order of the schema; none when it fits.
 * Of a union, the branch that comes closest is explained, unless all branches are plain values: then the choices are.
 */
export function mismatches(schema: TSchema, value: unknown, language: Language): Mismatch[] {
  if (fits(schema, value)) return [];
  const tooLong = overlong(schema, value, '', language);
  if (tooLong) return [tooLong];
  const meantAtOnce = meantBranches((schema as JsonSchema).anyOf ?? [], value);
  if (meantAtOnce.length === 1) {
    // Not looked at as a whole: that would look for faults in every branch, of which only one is told about.
    const inside = mismatches(meantAtOnce[0] as TSchema, value, language);
    if (inside.some(({ pointer }) => pointer === '')) return [{ pointer: '', detail: mustBe(schema, language) }];
    if (inside.length > 0) return inside;
  }
  const say = words[language];
  const found = new Map<string, string>();
  const add = (pointer: string, detail: string) => {
    if (!found.has(pointer)) found.set(pointer, detail);
  };
  const unions: string[] = [];
  // Branches of a union report before the union itself does, so the unions are collected first.
  const errors = [...validatorOf(schema).Errors(value)];
  for (const { keyword, schemaPath } of errors) if (keyword === 'anyOf') unions.push(`${schemaPath}/anyOf/`);
  for (const error of errors) {
    if (unions.some((union) => error.schemaPath.startsWith(union))) continue;
    const { instancePath } = error;
    if (error.keyword === 'if') {
      const condition = schemaAt(schema, error.schemaPath) as unknown as Record<string, TSchema>;
      const asked = condition[error.params.failingKeyword] as TSchema;
      for (const { pointer, detail } of mismatches(asked, valueAt(value, instancePath), language)) {
        add(instancePath + pointer, detail);
      }
    } else if (error.keyword === 'required') {
      for (const name of error.params.requiredProperties) add(`${instancePath}/${name}`, say.missing);
    } else if (error.keyword === 'additionalProperties') {
      for (const name of error.params.additionalProperties) add(`${instancePath}/${name}`, say.unknown);
    } else if (error.keyword === 'dependentRequired') {
      const { property, dependencies } = error.params;
      add(`${instancePath}/${property}`, say.together(dependencies.join(', ')));
    } else if (error.keyword === 'anyOf') {
      const union = schemaAt(schema, error.schemaPath) as JsonSchema & TSchema;
      const inner = valueAt(value, instancePath);
      const branches = union.anyOf ?? [];
      const meant = meantBranches(branches, inner);
      const nested = meant.map((branch) => mismatches(branch, inner, language));
      const deep = nested.filter((list) => list.every(({ pointer }) => pointer !== ''));
      const closest = deep.sort((a, b) => a.length - b.length)[0];
      const unnamed = meant.length === 0 ? unknownName(branches, inner, language) : undefined;
      for (const { pointer, detail } of closest ?? [unnamed ?? { pointer: '', detail: mustBe(union, language) }]) {
        add(instancePath + pointer, detail);
      }
    } else {
      add(instancePath, mustBe(schemaAt(schema, error.schemaPath), language));
    }
  }
  return [...found].map(([pointer, detail]) => ({ pointer, detail }));
}
