import { parametersOf } from '../../contracts/http/paths.ts';
import { type Operation, problemsOf, type Values } from '../../contracts/operations.ts';
import { languageOf, problems } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Contract } from './contract.ts';

/** The parts of a request that contracts are compared with. */
export interface MatchInput {
  values: Values;
  body?: unknown;
  /** Names of the requested provider states. */
  states: readonly string[];
}

/** A contract, and whether it was written for exactly this request. */
export interface Choice {
  contract: Contract;
  match: 'exact' | 'fallback';
}

/** Whether `whole` has every member of `part` with the same value; lists must be of equal length. */
function containsPart(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) && whole.length === part.length && part.every((item, i) => containsPart(whole[i], item))
    );
  }
  if (typeof part !== 'object' || part === null) return Object.is(whole, part);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
  return Object.entries(part).every(([key, value]) => containsPart((whole as Record<string, unknown>)[key], value));
}

/** Whether a contract is about the resource that the path of a request names. */
export function coversPath({ operation, values = {} }: Contract, input: MatchInput): boolean {
  return parametersOf(routeOf(operation.name).path).every((name) => values[name] === input.values[name]);
}

/** Counts the members of a contract's body that the request's body lacks or has with another value. */
function bodyDistance(sent: unknown, body: unknown): number {
  if (body === undefined || containsPart(sent, body)) return 0;
  if (typeof body !== 'object' || body === null) return 1;
  const members = sent as Record<string, unknown> | undefined;
  return Object.entries(body).filter(([name, value]) => !containsPart(members?.[name], value)).length;
}

/** A wrong id in the path outweighs any query, the query any body, and a different value a missing value. */
const weights = { path: { different: 1_000_000, missing: 500_000 }, query: { different: 2_000, missing: 1_000 } };

/**
 * Measures how far a request is from a contract's; 0 when path, query and body all match. It ignores the feed key:
 * the mock accepts every key except the one that a contract rejects.
 */
export function distance({ operation, values, request }: Contract, input: MatchInput): number {
  if (!values) return Number.MAX_SAFE_INTEGER;
  const inPath = parametersOf(routeOf(operation.name).path);
  let sum = 0;
  for (const name of new Set([...Object.keys(values), ...Object.keys(input.values)])) {
    if (values[name] === input.values[name]) continue;
    const weight = inPath.includes(name) ? weights.path : weights.query;
    sum += name in values && name in input.values ? weight.different : weight.missing;
  }
  return sum + bodyDistance(input.body, request.body);
}

/** Chooses the closest contract of any kind. Among equals, the one closest to the requested states; then the first. */
export function chooseClosest(contracts: readonly Contract[], input: MatchInput): Choice | undefined {
  const ranked = contracts.map((contract) => {
    const known = contract.states.filter(({ name }) => input.states.includes(name)).length;
    const unrequested = input.states.length > 0 ? contract.states.length - known : 0;
    return { contract, distance: distance(contract, input), states: known * 100 - unrequested };
  });
  const [closest] = ranked.sort((a, b) => a.distance - b.distance || b.states - a.states);
  return closest && { contract: closest.contract, match: closest.distance === 0 ? 'exact' : 'fallback' };
}

const ofKind = (contracts: readonly Contract[], wanted: Contract['kind']) =>
  contracts.filter(({ kind }) => kind === wanted);

/**
 * Chooses the contract that answers. Without a state, only an exact match selects a problem, and a success that matches
 * as well takes precedence. Otherwise the closest success answers, the route's first when nothing matches.
 *
 * @returns undefined if no contract can answer.
 */
export function choose(contracts: readonly Contract[], input: MatchInput): Choice | undefined {
  const success = chooseClosest(ofKind(contracts, 'success'), input);
  if (success?.match === 'exact') return success;
  const problem = chooseClosest(ofKind(contracts, 'data-problem'), input);
  return problem?.match === 'exact' ? problem : (success ?? problem);
}

/**
 * Chooses the 404 for a request whose resource no success covers: the server would not find it either. Parameters that
 * filter a list identify no resource.
 */
