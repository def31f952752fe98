import type { Redis } from 'ioredis';
import type { RedisClient } from './connection/client.ts';
import { whenOverdue } from './reply-timeout.ts';

export interface SubscriptionHandler {
  onMessage(channel: string, message: string): void;
  /** The subscription is in place (again): messages published before may have been missed. */
  onSubscribe(): void;
  /** The connection is lost: no message arrives until `onSubscribe`. */
  onDisconnect?(): void;
  /** Redis answers so late that it is probably away, or answers again. */
  onLate?(isLate: boolean): void;
}

export interface Subscription {
  /**
   * Whether Redis has confirmed the subscription. Resolves within half a second; after `false` the subscription is
   * retried in the background, and `onSubscribe` follows.
   */
  ready: Promise<boolean>;
  close(): void;
}

/** Redis pub/sub. Messages may be lost, so they say that something changed, never its new value. */
export interface Subscriptions {
  /** @param channels a name that ends in `*` matches every channel with that prefix. */
  subscribe(channels: readonly string[], handler: SubscriptionHandler): Subscription;
  close(): void;
}

export interface SubscriberSettings {
  /** Interval between pings, which find a peer that hangs without closing. */
  pingMs: number;
  /** After which an answer is late. With `pingMs`, less than the second within which readers must be notified. */
  lateMs: number;
  /** After which an unanswered connection is closed. */
  timeoutMs: number;
}

export const subscriberSettings: SubscriberSettings = { pingMs: 500, lateMs: 300, timeoutMs: 1_000 };

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

/** A separate connection, since a subscribed one takes no other commands; in a Cluster, to any node. */
function createConnection(client: RedisClient, { timeoutMs }: SubscriberSettings): Redis | undefined {
  const nodes = 'nodes' in client ? client.nodes('all') : [client];
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  return node?.duplicate({
    lazyConnect: true,
    readOnly: false,
    enableOfflineQueue: false,
    // The subscriber reconnects and resubscribes itself, since it must report that messages may have been missed.
    autoResubscribe: false,
    retryStrategy: () => null,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  });
}

/**
 * One pub/sub connection for the whole process, however many handlers: it opens with the first subscription, stays open,
 * and reconnects when it is lost.
 */
export class Subscriber implements Subscriptions {
  readonly #client: RedisClient;
  readonly #settings: SubscriberSettings;
  readonly #handlers = new Map<string, Set<SubscriptionHandler>>();
  /** By channel, the requests that Redis has not confirmed yet. */
  readonly #confirming = new Map<string, Promise<void>>();
  #connection: Redis | undefined;
  /** Whether the connection takes commands. */
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
    const added: string[] = [];
    for (const channel of channels) {
      const handlers = this.#handlers.get(channel) ?? new Set();
      if (handlers.size === 0) added.push(channel);
      this.#handlers.set(channel, handlers.add(handler));
    }
    return {
      ready: this.#confirm(channels, added, handler),
      close: () => this.#unsubscribe(channels, handler),
    };
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

  /** @param added the channels that had no handler before. */
  async #confirm(
    channels: readonly string[],
    added: readonly string[],
    handler: SubscriptionHandler,
  ): Promise<boolean> {
    if (this.#isClosed) return false;
    if (!this.#connection && !this.#timer) this.#connect();
    const connection = this.#connection;
    if (!this.#isReady || !connection) return false;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(late.resolve, readyMs, false);
    this.#request(connection, added);
    const confirmed = this.#confirmed(channels).then(
      () => true,
      () => {
        connection.disconnect();
        return false;
      },
    );
    const isInTime = await Promise.race([confirmed, late.promise]);
    clearTimeout(timer);
    if (!isInTime) confirmed.then((isLate) => isLate && handler.onSubscribe());
    return isInTime;
  }

  /** Sends SUBSCRIBE; every handler of these channels waits for its confirmation. */
  #request(connection: Redis, channels: readonly string[]): void {
    const requested = change(connection, 'subscribe', channels).finally(() => {
      for (const channel of channels) if (this.#confirming.get(channel) === requested) this.#confirming.delete(channel);
    });
    for (const channel of channels) this.#confirming.set(channel, requested);
  }

  async #confirmed(channels: readonly string[]): Promise<void> {
    await Promise.all(channels.map((channel) => this.#confirming.get(channel)));
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
      // Else the failover detector of a lost connection would stay at its Sentinels.
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
    const channels = [...this.#handlers.keys()];
    this.#request(connection, channels);
    await this.#confirmed(channels);
    this.#attempt = 0;
    this.#watch(connection);
    for (const handler of this.#allHandlers()) handler.onSubscribe();
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
