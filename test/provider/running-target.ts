import { stateViolation } from '../../common/state-violation.ts';
import type { StateName } from '../../contracts/states.ts';
import type { GivenState, Target } from '../support/pact/gateway.ts';
import type { TestStore } from '../support/redis/redis.ts';

export interface RunningTarget extends Target {
  store?: TestStore['store'];
  fromCache?(): number;
  close(): Promise<void>;
}

/** @throws {Error} with a sentence: a provider that accepted any name of a state would pass any pact. */
export function checkState(state: GivenState): void {
  const fault = stateViolation(state);
  if (fault) throw new Error(fault);
}

export const cachedRepresentation: StateName = 'the client holds the current representation';
