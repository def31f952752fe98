import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect } from '../../../server/store/redis/connect.ts';
import { type Listener, Subscriber } from '../../../server/store/redis/subscriber.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/server/streams.ts';

/** Stands before Redis, and holds its answers back while told to. */
async function startHolder(port: number) {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let isHolding = false;
  const server = createServer((client) => {
    const redis = dial(port, '127.0.0.1');
    for (const socket of [client, redis]) sockets.add(socket.on('error', () => undefined));
    client.pipe(redis);
    redis.on('data', (answer) => {
      if (isHolding) held.push(() => client.write(answer));
      else client.write(answer);
    });
    redis.on('close', () => client.destroy());
    client.on('close', () => redis.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const send of held.splice(0)) send();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const silent: Listener = { heard: () => undefined, restored: () => undefined };

describe('the subscription of a process', () => {
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
    const holder = await startHolder(redis.port);
    const connections = await connect(holder.url);
    const subscriber = new Subscriber(connections.reads, settings);
    closeAll.push(() => subscriber.close(), connections.close, holder.close);
    const restored = Promise.withResolvers<void>();
    const first = subscriber.listen(['first'], { ...silent, restored: restored.resolve });
    if (!(await first.ready)) await restored.promise;
    return { holder, subscriber };
  }

  it('tells the second who listens to a channel no earlier than the first that it is heard', async () => {
    const { holder, subscriber } = await start({ pingMs: 60_000 });
    holder.hold();
    const listening = [1, 2].map(() => subscriber.listen(['news'], silent).ready);
    let confirmed = 0;
    for (const ready of listening) ready.then((isHeard) => isHeard && confirmed++);
    await sleep(100);
    expect(confirmed, 'Redis has confirmed nothing').to.equal(0);
    holder.release();
    expect(await Promise.all(listening)).to.deep.equal([true, true]);
  });

  it('tells both that it is not heard when Redis does not confirm it in time, and later that it is', async () => {
    const { holder, subscriber } = await start({ pingMs: 60_000 });
    holder.hold();
    let restored = 0;
    const listener = { ...silent, restored: () => void restored++ };
    const listening = [1, 2].map(() => subscriber.listen(['news'], { ...listener }).ready);
    expect(await Promise.all(listening)).to.deep.equal([false, false]);
    holder.release();
    await eventually(() => restored === 2, 'both were told');
  });

  it('says within a second that Redis answers late, and that it answers again, before it is given up', async () => {
    const { holder, subscriber } = await start({ timeoutMs: 60_000 });
    const told: string[] = [];
    const listener = {
      ...silent,
      late: (isLate: boolean) => void told.push(isLate ? 'late' : 'in time'),
      lost: () => void told.push('lost'),
    };
    await subscriber.listen(['first'], listener).ready;
    holder.hold();
    await eventually(() => told.length > 0, 'it is late');
    holder.release();
    await eventually(() => told.length > 1, 'it answers again');
    expect(told).to.deep.equal(['late', 'in time']);
  });
});
