import { type GivenState, type StateName, states } from '../contracts/states.ts';
import { didYouMean } from './cli/did-you-mean.ts';

/** The reason why a state cannot be set up: an unknown name or a missing parameter; undefined for a valid state. */
export function stateViolation({ name, params = {} }: GivenState): string | undefined {
  if (!Object.hasOwn(states, name)) {
    return `unknown state "${name}"; GET /__mock/states lists all.${didYouMean(name, Object.keys(states))}`;
  }
  const needed: readonly string[] = states[name as StateName];
  const missing = needed.filter((parameter) => params[parameter] === undefined || params[parameter] === null);
  if (missing.length === 0) return undefined;
  const meant = Object.keys(params)
    .filter((parameter) => !needed.includes(parameter))
    .map((parameter) => didYouMean(parameter, missing))
    .find((sentence) => sentence !== '');
  return `the state "${name}" lacks ${missing.join(', ')}; it needs ${needed.join(', ')}.${meant ?? ''}`;
}
