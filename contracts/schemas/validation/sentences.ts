import type { TSchema } from 'typebox';
import type { languageOf } from '../../problems.ts';
import { idDigitsPattern, maxId } from '../common.ts';
import { choicesOf, type JsonSchema } from '../json-schema.ts';

export type Language = ReturnType<typeof languageOf>;

export const words = {
  en: {
    missing: 'Is required.',
    unknown: 'Is not a known member.',
    none: 'No value is possible here.',
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
    exactlyOne: (names: readonly string[]) => `Needs exactly one of ${names.join(' and ')}.`,
  },
  es: {
    missing: 'Es obligatorio.',
    unknown: 'No es un miembro conocido.',
    none: 'Aquí no es posible ningún valor.',
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
    exactlyOne: (names: readonly string[]) => `Necesita exactamente uno de ${names.join(' y ')}.`,
  },
} as const;

/** Readers understand an example faster than a pattern. The order matters: a day also fits the pattern of a record. */
const samples = ['2031-04-05T18:22:10Z', '2031-04-05T00:00:00Z', '14-2-0', '2031-04-05', '62.5', '9:51'];

function describePattern(pattern: string, language: Language): string {
  if (pattern === idDigitsPattern) return words[language].digits(1, maxId);
  const expression = new RegExp(pattern);
  // A pattern that any word fits needs no example.
  const sample = expression.test('x') ? undefined : samples.find((text) => expression.test(text));
  return sample ? words[language].like(sample) : words[language].pattern(pattern);
}

function boundsOf({ minimum, maximum, maxItems }: JsonSchema, language: Language): string | undefined {
  const say = words[language];
  if (maxItems !== undefined) return say.elements(maxItems);
  if (minimum !== undefined && maximum !== undefined) return say.range(minimum, maximum);
  if (minimum !== undefined) return say.from(minimum);
  return maximum === undefined ? undefined : say.to(maximum);
}

/** The end of a sentence about a schema: `an integer from 1 to 5`, `"Active" or "NotFighting"`. */
function expectation(schema: TSchema, language: Language): string {
  const say = words[language];
  const json = schema as JsonSchema;
  if (json.const !== undefined) return JSON.stringify(json.const);
  const choices =
    json.enum?.map((value) => JSON.stringify(value)) ??
    choicesOf(schema)?.map((branch) => expectation(branch as TSchema, language));
  if (choices) {
    const different = [...new Set(choices)];
    return [different.slice(0, -1).join(', '), different.at(-1)].filter(Boolean).join(` ${say.or} `);
  }
  const kind = json.type && json.type in say ? (say[json.type as 'string'] as string) : say.value;
  const limit =
    json.type === 'string'
      ? json.pattern
        ? describePattern(json.pattern, language)
        : json.minLength
          ? say.length(json.minLength)
          : undefined
      : boundsOf(json, language);
  return limit ? `${kind} ${limit}` : kind;
}

export const mustBe = (schema: TSchema, language: Language) =>
  `${words[language].must} ${expectation(schema, language)}.`;

/** Sentence for a whole number outside limits that come from stored data. */
export const mustBeInteger = (min: number, max: number, language: Language) =>
  `${words[language].must} ${words[language].integer} ${words[language].range(min, max)}.`;

/** Sentence for a value other than these; `values` is empty for a vote while both fighters are unknown. */
export const mustBeOneOf = (values: readonly unknown[], language: Language) =>
  values.length === 0
    ? words[language].none
    : `${words[language].must} ${values.map((value) => JSON.stringify(value)).join(` ${words[language].or} `)}.`;
