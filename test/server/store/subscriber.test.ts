import { expect } from 'chai';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { Subscriber, type SubscriptionHandler } from '../../../server/store/redis/subscriber.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startProxy } from '../../support/redis/proxy.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

const silent: SubscriptionHandler = { onMessage: () => undefined, onSubscribe: () => undefined };

describe('Subscriber', () => {
  let redis: TestNode;
  let closeAll: (() => unknown)[];
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
    const proxy = await startProxy(redis.port);
    const connections = await connect(proxy.url);
    const subscriber = new Subscriber(connections.reads, settings);
    closeAll.push(
      () => subscriber.close(),
      connections.close,
      () => proxy.close(),
    );
    const subscribed = Promise.withResolvers<void>();
    subscriber.subscribe(['first'], { ...silent, onSubscribe: subscribed.resolve });
    await subscribed.promise;
    return { proxy, subscriber, reads: connections.reads };
  }

  it('reports within a second that Redis is late', async () => {
    const { proxy, subscriber } = await start({ timeoutMs: 60_000 });
    const reported: string[] = [];
    const onLate = (isLate: boolean) => void reported.push(isLate ? 'late' : 'in time');
    const onDisconnect = () => void reported.push('lost');
    await subscriber.subscribe(['first'], { ...silent, onLate, onDisconnect }).ready;
    const heldMs = performance.now();
    proxy.hold('replies');
    await eventually(() => reported.length > 0, 'it is late');
    const lateMs = performance.now() - heldMs;
    proxy.letGo();
    await eventually(() => reported.length > 1, 'it answers again');
    expect(reported).to.deep.equal(['late', 'in time']);
    expect(lateMs).to.be.below(1_000);
  });

  it('drops a connection that does not answer, and subscribes again', async () => {
    const { proxy, subscriber } = await start();
    const reported: string[] = [];
    await subscriber.subscribe(['first'], {
      ...silent,
      onLate: (isLate) => void reported.push(isLate ? 'late' : 'in time'),
      onDisconnect: () => void reported.push('lost'),
      onSubscribe: () => void reported.push('subscribed'),
    }).ready;
    reported.length = 0;
    proxy.hold('replies');
    await eventually(() => reported.includes('lost'), 'it is lost');
    proxy.letGo();
    await eventually(() => reported.includes('subscribed'), 'it is subscribed again');
    expect(reported.slice(0, 1)).to.deep.equal(['late']);
    expect(reported.filter((what) => what === 'in time')).to.have.length(1);
  });

  it('leaves a channel with its last handler', async () => {
    const { subscriber, reads } = await start({ pingMs: 60_000 });
    const channels = ['left', 'left:*'];
    const [first, second] = [1, 2].map(() => subscriber.subscribe(channels, { ...silent }));
    await Promise.all([first?.ready, second?.ready]);
    const count = async () => [(await reads.pubsub('NUMSUB', 'left'))[1], await reads.pubsub('NUMPAT')].map(Number);
    first?.close();
    expect(await count()).to.deep.equal([1, 1]);
    second?.close();
    await eventually(async () => (await count()).join() === '0,0', 'both are left');
  });
});
