import { Problem } from '../../common/wire/problem.ts';
import { type Operation, operations, problemsOf } from '../../contracts/operations.ts';
import { type ProblemKey, problems, type Violation } from '../../contracts/problems.ts';
import { checkParameters } from '../../contracts/rules/checks.ts';
import { mustBeOneOf } from '../../contracts/schemas/validation/sentences.ts';
import type { StateName } from '../../contracts/states.ts';
import { type Contract, routeKey } from '../contracts/contract.ts';
import {
  type Choice,
  chooseAny,
  isInState,
  type MatchInput,
  narrow,
  type UnknownPreference,
} from '../contracts/matcher.ts';
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

function unknownPreference({ preference, known }: UnknownPreference, { name }: Operation): MockProblem {
  const listed = preference === 'code' ? problemsOf(name).map((key) => problems[key].status) : [];
  const choices = [...new Set([...known, ...listed])].sort();
  const detail = mustBeOneOf(choices, 'en');
  return new MockProblem('unknown-preference', [{ parameter: `Prefer: ${preference}`, detail }]);
}

/** Finds the problem with the preferred status among those of the route, if no contract has the status. */
function findListedProblem({ name }: Operation, { code }: Preferences, honoured: Preferences): Problem | undefined {
  const key: ProblemKey | undefined = problemsOf(name).find((one) => problems[one].status === code);
  if (!key) return undefined;
  const preferenceApplied = formatApplied(honoured);
  return new Problem(key, {
    headers: { ...problemHeaders[key], ...(preferenceApplied && { 'Preference-Applied': preferenceApplied }) },
  });
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
  const { fitting: preferred, unknown } = narrow(own, preferences);
  if (unknown) {
    const problem = unknown.preference === 'code' && findListedProblem(operation, preferences, context.honoured);
    throw problem || unknownPreference(unknown, operation);
  }
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
  const choice = chooseAny(left, input);
  return choice?.contract.kind === 'success' ? undefined : choice;
}
