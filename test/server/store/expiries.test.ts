import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { collectGarbage } from '../../../server/store/content/garbage.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;
/** The key has no expiry. */
const never = -1;

const eventId = 801;

/** Every key that expires; the others stay until something removes them. */
const expiring: readonly (readonly [RegExp, number])[] = [
  [/^\{05cc\}:pinged$/, minute],
  [/^\{content\}:publishing$/, 10 * second],
  [/^\{live:801\}:history$/, 12 * hour],
  [/^\{87001:05cc\}:rate:client-000000000003$/, 10 * second],
];

const round = { fightId: 87_001, roundNumber: 1, clientId: 'client-000000000003' };

const changed = {
  collection: 'fighters',
  record: collections.fighters.normalise(rawFighter(1, { statid: 5 })),
} as const;

describe('keys in Redis', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    // Nothing need be on disk.
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url, { buckets: 8 });
  });
  after(async () => {
    opened?.close();
    await redis?.close();
  });

  /** The time left is this, less what has passed since the action that set it began. */
  async function expectLeft(ms: number, key: string, beganMs: number): Promise<void> {
    const left = await redis.client.pttl(key);
    // Redis and this process read their clocks in different milliseconds.
    const least = ms === never ? never : ms - (performance.now() - beganMs) - 5;
    expect(left, key).to.be.within(least, ms);
  }

  it('expire as listed, and no other key', async () => {
    const { store } = opened;
    const beganMs = performance.now();
    // Every operation that writes keys, then a publisher that holds its lock.
    await publishRecords(store, {
      fighters: [rawFighter(1, { statid: 4 })],
      events: [rawEvent(7001, { statid: eventId, fights: [rawFight(87_001, { statid: 6411 })] })],
    });
    await store.content.generations.put([changed], 'test');
    await publishRecords(store, { news: [] });
    await redis.client.zadd('{content}:dropped', 1, 'nothing');
    const FMLiveFeed = { EventID: String(eventId), Fights: [{ FightID: '6411', CurRd: '1' }] };
    await store.live.update({ sequence: 1, FMLiveFeed });
    await store.votes.cast({ ...round, fighterStatid: 11 });
    await store.scoring.cast({ ...round, fighter1Score: 10, fighter2Score: 9 });
    await store.ping();
    async function* whilePublishing() {
      const written = await redis.client.keys('*');
      for (const [name] of expiring) expect(written.filter((key) => name.test(key))).to.have.length(1);
      for (const key of written) {
        await expectLeft(expiring.find(([name]) => name.test(key))?.[1] ?? never, key, beganMs);
      }
      yield* [];
    }
    await store.content.publish(['alerts'], whilePublishing());
    expect(await redis.client.exists('{content}:publishing'), 'the lock is released').to.equal(0);
  });

  it('expire once their generation is dropped', async () => {
    const { store, connections } = opened;
    await redis.client.flushdb();
    await publishRecords(store, { fighters: [rawFighter(1, { statid: 4 })] });
    await store.content.generations.put([changed], 'test');
    const beganMs = performance.now();
    for (const name of ['fighters', 'news', 'news'] as const) await publishRecords(store, { [name]: [] });
    await collectGarbage(connections.bulk, 3);
    await expectLeft(hour, '{content}:1:fighters', beganMs);
    await expectLeft(minute, '{content}:live:1', beganMs);
    await expectLeft(minute, '{content}:live:1:about', beganMs);
  });

  it('that undo a change expire with the last older generation', async () => {
    const { store, connections } = opened;
    await redis.client.flushdb();
    await publishRecords(store, { fighters: [rawFighter(1, { statid: 4 })] });
    await store.content.generations.put([changed], 'test');
    const [before = ''] = await redis.client.keys('{content}:1:fighters:before:*');
    const beganMs = performance.now();
    await expectLeft(never, before, beganMs);
    for (let time = 0; time < 3; time++) await publishRecords(store, { news: [] });
    await collectGarbage(connections.bulk, 3);
    await expectLeft(minute, before, beganMs);
    await expectLeft(never, '{content}:1:fighters', beganMs);
  });
});
