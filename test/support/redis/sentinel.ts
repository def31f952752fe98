import { freePorts } from '../run/ports.ts';
import { replicasFollow, startNode, type TestNode, until } from './nodes.ts';

export interface TestSentinels {
  /** Names every Sentinel. */
  url: string;
  /** One master, then its replicas, as they were at the start. */
  redis: readonly TestNode[];
  /** The Sentinels themselves. */
  nodes: readonly TestNode[];
  /** The node that the Sentinels call master now. */
  master(): Promise<TestNode>;
  close(): Promise<void>;
}

const master = 'fights';
/** Short, so that failure tests are fast. */
const downAfterMs = 1_000;

const settings = [
  'appendonly yes',
  'appendfsync always',
  'save ""',
  'maxmemory-policy noeviction',
  'repl-diskless-sync-delay 0',
];

/** Starts a master with two replicas, and three Sentinels of which two decide; waits until each has found all others. */
export async function startSentinels(): Promise<TestSentinels> {
  const nodes: TestNode[] = [];
  const close = async () => {
    await Promise.all(nodes.map((node) => node.close()));
  };
  try {
    const [first = 0, ...others] = await freePorts(6);
    nodes.push(await startNode(first, settings));
    const replicas = others.slice(0, 2).map((port) => startNode(port, [...settings, `replicaof 127.0.0.1 ${first}`]));
    nodes.push(...(await Promise.all(replicas)));
    const redis = [...nodes];
    await replicasFollow(redis[0] as TestNode, 2);
    const watching = [
      `sentinel monitor ${master} 127.0.0.1 ${first} 2`,
      `sentinel down-after-milliseconds ${master} ${downAfterMs}`,
      `sentinel failover-timeout ${master} 5000`,
    ];
    const sentinels = await Promise.all(others.slice(2).map((port) => startNode(port, watching, { sentinel: true })));
    nodes.push(...sentinels);
    await until('the Sentinels know one another', async () => {
      const texts = await Promise.all(sentinels.map(({ client }) => client.info('sentinel')));
      return texts.every((text) => text.includes('status=ok') && text.includes('slaves=2,sentinels=3'));
    });
    const asked = (sentinels[0] as TestNode).client;
    return {
      url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${master}`,
      redis,
      nodes: sentinels,
      async master() {
        const [, port] = (await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', master)) as [string, string];
        const node = redis.find((node) => node.port === Number(port));
        if (!node) throw new Error(`The Sentinels call an unknown Redis master: port ${port}.`);
        return node;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
