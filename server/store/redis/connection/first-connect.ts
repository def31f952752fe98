import type { RedisClient } from './client.ts';

/** For the first connection: a failover may be in progress. */
const firstTimeoutMs = 5_000;
/** The same when Redis is there but too busy to answer, as while it loads its data. */
const busyTimeoutMs = 30_000;

/** Events in which clients report why they cannot connect, the most specific last. */
const errorEvents = ['error', 'sentinelError', 'node error'];

/** Errors that pass while Redis or its machine is busy. The operator must fix any other. */
const passing = /timed? ?out|LOADING|ECONNRESET|EPIPE/i;

/** One Redis, which is asked for at one address. */
const isSingle = (client: RedisClient) => !('nodes' in client) && !client.options.sentinels;

/**
 * Connects a lazy client. An attempt that fails for a reason that passes is followed by the client's next one.
 *
 * @throws {Error} why it could not connect.
 */
export async function firstConnect(client: RedisClient, signal?: AbortSignal): Promise<void> {
  const errors = new Map<string, Error>();
  const lastError = () => errorEvents.map((event) => errors.get(event)).findLast((error) => error !== undefined);
  const listeners = errorEvents.map((event) => ({ event, onError: (error: Error) => errors.set(event, error) }));
  for (const { event, onError } of listeners) client.on(event, onError);
  const first = Promise.withResolvers<void>();
  const isPassing = (error: Error | undefined) => error !== undefined && passing.test(error.message);
  const onTimeout = () => first.reject(new Error('it does not answer'));
  const abort = () => first.reject(new Error('the start was interrupted'));
  signal?.addEventListener('abort', abort);
  const timers = [
    setTimeout(() => !isPassing(lastError()) && onTimeout(), firstTimeoutMs),
    setTimeout(onTimeout, busyTimeoutMs),
  ];
  client.once('ready', first.resolve);
  client.connect().catch((error) => {
    // Another node may answer instead; the client keeps trying.
    if (isSingle(client) && !isPassing(error) && !isPassing(lastError())) first.reject(error);
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
