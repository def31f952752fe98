import { EventEmitter } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { Subscriber, type SubscriptionHandler, subscriberSettings } from '../../../server/store/redis/subscriber.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

/** A proxy in front of Redis that delays its answers between `hold` and `release`. */
async function startDelayingProxy(port: number) {
  const sockets = new Set<Socket>();
  const delayed: (() => void)[] = [];
  let isDelaying = false;
  const server = createServer((client) => {
    const redis = dial(port, '127.0.0.1');
    for (const socket of [client, redis]) sockets.add(socket.on('error', () => undefined));
    client.pipe(redis);
    redis.on('data', (answer) => {
      if (isDelaying) delayed.push(() => client.write(answer));
      else client.write(answer);
    });
    redis.on('close', () => client.destroy());
    client.on('close', () => redis.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isDelaying = true;
    },
    release() {
      isDelaying = false;
      for (const send of delayed.splice(0)) send();
    },
    /** Cuts all connections; later ones are not delayed. */
    cut() {
      isDelaying = false;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const silent: SubscriptionHandler = { onMessage: () => undefined, onSubscribe: () => undefined };

describe('Subscriber', () => {
  let redis: TestNode;
  let closeAll: (() => void)[];
  before(async () => {
    redis = await startRedis();
  });
  beforeEach(() => {
    closeAll = [];
  });
  afterEach(() => {
    for (const close of closeAll) close();
  });
  after(() => redis.close());

  async function start(settings = {}) {
    const proxy = await startDelayingProxy(redis.port);
    const connections = await connect(proxy.url);
    const subscriber = new Subscriber(connections.reads, settings);
    closeAll.push(() => subscriber.close(), connections.close, proxy.close);
    const subscribed = Promise.withResolvers<void>();
    const first = subscriber.subscribe(['first'], { ...silent, onSubscribe: subscribed.resolve });
    if (!(await first.ready)) await subscribed.promise;
    return { proxy, subscriber, reads: connections.reads };
  }

  it('confirms a second subscription to a channel no earlier than the first', async () => {
    const { proxy, subscriber } = await start({ pingMs: 60_000 });
    proxy.hold();
    const subscriptions = [1, 2].map(() => subscriber.subscribe(['news'], silent).ready);
    let confirmed = 0;
    for (const ready of subscriptions) ready.then((isReady) => isReady && confirmed++);
    await sleep(100);
    expect(confirmed, 'Redis has confirmed nothing').to.equal(0);
    proxy.release();
    expect(await Promise.all(subscriptions)).to.deep.equal([true, true]);
  });

  it('resolves both as not ready when Redis does not confirm in time, and calls onSubscribe later', async () => {
    const { proxy, subscriber } = await start({ pingMs: 60_000 });
    proxy.hold();
    let calls = 0;
    const handler = { ...silent, onSubscribe: () => void calls++ };
    const subscriptions = [1, 2].map(() => subscriber.subscribe(['news'], { ...handler }).ready);
    expect(await Promise.all(subscriptions)).to.deep.equal([false, false]);
    proxy.release();
    await eventually(() => calls === 2, 'both handlers are called');
  });

  it('reports within a second that Redis answers late, and then that it answers again', async () => {
    const { proxy, subscriber } = await start({ timeoutMs: 60_000 });
    const reported: string[] = [];
    const handler = {
      ...silent,
      onLate: (isLate: boolean) => void reported.push(isLate ? 'late' : 'in time'),
      onDisconnect: () => void reported.push('lost'),
    };
    await subscriber.subscribe(['first'], handler).ready;
    proxy.hold();
    await eventually(() => reported.length > 0, 'it is late');
    proxy.release();
    await eventually(() => reported.length > 1, 'it answers again');
    expect(reported).to.deep.equal(['late', 'in time']);
  });

  it('leaves a channel with its last handler, so that Redis sends no more of it', async () => {
    const { subscriber, reads } = await start({ pingMs: 60_000 });
    const channels = ['left', 'left:*'];
    const [first, second] = [1, 2].map(() => subscriber.subscribe(channels, { ...silent }));
    await Promise.all([first?.ready, second?.ready]);
    const count = async () => [(await reads.pubsub('NUMSUB', 'left'))[1], await reads.pubsub('NUMPAT')].map(Number);
    expect(await count()).to.deep.equal([1, 1]);
    first?.close();
    expect(await count()).to.deep.equal([1, 1]);
    second?.close();
    await eventually(async () => (await count()).join() === '0,0', 'both are left');
  });

  it('is not late once a connection that was late is lost', async () => {
    const { proxy, subscriber } = await start({ timeoutMs: 60_000 });
    let isLate = false;
    let lost = 0;
    const onLate = (value: boolean) => {
      isLate = value;
    };
    await subscriber.subscribe(['first'], { ...silent, onLate, onDisconnect: () => void lost++ }).ready;
    proxy.hold();
    await eventually(() => isLate, 'it is late');
    proxy.cut();
    await eventually(() => lost > 0 && !isLate, 'it is late no longer');
  });

  it('is asked every half second, is late after 0.3 s and closed after one', () => {
    expect(subscriberSettings).to.deep.equal({ pingMs: 500, lateMs: 300, timeoutMs: 1_000 });
  });

  it('waits twice as long after each failure, a second at most, and begins again once it was subscribed', async () => {
    const waits: (number | undefined)[] = [];
    const { random } = Math;
    /** Ten connections in a row that fail, but for the ninth, which is subscribed and then lost. */
    const ended = Promise.withResolvers<void>();
    let made = 0;
    let last: EventEmitter | undefined;
    function duplicate() {
      const number = ++made;
      const disconnect = () => connection.emit('end');
      const connection = Object.assign(new EventEmitter(), {
        connect: async () => {
          // As ioredis does of each failure; an error that nobody listens for would be thrown, or printed by ioredis.
          connection.emit('error', new Error('no connection'));
          if (number !== 9) throw new Error('no connection');
        },
        subscribe: async () => undefined,
        disconnect,
      });
      last = connection;
      return connection;
    }
    const client = Object.assign(new EventEmitter(), { duplicate }) as unknown as Redis;
    const restore = replaceTimers('setTimeout', 'redis/subscriber.ts', (callback, ms) => {
      if (waits.push(ms) === 10) ended.resolve();
      else setImmediate(callback);
      return { unref: () => undefined };
    });
    Math.random = () => 0;
    const subscriber = new Subscriber(client);
    try {
      const lose = () => last?.emit('end');
      await subscriber.subscribe(['first'], { ...silent, onSubscribe: lose }).ready;
      await ended.promise;
    } finally {
      restore();
      Math.random = random;
      subscriber.close();
    }
    expect(waits).to.deep.equal([50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 50, 100]);
  });
});
