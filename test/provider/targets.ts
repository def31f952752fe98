import { stateViolation } from '../../common/state-violation.ts';
import type { StateName } from '../../contracts/states.ts';
import { startMock } from '../../mock/start.ts';
import { mapRedisError } from '../../server/store/redis/errors.ts';
import { withRetry } from '../../server/store/redis/with-retry.ts';
import type { TargetName } from '../support/pact/coverage.ts';
import type { GivenState, Target } from '../support/pact/gateway.ts';
import { readEtag } from '../support/pact/verify.ts';
import { openStore, startRedis, type TestStore } from '../support/redis/redis.ts';
import { proveMock, proveServer } from '../support/server/identity.ts';
import { startTestServer } from '../support/server/server.ts';
import { type Context, publishWorld, requestLimit, setUps } from './states.ts';

export interface RunningTarget extends Target {
  store?: TestStore['store'];
  fromCache?(): number;
  close(): Promise<void>;
}

/** @throws {Error} with a sentence: a provider that accepted any name of a state would pass any pact. */
function checkState(state: GivenState): void {
  const fault = stateViolation(state);
  if (fault) throw new Error(fault);
}

const cachedRepresentation: StateName = 'the client holds the current representation';

/**
 * The server on a separate Redis, restarted for each interaction: set-ups bypass it, so its cache would be out of date.
 *
 * @param cache `cold`: empty when a request arrives. `warm`: the same request was answered just before.
 */
export async function serverTarget(cache: 'cold' | 'warm' = 'cold'): Promise<RunningTarget> {
  const redis = await startRedis();
  // Many clients vote within one set-up, and one client in many: neither is what these tests are about.
  const {
    store,
    connections,
    useProductionTimeouts,
    close: closeStore,
  } = await openStore(redis.url, { changesPerTenSeconds: 1_000 });
  const start = () => startTestServer(store, { requestLimit });
  let server = await start();
  const restart = async () => {
    await server.close();
    server = await start();
  };
  await publishWorld(store);

  let fromCache = 0;
  let undos: (() => Promise<void> | void)[] = [];
  const context: Context = {
    get server() {
      return server;
    },
    ...{ redis, store, connections, useProductionTimeouts },
    later(undo) {
      undos.push(undo);
    },
  };
  const base = new Set(await connections.writes.keys('*'));

  async function clear(): Promise<void> {
    const all = await connections.writes.keys('*');
    // The keys of content stay: the next publish removes the old ones.
    const touched = all.filter((key) => !base.has(key) && !key.startsWith('{content}'));
    if (touched.length > 0) await connections.writes.del(touched);
  }

  return {
    get url() {
      return server.url;
    },
    async reset() {
      const pending = undos;
      undos = [];
      for (const undo of pending.reverse()) await undo();
      // A connection may still be reconnecting after an outage that a state caused.
      await withRetry(() => mapRedisError(clear()));
      await restart();
    },
    async setUp({ name, params }) {
      checkState({ name, params });
      const setUp = setUps[name as StateName] as (params: unknown, context: Context) => Promise<unknown>;
      const values = await withRetry(() => setUp(params, context));
      // This one asked the server.
      if (name === cachedRepresentation && cache === 'cold') await restart();
      return values as Record<string, unknown> | undefined;
    },
    headers: () => ({}),
    store,
    ...(cache === 'warm' && {
      between(path) {
        if (server.responseCache.get(path)) fromCache++;
      },
      fromCache: () => fromCache,
    }),
    async close() {
      for (const undo of undos.reverse()) await undo();
      await server.close();
      closeStore();
      await redis.close();
    },
  };
}

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

export const verifiers = (pacts?: string): Verifier[] => [
  { title: 'mock', name: 'mock', start: () => mockTarget(pacts) },
  { title: 'server, cold cache', name: 'server', start: () => serverTarget('cold') },
  { title: 'server, warm cache', name: 'server', start: () => serverTarget('warm') },
];
