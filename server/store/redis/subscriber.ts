import type { Redis } from 'ioredis';
import type { RedisClient } from './types.ts';

/** Who wants to hear what is announced. */
export interface Listener {
  heard(channel: string, message: string): void;
  /** The subscription is there (again): whatever was announced before may have been missed. */
  restored(): void;
  /** The subscription is lost: until `restored`, nothing will be heard. */
  lost?(): void;
  /** Redis owes an answer for so long that it is most likely away; or it has answered after all. */
  late?(isLate: boolean): void;
}

/** Announcements over Redis pub/sub; they may be lost, so they say that something changed and never what it is now. */
export interface Announcements {
  /**
   * Listens to channels until the call that comes back. A name that ends in `*` stands for every channel that begins so.
   *
   * @returns whether Redis has confirmed it; not later than half a second, since it is repaired in the background, and
   *   then `restored` tells.
   */
  listen(channels: readonly string[], listener: Listener): { ready: Promise<boolean>; close(): void };
  close(): void;
}

export interface SubscriberSettings {
  /** How often the connection is tried for a peer that hangs without closing. */
  pingMs: number;
  /** From when an answer is late. Together with `pingMs` less than the second after which readers are to know. */
  lateMs: number;
  /** How long an answer may take until the connection is given up. */
  timeoutMs: number;
}

const defaults: SubscriberSettings = { pingMs: 500, lateMs: 300, timeoutMs: 1_000 };

const readyMs = 500;

const isPattern = (channel: string) => channel.endsWith('*');

/** Asks for channels, or for no more of them, by name and by pattern. */
async function change(connection: Redis, how: 'subscribe' | 'unsubscribe', channels: readonly string[]): Promise<void> {
  const patterns = channels.filter(isPattern);
  const names = channels.filter((channel) => !isPattern(channel));
  await Promise.all([
    names.length > 0 && connection[how](...names),
    patterns.length > 0 && connection[`p${how}`](...patterns),
  ]);
}

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
  /** By channel, what Redis has been asked for and has not confirmed yet. */
  readonly #confirming = new Map<string, Promise<void>>();
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
    return { ready: this.#subscribe(channels, added, listener), close: () => this.#leave(channels, listener) };
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
    if (this.#isReady && this.#connection) change(this.#connection, 'unsubscribe', empty).catch(() => undefined);
  }

  /** @param added those of the channels that nobody has listened to before. */
  async #subscribe(channels: readonly string[], added: readonly string[], listener: Listener): Promise<boolean> {
    if (this.#isClosed) return false;
    if (!this.#connection && !this.#timer) this.#connect();
    const connection = this.#connection;
    if (!this.#isReady || !connection) return false;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(late.resolve, readyMs, false);
    this.#ask(connection, added);
    const confirmed = this.#confirmed(channels).then(
      () => true,
      () => {
        connection.disconnect();
        return false;
      },
    );
    const isHeard = await Promise.race([confirmed, late.promise]);
    clearTimeout(timer);
    if (!isHeard) confirmed.then((isLate) => isLate && listener.restored());
    return isHeard;
  }

  /** Subscribes; until Redis confirms it, nobody is told that these channels are heard. */
  #ask(connection: Redis, channels: readonly string[]): void {
    const asked = change(connection, 'subscribe', channels).finally(() => {
      for (const channel of channels) if (this.#confirming.get(channel) === asked) this.#confirming.delete(channel);
    });
    asked.catch(() => undefined);
    for (const channel of channels) this.#confirming.set(channel, asked);
  }

  async #confirmed(channels: readonly string[]): Promise<void> {
    await Promise.all(channels.map((channel) => this.#confirming.get(channel)));
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
    const tell = (subscription: string, channel: string, message: string) => {
      for (const listener of this.#listeners.get(subscription) ?? []) listener.heard(channel, message);
    };
    connection.on('message', (channel: string, message: string) => tell(channel, channel, message));
    connection.on('pmessage', tell);
    connection.once('end', () => {
      if (this.#isReady) for (const listener of this.#everybody()) listener.lost?.();
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
    this.#ask(connection, channels);
    await this.#confirmed(channels);
    this.#attempt = 0;
    this.#watch(connection);
    for (const listener of this.#everybody()) listener.restored();
  }

  #everybody(): Set<Listener> {
    return new Set([...this.#listeners.values()].flatMap((some) => [...some]));
  }

  #watch(connection: Redis): void {
    let asked: Promise<unknown> | undefined;
    let isLate = false;
    const setLate = (value: boolean) => {
      if (isLate === value) return;
      isLate = value;
      for (const listener of this.#everybody()) listener.late?.(value);
    };
    const ask = () => {
      if (asked) return;
      const pinged = connection.ping();
      asked = pinged;
      // A process that stood still finds the answer after the timers.
      const timer = setTimeout(() => setImmediate(() => asked === pinged && setLate(true)), this.#settings.lateMs);
      pinged.then(
        () => {
          clearTimeout(timer);
          asked = undefined;
          setLate(false);
        },
        () => connection.disconnect(),
      );
    };
    const timer = setInterval(ask, this.#settings.pingMs);
    timer.unref();
    connection.once('end', () => {
      clearInterval(timer);
      asked = undefined;
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
