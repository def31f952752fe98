import type { Redis } from 'ioredis';
import type { RedisClient } from '../store/client.ts';

/** Who wants to hear what is announced. */
export interface Listener {
  heard(channel: string, message: string): void;
  /** The subscription is there (again): whatever was announced before may have been missed. */
  restored(): void;
}

/** Announcements over Redis pub/sub; they may be lost, so they say that something changed and never what it is now. */
export interface Announcements {
  /**
   * Listens to channels until the call that comes back.
   *
   * @returns also when Redis has confirmed it; not later than half a second, since it is repaired in the background.
   */
  listen(channels: readonly string[], listener: Listener): { ready: Promise<void>; close(): void };
  close(): void;
}

export interface SubscriberSettings {
  /** How often the connection is tried for a peer that hangs without closing. */
  pingMs: number;
  /** How long an answer may take. */
  timeoutMs: number;
}

const defaults: SubscriberSettings = { pingMs: 3_000, timeoutMs: 1_000 };

const readyMs = 500;

/** A connection of its own, since one that has subscribed takes no other commands; of a Cluster, to any node. */
function dial(client: RedisClient, { timeoutMs }: SubscriberSettings): Redis | undefined {
  const nodes = 'nodes' in client ? client.nodes('all') : [client];
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  return node?.duplicate({
    lazyConnect: true,
    readOnly: false,
    enableOfflineQueue: false,
    // Reconnecting and subscribing again are done below, where it is known that something may have been missed.
    autoResubscribe: false,
    retryStrategy: () => null,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  });
}

/**
 * One subscription for the whole process, however many listen: it opens with the first, stays, and comes back by itself
 * when it is lost.
 */
export class Subscriber implements Announcements {
  readonly #client: RedisClient;
  readonly #settings: SubscriberSettings;
  readonly #listeners = new Map<string, Set<Listener>>();
  #connection: Redis | undefined;
  /** Whether the connection takes commands. */
  #isReady = false;
  #isClosed = false;
  #attempt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param client which Redis; when it is closed, so is this. */
  constructor(client: RedisClient, settings: Partial<SubscriberSettings> = {}) {
    this.#client = client;
    this.#settings = { ...defaults, ...settings };
    client.once('end', () => this.close());
  }

  listen(channels: readonly string[], listener: Listener): ReturnType<Announcements['listen']> {
    const added: string[] = [];
    for (const channel of channels) {
      const listeners = this.#listeners.get(channel) ?? new Set();
      if (listeners.size === 0) added.push(channel);
      this.#listeners.set(channel, listeners.add(listener));
    }
    return { ready: this.#subscribe(added), close: () => this.#leave(channels, listener) };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#connection?.disconnect();
  }

  #leave(channels: readonly string[], listener: Listener): void {
    const empty = channels.filter((channel) => {
      const listeners = this.#listeners.get(channel);
      listeners?.delete(listener);
      return listeners?.size === 0 && this.#listeners.delete(channel);
    });
    if (this.#isReady && empty.length > 0) this.#connection?.unsubscribe(...empty).catch(() => undefined);
  }

  async #subscribe(channels: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#connection && !this.#timer) this.#connect();
    if (!this.#isReady || channels.length === 0) return;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, readyMs);
    const confirmed = this.#connection?.subscribe(...channels).catch(() => this.#connection?.disconnect());
    await Promise.race([confirmed, late.promise]);
    clearTimeout(timer);
  }

  #connect(): void {
    this.#timer = undefined;
    const connection = dial(this.#client, this.#settings);
    if (!connection) {
      this.#retry();
      return;
    }
    this.#connection = connection;
    connection.on('error', () => undefined);
    connection.on('message', (channel: string, message: string) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.heard(channel, message);
    });
    connection.once('end', () => {
      this.#connection = undefined;
      this.#isReady = false;
      this.#retry();
    });
    this.#open(connection).catch(() => connection.disconnect());
  }

  async #open(connection: Redis): Promise<void> {
    await connection.connect();
    this.#isReady = true;
    const channels = [...this.#listeners.keys()];
    if (channels.length > 0) await connection.subscribe(...channels);
    this.#attempt = 0;
    this.#watch(connection);
    for (const listener of new Set([...this.#listeners.values()].flatMap((some) => [...some]))) listener.restored();
  }

  #watch(connection: Redis): void {
    const timer = setInterval(() => connection.ping().catch(() => connection.disconnect()), this.#settings.pingMs);
    timer.unref();
    connection.once('end', () => clearInterval(timer));
  }

  #retry(): void {
    if (this.#isClosed) return;
    const waitMs = Math.min(50 * 2 ** Math.min(this.#attempt++, 5), 1000) + Math.random() * 100;
    this.#timer = setTimeout(() => this.#connect(), waitMs);
    this.#timer.unref();
  }
}
