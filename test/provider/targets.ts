import { startMock } from '../../mock/start.ts';
import type { TargetName } from '../support/pact/coverage.ts';
import type { GivenState } from '../support/pact/gateway.ts';
import { readEtag } from '../support/pact/verify.ts';
import { proveMock, proveServer } from '../support/server/identity.ts';
import { cachedRepresentation, checkState, type RunningTarget } from './running-target.ts';

/** Every state except the state that reads an ETag before the request. */
function preference(states: readonly GivenState[]): Record<string, string> {
  const named = states.filter(({ name }) => name !== cachedRepresentation).map(({ name }) => `state="${name}"`);
  return named.length > 0 ? { Prefer: named.join(', ') } : {};
}

/** The mock, which takes the state from a header. */
export async function mockTarget(pacts?: string): Promise<RunningTarget> {
  const mock = await startMock({ port: 0, host: '127.0.0.1', pacts });
  let states: GivenState[] = [];
  return {
    url: mock.url,
    async reset() {
      states = [];
    },
    async setUp(state) {
      checkState(state);
      if (state.name === cachedRepresentation) return readEtag(mock, state, preference(states));
      states.push(state);
      return undefined;
    },
    headers: preference,
    close: mock.close,
  };
}

/** @throws {Error} unless a target is what it is called: a mock that is verified twice is no server. */
export const proveIdentity = (name: TargetName, { url, store }: Pick<RunningTarget, 'url' | 'store'>): Promise<void> =>
  name === 'mock' ? proveMock(url) : proveServer(url, store);

export interface Verifier {
  title: string;
  name: TargetName;
  start(): Promise<RunningTarget>;
}

/** Loaded when it is started: a verification on the mock needs no part of the server. */
const startServer = async (cache: 'cold' | 'warm') => (await import('./server-target.ts')).serverTarget(cache);

export const verifiers = (pacts?: string): Verifier[] => [
  { title: 'mock', name: 'mock', start: () => mockTarget(pacts) },
  { title: 'server, cold cache', name: 'server', start: () => startServer('cold') },
  { title: 'server, warm cache', name: 'server', start: () => startServer('warm') },
];
