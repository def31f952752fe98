import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type Follower, follow } from '../../support/http/follow.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startTestServer } from '../../support/server/server.ts';

const path = '/api/v1/us/fight_metrics/live_event/811';
const snapshot = (sequence: number) => ({ sequence, FMLiveFeed: { EventID: '811', Venue: `Arena ${sequence}` } });

describe('streams: when Redis goes away', () => {
  it('stay open and miss nothing while Redis restarts', async () => {
    const redis = await startRedis();
    let closeStore = () => {};
    let followers: Follower[] = [];
    try {
      const { store, close } = await openStore(redis.url);
      closeStore = close;
      // The regular poll would repair it too, but later.
      const server = await startTestServer(store, { streams: { pollMs: 60_000 } });
      const applied = async (sequence: number) => {
        try {
          await store.live.update(snapshot(sequence));
          return true;
        } catch {
          return false;
        }
      };
      await store.live.update(snapshot(1));
      followers = await Promise.all(Array.from({ length: 10 }, () => follow(server.url + path)));
      for (let sequence = 2; sequence <= 20; sequence++) await store.live.update(snapshot(sequence));
      await redis.kill();
      expect(await applied(21)).to.equal(false);
      await sleep(300);
      await redis.start();
      await eventually(() => applied(21), 'Redis is back');
      for (let sequence = 22; sequence <= 40; sequence++) {
        await eventually(() => applied(sequence), `update ${sequence}`);
      }
      await Promise.all(followers.map((one) => one.until(40)));
      for (const one of followers) {
        expect(one.hasEnded()).to.equal(false);
        expect(one.ids()).to.deep.equal(Array.from({ length: 40 }, (_, n) => n + 1));
      }
      await server.close();
    } finally {
      for (const one of followers) one.close();
      closeStore();
      await redis.close();
    }
  });

  it('read what was not announced after a lost subscription', async () => {
    const redis = await startRedis();
    const opened = await openStore(redis.url);
    const server = await startTestServer(opened.store, { streams: { pollMs: 60_000 } });
    try {
      await opened.store.live.update(snapshot(1));
      const follower = await follow(server.url + path);
      await follower.until(1);
      const other = new Redis(redis.url);
      expect(await other.call('CLIENT', 'KILL', 'TYPE', 'pubsub')).to.equal(1);
      other.disconnect();
      await opened.store.live.update(snapshot(2));
      await follower.until(2);
      await opened.store.live.update(snapshot(3));
      await follower.until(3);
      expect(follower.ids()).to.deep.equal([1, 2, 3]);
      follower.close();
    } finally {
      await server.close();
      opened.close();
      await redis.close();
    }
  });

  it('end if the store has lost sent events', async () => {
    const redis = await startRedis();
    const opened = await openStore(redis.url);
    const server = await startTestServer(opened.store, { streams: { pollMs: 50 } });
    try {
      for (let sequence = 1; sequence <= 5; sequence++) await opened.store.live.update(snapshot(sequence));
      const follower = await follow(server.url + path);
      await follower.until(1);
      await opened.connections.writes.flushall();
      await opened.store.live.update(snapshot(3));
      await follower.ended;
      const second = await follow(server.url + path, follower.ids().at(-1));
      await second.until(1);
      expect([follower.ids(), second.ids()]).to.deep.equal([[5], [1]]);
      second.close();
    } finally {
      await server.close();
      opened.close();
      await redis.close();
    }
  });
});
