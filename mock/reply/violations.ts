import type { IHttpRequest } from '@stoplight/prism-http';
import type { TSchema } from 'typebox';
import type { languageOf, Violation } from '../../contracts/problems.ts';
import { parameters } from '../../contracts/schemas/parameters.ts';
import { fragmentOf, stepOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { mustBe, words } from '../../contracts/schemas/validation/sentences.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import type { PrismViolation } from './prism.ts';

type Language = ReturnType<typeof languageOf>;

/**
 * Whether Prism cannot find a violation: a query parameter without a value, which it treats as missing, and a well-formed
 * cursor that is not a position in the list.
 */
const isBeyondPrism = (name: string, value: unknown) =>
  value === '' || (name === 'cursor' && typeof value === 'string' && parameters.cursor.parse(value) !== undefined);

/** The path of the violating member; for a missing one, its name is only in the message. */
function placeOf({ path, code, message }: PrismViolation): string[] {
  const missing = code === 'required' ? /required property '([^']+)'/.exec(message)?.[1] : undefined;
  return missing === undefined ? path : [...path, missing];
}

/**
 * Describes the violations that Prism found in path, query and headers, in the sentences of our own check or, without one,
 * by the document's schema.
 *
 * @param own every error of our own check; those that Prism does not find count only if it cannot find them.
 */
export function wordParameters(
  found: readonly PrismViolation[],
  own: readonly Violation[],
  { url }: IHttpRequest,
  schemaOf: (name: string) => TSchema | undefined,
  language: Language,
): Violation[] {
  const byName = new Map<string, PrismViolation>();
  for (const one of found) {
    const [where, name = where] = placeOf(one);
    if (name !== undefined && where !== 'body' && !byName.has(name)) byName.set(name, one);
  }
  const worded = own
    .filter((one) => 'parameter' in one)
    .filter(({ parameter }) => byName.has(parameter) || isBeyondPrism(parameter, url.query?.[parameter]));
  for (const { parameter } of worded) byName.delete(parameter);
  const unworded = [...byName].map(([parameter, { code, message }]) => {
    const schema = schemaOf(parameter);
    const sentence = code === 'required' ? words[language].missing : schema && mustBe(schema, language);
    return { parameter, detail: sentence ?? message };
  });
  return [...worded, ...unworded];
}

const isBelow = (pointer: string, other: string) => pointer === other || pointer.startsWith(`${other}/`);

/** Describes the violations that Prism found in a body, by the document's schema, or without a schema in Prism's words. */
export function wordBody(
  found: readonly PrismViolation[],
  body: unknown,
  schema: TSchema | undefined,
  language: Language,
): { pointer: string; detail: string }[] {
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
