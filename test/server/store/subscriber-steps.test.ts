import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { whenOverdue } from '../../../server/store/redis/reply-timeout.ts';
import { Subscriber, type SubscriberSettings } from '../../../server/store/redis/subscriber.ts';
import { eventually } from '../../support/run/eventually.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

type Call = PromiseWithResolvers<unknown> & { words: string };

/** A connection whose replies the test gives. */
class Connection extends EventEmitter {
  readonly calls: Call[] = [];
  #call = (...words: string[]) => {
    const call = { ...Promise.withResolvers<unknown>(), words: words.join(' ') };
    this.calls.push(call);
    return call.promise;
  };
  connect = () => this.#call('connect');
  ping = () => this.#call('ping');
  subscribe = (...names: string[]) => this.#call('subscribe', ...names);
  psubscribe = (...names: string[]) => this.#call('psubscribe', ...names);
  unsubscribe = (...names: string[]) => this.#call('unsubscribe', ...names);
  punsubscribe = (...names: string[]) => this.#call('punsubscribe', ...names);
  disconnects = 0;
  /** As of ioredis, it ends once. */
  disconnect = () => {
    if (this.disconnects++ === 0) this.emit('end');
  };
  words = () => this.calls.map(({ words }) => words);
  /** Answers all calls that were made so far. */
  async answer(): Promise<void> {
    for (const { resolve } of this.calls) resolve('OK');
    for (let turns = 0; turns < 4; turns++) await turn();
  }
}

