import { BadAddress, parseAddress, type RedisAddress, showAddress } from './address.ts';
import { createClient } from './client.ts';
import type { RedisClient } from './types.ts';
import { RedisUnreachable } from './unreachable.ts';

/**
 * Reads and writes apart, so that a write that Redis makes wait does not hold up reads; `ballotConnection` for votes and scorecards,
 * so that none waits behind a live update of a megabyte; `bulk` for publishing, which connects when first used.
 */
export interface Connections {
  reads: RedisClient;
  writes: RedisClient;
  ballotConnection: RedisClient;
  bulk: RedisClient;
  close(): void;
}

export { RedisUnreachable };

const bulkTimeoutMs = 30_000;
/** For the first connection: a failover may be under way. */
const firstTimeoutMs = 5_000;
/** The same where something is there that does not get to answer: it may read its data, or its machine be busy. */
const patienceMs = 30_000;
const reportEveryMs = 5_000;

/** Events by which clients say why they cannot connect, the most telling last. */
const complaints = ['error', 'sentinelError', 'node error'];

/** What passes while Redis or its machine is busy. Anything else is for the operator to put right. */
const passing = /timed? ?out|LOADING|ECONNRESET|EPIPE/i;

async function firstConnect(client: RedisClient, kind: RedisAddress['kind'], signal?: AbortSignal): Promise<void> {
  const reasons = new Map<string, Error>();
  const told = () => complaints.map((event) => reasons.get(event)).findLast((reason) => reason !== undefined);
  const notes = complaints.map((event) => ({ event, note: (error: Error) => reasons.set(event, error) }));
  for (const { event, note } of notes) client.on(event, note);
  const first = Promise.withResolvers<void>();
  const isPassing = (error: Error | undefined) => error !== undefined && passing.test(error.message);
  const isSilent = () => first.reject(new Error('it does not answer'));
  const abort = () => first.reject(new Error('the start was interrupted'));
  signal?.addEventListener('abort', abort);
  const timers = [setTimeout(() => !isPassing(told()) && isSilent(), firstTimeoutMs), setTimeout(isSilent, patienceMs)];
  client.once('ready', first.resolve);
  client.connect().catch((error) => {
    // Others may answer in place of the one that did not; the client goes on trying.
    if (kind === 'single' && !isPassing(error) && !isPassing(told())) first.reject(error);
  });
  try {
    await first.promise;
  } catch (error) {
    throw told() ?? error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    client.off('ready', first.resolve);
    for (const { event, note } of notes) client.off(event, note);
  }
  // The nodes of a Cluster connect when first used, which would make the first vote at each wait.
  if ('nodes' in client) await Promise.allSettled(client.nodes('master').map((node) => node.ping()));
}

/** A single node of a Cluster would refuse most keys, and only when they are used. */
async function refuseClusterNode(client: RedisClient, address: RedisAddress): Promise<void> {
  // Who may not ask INFO is not refused.
  const info = await client.info('cluster').catch(() => '');
  if (!/^cluster_enabled:1/m.test(info)) return;
  throw new RedisUnreachable(
    `Redis at ${showAddress(address)} is a node of a Cluster: write REDIS_URL as ${showAddress({ ...address, kind: 'cluster', database: 0 })}.`,
  );
}

function addressOf(url: string): RedisAddress {
  try {
    return parseAddress(url);
  } catch (error) {
    if (error instanceof BadAddress) throw new RedisUnreachable(`REDIS_URL ${error.message}.`);
    throw error;
  }
}

/**
 * Connects to Redis and waits until it answers; later losses are repaired in the background.
 *
 * @param url one Redis, a Cluster or Sentinels; see `parseAddress`.
 * @param options.report told now and then that it takes a while.
 * @param options.signal ends the attempt.
 * @param options.mayBeAway goes on without an answer, too: what connects only now is not told apart from what was lost.
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
  const address = addressOf(url);
  const reads = createClient(address);
  const writes = createClient(address);
  const ballotConnection = createClient(address);
  const bulk = createClient(address, { commandTimeout: bulkTimeoutMs, socketTimeout: bulkTimeoutMs });
  const used = [reads, writes, ballotConnection];
  const clients = [...used, bulk];
  const close = () => {
    for (const client of clients) client.disconnect();
  };
  // Each command fails with its reason.
  const ignore = () => undefined;
  for (const client of clients) client.on('error', ignore).on('node error', ignore);
  const timer = setInterval(
    () => options.report?.(`Redis at ${showAddress(address)} does not answer yet: waiting.`),
    reportEveryMs,
  );
  try {
    await Promise.all(used.map((client) => firstConnect(client, address.kind, options.signal)));
    if (address.kind === 'single') await refuseClusterNode(reads, address);
  } catch (error) {
    if (options.mayBeAway && !(error instanceof RedisUnreachable))
      return { reads, writes, ballotConnection, bulk, close };
    close();
    if (error instanceof RedisUnreachable) throw error;
    // What ioredis says when it was never open, too.
    const reason = String((error as Error)?.message ?? error).replace(
      /Connection is closed\.$/,
      'no connection is made',
    );
    throw new RedisUnreachable(
      `Redis cannot be reached at ${showAddress(address)} (${reason}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
    );
  } finally {
    clearInterval(timer);
  }
  return { reads, writes, ballotConnection, bulk, close };
}
