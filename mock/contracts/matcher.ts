import { parametersOf } from '../../contracts/http/paths.ts';
import type { Values } from '../../contracts/operations.ts';
import { problemsOf } from '../../contracts/operations.ts';
import { problems } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Contract } from './contract.ts';
import type { Preferences } from './preferences.ts';

/** What a request asks for. */
export interface Asked {
  values: Values;
  body?: unknown;
  /** Names of states that were asked for. */
  states: readonly string[];
}

/** A contract, and whether it was written for this very request. */
export interface Choice {
  contract: Contract;
  match: 'exact' | 'fallback';
}

/** A parameter that names what is asked for: another value is another thing, which there may not be. */
const isNaming = (name: string, inPath: readonly string[]) => inPath.includes(name) || name === 'fight';

/** Whether everything in `part` is in `whole` with the same value; lists must be of equal length. */
export function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && whole.length === part.length && part.every((item, i) => holds(whole[i], item));
  }
  if (typeof part !== 'object' || part === null) return Object.is(whole, part);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false;
  return Object.entries(part).every(([key, value]) => holds((whole as Record<string, unknown>)[key], value));
}

/** How much of a body is another: one for each member that differs. */
function bodyDistance(asked: unknown, body: unknown): number {
  if (body === undefined || holds(asked, body)) return 0;
  if (typeof body !== 'object' || body === null) return 1;
  const members = asked as Record<string, unknown> | undefined;
  return Object.entries(body).filter(([name, value]) => !holds(members?.[name], value)).length;
}

/** A wrong id in the path weighs more than any query, and that more than any body; another value more than none. */
const weights = { path: { other: 1_000_000, none: 500_000 }, query: { other: 2_000, none: 1_000 } };

/**
 * How far a request is from that of a contract; 0 when path, query and body all fit. The feed key makes no difference:
 * the mock takes any but the one that a contract has rejected.
 */
export function distance({ operation, values, request }: Contract, asked: Asked): number {
  if (!values) return Number.MAX_SAFE_INTEGER;
  const inPath = parametersOf(routeOf(operation.name).path);
  let sum = 0;
  for (const name of new Set([...Object.keys(values), ...Object.keys(asked.values)])) {
    if (values[name] === asked.values[name]) continue;
    const weight = inPath.includes(name) ? weights.path : weights.query;
    sum += name in values && name in asked.values ? weight.other : weight.none;
  }
  return sum + bodyDistance(asked.body, request.body);
}

/** Of contracts equally near, the one whose states are closest to those asked for, then the one written first. */
function nearest(contracts: readonly Contract[], asked: Asked): { contract: Contract; distance: number } | undefined {
  const ranked = contracts.map((contract) => {
    const known = contract.states.filter(({ name }) => asked.states.includes(name)).length;
    const unasked = asked.states.length > 0 ? contract.states.length - known : 0;
    return { contract, distance: distance(contract, asked), states: known * 100 - unasked };
  });
  return ranked.sort((a, b) => a.distance - b.distance || b.states - a.states)[0];
}

/**
 * Chooses the contract that answers. Without a state only an exact match brings a problem about, and a success that
 * matches as well goes first; otherwise the success nearest to the request answers, which is the route's first one when
 * nothing of the request is known.
 *
 * @returns undefined when none of the contracts can answer.
 */
export function choose(contracts: readonly Contract[], asked: Asked): Choice | undefined {
  const success = nearest(
    contracts.filter(({ kind }) => kind === 'success'),
    asked,
  );
  if (success?.distance === 0) return { contract: success.contract, match: 'exact' };
  const stored = nearest(
    contracts.filter(({ kind }) => kind === 'stored'),
    asked,
  );
  if (stored?.distance === 0) return { contract: stored.contract, match: 'exact' };
  const contract = success?.contract ?? stored?.contract;
  return contract && { contract, match: 'fallback' };
}

/**
 * Chooses the 404 of a request for something that no success is about; the server would not find it either. Parameters
 * that filter a list name nothing.
 */
export function chooseMissing(contracts: readonly Contract[], asked: Asked): Choice | undefined {
  const missing = contracts.filter(({ kind, reply }) => kind === 'stored' && reply.status === 404);
  const [first] = missing;
  if (!first) return undefined;
  const inPath = parametersOf(routeOf(first.operation.name).path);
  const naming = Object.entries(asked.values).filter(([name]) => isNaming(name, inPath));
  const knows = (named: typeof naming) =>
    contracts.some(
      ({ kind, values = {} }) => kind === 'success' && named.every(([name, value]) => values[name] === value),
    );
  if (knows(naming)) return undefined;
  // Of a route with several, the first is of what the path names, the last of what is asked for in it.
  const own = problemsOf(first.operation.name).filter((key) => problems[key].status === 404);
  const isPathKnown = knows(naming.filter(([name]) => inPath.includes(name)));
  const problem = isPathKnown ? own.at(-1) : own[0];
  const found = nearest(
    missing.filter(({ reply }) => reply.problem === problem),
    asked,
  );
  return found && { contract: found.contract, match: found.distance === 0 ? 'exact' : 'fallback' };
}

/** Chooses among contracts that were asked for by name, whatever they are. */
export function chooseAny(contracts: readonly Contract[], asked: Asked): Choice | undefined {
  const found = nearest(contracts, asked);
  return found && { contract: found.contract, match: found.distance === 0 ? 'exact' : 'fallback' };
}

/** What a preference named that no contract of the route has, and what there is instead. */
export interface Unknown {
  preference: 'state' | 'code' | 'example';
  known: (string | number)[];
}

/** The contracts of a route that preferences leave, or the first preference that leaves none. */
export function narrow(
  contracts: readonly Contract[],
  { states, code, example }: Pick<Preferences, 'states' | 'code' | 'example'>,
): { left: Contract[]; unknown?: undefined } | { left?: undefined; unknown: Unknown } {
  let left = [...contracts];
  const state = states.at(-1);
  if (state !== undefined) {
    left = left.filter((contract) => contract.states.some(({ name }) => name === state));
    const known = [...new Set(contracts.flatMap((contract) => contract.states.map(({ name }) => name)))];
    if (left.length === 0) return { unknown: { preference: 'state', known } };
  }
  if (example !== undefined) {
    const known = left.map(({ receiving }) => receiving);
    left = left.filter(({ id, receiving }) => id === example || receiving === example);
    if (left.length === 0) return { unknown: { preference: 'example', known } };
  }
  if (code !== undefined) {
    const known = [...new Set(left.map(({ reply }) => reply.status))].sort();
    left = left.filter(({ reply }) => reply.status === code);
    if (left.length === 0) return { unknown: { preference: 'code', known } };
  }
  return { left };
}
