import { expect } from 'chai';
import { runForBytes } from '../../../server/store/redis/scripts.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { itDecides } from '../../support/run/boundaries.ts';
import { freePort } from '../../support/run/ports.ts';

/** Version and document of each snapshot, after the version of the event, that of the feed, the kind and the version reached. */
type Followed = (number | string)[];

const kinds = { nothing: 0, missed: 1, latest: 2 };

describe('followLive-2.lua', () => {
  let redis: TestNode;
  let opened: TestStore;
  let id = 41_000;
  before(async () => {
    // Nothing need be on disk.
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url);
  });
  after(async () => {
    opened?.close();
    await redis?.close();
  });

  const event = 'event';
  const documentOf = (version: number) => `{"version":${version}}`;

  /**
   * Stores an event whose versions, from 1, are of these feeds; the history has those of some, of so many bytes before they
   * were packed.
   */
  async function storeFeeds(feeds: readonly string[], isKept: (version: number) => boolean = () => true, bytes = 13) {
    const live = `{live:${++id}}`;
    for (const [index, feed] of feeds.entries()) {
      const version = index + 1;
      const document = documentOf(version);
      await redis.client.hset(live, { version, [`${feed}:version`]: version, [`${feed}:document`]: document });
      if (!isKept(version)) continue;
      const entry = ['feed', feed, 'packed', document, 'bytes', bytes, 'added', 1];
      await redis.client.xadd(`${live}:history`, `${version}-0`, ...entry);
    }
  }

  async function follow(feed: string, seen: number | '', wanted = 32, room = 1_000): Promise<Followed> {
    const keys = ['', ':history'].map((ending) => `{live:${id}}${ending}`);
    const reply = (await runForBytes(opened.connections.reads, 'followLive', keys, [
      feed,
      seen,
      wanted,
      room,
    ])) as Followed;
    return reply.map((value) => (Buffer.isBuffer(value) ? value.toString() : value));
  }

  const five = [event, 'bout:1', event, 'bout:1', 'bout:2'];
  const latestOfEvent = [5, 3, kinds.latest, 5, 3, '{"version":3}'];

  for (const [title, feed, seen, expected] of [
    ['a reader of the event that has seen nothing', event, '', latestOfEvent],
    ['one from before the first version', event, 0, [5, 3, kinds.missed, 5, 1, '{"version":1}', 3, '{"version":3}']],
    ['one that has seen the first', event, 1, [5, 3, kinds.missed, 5, 3, '{"version":3}']],
    ['one that has seen the version before the latest', event, 2, [5, 3, kinds.missed, 5, 3, '{"version":3}']],
    ['one that has seen the latest of this feed', event, 3, [5, 3, kinds.nothing, 5]],
    ['one that has seen a later one of another feed', event, 4, [5, 3, kinds.nothing, 5]],
    ['one that has seen the latest of all', event, 5, [5, 3, kinds.nothing, 5]],
    ['one that has seen a version of the future', event, 6, latestOfEvent],
    ['one of a bout', 'bout:1', 2, [5, 4, kinds.missed, 5, 4, '{"version":4}']],
    ['one of the latest bout', 'bout:2', 4, [5, 5, kinds.missed, 5, 5, '{"version":5}']],
    ['one of a bout without a feed', 'bout:3', 0, []],
  ] as const) {
    it(`answers ${title}`, async () => {
      await storeFeeds(five);
      expect(await follow(feed, seen)).to.deep.equal(expected);
    });
  }

  it('answers up to a gap, then the latest', async () => {
    await storeFeeds([event, event, event, event, event], (version) => version !== 3);
    expect(await follow(event, 0)).to.deep.equal([5, 5, 1, 2, 1, '{"version":1}', 2, '{"version":2}']);
    expect(await follow(event, 2)).to.deep.equal([5, 5, 2, 5, 5, '{"version":5}']);
    expect(await follow(event, 3)).to.deep.equal([5, 5, 1, 5, 4, '{"version":4}', 5, '{"version":5}']);
  });

  itDecides<unknown>([
    {
      title: 'room for two snapshots',
      async decide(offset) {
        await storeFeeds([event, event, event]);
        const [, , , reached, ...snapshots] = await follow(event, 0, 32, 26 + offset);
        return [reached, snapshots.length / 2];
      },
      expected: [
        [1, 1],
        [2, 2],
        [2, 2],
      ],
    },
  ]);

  it('reads 32 versions at once', async () => {
    await storeFeeds(Array.from({ length: 34 }, () => event));
    const reached = async (seen: number) => (await opened.store.live.follow(id, undefined, seen))?.reached;
    expect([await reached(0), await reached(1), await reached(2), await reached(3)]).to.deep.equal([32, 33, 34, 34]);
  });

  itDecides<unknown>([
    {
      title: 'a mebibyte read at once',
      async decide(offset) {
        await storeFeeds([event, event, event], () => true, (1_048_576 + 2 * offset) / 2);
        return (await opened.store.live.follow(id, undefined, 0))?.reached;
      },
      expected: [2, 2, 1],
    },
  ]);
});
