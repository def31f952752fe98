import type { Redis } from 'ioredis';
import type { RedisClient } from './connection/client.ts';
import { whenOverdue } from './reply-timeout.ts';

export interface SubscriptionHandler {
  onMessage(channel: string, message: string): void;
  /** Redis has confirmed the subscription, for the first time or again: earlier messages may have been missed. */
  onSubscribe(): void;
  /** The connection is lost: no message arrives until `onSubscribe`. */
  onDisconnect?(): void;
  /** Redis answers so late that it is probably unreachable, or answers again. */
  onLate?(isLate: boolean): void;
}

export interface Subscription {
  /** Resolves after the first `onSubscribe`, or after half a second; the subscription is then retried in the background. */
  ready: Promise<void>;
  close(): void;
}

/** Redis pub/sub. Messages may be lost, so they say that something changed, never its new value. */
export interface Subscriptions {
  /** @param channels a name that ends in `*` matches every channel with that prefix. */
  subscribe(channels: readonly string[], handler: SubscriptionHandler): Subscription;
  close(): void;
}

interface SubscriberSettings {
  /** Interval between pings, which detect a Redis that hangs without closing the connection. */
  pingMs: number;
  /** When a reply is late. With `pingMs`, less than the second within which readers must be notified. */
  lateMs: number;
  /** When a connection without a reply is closed. */
  timeoutMs: number;
}

const subscriberSettings: SubscriberSettings = { pingMs: 500, lateMs: 300, timeoutMs: 1_000 };

const readyMs = 500;

const isPattern = (channel: string) => channel.endsWith('*');

/** Subscribes to channels or unsubscribes from them, by name and by pattern. */
async function change(connection: Redis, how: 'subscribe' | 'unsubscribe', channels: readonly string[]): Promise<void> {
  const patterns = channels.filter(isPattern);
  const names = channels.filter((channel) => !isPattern(channel));
  await Promise.all([
    names.length > 0 && connection[how](...names),
    patterns.length > 0 && connection[`p${how}`](...patterns),
  ]);
}

/** A separate connection, since a subscribed one accepts no other commands; in a Cluster, to a random node. */
function createConnection(client: RedisClient, { timeoutMs }: SubscriberSettings): Redis | undefined {
  const nodes = 'nodes' in client ? client.nodes('all') : [client];
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  return node?.duplicate({
    lazyConnect: true,
    readOnly: false,
    enableOfflineQueue: false,
    // The subscriber reconnects itself, since it must report that messages may have been missed.
    autoResubscribe: false,
    retryStrategy: () => null,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  });
}

/**
 * One pub/sub connection for all handlers of the process. It opens with the first subscription, stays open, and reconnects
 * when it is lost.
 */
export class Subscriber implements Subscriptions {
  readonly #client: RedisClient;
  readonly #settings: SubscriberSettings;
  readonly #handlers = new Map<string, Set<SubscriptionHandler>>();
  #connection: Redis | undefined;
  /** Resolves when the first connection has subscribed. */
  readonly #opened = Promise.withResolvers<void>();
  /** Whether the connection accepts commands. */
  #isReady = false;
  #isClosed = false;
  #attempt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param client which Redis to connect to; when it ends, the subscriber closes. */
  constructor(client: RedisClient, settings: Partial<SubscriberSettings> = {}) {
    this.#client = client;
    this.#settings = { ...subscriberSettings, ...settings };
    client.once('end', () => this.close());
  }

  subscribe(channels: readonly string[], handler: SubscriptionHandler): Subscription {
    for (const channel of channels) {
      this.#handlers.set(channel, (this.#handlers.get(channel) ?? new Set()).add(handler));
    }
    return { ready: this.#confirm(channels, handler), close: () => this.#unsubscribe(channels, handler) };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#connection?.disconnect();
  }

  #unsubscribe(channels: readonly string[], handler: SubscriptionHandler): void {
    const empty = channels.filter((channel) => {
      const handlers = this.#handlers.get(channel);
      handlers?.delete(handler);
      return handlers?.size === 0 && this.#handlers.delete(channel);
    });
    if (this.#isReady && this.#connection) change(this.#connection, 'unsubscribe', empty).catch(() => undefined);
  }

  async #confirm(channels: readonly string[], handler: SubscriptionHandler): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#connection && !this.#timer) this.#connect();
    const connection = this.#connection;
    let confirmed = this.#opened.promise;
    if (this.#isReady && connection) {
      confirmed = change(connection, 'subscribe', channels).then(
        () => handler.onSubscribe(),
        () => connection.disconnect(),
      );
    }
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, readyMs);
    await Promise.race([confirmed, late.promise]);
    clearTimeout(timer);
  }

  #connect(): void {
    const connection = createConnection(this.#client, this.#settings);
    if (!connection) {
      this.#retry();
      return;
    }
    this.#connection = connection;
    connection.on('error', () => undefined);
    const dispatch = (subscription: string, channel: string, message: string) => {
      for (const handler of this.#handlers.get(subscription) ?? []) handler.onMessage(channel, message);
    };
    connection.on('message', (channel: string, message: string) => dispatch(channel, channel, message));
    connection.on('pmessage', dispatch);
    connection.once('end', () => {
      // Otherwise ioredis leaks a failover detector per lost connection.
      connection.disconnect();
      if (this.#isReady) for (const handler of this.#allHandlers()) handler.onDisconnect?.();
      this.#connection = undefined;
      this.#isReady = false;
      this.#retry();
    });
    this.#open(connection).catch(() => connection.disconnect());
  }

  async #open(connection: Redis): Promise<void> {
    await connection.connect();
    this.#isReady = true;
    await change(connection, 'subscribe', [...this.#handlers.keys()]);
    this.#attempt = 0;
    this.#watch(connection);
    for (const handler of this.#allHandlers()) handler.onSubscribe();
    this.#opened.resolve();
  }

  #allHandlers(): Set<SubscriptionHandler> {
    return new Set([...this.#handlers.values()].flatMap((some) => [...some]));
  }

  #watch(connection: Redis): void {
    let pending: Promise<unknown> | undefined;
    let isLate = false;
    const setLate = (value: boolean) => {
      if (isLate === value) return;
      isLate = value;
      for (const handler of this.#allHandlers()) handler.onLate?.(value);
    };
    const ping = () => {
      if (pending) return;
      const pinged = connection.ping();
      pending = pinged;
      const timer = whenOverdue(this.#settings.lateMs, () => pending === pinged && setLate(true));
      pinged.then(
        () => {
          clearTimeout(timer);
          pending = undefined;
          setLate(false);
        },
        () => connection.disconnect(),
      );
    };
    const timer = setInterval(ping, this.#settings.pingMs);
    timer.unref();
    connection.once('end', () => {
      clearInterval(timer);
      pending = undefined;
      setLate(false);
    });
  }

  #retry(): void {
    if (this.#isClosed) return;
    const waitMs = Math.min(50 * 2 ** Math.min(this.#attempt++, 5), 1000) + Math.random() * 100;
    this.#timer = setTimeout(() => this.#connect(), waitMs);
    this.#timer.unref();
  }
}
