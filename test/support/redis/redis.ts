import { setTimeout as sleep } from 'node:timers/promises';
import type { BallotLimit } from '../../../server/store/ballots/batches.ts';
import { createStore, type Store } from '../../../server/store/index.ts';
import { type Connections, connect } from '../../../server/store/redis/connection/connect.ts';
import { withRetry } from '../../../server/store/redis/with-retry.ts';
import { defaultStoreSettings, type StoreSettings } from '../../../server/store/settings.ts';
import { eventually } from '../run/eventually.ts';
import { freePort } from '../run/ports.ts';
import { startNode, type TestNode } from './nodes.ts';

/** Starts an empty `redis-server` for the caller, configured like the embedded one. */
export async function startRedis(): Promise<TestNode> {
  return startNode(await freePort(), [
    'appendonly yes',
    'appendfsync always',
    'save ""',
    'maxmemory-policy noeviction',
  ]);
}

export interface TestStore {
  store: Store;
  connections: Connections;
  /** From now on commands have the timeouts of the service; call the result to restore. */
  useProductionTimeouts(): () => void;
  close(): void;
}

/**
 * Tests that count must not depend on the load of the machine: here Redis may take seconds where the service would give
 * up and answer 503.
 */
const patience = {
  deadlineMs: 8_000,
  overdueMs: 8_000,
  timeouts: { commandTimeout: 10_000, socketTimeout: 10_000 },
  connects: 20,
};

/** With these and `useProductionTimeouts`, a store has the timeouts of the service. */
export const productionDeadlines = {
  deadlineMs: defaultStoreSettings.deadlineMs,
  overdueMs: defaultStoreSettings.overdueMs,
} satisfies Partial<StoreSettings>;

async function connectOnBusyMachine(url: string): Promise<Connections> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect(url);
    } catch (error) {
      if (attempt === patience.connects) throw error;
      await sleep(200);
    }
  }
}

/** Connections of the service that wait for seconds where it gives up after a quarter of a second. */
export async function connectPatiently(url: string) {
  const connections = await connectOnBusyMachine(url);
  const { reads, writes, ballotConnection } = connections;
  const nodes = [reads, writes, ballotConnection].flatMap((client) => ('nodes' in client ? client.nodes() : [client]));
  const ofService = nodes.map(({ options: { commandTimeout, socketTimeout } }) => ({ commandTimeout, socketTimeout }));
  const wait = () => {
    for (const { options } of nodes) Object.assign(options, patience.timeouts);
  };
  wait();
  const useProductionTimeouts = () => {
    for (const [index, { options }] of nodes.entries()) Object.assign(options, ofService[index]);
    return wait;
  };
  return { connections, useProductionTimeouts };
}

/** Waits for connections that were closed: they come back by themselves, one after the other. */
export async function storeIsBack(store: Store): Promise<void> {
  const answers = () =>
    store.ping().then(
      () => true,
      () => false,
    );
  await eventually(answers, 'the store answers again');
}

/** A store on a Redis of a test, with separate connections. */
export async function openStore(
  url: string,
  settings: Partial<StoreSettings> = {},
  ballotLimit?: BallotLimit,
): Promise<TestStore> {
  const { connections, useProductionTimeouts } = await connectPatiently(url);
  const { close } = connections;
  const store = createStore({
    ...connections,
    settings: {
      deadlineMs: patience.deadlineMs,
      overdueMs: patience.overdueMs,
      ...settings,
    },
    ballotLimit,
  });
  try {
    await withRetry(() => store.prepare());
  } catch (error) {
    close();
    throw error;
  }
  return { store, connections, useProductionTimeouts, close };
}
