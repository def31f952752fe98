import { feedKey } from '../../contracts/interactions/live-updates.ts';
import { replySchema } from '../../contracts/operations.ts';
import { fragmentOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import { isObject, type Rule } from '../../mock/contracts/pacts/matching-rules.ts';
import { findViolation, type PactInteraction } from '../../mock/contracts/pacts/pact-file.ts';
import { secretVariable } from './secrets.ts';

type Json = Record<string, unknown>;

/** A copy with another text in each place that `change` knows. */
function changed(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((one) => changed(one, change, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, change, key)]));
}

/** The first place where a pact accepts its own value only, among those that `change` knows. */
function placeOfExact(body: unknown, change: Parameters<typeof changed>[1], rules: PactInteraction['rules']) {
  const isOwnFit = findViolation(body, body, rules) === undefined;
  return isOwnFit ? findViolation(body, changed(body, change), rules) : undefined;
}

/** An empty example with a rule that every list fits. */
export function warnOfEveryList(body: unknown, rules: readonly Pick<Rule, 'match' | 'min'>[]): string[] {
  if (!Array.isArray(body) || body.length > 0 || rules.length === 0) return [];
  if (!rules.every(({ match = 'type', min = 0 }) => match === 'type' && min === 0)) return [];
  return ['$ accepts every list: the example is empty, and the rule "type" has no "min"'];
}

const date = /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT)$/;
const changingHeaders = /^(?:date|expires|last-modified|etag|(?:x-)?request-id|traceparent)$/i;

/** Values that change: a date that the request does not name, an ETag, the id of a request. */
export function warnOfLiterals({ request, states, response, rules }: PactInteraction, headerRules: object): string[] {
  const given = JSON.stringify([request, states]);
  const nextYear = (text: string) =>
    date.test(text) && !given.includes(text) ? text.replace(/\d{4}/, (year) => String(Number(year) + 1)) : text;
  const place = placeOfExact(response.body, nextYear, rules);
  const ruled = Object.keys(headerRules).map((path) => path.replace(/^\$\.headers?\./, '').toLowerCase());
  const headers = Object.keys(response.headers).filter(
    (name) => changingHeaders.test(name) && !ruled.some((rule) => rule.split(/[[.]/)[0] === name.toLowerCase()),
  );
  return [...(place === undefined ? [] : [place]), ...headers.map((name) => `header ${name}`)].map(
    (one) => `${one} expects one literal value; use a matcher`,
  );
}

/** Title and detail of a problem are for people, and have two languages. */
export function warnOfProblemText({ response: { status, body }, rules }: PactInteraction): string[] {
  if (status < 400) return [];
  const other = (text: string, name: string) => (name === 'title' || name === 'detail' ? `${text} x` : text);
  const place = placeOfExact(body, other, rules);
  return place === undefined ? [] : [`${place} expects a text for people, which may change; compare "type"`];
}

/** What the pact names, over what the contract has there. */
function overlaid(given: unknown, known: unknown): unknown {
  if (Array.isArray(given)) {
    return given.map((one, index) => overlaid(one, Array.isArray(known) ? known[index] : undefined));
  }
  if (!isObject(given)) return given;
  const near = isObject(known) ? known : {};
  return {
    ...near,
    ...Object.fromEntries(Object.entries(given).map(([name, one]) => [name, overlaid(one, near[name])])),
  };
}

/** An example that no reply can have, which the mock replaces. Members that it leaves out are no violation. */
export function warnOfSchema({ response: { body } }: PactInteraction, contract: Contract): string[] {
  const { operation, reply } = contract;
  if (body === undefined || reply.problem || reply.body === undefined) return [];
  const found = findViolations(replySchema(operation.name, operation.family), overlaid(body, reply.body), 'en');
  return found.slice(0, 1).map(({ pointer, detail }) => `the example does not fit: ${fragmentOf(pointer)}: ${detail}`);
}

const secretForms = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk_live_|AIza)[\w-]{16,}/,
];
const isToken = (text: string) => /^(?=.*[a-z])(?=.*\d)[^\s]{20,}$/i.test(text) && new Set(text).size >= 12;

/** @param part of an interaction, by name: request, response, states. */
export function warnOfSecrets(part: unknown): string[] {
  const look = (value: unknown, path: string, name: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((one) => look(one, path, name));
    if (isObject(value)) {
      return Object.entries(value).flatMap(([key, one]) => look(one, path === '' ? key : `${path}.${key}`, key));
    }
    if (typeof value !== 'string' || value.includes(feedKey)) return [];
    const words = value.split(/[\s=;,]+/);
    const isSecret = secretForms.some((form) => form.test(value)) || (secretVariable.test(name) && words.some(isToken));
    return isSecret ? [`${path} looks like a secret; write a made-up value`] : [];
  };
  return [...new Set(look(part, '', ''))];
}

/** Whether the mock recorded it: the app does not choose which texts it compares, and the next recording has them again. */
const isRecorded = ({ description }: PactInteraction, contract: Contract | undefined) =>
  contract !== undefined && description.endsWith(` (${contract.operation.family}.${contract.operation.name})`);

/**
 * What an HTTP interaction does not prove, or should not contain; a few words each.
 *
 * @param written as in the file.
 * @param contract how the mock serves it, if it does.
 */
export function warningsOf(interaction: PactInteraction, written: Json, contract: Contract | undefined): string[] {
  const { request, response, rules, states } = interaction;
  const all = (isObject(written.response) ? (written.response.matchingRules ?? {}) : {}) as Json;
  const headerRules = { ...all, ...(isObject(all.header) && all.header), ...(isObject(all.headers) && all.headers) };
  const { headers, body } = response;
  return [
    ...warnOfEveryList(body, rules.get('$') ?? []),
    ...warnOfLiterals(interaction, headerRules),
    ...(isRecorded(interaction, contract) ? [] : warnOfProblemText(interaction)),
    ...(contract ? warnOfSchema(interaction, contract) : []),
    ...warnOfSecrets({
      request: { ...request, query: Object.fromEntries(request.query) },
      response: { headers, body },
      states,
    }),
  ];
}
