import { type GivenState, type StateName, states } from '../contracts/states.ts';
import { didYouMean } from './cli/did-you-mean.ts';

/** Why a state cannot be set up, as a sentence: an unknown name or a missing parameter; otherwise undefined. */
export function stateViolation({ name, params = {} }: GivenState): string | undefined {
  if (!Object.hasOwn(states, name)) {
    return `no provider sets up the state "${name}" (contracts/states.ts).${didYouMean(name, Object.keys(states))}`;
  }
  const needed: readonly string[] = states[name as StateName];
  const missing = needed.filter((parameter) => params[parameter] === undefined || params[parameter] === null);
  if (missing.length === 0) return undefined;
  const meant = Object.keys(params)
    .filter((parameter) => !needed.includes(parameter))
    .map((parameter) => didYouMean(parameter, missing))
    .find((sentence) => sentence !== '');
  return `the state "${name}" needs the parameters ${needed.join(', ')}: ${missing.join(', ')} is missing.${meant ?? ''}`;
}
