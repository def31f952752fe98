import { setTimeout as sleep } from 'node:timers/promises';
import type { StateName } from '../../contracts/states.ts';
import { startMock } from '../../mock/prism.ts';
import { patiently } from '../../server/store/patiently.ts';
import type { GivenState, Target } from '../support/gateway.ts';
import { openStore, startRedis } from '../support/redis.ts';
import { startTestServer } from '../support/server.ts';
import { heldEtag } from '../support/verify.ts';
import { type Context, clientAddress, publishWorld, requestLimit, setUps } from './states.ts';

export type RunningTarget = Target & { close(): Promise<void> };

const held: StateName = 'the client holds the current representation';

/** The server on a Redis of its own. */
export async function serverTarget(): Promise<RunningTarget> {
  const redis = await startRedis();
  // Many clients vote within one set-up, and one client in many: neither is what these tests are about.
  const { store, connections, close: closeStore } = await openStore(redis.url, { changesPerTenSeconds: 1_000 });
  const server = await startTestServer(store, { requestLimit, staleBytes: 0 });
  await publishWorld(store);

  let undos: (() => Promise<void> | void)[] = [];
  const context: Context = {
    ...{ server, redis, store, connections },
    later(undo) {
      undos.push(undo);
    },
  };
  const base = new Set(await connections.writes.keys('*'));

  return {
    url: server.url,
    async reset() {
      const pending = undos;
      undos = [];
      for (const undo of pending.reverse()) await undo();
      // Whatever content needs stays: the next publish removes what it leaves.
      const touched = (await connections.writes.keys('*')).filter(
        (key) => !base.has(key) && !key.startsWith('{content}'),
      );
      if (touched.length > 0) await connections.writes.del(touched);
      server.limiters.reads.clear(clientAddress);
      server.limiters.writes.clear(clientAddress);
      // What a stream that is still open read a moment ago would do for the next one: here it was taken away since.
      if (server.streams.count > 0) await sleep(300);
    },
    async setUp({ name, params }) {
      const setUp = setUps[name as StateName] as ((params: unknown, context: Context) => Promise<unknown>) | undefined;
      if (!setUp) throw new Error('no such state in contracts/states.ts');
      return (await patiently(() => setUp(params, context))) as Record<string, unknown> | undefined;
    },
    headers: () => ({}),
    async close() {
      for (const undo of undos.reverse()) await undo();
      await server.close();
      closeStore();
      await redis.close();
    },
  };
}

/** Every state but the one that asks for an ETag, which is done before the request. */
function preference(states: readonly GivenState[]): Record<string, string> {
  const named = states.filter(({ name }) => name !== held).map(({ name }) => `state="${name}"`);
  return named.length > 0 ? { Prefer: named.join(', ') } : {};
}

/**
 * The mock, which is told the state by a header.
 *
 * @param pacts folder of pacts that it serves beside its own.
 */
export async function mockTarget(pacts?: string): Promise<RunningTarget> {
  const mock = await startMock({ port: 0, host: '127.0.0.1', pacts });
  let states: GivenState[] = [];
  return {
    url: mock.url,
    async reset() {
      states = [];
    },
    async setUp(state) {
      if (state.name === held) return heldEtag(mock, state, preference(states));
      states.push(state);
      return undefined;
    },
    headers: preference,
    close: mock.close,
  };
}
