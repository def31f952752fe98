import { Redis, type RedisOptions } from 'ioredis';
import { scripts } from '../store/lua.ts';

/**
 * Reads and writes apart, so that a write that Redis makes wait does not hold up reads; `bulk` for publishing, which
 * connects when first used.
 */
export interface Connections {
  reads: Redis;
  writes: Redis;
  bulk: Redis;
  close(): void;
}

/** Redis cannot be used as configured; the message is one sentence that says what to do. */
export class RedisUnreachable extends Error {
  override name = 'RedisUnreachable';
}

/**
 * A command is sent once or not at all, and fails soon: what waits or is sent again could be counted after its caller
 * was told that it was not. `socketTimeout` notices a peer that hangs without closing.
 */
const options = {
  scripts,
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: 250,
  socketTimeout: 1500,
  connectTimeout: 500,
  // ioredis holds the process for this long after close(), also when the socket closed at once.
  disconnectTimeout: 100,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1000) + Math.random() * 100,
  // 1 reconnects; 2 would also send the command again.
  reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? (1 as const) : false),
  showFriendlyErrorStack: false,
} satisfies RedisOptions;

const bulkTimeoutMs = 30_000;
/** For the first connection: a Redis that has just started may still read its data. */
const firstTimeoutMs = 5_000;

function withoutPassword(url: string): string {
  const shown = URL.parse(url);
  if (!shown) return 'REDIS_URL';
  shown.password = shown.password && '***';
  return shown.href;
}

async function firstConnect(client: Redis): Promise<void> {
  let reason: Error | undefined;
  const note = (error: Error) => {
    reason = error;
  };
  client.on('error', note);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('it does not answer')), firstTimeoutMs);
  try {
    await Promise.race([client.connect(), timeout.promise]);
  } catch (error) {
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    client.off('error', note);
  }
}

/**
 * Connects to Redis and waits until it answers; later losses are repaired in the background.
 *
 * @param url `redis://[user:password@]host:port[/database]`, `rediss://…` with TLS.
 * @param onError told of every failed attempt to reconnect; default: silence, since each command fails with its reason.
 * @throws {RedisUnreachable}
 */
export async function connect(url: string, onError: (error: Error) => void = () => undefined): Promise<Connections> {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'redis:' && protocol !== 'rediss:') {
    throw new RedisUnreachable(`REDIS_URL is not an address such as redis://localhost:6379.`);
  }
  const reads = new Redis(url, options);
  const writes = new Redis(url, options);
  const bulk = new Redis(url, { ...options, commandTimeout: bulkTimeoutMs, socketTimeout: bulkTimeoutMs });
  const clients = [reads, writes, bulk];
  const close = () => {
    for (const client of clients) client.disconnect();
  };
  for (const client of clients) client.on('error', onError);
  try {
    await Promise.all([firstConnect(reads), firstConnect(writes)]);
  } catch (error) {
    close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new RedisUnreachable(
      `Redis cannot be reached at ${withoutPassword(url)} (${reason}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
    );
  }
  return { reads, writes, bulk, close };
}
