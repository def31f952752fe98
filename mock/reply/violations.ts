import type { IHttpRequest } from '@stoplight/prism-http';
import type { TSchema } from 'typebox';
import type { Fault, languageOf } from '../../contracts/problems.ts';
import { parameters } from '../../contracts/schemas/parameters.ts';
import { fragmentOf, stepOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { findMismatches } from '../../contracts/schemas/validation/mismatches.ts';
import { mustBe, words } from '../../contracts/schemas/validation/sentences.ts';
import type { Violation } from './prism.ts';

type Language = ReturnType<typeof languageOf>;

/**
 * Requests that the server refuses and no document can: the mock refuses them though Prism finds nothing. The README
 * lists them; every other check only words what Prism found.
 */
export const beyondPrism = {
  /** A query parameter without a value, which Prism takes for a missing one. */
  emptyParameter: (given: unknown) => given === '',
  /** A cursor of the right letters that encodes no position of the list. */
  cursor: (name: string, given: unknown) =>
    name === 'cursor' && typeof given === 'string' && parameters.cursor.parse(given) !== undefined,
};

/** The member that a violation is about: that of a missing one is in its message only. */
function placeOf({ path, code, message }: Violation): string[] {
  const missing = code === 'required' ? /required property '([^']+)'/.exec(message)?.[1] : undefined;
  return missing === undefined ? path : [...path, missing];
}

/** The parameter that a violation is about. */
function nameOf(one: Violation): string {
  const [where, name] = placeOf(one);
  return (name ?? where) as string;
}

/**
 * Words what Prism found in path, query and headers: in the sentences of our own check, else by the document's schema.
 *
 * @param own every error of our own check; those that Prism does not find count only where no document could say them.
 */
export function wordParameters(
  found: readonly Violation[],
  own: readonly Fault[],
  { url }: IHttpRequest,
  schemaOf: (name: string) => TSchema | undefined,
  language: Language,
): Fault[] {
  const about = found
    .filter(({ path }) => path[0] !== 'body' && path.length > 0)
    .map((one) => ({ ...one, parameter: nameOf(one) }));
  const names = new Set(about.map(({ parameter }) => parameter));
  const isBeyondPrism = (name: string) => {
    const given = url.query?.[name];
    return beyondPrism.emptyParameter(given) || beyondPrism.cursor(name, given);
  };
  const faults = own
    .filter((fault) => 'parameter' in fault)
    .filter(({ parameter }) => names.has(parameter) || isBeyondPrism(parameter));
  for (const { parameter } of faults) names.delete(parameter);
  for (const parameter of names) {
    const schema = schemaOf(parameter);
    const own = about.filter((one) => one.parameter === parameter);
    const isMissing = own.some(({ code }) => code === 'required');
    const [{ message }] = own as [(typeof own)[number]];
    const sentence = isMissing ? words[language].missing : schema && mustBe(schema, language);
    faults.push({ parameter, detail: sentence ?? message });
  }
  return faults;
}

const isBelow = (pointer: string, other: string) => pointer === other || pointer.startsWith(`${other}/`);

/** Words what Prism found in a body, by the schema of the document; in Prism's words if ours find nothing there. */
export function wordBody(
  found: readonly Violation[],
  body: unknown,
  schema: TSchema | undefined,
  language: Language,
): Fault[] {
  if (found.length === 0) return [];
  const places = found.map((one) => ({
    pointer: ['', ...placeOf(one).slice(1).map(stepOf)].join('/'),
    message: one.message,
  }));
  const own = schema === undefined ? [] : findMismatches(schema, body, language);
  const isNear = (one: string, other: string) => isBelow(one, other) || isBelow(other, one);
  const worded = own.filter(({ pointer }) => places.some((place) => isNear(pointer, place.pointer)));
  const unworded = places.map(({ pointer, message }) => ({ pointer, detail: message }));
  return (worded.length > 0 ? worded : unworded).map(({ pointer, detail }) => ({
    pointer: fragmentOf(pointer),
    detail,
  }));
}
