import { mapRedisError } from '../errors.ts';
import { BadAddress, parseAddress, type RedisAddress, showAddress } from './address.ts';
import { createClient, type RedisClient } from './client.ts';
import { describeUnreachableMasters } from './unreachable-masters.ts';

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

/** For the first connection: a failover may be in progress. */
const firstTimeoutMs = 5_000;
/** For the first connection to a Redis that is too busy to answer, for example while it loads its data. */
const busyTimeoutMs = 30_000;

/** Events in which clients report why they cannot connect, the most specific last. */
const errorEvents = ['error', 'sentinelError', 'node error'];

/** Temporary errors of a busy Redis or machine. The operator must fix any other. */
const temporary = /timed? ?out|LOADING|ECONNRESET|EPIPE/i;
const isTemporary = (error: Error | undefined) => error !== undefined && temporary.test(error.message);

const ignore = () => undefined;

/**
 * Connects a lazy client. After a temporary error, waits for the next attempt of the client.
 *
 * @throws {Error} why it could not connect.
 */
async function firstConnect(client: RedisClient, signal?: AbortSignal): Promise<void> {
  const errors = new Map<string, Error>();
  const lastError = () => errorEvents.map((event) => errors.get(event)).findLast((error) => error !== undefined);
  const listeners = errorEvents.map((event) => ({ event, onError: (error: Error) => errors.set(event, error) }));
  for (const { event, onError } of listeners) client.on(event, onError);
  const first = Promise.withResolvers<void>();
  const onTimeout = () => first.reject(new Error('it does not answer'));
  const abort = () => first.reject(new Error('the start was interrupted'));
  signal?.addEventListener('abort', abort);
  const timers = [
    setTimeout(() => !isTemporary(lastError()) && onTimeout(), firstTimeoutMs),
    setTimeout(onTimeout, busyTimeoutMs),
  ];
  client.once('ready', first.resolve);
  client.connect().catch((error) => {
    // Another node of a Cluster, or another Sentinel, may answer instead; the client keeps trying.
    const hasOtherNodes = 'nodes' in client || client.options.sentinels;
    if (!hasOtherNodes && !isTemporary(error) && !isTemporary(lastError())) first.reject(error);
  });
  try {
    await first.promise;
  } catch (error) {
    throw lastError() ?? error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    client.off('ready', first.resolve);
    for (const { event, onError } of listeners) client.off(event, onError);
  }
}

const connecting = new WeakMap<RedisClient, Promise<unknown>>();

/** Connects a lazy client; concurrent calls share one attempt. @throws {StoreUnavailable} */
export async function ensureConnected(client: RedisClient): Promise<void> {
  const pending = connecting.get(client);
  if (pending) await pending;
  if (client.status !== 'wait' && client.status !== 'end') return;
  const connection = mapRedisError(firstConnect(client)).finally(() => connecting.delete(client));
  connecting.set(client, connection);
  await connection;
}

/** Also connects the nodes of a Cluster, which ioredis connects when first used, so that the first vote at each does not wait. */
async function connectAll(client: RedisClient, signal?: AbortSignal): Promise<void> {
  await firstConnect(client, signal);
  if ('nodes' in client) await Promise.allSettled(client.nodes('master').map((node) => node.ping()));
}

/** A single node of a Cluster refuses most keys, but only when they are used. */
async function refuseClusterNode(client: RedisClient, address: RedisAddress): Promise<void> {
  // A user without permission for INFO is accepted.
  const info = await client.info('cluster').catch(() => '');
  if (!/^cluster_enabled:1/m.test(info)) return;
  throw new RedisUnreachable(
    `Redis at ${showAddress(address)} is a node of a Cluster: write REDIS_URL as ${showAddress({ ...address, kind: 'cluster', database: 0 })}.`,
  );
}

/** If SELECT fails, ioredis silently uses database 0, whose data may belong to another service. */
async function refuseOtherDatabase(client: RedisClient, address: RedisAddress): Promise<void> {
  const { database } = address;
  if (database === 0) return;
  await client.select(database).catch((error: Error) => {
    if (error.name !== 'ReplyError') throw error;
    throw new RedisUnreachable(
      `Redis at ${showAddress(address)} refuses database ${database} (${error.message}): correct REDIS_URL.`,
    );
  });
}

/** Like `refuseOtherDatabase`, after a reconnection, for example to a Redis that was restarted with fewer databases. */
function keepDatabase(client: RedisClient): void {
  client.on('error', (error: Error & { command?: { name: string } }) => {
    if (error.command?.name === 'select') client.disconnect(true);
  });
}

/** ioredis emits no `end` for a client that waits for its next attempt to connect: a subscriber would never close. */
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
 * @param options.mayBeUnreachable resolves even without an answer; the clients then connect later, as after a lost connection.
 * @throws {RedisUnreachable}
 */
export async function connect(
  url: string,
  options: {
    report?: ((line: string) => void) | undefined;
    signal?: AbortSignal | undefined;
    mayBeUnreachable?: boolean;
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
    if (options.mayBeUnreachable && !(error instanceof RedisUnreachable)) return connections;
    close();
    if (error instanceof RedisUnreachable) throw error;
    const unreachable = await describeUnreachableMasters(address);
    // ioredis says "is closed" even if the connection was never open.
    const reason = unreachable || (error as Error).message.replace('Connection is closed.', 'no connection is made');
    throw new RedisUnreachable(
      `Redis cannot be reached at ${showAddress(address)} (${reason}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
    );
  } finally {
    clearInterval(timer);
    for (const client of clients) keepDatabase(client);
  }
  return connections;
}
