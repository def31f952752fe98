import { Problem } from '../../common/wire/problem.ts';
import { type Operation, operations, problemsOf } from '../../contracts/operations.ts';
import { problems, type Violation } from '../../contracts/problems.ts';
import { checkParameters } from '../../contracts/rules/checks.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import type { StateName } from '../../contracts/states.ts';
import { type Contract, routeKey } from '../contracts/contract.ts';
import { type Choice, chooseClosest, isInState, type MatchInput } from '../contracts/matcher.ts';
import { formatApplied, namesNothing, type Preferences } from '../contracts/preferences.ts';
import { MockProblem, problemHeaders } from '../contracts/problems.ts';
import type { ReplyContext } from './reply-context.ts';

/** A request, and the contracts that may answer it. */
export interface Selection {
  /** The path form of the request: an optional parameter that is empty counts as missing. */
  operation: Operation;
  /** All contracts of the route. */
  own: readonly Contract[];
  /** The contracts that preferences and the session's state allow. */
  left: readonly Contract[];
  input: MatchInput;
  /** The errors of invalid parameters. */
  parameterErrors: Violation[] | undefined;
  /** An injected rate is their `code`. */
  preferences: Preferences;
  /** No preference and no state selects contracts. */
  isPlain: boolean;
}

/** The state about a record that the sample content does not have. */
const beyondSample: StateName = 'an event without fights or media exists';

/** Whether a contract may answer without a state: then only the sample content exists. */
const isOfSample = ({ states }: Contract) => states.every(({ name }) => name !== beyondSample);

function findPathForm(operation: Operation, params: Readonly<Record<string, string>>): Operation {
  const optional = operation.id.split('.').slice(2);
  const id = [operation.family, operation.name, ...optional.filter((name) => params[name] !== '')].join('.');
  return operations.find((one) => one.id === id) ?? operation;
}

/** Refuses a preference that no contract fits: with the preferred problem, if the route lists it. */
function refusePreference(
  preference: 'state' | 'code' | 'example',
  known: readonly (string | number)[],
  { name }: Operation,
  { code }: Preferences,
  honoured: Preferences,
): Problem | MockProblem {
  const listed = preference === 'code' ? problemsOf(name) : [];
  const key = listed.find((one) => problems[one].status === code);
  if (key) {
    const applied = formatApplied(honoured);
    return new Problem(key, { headers: { ...problemHeaders[key], ...(applied && { 'Preference-Applied': applied }) } });
  }
  const choices = [...new Set([...known, ...listed.map((one) => problems[one].status)])].sort();
  return new MockProblem('unknown-preference', [
    { parameter: `Prefer: ${preference}`, detail: mustBeOneOf(choices, 'en') },
  ]);
}

/** Selects the contracts of a route that fit the preferences. @throws {Problem | MockProblem} `refusePreference`. */
function narrow(
  operation: Operation,
  contracts: readonly Contract[],
  preferences: Preferences,
  honoured: Preferences,
): readonly Contract[] {
  const { states, code, example } = preferences;
  const steps = [
    ['state', states.at(-1), (contract: Contract) => contract.states.map(({ name }) => name)],
    ['example', example, ({ receiving }: Contract) => [receiving]],
    ['code', code, ({ reply }: Contract) => [reply.status]],
  ] as const;
  let fitting = contracts;
  for (const [preference, wanted, valuesOf] of steps) {
    if (wanted === undefined) continue;
    const before = fitting;
    const isWanted = (value: string | number) => value === wanted;
    fitting = before.filter((one) => valuesOf(one).some(isWanted) || (preference === 'example' && isWanted(one.id)));
    if (fitting.length === 0)
      throw refusePreference(preference, before.flatMap<string | number>(valuesOf), operation, preferences, honoured);
  }
  return fitting;
}

/** Whether the state of the session selects the reply to a request. */
export function isBySessionState({ requestContext, contractSet, preferences, session }: ReplyContext) {
  const { state } = session;
  const own = contractSet.contracts.get(routeKey(requestContext.operation)) ?? [];
  return state !== undefined && preferences.states.length === 0 && own.some((one) => isInState(one, state));
}

/**
 * Selects the contracts that preferences and the session's state allow.
 *
 * @throws {Problem} with the preferred code; {MockProblem} for a preference that no contract fits.
 */
export function selectContracts(context: ReplyContext): Selection {
  const { contractSet } = context;
  const { operation, params, query } = context.requestContext;
  const preferences = { ...context.preferences, code: context.preferences.rate ?? context.preferences.code };
  const own = contractSet.contracts.get(routeKey(operation)) ?? [];
  const preferred = narrow(operation, own, preferences, context.honoured);
  // The session's state applies to routes that have contracts in it, unless the request names another state.
  const { state } = context.session;
  const inState = state && preferences.states.length === 0 ? preferred.filter((one) => isInState(one, state)) : [];
  const states = inState.length > 0 && state ? [state.state] : preferences.states;
  const isPlain = namesNothing(preferences) && inState.length === 0;
  const { values = {}, violations } = checkParameters(operation, params, query);
  return {
    operation: findPathForm(operation, params),
    isPlain,
    preferences,
    input: { values, states },
    parameterErrors: violations,
    own: isPlain ? own.filter(isOfSample) : own,
    left: inState.length > 0 ? inState : isPlain ? preferred.filter(isOfSample) : preferred,
  };
}

/**
 * Chooses the contract that preferences select for any request: the one named by `code` or `example`, unless it is a
 * success. The rate limit applies before a request is checked; in other states requests are checked first.
 */
export function chooseByName({ left, input, preferences }: Selection): Choice | undefined {
  const isNamed = preferences.code !== undefined || preferences.example !== undefined;
  if (!isNamed && left.some(({ reply }) => reply.problem !== 'too-many-requests')) return undefined;
  const choice = chooseClosest(left, input);
  return choice?.contract.kind === 'success' ? undefined : choice;
}
