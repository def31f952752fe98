import type { Values } from '../../../contracts/operations.ts';
import { type StateName, states } from '../../../contracts/states.ts';
import type { Contract } from '../contract.ts';
import { chooseClosest, isInState } from '../matcher.ts';
import { isObject } from './matching-rules.ts';
import type { PactInteraction } from './pact-file.ts';

/** Path and query parameters and members of the body, under their names. */
const membersOf = (values: Values | undefined, body: unknown): Record<string, unknown> => ({
  ...(isObject(body) && body),
  ...values,
});

/** Whether a request member can be a state parameter: `id` in the path is the `fight_id` of the state. */
const isSame = (member: string, parameter: string) =>
  member === parameter || (member === 'id' && parameter.endsWith('id'));

/** Finds a state parameter in this request, if the contract's parameter is also in the contract's request. */
function findEchoed(
  parameter: string,
  value: unknown,
  { values, request }: Contract,
  members: Record<string, unknown>,
) {
  const known = Object.entries(membersOf(values, request.body));
  const [member] = known.find(([name, one]) => isSame(name, parameter) && String(one) === String(value)) ?? [];
  return member === undefined ? undefined : members[member];
}

/** Path and query of a request. */
const urlOf = ({ path, query }: PactInteraction['request']) =>
  path + (query.length > 0 ? `?${new URLSearchParams(query)}` : '');

/**
 * Adds the state parameters that version 2 of the specification lacks: those of the closest contract in this state. A
 * parameter that the contract has in its request too is taken from this request.
 *
 * @param own contracts of the route.
 * @param values of this request.
 */
export function addParameters(
  { version, states: given, request }: PactInteraction,
  own: readonly Contract[],
  values: Values | undefined,
  all: readonly Contract[],
): PactInteraction['states'] {
  if (version !== 2) return given;
  const { body } = request;
  const members = membersOf(values, body);
  const input = { values: values ?? {}, body, states: [] };
  return given.map(({ name }) => {
    const needed: readonly string[] = Object.hasOwn(states, name) ? states[name as StateName] : [];
    const closestOf = (contracts: readonly Contract[]) =>
      chooseClosest(
        contracts.filter((one) => isInState(one, { state: name })),
        input,
      )?.contract;
    const contract = closestOf(own) ?? closestOf(all);
    const params = contract?.states.find((one) => one.name === name)?.params ?? {};
    const filled = needed.map((parameter): [string, string | number] => {
      const value = params[parameter];
      const own = parameter === 'path' ? urlOf(request) : contract && findEchoed(parameter, value, contract, members);
      return [parameter, (own ?? value) as string | number];
    });
    return { name, params: Object.fromEntries(filled) };
  });
}
