import type { IHttpRequest } from '@stoplight/prism-http';
import type { TSchema } from 'typebox';
import type { languageOf, Violation } from '../../contracts/problems.ts';
import { parameters } from '../../contracts/schemas/parameters.ts';
import { fragmentOf, stepOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { mustBe, words } from '../../contracts/schemas/validation/sentences.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import type { PrismViolation } from './prism.ts';

type Language = ReturnType<typeof languageOf>;

/** Violations that a document cannot express, so Prism does not find them. All others are found by Prism. */
const beyondPrism = {
  /** A query parameter without a value, which Prism treats as missing. */
  emptyParameter: (given: unknown) => given === '',
  /** A cursor that has the right characters but is not a position in the list. */
  cursor: (name: string, given: unknown) =>
    name === 'cursor' && typeof given === 'string' && parameters.cursor.parse(given) !== undefined,
};

/** The path of the violating member; for a missing one, its name is only in the message. */
function placeOf({ path, code, message }: PrismViolation): string[] {
  const missing = code === 'required' ? /required property '([^']+)'/.exec(message)?.[1] : undefined;
  return missing === undefined ? path : [...path, missing];
}

/** The parameter with a violation. */
function nameOf(one: PrismViolation): string {
  const [where, name] = placeOf(one);
  return (name ?? where) as string;
}

/**
 * Describes the violations that Prism found in path, query and headers, in the sentences of our own check or, without one,
 * by the document's schema.
 *
 * @param own every error of our own check; those that Prism does not find count only if they are `beyondPrism`.
 */
export function wordParameters(
  found: readonly PrismViolation[],
  own: readonly Violation[],
  { url }: IHttpRequest,
  schemaOf: (name: string) => TSchema | undefined,
  language: Language,
): Violation[] {
  const about = found
    .filter(({ path }) => path[0] !== 'body' && path.length > 0)
    .map((one) => ({ ...one, parameter: nameOf(one) }));
  const names = new Set(about.map(({ parameter }) => parameter));
  const isBeyondPrism = (name: string) => {
    const given = url.query?.[name];
    return beyondPrism.emptyParameter(given) || beyondPrism.cursor(name, given);
  };
  const violations = own
    .filter((fault) => 'parameter' in fault)
    .filter(({ parameter }) => names.has(parameter) || isBeyondPrism(parameter));
  for (const { parameter } of violations) names.delete(parameter);
  for (const parameter of names) {
    const schema = schemaOf(parameter);
    const own = about.filter((one) => one.parameter === parameter);
    const isMissing = own.some(({ code }) => code === 'required');
    const [{ message }] = own as [(typeof own)[number]];
    const sentence = isMissing ? words[language].missing : schema && mustBe(schema, language);
    violations.push({ parameter, detail: sentence ?? message });
  }
  return violations;
}

const isBelow = (pointer: string, other: string) => pointer === other || pointer.startsWith(`${other}/`);

/** Describes the violations that Prism found in a body, by the document's schema; if it has none there, in Prism's words. */
export function wordBody(
  found: readonly PrismViolation[],
  body: unknown,
  schema: TSchema | undefined,
  language: Language,
): Violation[] {
  const places = found.map((one) => ({
    pointer: ['', ...placeOf(one).slice(1).map(stepOf)].join('/'),
    message: one.message,
  }));
  const own = schema === undefined ? [] : findViolations(schema, body, language);
  const isNear = (one: string, other: string) => isBelow(one, other) || isBelow(other, one);
  const worded = own.filter(({ pointer }) => places.some((place) => isNear(pointer, place.pointer)));
  const unworded = places.map(({ pointer, message }) => ({ pointer, detail: message }));
  return (worded.length > 0 ? worded : unworded).map(({ pointer, detail }) => ({
    pointer: fragmentOf(pointer),
    detail,
  }));
}