describe('the steps of a subscriber', () => {
  let connections: Connection[];
  let given: Record<string, unknown>[];
  let client: EventEmitter & { duplicate(options: object): unknown };
  let timers: { run: () => void; ms: number | undefined; unrefs: number; cleared: boolean }[];
  /** Of the other timers that were cleared. */
  let otherTimes: unknown[];
  let restore: (() => void)[];
  const { clearTimeout, clearInterval } = globalThis;
  let subscriber: Subscriber;
  beforeEach(() => {
    [connections, given, timers] = [[], [], []];
    client = Object.assign(new EventEmitter(), {
      duplicate(options: Record<string, unknown>) {
        given.push(options);
        const connection = new Connection();
        connections.push(connection);
        return connection;
      },
    });
    const set = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer = { run: () => run(...args), ms, unrefs: 0, cleared: false, unref: () => void timer.unrefs++ };
      timers.push(timer);
      return timer;
    };
    restore = (['setTimeout', 'setInterval'] as const).map((name) => replaceTimers(name, 'redis/subscriber.ts', set));
    const clear = (timer: unknown) => {
      const own = timers.find((one) => (one as unknown) === timer);
      if (own) own.cleared = true;
      return own !== undefined;
    };
    otherTimes = [];
    globalThis.clearTimeout = (timer) => {
      if (clear(timer)) return;
      if (timer instanceof Object) otherTimes.push(Reflect.get(timer, '_idleTimeout'));
      clearTimeout(timer);
    };
    globalThis.clearInterval = (timer) => clear(timer) || clearInterval(timer);
  });
  afterEach(() => {
    for (const back of restore) back();
    Object.assign(globalThis, { clearTimeout, clearInterval });
    subscriber.close();
  });
  const start = (settings: Partial<SubscriberSettings> = {}) => {
    subscriber = new Subscriber(client as unknown as RedisClient, settings);
    return subscriber;
  };
  const last = () => connections.at(-1) as Connection;

  /** A handler that writes down what it is told. */
  const handler = () => {
    const told: string[] = [];
    return {
      told,
      onMessage: (channel: string, message: string) => void told.push(`${channel}: ${message}`),
      onSubscribe: () => void told.push('subscribed'),
      onDisconnect: () => void told.push('lost'),
      onLate: (isLate: boolean) => void told.push(isLate ? 'late' : 'in time'),
    };
  };
  /** One that is subscribed to these channels. */
  async function subscribed(channels: string[], settings = {}) {
    start(settings);
    const one = handler();
    const subscription = subscriber.subscribe(channels, one);
    expect(await subscription.ready).to.equal(false);
    await last().answer();
    await last().answer();
    expect(one.told.splice(0)).to.deep.equal(['subscribed']);
    return { one, subscription, connection: last() };
  }

  it('open a connection of its own, which does nothing by itself', async () => {
    start({ timeoutMs: 1_234 });
    expect(connections).to.have.length(0);
    subscriber.subscribe(['news'], handler());
    subscriber.subscribe(['other'], handler());
    const [{ retryStrategy, ...options } = {}] = given;
    expect(given).to.have.length(1);
    expect((retryStrategy as () => unknown)()).to.equal(null);
    expect(options).to.deep.equal({
      ...{ lazyConnect: true, readOnly: false, enableOfflineQueue: false, autoResubscribe: false },
      ...{ connectTimeout: 1_234, commandTimeout: 1_234 },
    });
    expect(last().listenerCount('error')).to.equal(1);
  });

  it('open it to any node of a Cluster, or try again when it knows none', async () => {
    const asked: string[] = [];
    const nodes = ['a', 'b', 'c'].map((name) => ({
      duplicate: (options: object) => {
        asked.push(name);
        return client.duplicate(options);
      },
    }));
    let known: typeof nodes = [];
    const cluster = Object.assign(new EventEmitter(), {
      nodes(role: string) {
        asked.push(role);
        return known;
      },
    });
    const random = mock.method(Math, 'random', () => 0.5);
    try {
      subscriber = new Subscriber(cluster as unknown as RedisClient);
      expect(await subscriber.subscribe(['news'], handler()).ready).to.equal(false);
      expect(timers.map(({ ms, unrefs }) => [ms, unrefs])).to.deep.equal([[100, 1]]);
      // It waits, so another subscription makes no other attempt.
      expect(await subscriber.subscribe(['other'], handler()).ready).to.equal(false);
      known = nodes;
      timers[0]?.run();
      expect(asked).to.deep.equal(['all', 'all', 'b']);
      await last().answer();
      expect(last().words()).to.deep.equal(['connect', 'subscribe news other']);
    } finally {
      random.mock.restore();
    }
  });

  it('subscribe to names and patterns, and pass messages on to those who asked for them', async () => {
    const { one, connection } = await subscribed(['news', 'fights:*', 'other']);
    expect(connection.words()).to.deep.equal(['connect', 'subscribe news other', 'psubscribe fights:*']);
    connection.emit('message', 'news', 'first');
    connection.emit('message', 'unknown', 'none');
    connection.emit('pmessage', 'fights:*', 'fights:7', 'second');
    connection.emit('pmessage', 'unknown:*', 'unknown:7', 'none');
    expect(one.told).to.deep.equal(['news: first', 'fights:7: second']);
    expect(connection.listenerCount('message') + connection.listenerCount('pmessage')).to.equal(2);
  });

  it('ask once for a channel, and confirm it to each who waits for it', async () => {
    const { connection } = await subscribed(['news'], { pingMs: 60_000 });
    const [first, second] = [handler(), handler()];
    const subscriptions = [first, second].map((one) => subscriber.subscribe(['a:*'], one));
    const known = await subscriber.subscribe(['news'], handler()).ready;
    expect([known, connection.words().slice(2)]).to.deep.equal([true, ['psubscribe a:*']]);
    expect(timers.filter(({ ms }) => ms === 500).map(({ cleared }) => cleared)).to.deep.equal([false, false, true]);
    await connection.answer();
    expect(await Promise.all(subscriptions.map(({ ready }) => ready))).to.deep.equal([true, true]);
    expect(timers.filter(({ ms }) => ms === 500).map(({ cleared }) => cleared)).to.deep.equal([true, true, true]);
    expect([first.told, second.told]).to.deep.equal([[], []]);
    const third = subscriber.subscribe(['a:*', 'news'], handler());
    expect(await third.ready).to.equal(true);
    expect(connection.words()).to.have.length(3);
    // What is left by one is kept for the other.
    subscriptions[0]?.close();
    expect(connection.words()).to.have.length(3);
    subscriptions[1]?.close();
    subscriptions[1]?.close();
    expect(connection.words()).to.have.length(3);
    third.close();
    expect(connection.words().slice(3)).to.deep.equal(['punsubscribe a:*']);
    await connection.answer();
    subscriber.subscribe(['a:*'], handler());
    expect(connection.words().slice(4)).to.deep.equal(['psubscribe a:*']);
  });

  it('say half a second later that it is not confirmed, and then when it is', async () => {
    const { connection } = await subscribed(['news'], { pingMs: 60_000 });
    const one = handler();
    const { ready } = subscriber.subscribe(['late'], one);
    const [timer] = timers.filter(({ ms }) => ms === 500);
    timer?.run();
    expect([await ready, one.told]).to.deep.equal([false, []]);
    await connection.answer();
    expect(one.told).to.deep.equal(['subscribed']);
    const failing = handler();
    const other = subscriber.subscribe(['refused'], failing);
    timers.filter(({ ms }) => ms === 500)[1]?.run();
    expect(await other.ready).to.equal(false);
    connection.calls.at(-1)?.reject(new Error('NOPERM'));
    await eventually(() => connection.disconnects > 0, 'the connection is closed');
    for (let turns = 0; turns < 4; turns++) await turn();
    expect(failing.told).to.deep.equal(['lost']);
  });

  it('close the connection on which a subscription fails, and connect again', async () => {
    const { one, connection } = await subscribed(['news']);
    const { ready } = subscriber.subscribe(['refused'], handler());
    connection.calls.at(-1)?.reject(new Error('NOPERM'));
    expect([await ready, connection.disconnects]).to.deep.equal([false, 2]);
    expect(one.told).to.deep.equal(['lost']);
    expect(connections).to.have.length(1);
    // Nothing is sent while there is no connection.
    const waiting = subscriber.subscribe(['more'], handler());
    expect(await waiting.ready).to.equal(false);
    waiting.close();
    timers.at(-1)?.run();
    expect(connections).to.have.length(2);
    await last().answer();
    expect(last().words()).to.deep.equal(['connect', 'subscribe news refused']);
    // Not confirmed yet, so a subscription waits for it.
    let isReady: boolean | undefined;
    const again = handler();
    subscriber.subscribe(['news'], again).ready.then((value) => {
      isReady = value;
    });
    await turn();
    expect([isReady, one.told.splice(0)]).to.deep.equal([undefined, ['lost']]);
    await last().answer();
    expect([isReady, one.told, again.told]).to.deep.equal([true, ['subscribed'], ['subscribed']]);
  });

  it('wait for the last of several requests for a channel', async () => {
    const { connection } = await subscribed(['news'], { pingMs: 60_000 });
    subscriber.subscribe(['a'], handler()).close();
    subscriber.subscribe(['a'], handler());
    expect(connection.words().slice(2)).to.deep.equal(['subscribe a', 'unsubscribe a', 'subscribe a']);
    connection.calls[2]?.resolve('OK');
    for (let turns = 0; turns < 4; turns++) await turn();
    let isReady = false;
    subscriber.subscribe(['a'], handler()).ready.then((value) => {
      isReady = value;
    });
    for (let turns = 0; turns < 4; turns++) await turn();
    expect(isReady).to.equal(false);
    await connection.answer();
    expect(isReady).to.equal(true);
  });

  it('send nothing on a connection that is not made yet, and tell once that one is lost', async () => {
    const { one } = await subscribed(['news']);
    last().disconnect();
    timers.at(-1)?.run();
    expect(connections).to.have.length(2);
    const { ready, close } = subscriber.subscribe(['more'], one);
    close();
    expect([await ready, last().words()]).to.deep.equal([false, ['connect']]);
    last().calls[0]?.reject(new Error('ECONNREFUSED'));
    await turn();
    expect(one.told).to.deep.equal(['lost']);
  });

  it('tell nobody of a connection that was never made, and try again', async () => {
    start();
    const one = handler();
    subscriber.subscribe(['news'], one);
    last().calls[0]?.reject(new Error('ECONNREFUSED'));
    await turn();
    expect([last().disconnects, one.told]).to.deep.equal([2, []]);
    expect(timers.map(({ ms, unrefs }) => [(ms ?? 0) >= 50 && (ms ?? 0) < 150, unrefs])).to.deep.equal([[true, 1]]);
    const { close } = subscriber.subscribe(['other'], one);
    close();
    expect(connections).to.have.length(1);
    timers[0]?.run();
    await last().answer();
    expect(last().words()).to.deep.equal(['connect', 'subscribe news']);
  });

  it('ask whether Redis still answers, and tell when it is late', async () => {
    const { one, connection } = await subscribed(['news', 'more'], { pingMs: 77, lateMs: 1, timeoutMs: 1_000 });
    const [watch] = timers.filter(({ ms }) => ms === 77);
    expect(watch).to.include({ unrefs: 1, cleared: false });
    expect(connection.words()).to.have.length(2);
    watch?.run();
    watch?.run();
    expect(connection.words().slice(2), 'one at a time').to.deep.equal(['ping']);
    await connection.answer();
    expect(one.told, 'in time').to.deep.equal([]);
    watch?.run();
    await eventually(() => one.told.length > 0, 'it is late');
    watch?.run();
    await connection.answer();
    expect([one.told.splice(0), connection.words().slice(2)]).to.deep.equal([
      ['late', 'in time'],
      ['ping', 'ping'],
    ]);
    watch?.run();
    await eventually(() => one.told.length > 0, 'it is late');
    connection.calls.at(-1)?.reject(new Error('no reply'));
    await turn();
    expect(one.told).to.deep.equal(['late', 'lost', 'in time']);
    expect([connection.disconnects, watch?.cleared]).to.deep.equal([2, true]);
  });

  it('wait no longer for an answer that came, nor for one of a connection that is lost', async () => {
    const first = await subscribed(['news'], { pingMs: 77, lateMs: 50_000 });
    const watch = () => timers.filter(({ ms }) => ms === 77).at(-1);
    watch()?.run();
    await first.connection.answer();
    expect(otherTimes).to.include(50_000);
    const { one, connection } = await subscribed(['news'], { pingMs: 77, lateMs: 1 });
    watch()?.run();
    connection.disconnect();
    await new Promise<void>((due) => whenOverdue(1, due));
    expect(one.told).to.deep.equal(['lost']);
  });

  it('end with the client, and then nothing is opened any more', async () => {
    const { one, subscription, connection } = await subscribed(['news']);
    client.emit('end');
    expect([connection.disconnects, one.told, timers.every(({ ms }) => ms === 500)]).to.deep.equal([2, ['lost'], true]);
    subscription.close();
    expect(await subscriber.subscribe(['more'], handler()).ready).to.equal(false);
    expect([connections.length, connection.words().length]).to.deep.equal([1, 2]);
    start();
    subscriber.subscribe(['news'], handler());
    last().disconnect();
    subscriber.close();
    expect(timers.at(-1)?.cleared, 'the next attempt').to.equal(true);
  });
});
