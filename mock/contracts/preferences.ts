import { mustBeInteger, mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import { MockProblem } from './problems.ts';

export const faultNames = ['reset', 'hang', 'truncate', 'drip'] as const;
export type FaultName = (typeof faultNames)[number];

/** The statuses of an overloaded service. */
export const faultRates = [429, 503] as const;

/** The `Prefer` header of a request (RFC 7240). */
export interface Preferences {
  /** Names of provider states, in the order given; the last one decides. */
  states: string[];
  /** For how many replies of the session the state applies; default: for this one. */
  times: number | undefined;
  code: number | undefined;
  /** The `receiving` text or the id of a contract. */
  example: string | undefined;
  /** A reply generated from the schema, with this seed. */
  dynamic: boolean;
  seed: string | undefined;
  /** Milliseconds. */
  delay: number | undefined;
  jitter: number | undefined;
  fault: FaultName | undefined;
  /** The status of an overloaded service. */
  rate: 429 | 503 | undefined;
}

/** Selects no contract, since the client must first read the ETag. */
const currentState = 'the client holds the current representation';

/** Preferences of the IANA registry, which a server may ignore (RFC 7240). */
const registered = ['respond-async', 'return', 'wait', 'handling', 'depth-noroot', 'odata', 'safe', 'transclude'];

/** A name, and a value with or without quotes. */
const preference = /([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;

const maxDelayMs = 60_000;
/** Of replies in a state. */
export const maxTimes = 1_000;

export const noPreferences: Preferences = {
  states: [],
  times: undefined,
  code: undefined,
  example: undefined,
  dynamic: false,
  seed: undefined,
  delay: undefined,
  jitter: undefined,
  fault: undefined,
  rate: undefined,
};

const preferenceNames = Object.keys(noPreferences).map((name) => (name === 'states' ? 'state' : name));

function refuse(name: string, detail: string): never {
  throw new MockProblem('unknown-preference', [{ parameter: `Prefer: ${name.slice(0, 40)}`, detail }]);
}

const integer = (name: string, value: string, min: number, max: number): number =>
  /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max
    ? Number(value)
    : refuse(name, mustBeInteger(min, max, 'en'));

const oneOf = <T extends string | number>(name: string, value: string, known: readonly T[]): T =>
  known.find((choice) => String(choice) === value) ?? refuse(name, mustBeOneOf(known, 'en'));

/**
 * Parses `Prefer: state="…", code=404, example="…", delay=800`. Users of Prism also separate with `;` or a space. The first
 * value of a repeated preference counts (RFC 7240 2), except that states are a list.
 *
 * @throws {MockProblem} `unknown-preference` with the known preferences, to reveal misspellings.
 */
export function parsePrefer(header: string | undefined): Preferences {
  if (header === undefined) return noPreferences;
  const preferences: Preferences = { ...noPreferences, states: [] };
  const seen = new Set<string>();
  let isIgnored = false;
  let end = 0;
  const read = (match: string, token: string, quoted: string | undefined, bare: string | undefined, at: number) => {
    const separator = header.slice(end, at).trim();
    end = at + match.length;
    const name = token.toLowerCase();
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '';
    // After `;` come parameters of a registered preference, which are ignored with it.
    isIgnored = registered.includes(name) || (isIgnored && /^;[;\s]*$/.test(separator));
    if (isIgnored || (seen.has(name) && name !== 'state')) return '';
    seen.add(name);
    if (name === 'state') {
      if (value !== currentState) preferences.states.push(value);
    } else if (name === 'example') preferences.example = value;
    else if (name === 'seed') preferences.seed = value;
    else if (name === 'times') preferences.times = integer(name, value, 1, maxTimes);
    else if (name === 'code') preferences.code = integer(name, value, 100, 599);
    else if (name === 'delay' || name === 'jitter') preferences[name] = integer(name, value, 0, maxDelayMs);
    else if (name === 'fault') preferences.fault = oneOf(name, value, faultNames);
    else if (name === 'rate') preferences.rate = oneOf(name, value, faultRates);
    else if (name === 'dynamic') preferences.dynamic = oneOf(name, value, ['true', 'false'] as const) === 'true';
    else refuse(token, mustBeOneOf(preferenceNames, 'en'));
    return '';
  };
  const rest = header.replace(preference, read);
  if (/[^\s,;]/.test(rest)) refuse(rest.trim(), mustBeOneOf(preferenceNames, 'en'));
  if (preferences.times !== undefined && preferences.states.length === 0) refuse('times', 'Needs a state beside it.');
  return preferences;
}

/** Whether the preferences select no contract. */
export const namesNothing = ({ states, code, example, rate }: Preferences) =>
  states.length === 0 && code === undefined && example === undefined && rate === undefined;

/** Converts text to ASCII for a header: letters lose their accents, other characters are escaped as in JSON. */
export const toAscii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Formats the value of `Preference-Applied` (RFC 7240); empty when no preference was honoured. */
export function formatApplied(preferences: Preferences): string {
  const { states, dynamic } = preferences;
  const parts = Object.entries(preferences).flatMap(([name, value]) => {
    if (name === 'states') return states.length > 0 ? [`state="${states.at(-1)}"`] : [];
    if (value === undefined || value === false || (name === 'seed' && !dynamic)) return [];
    return [`${name}=${name === 'example' ? `"${value}"` : value}`];
  });
  return toAscii(parts.join(', '));
}
