import { BadAddress, parseAddress, type RedisAddress, showAddress } from './address.ts';
import { describeAwayMasters } from './away-masters.ts';
import { createClient, type RedisClient } from './client.ts';
import { firstConnect } from './first-connect.ts';

/** Redis cannot be used as configured; the message is one sentence that says what to do. */
export class RedisUnreachable extends Error {
  override name = 'RedisUnreachable';
}

/** Separate connections, so that no command waits behind one of another kind. */
export interface Connections {
  reads: RedisClient;
  /** A write that Redis delays does not delay reads. */
  writes: RedisClient;
  /** Votes and scorecards, which must not wait behind a live update of a megabyte. */
  ballotConnection: RedisClient;
  /** Publishing; connects when first used. */
  bulk: RedisClient;
  close(): void;
}

const bulkTimeoutMs = 30_000;
const reportIntervalMs = 5_000;

/** With the nodes of a Cluster, which connect when first used, so that the first vote at each does not wait. */
async function connectAll(client: RedisClient, signal?: AbortSignal): Promise<void> {
  await firstConnect(client, signal);
  if ('nodes' in client) await Promise.allSettled(client.nodes('master').map((node) => node.ping()));
}

/** A single node of a Cluster refuses most keys, but only when they are used. */
async function refuseClusterNode(client: RedisClient, address: RedisAddress): Promise<void> {
  // Without permission for INFO nothing is refused.
  const info = await client.info('cluster').catch(() => '');
  if (!/^cluster_enabled:1/m.test(info)) return;
  throw new RedisUnreachable(
    `Redis at ${showAddress(address)} is a node of a Cluster: write REDIS_URL as ${showAddress({ ...address, kind: 'cluster', database: 0 })}.`,
  );
}

/** Where it cannot be selected the client would silently use database 0, whose data may be those of another service. */
async function refuseOtherDatabase(client: RedisClient, address: RedisAddress): Promise<void> {
  if (address.database === 0) return;
  await client.select(address.database).catch((error: Error) => {
    if (error.name !== 'ReplyError') throw error;
    throw new RedisUnreachable(
      `Redis at ${showAddress(address)} does not give this database (${error.message}): correct REDIS_URL.`,
    );
  });
}

/** The same later: without its database, as after a restart of Redis with fewer, a connection is closed before it is used. */
function keepDatabase(client: RedisClient): void {
  client.on('error', (error: Error & { command?: { name: string } }) => {
    if (error.command?.name === 'select') client.disconnect(true);
  });
}

/** Of a client that waits for its next attempt to connect, ioredis does not say that it ended: a subscriber would never close. */
function end(client: RedisClient): void {
  const isWaiting = client.status === 'reconnecting';
  client.disconnect();
  if (isWaiting) client.emit('end');
}

function parseUrl(url: string): RedisAddress {
  try {
    return parseAddress(url);
  } catch (error) {
    if (error instanceof BadAddress) throw new RedisUnreachable(`REDIS_URL ${error.message}.`);
    throw error;
  }
}

/**
 * Connects to Redis and waits until it answers; the clients reconnect by themselves later.
 *
 * @param url one Redis, a Cluster or Sentinels; see `parseAddress`.
 * @param options.report called every 5 seconds while it waits.
 * @param options.signal ends the attempt.
 * @param options.mayBeAway resolves even without an answer; the clients then connect later, as after a lost connection.
 * @throws {RedisUnreachable}
 */
export async function connect(
  url: string,
  options: {
    report?: ((line: string) => void) | undefined;
    signal?: AbortSignal | undefined;
    mayBeAway?: boolean;
  } = {},
): Promise<Connections> {
  const address = parseUrl(url);
  const reads = createClient(address);
  const writes = createClient(address);
  const ballotConnection = createClient(address);
  const bulk = createClient(address, { commandTimeout: bulkTimeoutMs, socketTimeout: bulkTimeoutMs });
  const eager = [reads, writes, ballotConnection];
  const clients = [...eager, bulk];
  const close = () => {
    for (const client of clients) end(client);
  };
  const connections = { reads, writes, ballotConnection, bulk, close };
  // Each command fails with its own reason.
  const ignore = () => undefined;
  for (const client of clients) client.on('error', ignore).on('node error', ignore);
  const timer = setInterval(
    () => options.report?.(`Redis at ${showAddress(address)} does not answer yet: waiting.`),
    reportIntervalMs,
  );
  try {
    await Promise.all(eager.map((client) => connectAll(client, options.signal)));
    if (address.kind === 'single') await refuseClusterNode(reads, address);
    await refuseOtherDatabase(reads, address);
  } catch (error) {
    if (options.mayBeAway && !(error instanceof RedisUnreachable)) return connections;
    close();
    if (error instanceof RedisUnreachable) throw error;
    const away = await describeAwayMasters(address);
    // The message of ioredis even when the connection was never open.
    const reason = away || (error as Error).message.replace('Connection is closed.', 'no connection is made');
    throw new RedisUnreachable(
      `Redis cannot be reached at ${showAddress(address)} (${reason}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
    );
  } finally {
    clearInterval(timer);
    for (const client of clients) keepDatabase(client);
  }
  return connections;
}
