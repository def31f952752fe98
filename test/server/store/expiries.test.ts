import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { collectGarbage } from '../../../server/store/content/garbage.ts';
import type { Entry } from '../../../server/store/index.ts';
import { keys } from '../../../server/store/keys.ts';
import { run } from '../../../server/store/redis/scripts.ts';
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
const clientId = 'client-000000000003';
/** Bucket 0 of 8 of fight 87001, to which this client's ballots go. */
const bucket = '{87001:05cc}';

interface Expiry {
  key: string;
  ms: number;
  /** Once no generation refers to the data. */
  dropped?: number;
}

/** A row for every name in keys.ts. */
const expiries: Readonly<Record<string, Expiry>> = {
  buckets: { key: 'votes:buckets', ms: never },
  schema: { key: '{votes:buckets}:schema', ms: never },
  liveEvents: { key: 'live:events', ms: never },
  pinged: { key: '{05cc}:pinged', ms: minute },
  'content.live': { key: '{content}:live', ms: never },
  'content.generation': { key: '{content}:live:1', ms: never, dropped: minute },
  'content.about': { key: '{content}:live:1:about', ms: never, dropped: minute },
  'content.generations': { key: '{content}:generations', ms: never },
  'content.counter': { key: '{content}:counter', ms: never },
  'content.written': { key: '{content}:written', ms: never },
  'content.dropped': { key: '{content}:dropped', ms: never },
  'content.publishing': { key: '{content}:publishing', ms: 10 * second },
  'content.records': { key: '{content}:1:fighters', ms: never, dropped: hour },
  'content.lists': { key: '{content}:1:fighters:lists', ms: never, dropped: hour },
  'content.list': { key: '{content}:1:fighters:list:statid', ms: never, dropped: hour },
  'content.changes': { key: '{content}:1:fighters:changes', ms: never, dropped: hour },
  'content.before': { key: '{content}:1:fighters:before:2', ms: never, dropped: hour },
  live: { key: '{live:801}', ms: never },
  liveHistory: { key: '{live:801}:history', ms: 12 * hour },
  // Written by older servers only; here by this test.
  liveStream: { key: '{live:801}:stream', ms: never },
  'bucket.windows': { key: `${bucket}:windows`, ms: never },
  'bucket.votes': { key: `${bucket}:votes:1`, ms: never },
  'bucket.tally': { key: `${bucket}:tally`, ms: never },
  'bucket.scores': { key: `${bucket}:scores:1`, ms: never },
  'bucket.scoreTally': { key: `${bucket}:scoretally`, ms: never },
  'bucket.rate': { key: `${bucket}:rate:${clientId}`, ms: 10 * second },
};

/** Every name in keys.ts, as `<group>.<name>`. */
const namesIn = (group: object, prefix = ''): string[] =>
  Object.entries(group).flatMap(([name, key]: [string, unknown]) => {
    const built = typeof key === 'function' ? key(1, 1) : key;
    return typeof built === 'string' ? [prefix + name] : namesIn(built as object, `${prefix}${name}.`);
  });

