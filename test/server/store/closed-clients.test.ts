import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { Subscriber } from '../../../server/store/redis/subscriber.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { startSentinels, type TestSentinels } from '../../support/redis/sentinel.ts';
import { eventually } from '../../support/run/eventually.ts';

const ignore = () => undefined;

describe('connections that are closed while Redis is away', () => {
  it('end, and so does their subscriber', async () => {
    const redis = await startRedis();
    const connections = await connect(redis.url);
    const { reads, writes, ballotConnection } = connections;
    const clients = [reads, writes, ballotConnection];
    try {
      const ended = Promise.all(clients.map((client) => once(client, 'end')));
      const subscriber = new Subscriber(reads);
      await subscriber.subscribe(['content'], { onMessage: ignore, onSubscribe: ignore }).ready;
      await redis.kill();
      await eventually(() => clients.every(({ status }) => status === 'reconnecting'), 'all wait to connect');
      connections.close();
      await Promise.race([ended, sleep(10_000).then(() => Promise.reject(new Error('some did not end')))]);
      expect(await subscriber.subscribe(['content'], { onMessage: ignore, onSubscribe: ignore }).ready).to.equal(false);
      let duplicates = 0;
      Object.assign(reads, { duplicate: () => void duplicates++ });
      await sleep(1_500);
      expect(duplicates, 'connections of the subscriber').to.equal(0);
    } finally {
      connections.close();
      await redis.close();
    }
  });
});

describe('connections to the Sentinels', () => {
  let sentinels: TestSentinels;
  before(async () => {
    sentinels = await startSentinels();
  });
  after(() => sentinels.close());

  /** Those that wait for the news of a failover, on all Sentinels; other Sentinels are none. */
  const detectors = async () => {
    const lists = await Promise.all(
      sentinels.nodes.map(({ client }) => client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')),
    );
    return String(lists).match(/ sub=1 /g)?.length ?? 0;
  };

  it('are as many after a subscription was lost as before', async () => {
    const connections = await connect(sentinels.url);
    try {
      const { client } = await sentinels.master();
      let subscribed = 0;
      const onSubscribe = () => void subscribed++;
      new Subscriber(connections.reads).subscribe(['content'], { onMessage: ignore, onSubscribe });
      await eventually(() => subscribed === 1, 'it is subscribed');
      // Of reads, writes, votes and the subscriber, on each of three Sentinels.
      await eventually(async () => (await detectors()) === 12, 'all wait for news');
      for (let lost = 1; lost <= 3; lost++) {
        await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await eventually(() => subscribed === 1 + lost, 'it is subscribed again');
      }
      // Those of the last connection come after it.
      await sleep(1_000);
      await eventually(async () => (await detectors()) === 12, 'as many wait for news');
    } finally {
      connections.close();
    }
    await eventually(async () => (await detectors()) === 0, 'all are closed');
  });
});
