import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { parseAddress, showAddress } from '../../../server/store/redis/connection/address.ts';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { Subscriber } from '../../../server/store/redis/subscriber.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { startSentinels } from '../../support/redis/sentinel.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const ignore = () => undefined;

describe('connect without a Redis', () => {
  for (const [url, reason] of [
    ['redis://:hunter2@127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['redis+cluster://user:hunter2@127.0.0.1:1,127.0.0.1:2', 'no connection is made'],
    [
      'redis+sentinel://:hunter2@127.0.0.1:1/mymaster?sentinelPassword=hunter2',
      'failed to connect to sentinel 127.0.0.1:1 because no connection is made',
    ],
  ] as const) {
    const shown = showAddress(parseAddress(url));
    it(`reports that nothing answers at ${shown}`, async () => {
      expect(await reasonOf(connect(url))).to.equal(
        `RedisUnreachable: Redis cannot be reached at ${shown} (${reason}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
      );
    });
  }
});

describe('connect', () => {
  let redis: TestNode;
  beforeEach(async () => {
    redis = await startNode(await freePort(), ['save ""']);
  });
  afterEach(() => redis.close());

  it('never uses another database later', async () => {
    const own = new Redis(redis.port);
    const { reads, writes, ballotConnection, bulk, close } = await connect(`${redis.url}/2`);
    const clients = [reads, writes, ballotConnection, bulk];
    try {
      await own.call('ACL', 'SETUSER', 'default', '-select');
      await own.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      for (const client of clients) {
        let refused = 0;
        const isUseless = async () => {
          await client.set('key', 'value').catch(() => refused++);
          return refused > 20;
        };
        await eventually(isUseless, 'every command is refused');
      }
      await own.call('ACL', 'SETUSER', 'default', '+select');
      for (const client of clients) {
        await eventually(() => client.incr('count').then(Boolean, () => false), 'it comes back');
      }
      expect(await own.keys('*'), 'in database 0').to.deep.equal([]);
      await own.select(2);
      expect(await own.get('count')).to.equal('4');
    } finally {
      close();
      own.disconnect();
    }
  });

  it('closes every connection while Redis is unreachable', async () => {
    const connections = await connect(redis.url);
    const { reads, writes, ballotConnection } = connections;
    const clients = [reads, writes, ballotConnection];
    const ended = Promise.all(clients.map((client) => once(client, 'end')));
    const subscriber = new Subscriber(reads);
    await subscriber.subscribe(['content'], { onMessage: ignore, onSubscribe: ignore }).ready;
    await redis.kill();
    await eventually(() => clients.every(({ status }) => status === 'reconnecting'), 'all wait to connect');
    connections.close();
    await Promise.race([ended, sleep(10_000).then(() => Promise.reject(new Error('some did not end')))]);
    await subscriber.subscribe(['content'], { onMessage: ignore, onSubscribe: ignore }).ready;
    await redis.start();
    await sleep(1_500);
    expect(await redis.client.call('CLIENT', 'LIST', 'TYPE', 'pubsub'), 'subscribers').to.equal('');
  });
});

describe('connect to Sentinels', () => {
  it('leaks no failover detector when a subscription is lost', async () => {
    const sentinels = await startSentinels();
    /** Connections that wait for a failover, on all Sentinels. */
    const detectors = async () => {
      const lists = sentinels.nodes.map(({ client }) => client.call('CLIENT', 'LIST', 'TYPE', 'pubsub'));
      return String(await Promise.all(lists)).match(/ sub=1 /g)?.length ?? 0;
    };
    const connections = await connect(sentinels.url);
    try {
      const { client } = await sentinels.master();
      let subscribed = 0;
      const onSubscribe = () => void subscribed++;
      new Subscriber(connections.reads).subscribe(['content'], { onMessage: ignore, onSubscribe });
      await eventually(() => subscribed === 1, 'it is subscribed');
      // Of reads, writes, votes and the subscriber, on each of three Sentinels.
      await eventually(async () => (await detectors()) === 12, 'all wait for a failover');
      for (let lost = 1; lost <= 3; lost++) {
        await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await eventually(() => subscribed === 1 + lost, 'it is subscribed again');
      }
      // Those of the last connection come after it.
      await sleep(1_000);
      await eventually(async () => (await detectors()) === 12, 'as many wait');
      connections.close();
      await eventually(async () => (await detectors()) === 0, 'all are closed');
    } finally {
      connections.close();
      await sentinels.close();
    }
  });
});
