import type { Values } from '../../../contracts/operations.ts';
import { type StateName, states } from '../../../contracts/states.ts';
import type { Contract } from '../contract.ts';
import { distance } from '../matcher.ts';
import { isObject } from './matching-rules.ts';
import type { PactInteraction } from './pact-file.ts';

/** What an interaction asks for, as far as it is known. */
interface ReplyContext {
  own: readonly Contract[];
  values: Values | undefined;
  body: unknown;
}

/** Path and query parameters and members of the body, under their names. */
const membersOf = (values: Values | undefined, body: unknown): Record<string, unknown> => ({
  ...(isObject(body) && body),
  ...values,
});

/** Whether a member of a request can be what a parameter of a state is: `id` of the path is the `fight_id` of the state. */
const isSame = (member: string, parameter: string) =>
  member === parameter || (member === 'id' && parameter.endsWith('id'));

/** A parameter of a state as this request has it, where that of the contract repeats the contract's own request. */
function echoed(parameter: string, value: unknown, contract: Contract, asked: Record<string, unknown>): unknown {
  const known = Object.entries(membersOf(contract.values, contract.request.body));
  const member = known.find(([name, one]) => isSame(name, parameter) && String(one) === String(value))?.[0];
  return member === undefined ? undefined : asked[member];
}

/** Path and query of a request. */
const urlOf = ({ path, query }: PactInteraction['request']) =>
  path + (query.length > 0 ? `?${new URLSearchParams(query)}` : '');

/**
 * States with the parameters that version 2 of the specification cannot say: those of the contract that is nearest to the
 * request in this state, which are of the sample world; where that repeats its request, those of this request.
 */
export function withParameters(
  { version, states: given, request }: PactInteraction,
  { own, values, body }: ReplyContext,
  all: readonly Contract[],
): PactInteraction['states'] {
  if (version !== 2) return given;
  const asked = membersOf(values, body);
  return given.map(({ name }) => {
    const needed: readonly string[] = Object.hasOwn(states, name) ? states[name as StateName] : [];
    const inState = (contracts: readonly Contract[]) =>
      contracts.filter((contract) => contract.states.some((one) => one.name === name));
    const [contract] = [inState(own), inState(all)].flatMap((found) =>
      found.toSorted((a, b) => far(a) - far(b)).slice(0, 1),
    );
    const params = contract?.states.find((one) => one.name === name)?.params ?? {};
    const filled = needed.map((parameter): [string, string | number] => {
      const value = params[parameter];
      const own = parameter === 'path' ? urlOf(request) : contract && echoed(parameter, value, contract, asked);
      return [parameter, (own ?? value) as string | number];
    });
    return { name, params: Object.fromEntries(filled) };
  });

  function far(contract: Contract): number {
    return distance(contract, { values: values ?? {}, body, states: [] });
  }
}