export function chooseNotFound(contracts: readonly Contract[], input: MatchInput): Choice | undefined {
  const missing = ofKind(contracts, 'data-problem').filter(({ reply }) => reply.status === 404);
  const [first] = missing;
  if (!first) return undefined;
  const inPath = parametersOf(routeOf(first.operation.name).path);
  const identifying = Object.entries(input.values).filter(([name]) => inPath.includes(name) || name === 'fight');
  const isKnown = (parameters: typeof identifying) =>
    ofKind(contracts, 'success').some(({ values = {} }) => parameters.every(([name, value]) => values[name] === value));
  if (isKnown(identifying)) return undefined;
  // Where a route lists several 404s, the first is for the resource in the path, the last for a part of it.
  const listed = problemsOf(first.operation.name).filter((key) => problems[key].status === 404);
  const isPathKnown = isKnown(identifying.filter(([name]) => inPath.includes(name)));
  const problem = isPathKnown ? listed.at(-1) : listed[0];
  return chooseClosest(
    missing.filter(({ reply }) => reply.problem === problem),
    input,
  );
}

/** Whether a contract has a state with these parameters, compared as text. */
export const isInState = (
  { states }: Contract,
  { state, params = {} }: { state: string; params?: Record<string, string | number> | undefined },
) =>
  states.some(
    (one) =>
      one.name === state && Object.entries(params).every(([name, value]) => String(one.params[name]) === String(value)),
  );

/** The contract closest to a request without its own contract, and how the two differ. */
export interface ClosestMatch {
  contract: string;
  receiving: string;
  /** One sentence for each part that differs. */
  differs: string[];
}

const nothing = { es: 'nada', en: 'nothing' };
const places = { es: ['en el contrato', 'aquí'], en: ['in the contract', 'here'] } as const;

function describe(part: string, there: unknown, here: unknown, language: ReturnType<typeof languageOf>): string {
  const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? nothing[language];
  const [inContract, inRequest] = places[language];
  return `${part}: ${shorten(there)} ${inContract}, ${shorten(here)} ${inRequest}`;
}

/** Lists how a request differs from that of a contract: path, then query, then members of the body. */
function listDifferences({ operation, values = {}, request }: Contract, input: MatchInput): string[] {
  const language = languageOf(operation.family);
  const inPath = parametersOf(routeOf(operation.name).path);
  const names = [...new Set([...inPath, ...Object.keys(values), ...Object.keys(input.values)])];
  const differing = names.filter((name) => values[name] !== input.values[name]);
  const members = typeof request.body === 'object' && request.body !== null ? Object.entries(request.body) : [];
  const body = (input.body ?? {}) as Record<string, unknown>;
  return [
    ...differing.map((name) =>
      describe(inPath.includes(name) ? name : `?${name}`, values[name], input.values[name], language),
    ),
    ...members
      .filter(([name, value]) => !containsPart(body[name], value))
      .map(([name, value]) => describe(`#/${name}`, value, body[name], language)),
  ];
}

/** Finds the success closest to a request; among equally close contracts, the first. */
export function findClosestMatch(contracts: readonly Contract[], input: MatchInput): ClosestMatch | undefined {
  const closest = chooseClosest(ofKind(contracts, 'success'), { ...input, states: [] })?.contract;
  return closest && { contract: closest.id, receiving: closest.receiving, differs: listDifferences(closest, input) };
}

/** Writes the last sentence in the detail of a 404. */
export function describeClosestMatch({ contract, receiving, differs }: ClosestMatch, operation: Operation): string {
  const differences = differs.join('; ');
  return languageOf(operation.family) === 'es'
    ? `Ningún contrato cubre esta solicitud; el más cercano es "${receiving}" (${contract}): ${differences}.`
    : `No contract covers this request; the closest is "${receiving}" (${contract}): ${differences}.`;
}

/** Splits values into path and query parameters, the parts of an interaction. */
export function splitValues(operation: Operation, values: Values): { params: Values; query: Values } {
  const inPath = parametersOf(routeOf(operation.name).path);
  const pick = (isInPath: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => inPath.includes(name) === isInPath));
  return { params: pick(true), query: pick(false) };
}
