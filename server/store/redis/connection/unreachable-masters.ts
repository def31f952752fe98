import { StoreRefused } from '../../schema/open-store.ts';
import { StoreUnavailable } from '../errors.ts';
import { parseAddress, type RedisAddress, type RedisNode, showNode } from './address.ts';
import { createClient, type RedisClient } from './client.ts';

/** Enough for a node on a busy machine. */
const replyTimeoutMs = 2_000;

/** Sends a command to one node, on its own connection. */
async function query<T>(address: RedisAddress, node: RedisNode, command: (client: RedisClient) => Promise<T>) {
  const timeouts = { commandTimeout: replyTimeoutMs, socketTimeout: replyTimeoutMs };
  const client = createClient({ ...address, kind: 'single', nodes: [node] }, timeouts).on('error', () => undefined);
  const timer = setTimeout(() => client.disconnect(), replyTimeoutMs);
  try {
    await client.connect();
    return await command(client);
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

/** The masters that a node knows, including those that it counts as failed. */
async function mastersKnownBy(address: RedisAddress, node: RedisNode): Promise<RedisNode[]> {
  const ranges = await query(address, node, (client) => client.cluster('SLOTS'));
  return ranges.flatMap(([, , master]) => (master ? [{ host: master[0], port: master[1] }] : []));
}

/**
 * Names the masters of a Cluster that do not answer, which the errors of ioredis seldom do.
 *
 * @returns '' if all answer, if no node is left that knows them, or if this is no Cluster.
 */
export async function describeUnreachableMasters(address: RedisAddress): Promise<string> {
  if (address.kind !== 'cluster') return '';
  const known = await Promise.any(address.nodes.map((node) => mastersKnownBy(address, node))).catch(() => []);
  const masters = new Map(known.map((node) => [showNode(node), node]));
  const unreachable: string[] = [];
  await Promise.all(
    [...masters].map(([name, node]) =>
      query(address, node, (client) => client.ping()).catch(() => unreachable.push(name)),
    ),
  );
  if (unreachable.length === 0) return '';
  return unreachable.length === 1
    ? `master ${unreachable[0]} of the Cluster does not answer`
    : `masters ${unreachable.sort().join(', ')} of the Cluster do not answer`;
}

/**
 * Adds the unreachable masters of a Cluster to the error of a command that failed.
 *
 * @returns the same error.
 */
export async function appendUnreachableMasters(error: unknown, redisUrl: string | undefined): Promise<unknown> {
  if (redisUrl === undefined || !(error instanceof StoreRefused || error instanceof StoreUnavailable)) return error;
  const unreachable = await describeUnreachableMasters(parseAddress(redisUrl));
  if (unreachable) error.message = `${error.message.replace(/[.\s]*$/, '')}. The ${unreachable}.`;
  return error;
}
