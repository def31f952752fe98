import { type RedisAddress, type RedisNode, showNode } from './address.ts';
import { createClient, type RedisClient } from './client.ts';

/** Enough for a node on a busy machine, and little beside the wait before. */
const answerMs = 2_000;

/** Asks one node, on a connection of its own. */
async function ask<T>(
  address: RedisAddress,
  node: RedisNode,
  question: (client: RedisClient) => Promise<T>,
): Promise<T> {
  const client = createClient(
    { ...address, kind: 'single', nodes: [node] },
    { commandTimeout: answerMs, socketTimeout: answerMs },
  );
  client.on('error', () => undefined);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it does not answer')), answerMs);
  try {
    return await Promise.race([client.connect().then(() => question(client)), late.promise]);
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

/** The masters that a node knows, also those that it counts as failed. */
async function mastersKnownBy(address: RedisAddress, node: RedisNode): Promise<RedisNode[]> {
  const ranges = await ask(address, node, async (client) => client.cluster('SLOTS'));
  return ranges.flatMap(([, , master]) => (master ? [{ host: master[0], port: master[1] }] : []));
}

/** The masters of a Cluster that do not answer, as `host:port`; none where no node is left to ask. */
async function findAwayMasters(address: RedisAddress): Promise<string[]> {
  if (address.kind !== 'cluster') return [];
  const known = await Promise.any(address.nodes.map((node) => mastersKnownBy(address, node))).catch(() => []);
  const masters = new Map(known.map((node) => [showNode(node), node]));
  const names = [...masters].map(([name, node]) =>
    ask(address, node, (client) => client.ping()).then(
      () => undefined,
      () => name,
    ),
  );
  return (await Promise.all(names)).filter((name) => name !== undefined);
}

/** Says which masters of a Cluster do not answer, which errors of its client seldom do; '' when there is none. */
export async function describeAwayMasters(address: RedisAddress): Promise<string> {
  const away = await findAwayMasters(address);
  if (away.length === 0) return '';
  return away.length === 1
    ? `master ${away[0]} of the Cluster does not answer`
    : `masters ${away.join(', ')} of the Cluster do not answer`;
}
