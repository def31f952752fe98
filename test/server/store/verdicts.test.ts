import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { toLimited, toRefusal } from '../../../server/store/ballots/ballot-result.ts';
import { RedisClock, RedisClocks } from '../../../server/store/redis/clock.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { localMs } from '../../../server/store/redis/local-clock.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';

const verdict = { code: 0, left: 0, resetMs: 1_001, createdMs: 0, openedMs: 5_000, closesMs: 9_000 };
const changes = { limit: 10, windowMs: 10_000, left: 0, resetMs: 1_001 };

describe('the result of a ballot', () => {
  it('says how long to wait in whole seconds, at least one, and never too few', () => {
    const waits = [0, 1, 999, 1_000, 1_001, 9_999].map((resetMs) => {
      const limited = { ...verdict, code: -4, resetMs };
      const refused = toRefusal(limited, toLimited(limited, defaultStoreSettings));
      return refused?.outcome === 'limited' ? refused.retryAfterSeconds : undefined;
    });
    expect(waits).to.deep.equal([1, 1, 1, 1, 2, 10]);
  });

  it('has the moments of a closed round, and the changes that are left unless they are not limited', () => {
    const limited = toLimited(verdict, defaultStoreSettings);
    expect(limited).to.deep.equal({ changes });
    expect(toLimited(verdict, { ...defaultStoreSettings, changesPerTenSeconds: 0 })).to.deep.equal({});
    expect(toRefusal({ ...verdict, code: -3 }, limited)).to.deep.equal({
      ...{ outcome: 'closed', openedMs: 5_000, closesMs: 9_000, changes },
    });
    expect(toRefusal({ ...verdict, code: -2 }, limited)).to.deep.equal({ outcome: 'not-opened', changes });
    for (const code of [1, 2, 3, 4]) expect(toRefusal({ ...verdict, code }, limited)).to.equal(undefined);
  });
});

describe('what is known of the clock of Redis', () => {
  it('is bounded by when a command was sent and its reply came: Redis cuts its clock to milliseconds', async () => {
    const clock = new RedisClock(() => Promise.reject(new Error('it is not asked')));
    const sentMs = localMs() - 40;
    const redisMs = Math.floor(sentMs) + 1_000;
    clock.observe(redisMs, sentMs);
    const { least, most } = await clock.ahead();
    expect(most).to.equal(redisMs + 1 - sentMs);
    expect(least).to.be.at.most(redisMs - sentMs - 40);
  });

  for (const [step, setMs] of Object.entries({ back: -3_600_000, forward: 3_600_000 })) {
    it(`holds no longer once an observation contradicts it: the clock was set ${step}`, async () => {
      const clock = new RedisClock(() => Promise.reject(new Error('it is not asked')));
      const sentMs = localMs() - 40;
      const redisMs = Math.floor(sentMs);
      clock.observe(redisMs, sentMs);
      clock.observe(redisMs + setMs, sentMs);
      const { least, most } = await clock.ahead();
      expect(most).to.equal(redisMs + setMs + 1 - sentMs);
      expect(least).to.be.within(setMs - 10_000, setMs);
    });
  }

  it('is asked for again after a minute in which there was no other vote', async () => {
    const { now } = performance;
    const leastAfter = async (ms: number) => {
      const clock = new RedisClock(() => Promise.resolve(Math.floor(localMs()) + 7_000));
      clock.observe(localMs() + 5_000, localMs());
      performance.now = () => now.call(performance) + ms;
      const { least } = await clock.ahead();
      performance.now = now;
      return Math.round(least / 1_000);
    };
    try {
      expect([await leastAfter(29_000), await leastAfter(61_000)]).to.deep.equal([5, 7]);
    } finally {
      performance.now = now;
    }
  });

  it('is forgotten a minute after it was observed, whatever was observed since', async () => {
    const { now } = performance;
    let laterMs = 0;
    performance.now = () => now.call(performance) + laterMs;
    try {
      const clock = new RedisClock(() => Promise.reject(new Error('it is not asked')));
      const leastAfter = async (ms: number) => {
        laterMs = ms;
        return Math.round((await clock.ahead()).least / 1_000);
      };
      clock.observe(localMs() + 5_000);
      const found = [await leastAfter(29_000)];
      for (const ms of [29_000, 50_000]) {
        laterMs = ms;
        clock.observe(localMs() + 3_000);
      }
      found.push(await leastAfter(50_000), await leastAfter(61_000), await leastAfter(89_000));
      expect(found).to.deep.equal([5, 5, 3, 3]);
    } finally {
      performance.now = now;
    }
  });

  it('is of one Redis: not of the one behind the next connection, nor of another node of a Cluster', () => {
    const single = new EventEmitter();
    const cluster = Object.assign(new EventEmitter(), { slots: [] as string[][] });
    cluster.slots.length = 16_384;
    cluster.slots.fill(['127.0.0.1:7000']);
    const known = (clocks: RedisClocks) => clocks.of('a').known() !== undefined;
    const ofSingle = new RedisClocks(single as unknown as RedisClient);
    const ofCluster = new RedisClocks(cluster as unknown as RedisClient);
    for (const clocks of [ofSingle, ofCluster]) clocks.of('a').observe(Date.now());
    cluster.emit('-node', { options: { host: '127.0.0.1', port: 7001 } });
    expect([known(ofSingle), known(ofCluster)]).to.deep.equal([true, true]);
    single.emit('close');
    cluster.emit('-node', { options: { host: '127.0.0.1', port: 7000 } });
    expect([known(ofSingle), known(ofCluster)]).to.deep.equal([false, false]);
  });
});