const fighter = (id: number, more: object = {}): Entry => ({
  collection: 'fighters',
  record: collections.fighters.normalise(rawFighter(id, more)),
});
const update = (sequence: number) => ({
  sequence,
  FMLiveFeed: { EventID: String(eventId), Fights: [{ FightID: '6411', CurRd: '1' }] },
});
const vote = (fighterStatid: number) => ({ fightId: 87_001, roundNumber: 1, fighterStatid, clientId });

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

  /** Every operation that writes keys, while a publisher holds its lock. */
  async function writeAll(during: () => Promise<void>): Promise<void> {
    const { store } = opened;
    await publishRecords(store, {
      fighters: [rawFighter(1, { statid: 4 })],
      events: [rawEvent(7001, { statid: eventId, fights: [rawFight(87_001, { statid: 6411 })] })],
    });
    await store.content.generations.put([fighter(1, { statid: 5 })], 'test');
    await publishRecords(store, { news: [] });
    await redis.client.zadd('{content}:dropped', 1, 'nothing');
    await store.live.update(update(1));
    await redis.client.xadd(`{live:${eventId}}:stream`, '1-0', 'feed', 'event', 'document', '{}');
    await store.live.update(update(2));
    await store.votes.cast(vote(11));
    await store.scoring.cast({ ...{ fightId: 87_001, roundNumber: 1, clientId }, fighter1Score: 10, fighter2Score: 9 });
    await store.ping();
    await store.content.publish(
      ['alerts'],
      (async function* () {
        await during();
        yield* [];
      })(),
    );
  }

  it('all have a row in this table', () => {
    expect(Object.keys(expiries).sort()).to.deep.equal(namesIn(keys).sort());
  });

  it('expire as the table says, and no other key', async () => {
    const beganMs = performance.now();
    await writeAll(async () => {
      for (const { key, ms } of Object.values(expiries)) await expectLeft(ms, key, beganMs);
      const expiring: [RegExp, number][] = [
        [/^\{05cc\}:pinged$/, minute],
        [/^\{content\}:publishing$/, 10 * second],
        [/^\{live:801\}:history$/, 12 * hour],
        [/^\{87001:05cc\}:rate:client-000000000003$/, 10 * second],
      ];
      for (const key of await redis.client.keys('*')) {
        await expectLeft(expiring.find(([name]) => name.test(key))?.[1] ?? never, key, beganMs);
      }
    });
    expect(await redis.client.exists('{content}:publishing'), 'the lock is released').to.equal(0);
  });

  const collect = () => collectGarbage(opened.connections.bulk, 3);
  /** Publishes that leave the fighters of the first generation, changed by the second, or replace them. */
  async function publishOthers(...replaced: ('fighters' | 'news')[]): Promise<number> {
    await redis.client.flushdb();
    await publishRecords(opened.store, { fighters: [rawFighter(1, { statid: 4 })] });
    await opened.store.content.generations.put([fighter(1, { statid: 5 })], 'test');
    const beganMs = performance.now();
    for (const name of replaced) await publishRecords(opened.store, { [name]: [] });
    await redis.client.zadd('{content}:dropped', Date.now(), 'another');
    return beganMs;
  }

  /** Runs an action on a key that has half of its time left. */
  async function withHalfLeft(key: string, ms: number, action: () => Promise<unknown>): Promise<number> {
    const beganMs = performance.now();
    expect(await redis.client.pexpire(key, ms / 2), key).to.equal(1);
    await action();
    return beganMs;
  }

  it('get their full time again when written again', async () => {
    const { store, connections } = opened;
    const { voter, history, lock } = {
      voter: `${bucket}:rate:${clientId}`,
      history: `{live:${eventId}}:history`,
      lock: '{content}:publishing',
    };
    await redis.client.flushdb();
    await writeAll(async () => {
      const halved = await withHalfLeft(history, 12 * hour, () => store.live.update(update(3)));
      await expectLeft(12 * hour, history, halved);
      await expectLeft(minute, '{05cc}:pinged', await withHalfLeft('{05cc}:pinged', minute, () => store.ping()));
      const token = (await redis.client.get(lock)) ?? '';
      expect(token, 'its publisher, its generation, and the collections').to.match(/^[0-9a-f-]{36} \d+ alerts $/);
      const touch = (as: string) => run(connections.bulk, 'touchLock', [lock], [as, 10_000]);
      await expectLeft(10 * second, lock, await withHalfLeft(lock, 10 * second, () => touch(token)));
      await expectLeft(5 * second, lock, await withHalfLeft(lock, 10 * second, () => touch('another')));
      await store.votes.cast(vote(13));
      await expectLeft(5 * second, voter, await withHalfLeft(voter, 10 * second, () => store.votes.cast(vote(12))));
    });
    await publishOthers('fighters', 'news', 'news');
    await expectLeft(hour / 2, '{content}:1:fighters', await withHalfLeft('{content}:1:fighters', hour, collect));
    await expectLeft(minute / 2, '{content}:live:1', await withHalfLeft('{content}:live:1', minute, collect));
  });
});
