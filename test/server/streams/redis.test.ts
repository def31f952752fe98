import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type Follower, follow } from '../../support/http/follow.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const path = '/api/v1/us/fight_metrics/live_event/811';

describe('streams without Redis', () => {
  let redis: TestNode;
  let opened: TestStore;
  let server: TestServer;
  let followers: Follower[] = [];
  /** @param pollMs the regular read repairs what is lost, too, but later. */
  const start = async (count: number, pollMs = 60_000) => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    server = await startTestServer(opened.store, { streams: { pollMs } });
    await post(1);
    followers = await Promise.all(Array.from({ length: count }, () => follow(server.url + path)));
    await Promise.all(followers.map((one) => one.until(1)));
  };
  afterEach(async () => {
    for (const one of followers) one.close();
    await server.close();
    opened.close();
    await redis.close();
  });

  const post = (sequence: number) =>
    opened.store.live.update({ sequence, FMLiveFeed: { EventID: '811', Venue: `Arena ${sequence}` } });
  const isPosted = (sequence: number) =>
    post(sequence).then(
      () => true,
      () => false,
    );

  it('stay open and miss nothing while Redis restarts', async () => {
    await start(10);
    for (let sequence = 2; sequence <= 20; sequence++) await post(sequence);
    await redis.kill();
    expect(await isPosted(21)).to.equal(false);
    const late = await follow(server.url + path);
    followers.push(late);
    await late.until(1);
    expect(late.ids(), 'the known state').to.deep.equal([20]);
    await sleep(300);
    await redis.start();
    for (let sequence = 21; sequence <= 40; sequence++) {
      await eventually(() => isPosted(sequence), `update ${sequence}`);
    }
    await Promise.all(followers.map((one) => one.until(one === late ? 21 : 40)));
    for (const one of followers) {
      expect(one.hasEnded()).to.equal(false);
      const first = one === late ? 20 : 1;
      expect(one.ids()).to.deep.equal(Array.from({ length: 41 - first }, (_, n) => first + n));
    }
  });

  it('read what was not announced after a lost subscription', async () => {
    await start(1);
    const other = new Redis(redis.url);
    expect(await other.call('CLIENT', 'KILL', 'TYPE', 'pubsub')).to.equal(1);
    other.disconnect();
    await post(2);
    await followers[0]?.until(2);
    await post(3);
    await followers[0]?.until(3);
    expect(followers[0]?.ids()).to.deep.equal([1, 2, 3]);
  });

  it('end if the store has lost sent events', async () => {
    await start(1, 50);
    for (let sequence = 2; sequence <= 5; sequence++) await post(sequence);
    await followers[0]?.until(5);
    await opened.connections.writes.flushall();
    await post(3);
    await followers[0]?.ended;
    const second = await follow(server.url + path, followers[0]?.ids().at(-1));
    followers.push(second);
    await second.until(1);
    expect(second.ids()).to.deep.equal([1]);
  });
});
