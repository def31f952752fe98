import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrimaryMetrics } from '../monitoring/primary-metrics.ts';
import type { Store } from '../store/index.ts';
import type { Connections } from '../store/redis/connection/connect.ts';
import { StoreUnavailable, withoutValues } from '../store/redis/errors.ts';

export type WatchedConnections = Pick<Connections, 'reads' | 'writes' | 'ballotConnection'>;

const everyMs = 2_000;
/** Longer than a connection that was cut needs to reconnect. */
const reconnectMs = 500;
/** The connection may be cut again meanwhile. */
const maxReconnects = 3;

/** The events in which clients of ioredis report why they are not connected. */
const errorEvents = ['error', 'sentinelError', 'node error'];

/** Such as `ECONNREFUSED 127.0.0.1:6379`. For a host name with several addresses, each address has its own error. */
function describe(error: Error & { errors?: Error[]; lastNodeError?: Error }): string {
  const { message } = error.lastNodeError ?? error.errors?.[0] ?? error;
  return withoutValues(message.replace(/^connect /, ''));
}

class RedisLog {
  readonly #log: Logger;
  #sinceMs: number | undefined;
  #connectionError: string | undefined;
  #logged: string | undefined;

  constructor(log: Logger, { reads, writes, ballotConnection }: WatchedConnections) {
    this.#log = log;
    const onError = (error: Error) => {
      this.#sinceMs ??= performance.now();
      this.#connectionError = describe(error);
    };
    for (const client of [reads, writes, ballotConnection]) {
      for (const event of errorEvents) client.on(event, onError);
    }
  }

  get isAnswering(): boolean {
    return this.#logged === undefined;
  }

  failed(line: 'Redis is unreachable' | 'Redis takes no writes', error: StoreUnavailable): void {
    this.#sinceMs ??= performance.now();
    if (line === this.#logged) return;
    this.#logged = line;
    this.#log.error({ reason: this.#connectionError ?? error.reason }, line);
  }

  answered(): void {
    const seconds = Math.round((performance.now() - (this.#sinceMs ?? 0)) / 100) / 10;
    if (!this.isAnswering) this.#log.info({ seconds }, 'Redis answers again');
    this.#logged = undefined;
    this.#sinceMs = undefined;
    this.#connectionError = undefined;
  }
}

/** @returns the reply, or why the store is unavailable. */
const unlessUnavailable = <T>(reply: Promise<T>): Promise<T | StoreUnavailable> =>
  reply.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  });

/**
 * Checks the store every two seconds: whether Redis answers and takes writes, which content is served, and how old the live
 * feed is. While Redis is unreachable, the metrics of content and feed stay as they are.
 */
export function watchStore(
  store: Store,
  options: { connections: WatchedConnections; log: Logger; metrics: PrimaryMetrics | undefined },
): void {
  const { connections, log, metrics } = options;
  const redisLog = new RedisLog(log, connections);
  let known: number | undefined;
  let showing: Promise<void> | undefined;

  const logFault = (error: unknown): undefined => {
    if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'cannot check the store: trying again');
  };
  const read = () => Promise.all([unlessUnavailable(store.ping()), unlessUnavailable(store.content.liveGeneration())]);

  async function check(): Promise<void> {
    let [pong, generation] = await read();
    // Immediately: alerts have a delay.
    if (generation instanceof StoreUnavailable) metrics?.redis(false, !(pong instanceof StoreUnavailable));
    const hasFailed = () => [pong, generation].some((reply) => reply instanceof StoreUnavailable);
    for (let times = 0; times < maxReconnects && hasFailed(); times++) {
      // If only the connection was cut, Redis itself is fine.
      await sleep(reconnectMs, undefined, { ref: false });
      [pong, generation] = await read();
    }
    const isReadable = !(generation instanceof StoreUnavailable);
    metrics?.redis(isReadable, !(pong instanceof StoreUnavailable));
    if (generation instanceof StoreUnavailable) redisLog.failed('Redis is unreachable', generation);
    else if (pong instanceof StoreUnavailable) redisLog.failed('Redis takes no writes', pong);
    else redisLog.answered();
    if (generation instanceof StoreUnavailable || !metrics) return;
    const feed = await store.live.onAir();
    metrics.feed(feed?.changedMs);
    if (generation !== known) showing ??= showContent(generation).finally(() => (showing = undefined));
  }

  /** Separate from the checks: its connection waits longer for a hanging Redis than they may. */
  async function showContent(generation: number): Promise<void> {
    const generations = await store.content.generations.list().catch(logFault);
    if (!generations) return;
    metrics?.content(generation, generations.find(({ number }) => number === generation)?.timeMs);
    known = generation;
  }

  async function checkForever(): Promise<void> {
    for (;;) {
      await check().catch(logFault);
      await sleep(redisLog.isAnswering ? everyMs : reconnectMs, undefined, { ref: false });
    }
  }
  void checkForever();
}
