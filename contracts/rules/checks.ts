import { sortKeyOf } from '../http/cursors.ts';
import { type Operation, pathParameters, queryParameters, type Values } from '../operations.ts';
import { languageOf, type Violation } from '../problems.ts';
import type { Route, RouteName } from '../routes.ts';
import { type ParameterName, parameters } from '../schemas/parameters.ts';
import { fragmentOf } from '../schemas/validation/json-pointer.ts';
import { mustBe } from '../schemas/validation/sentences.ts';
import { findViolations } from '../schemas/validation/violations.ts';
import { parseExactJson } from './exact-json.ts';
import { pageKeyOf } from './sort-keys.ts';

export type Checked = { values: Values; violations?: undefined } | { values?: undefined; violations: Violation[] };

/** An empty `weight_class` or `born_country` without a leading `:` counts as missing. */
const mayBeEmpty: readonly ParameterName[] = ['weight_class', 'born_country'];

function positionOf(name: RouteName, cursor: string): string | undefined {
  const key = parameters.cursor.parse(cursor) === undefined ? undefined : sortKeyOf(cursor);
  return key !== undefined && pageKeyOf(name).isSortKey(key) ? key : undefined;
}

/**
 * Checks path and query parameters against their rules, for server and mock alike.
 *
 * @param params raw path parameters, without their leading `:`.
 * @param query a known parameter that is repeated is a violation; unknown parameters are ignored.
 * @see wire specification 2.1 and 2.4
 */
export function checkParameters(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Checked {
  const language = languageOf(operation.family);
  const values: Values = {};
  const violations: Violation[] = [];
  const check = (name: string, rule: ParameterName, raw: string) => {
    const value = rule === 'cursor' ? positionOf(operation.name, raw) : parameters[rule].parse(raw);
    if (value === undefined) violations.push({ parameter: name, detail: mustBe(parameters[rule].value, language) });
    else values[name] = value;
  };
  for (const { name, rule } of pathParameters(operation.name, operation.path)) {
    const raw = params[name] ?? '';
    if (raw === '' && mayBeEmpty.includes(rule)) continue;
    check(name, rule, raw);
  }
  for (const name of queryParameters(operation.name)) {
    const [first, ...others] = query.getAll(name);
    if (first === undefined) continue;
    if (others.length === 0) check(name, name, first);
    else violations.push({ parameter: name, detail: mustBe(parameters[name].value, language) });
  }
  return violations.length > 0 ? { violations } : { values };
}

/** The violations of a route's body schema, in the language of the family; `[]` if the body fits. */
export function checkBody({ body: schema }: Route, body: unknown, family: Operation['family']): Violation[] {
  if (!schema) return [];
  return findViolations(schema, body, languageOf(family)).map(({ pointer, detail }) => ({
    pointer: fragmentOf(pointer),
    detail,
  }));
}

/** Deeper JSON is refused, since JSON.stringify would exhaust the stack (JSON.parse would not). */
export const maxDepth = 64;

/** The end of a string: its next quote after an even number of backslashes. `indexOf` is fast for long strings. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let from = at;
    while (text.charCodeAt(from - 1) === 0x5c) from--;
    if ((at - from) % 2 === 0) return at;
  }
  return text.length;
}

/** The index of the first array or object that is nested deeper than `max`; undefined if there is none. */
export function findTooDeep(text: string, max: number): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = endOfString(text, i + 1);
    else if (code === 0x7d || code === 0x5d) depth--;
    else if ((code === 0x7b || code === 0x5b) && ++depth > max) return i;
  }
  return undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a body strictly: UTF-8 without a byte order mark, and no deeper than `maxDepth`.
 *
 * @throws {SyntaxError} for anything else.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new SyntaxError('not UTF-8');
  }
  // Each level takes two characters, unless it is not closed.
  const isTooDeep = text.length > 2 * maxDepth && findTooDeep(text, maxDepth) !== undefined;
  if (isTooDeep) throw new SyntaxError('nested too deeply');
  return parseExactJson(text);
}
