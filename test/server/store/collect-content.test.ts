import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { FixedClock } from '../../support/redis/fixed-clock.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { itDecides } from '../../support/run/boundaries.ts';
import { freePort } from '../../support/run/ports.ts';

const nowMs = 1_922_000_000_123;

describe('collectContent-1.lua', () => {
  let clock: FixedClock;
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    clock = new FixedClock(nowMs);
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url);
  });
  beforeEach(async () => {
    clock.set(nowMs);
    await redis.client.flushdb();
  });
  after(async () => {
    opened?.close();
    await redis?.close();
    clock.restore();
  });

  const publish = (...ids: number[]) => publishRecords(opened.store, { fighters: ids.map((id) => rawFighter(id)) });
  const put = (id: number) => {
    const record = collections.fighters.normalise(rawFighter(id));
    return opened.store.content.generations.put([{ collection: 'fighters', record }], 'test');
  };
  /** Generations dropped, and collections of records removed. */
  const collect = (publishes = 3, changes = 1_000) =>
    run(opened.connections.bulk, 'collectContent', ['{content}:live'], [publishes, changes, 60_000, 3_600]);
  const listed = () => redis.client.zrange('{content}:generations', '0', '-1');
  const recordKeys = async () => (await redis.client.keys('{content}:*:fighters')).sort();
  const [first, second, third] = [1, 2, 3].map((number) => `{content}:${number}:fighters`) as [string, string, string];

  itDecides<unknown>([
    {
      title: 'records dropped a minute ago',
      async decide(offset) {
        clock.set(nowMs);
        await redis.client.flushdb();
        await publish(1);
        await publish(2);
        expect(await collect(1)).to.deep.equal([1, 0]);
        expect(await redis.client.zscore('{content}:dropped', first)).to.equal('1922000000123');
        clock.set(nowMs + 60_000 + offset);
        const [, removed] = (await collect(1)) as number[];
        return [removed, await recordKeys(), await redis.client.zcard('{content}:dropped')];
      },
      expected: [
        [0, [first, second], 1],
        [1, [second], 0],
        [1, [second], 0],
      ],
    },
    {
      title: 'the third last change in place',
      async decide(offset) {
        await redis.client.flushdb();
        await publish(1);
        for (let change = 2; change <= 3 + offset; change++) await put(change);
        return [await collect(3, 3), await listed()];
      },
      expected: [
        [
          [0, 0],
          ['1', '2'],
        ],
        [
          [0, 0],
          ['1', '2', '3'],
        ],
        [
          [1, 0],
          ['2', '3', '4'],
        ],
      ],
    },
  ]);

  it('immediately removes the data of a killed publisher', async () => {
    await publish(1);
    const leave = (generation: number) =>
      redis.client
        .multi()
        .sadd('{content}:written', `{content}:${generation}:fighters`)
        .hset(`{content}:${generation}:fighters`, '9', '{}')
        .sadd(`{content}:${generation}:fighters:lists`, 'statid')
        .zadd(`{content}:${generation}:fighters:list:statid`, 0, 'x')
        .exec();
    for (const generation of [2, 3, 31]) await leave(generation);
    await redis.client.set('{content}:publishing', 'publisher 3 fighters ');
    expect(await collect()).to.deep.equal([0, 2]);
    expect(await recordKeys()).to.deep.equal([first, third]);
    expect((await redis.client.smembers('{content}:written')).sort()).to.deep.equal([first, third]);
    expect((await redis.client.keys('{content}:3:*')).length, 'its lists stay too').to.equal(3);
    expect(await redis.client.keys('{content}:2:*')).to.deep.equal([]);
    await redis.client.del('{content}:publishing');
    expect(await collect()).to.deep.equal([0, 1]);
    expect(await recordKeys()).to.deep.equal([first]);
  });

  it('keeps restored records for another minute when dropped again', async () => {
    await publish(1);
    await publish(2);
    expect(await collect(1)).to.deep.equal([1, 0]);
    clock.set(nowMs + 30_000);
    await redis.client.persist('{content}:live:1');
    await redis.client.zadd('{content}:generations', 1, '1');
    expect(await collect(2)).to.deep.equal([0, 0]);
    expect([await redis.client.ttl(first), await redis.client.zscore('{content}:dropped', first)]).to.deep.equal([
      -1,
      null,
    ]);
    clock.set(nowMs + 70_000);
    expect(await collect(1)).to.deep.equal([1, 0]);
    clock.set(nowMs + 129_999);
    expect(await collect(1)).to.deep.equal([0, 0]);
    clock.set(nowMs + 130_000);
    expect(await collect(1)).to.deep.equal([0, 1]);
  });
});
