import { freePorts } from '../run/ports.ts';
import { replicasFollow, startNode, type TestNode, until } from './nodes.ts';

export interface TestCluster {
  /** Names every master. */
  url: string;
  masters: readonly TestNode[];
  /** In the order of their masters. */
  replicas: readonly TestNode[];
  /** Which master has a slot. */
  masterOf(slot: number): TestNode;
  close(): Promise<void>;
}

const slots = 16_384;
/** Short, so that failure tests are fast. */
const nodeTimeoutMs = 1_000;

const settings = [
  'cluster-enabled yes',
  `cluster-node-timeout ${nodeTimeoutMs}`,
  // The other masters keep serving their slots when one is away.
  'cluster-require-full-coverage no',
  'appendonly yes',
  'appendfsync always',
  'save ""',
  'maxmemory-policy noeviction',
  'repl-diskless-sync-delay 0',
];

/**
 * Starts a Redis Cluster of masters with equal shares of the slots, in order, and waits until it answers everywhere.
 *
 * @param options.environments added to the environment of each master.
 */
export async function startCluster(
  options: { masters?: number; replicas?: boolean; environments?: Record<string, string>[] } = {},
): Promise<TestCluster> {
  const { masters: count = 3, replicas: withReplicas = false, environments = [] } = options;
  const ports = await freePorts(withReplicas ? 2 * count : count);
  const nodes = await Promise.all(
    ports.map((port, index) => startNode(port, settings, { environment: environments[index] ?? {} })),
  );
  const masters = nodes.slice(0, count);
  const replicas = nodes.slice(count);
  const close = async () => {
    await Promise.all(nodes.map((node) => node.close()));
  };
  try {
    const bounds = masters.map((_, index) => Math.round((index * slots) / count));
    for (const [index, { client }] of masters.entries()) {
      // Different epochs decide at once which master owns which slots.
      await client.cluster('SET-CONFIG-EPOCH', index + 1);
      await client.call('CLUSTER', 'ADDSLOTSRANGE', bounds[index] ?? 0, (bounds[index + 1] ?? slots) - 1);
    }
    for (const { client } of nodes.slice(1)) await client.cluster('MEET', '127.0.0.1', nodes[0]?.port ?? 0);
    const state = async ({ client }: TestNode) => String(await client.cluster('INFO'));
    await until('every node knows all slots', async () => {
      const states = await Promise.all(nodes.map(state));
      return states.every(
        (text) =>
          // The state alone is ok without all slots, and the slots are there before the state.
          text.includes('cluster_state:ok') &&
          text.includes(`cluster_slots_ok:${slots}`) &&
          text.includes(`cluster_known_nodes:${nodes.length}`),
      );
    });
    for (const [index, replica] of replicas.entries()) {
      const id = String(await masters[index]?.client.call('CLUSTER', 'MYID'));
      await until('the replica knows its master', async () => (await replica.client.cluster('REPLICATE', id)) === 'OK');
    }
    if (withReplicas) for (const master of masters) await replicasFollow(master, 1);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `redis+cluster://${masters.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    masters,
    replicas,
    masterOf(slot) {
      const master =
        masters[
          Math.min(
            count - 1,
            masters.findLastIndex((_, i) => Math.round((i * slots) / count) <= slot),
          )
        ];
      if (!master) throw new Error(`No master has slot ${slot}.`);
      return master;
    },
    close,
  };
}
