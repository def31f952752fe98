import { join } from 'node:path';
import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { world } from '../../../contracts/world/index.ts';
import { audit } from '../../../server/content/audit.ts';
import { restore } from '../../../server/store/backup/backup.ts';
import type { Part } from '../../../server/store/backup/format.ts';
import { readHeader, readStore } from '../../../server/store/backup/read-store.ts';
import { BackupFile } from '../../../server/store/backup/write-file.ts';
import type { Entry } from '../../../server/store/index.ts';
import { putTwins } from '../../support/fixtures/busy-store.ts';
import { openTwoStores, type TwoStores } from '../../support/fixtures/two-stores.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import type { TestStore } from '../../support/redis/redis.ts';

const signal = new AbortController().signal;
const progress = () => undefined;

/** Every key of content of a Redis, except what may hold more than generations refer to. */
async function contentOf({ client }: TestNode): Promise<Record<string, unknown>> {
  const names = (await client.keys('{content}:*')).filter((key) => !/:(counter|written|dropped|lists)$/.test(key));
  const read = async (key: string) => {
    const type = await client.type(key);
    if (type === 'zset') return (await client.zrangeBuffer(key, '0', '-1', 'WITHSCORES')).map(String);
    return type === 'hash' ? client.hgetall(key) : client.get(key);
  };
  return Object.fromEntries(await Promise.all(names.map(async (key) => [key, await read(key)])));
}

/** What may hold more than generations refer to: groups of lists, keys of records, and the last number. */
async function supersetsOf({ client }: TestNode) {
  const names = (await client.keys('{content}:*')).filter((key) => /:(lists|written)$/.test(key));
  const groups = await Promise.all(
    names.map(async (key) => (await client.smembers(key)).map((one) => `${key} ${one}`)),
  );
  return { groups: groups.flat(), counter: Number(await client.get('{content}:counter')) };
}

describe('a backup while content changes', () => {
  let stores: TwoStores;
  let folder: string;
  let redis: TestNode;
  let target: TestNode;
  let filled: TestStore;
  let empty: TestStore;
  before(async () => {
    stores = await openTwoStores();
    ({ folder, redis, target, filled, empty } = stores);
  });
  after(() => stores?.close());

  it('I13: has the content of its start', async () => {
    const { store, connections } = filled;
    const { generations } = store.content;
    const [first, second, ...others] = world.news as unknown as { id: number }[];
    const newsOf = (...records: object[]) =>
      records.map((record) => ({ collection: 'news', record: collections.news.normalise(record) })) as Entry[];
    let number = 500;
    const changes = [
      () => putTwins(store, ++number),
      () => generations.remove('news', [String(second?.id)], 'test'),
      () => generations.put(newsOf({ ...second, id: 900_000 + ++number }), 'test'),
      () =>
        generations.put(
          newsOf({ ...second, published_start_date: `2031-02-01T00:00:${10 + (++number % 50)}Z` }),
          'test',
        ),
      () => generations.remove('news', [String(first?.id), ...others.map(({ id }) => String(id))], 'test'),
      () => generations.rollBack(undefined, 'test'),
    ];
    let made = 0;
    for (const every of [1, 2, 3, 7, 40]) {
      const wanted = await contentOf(redis);
      const least = await supersetsOf(redis);
      const path = join(folder, `changing-${every}.backup`);
      const written = await BackupFile.open(path, await readHeader(connections.bulk), () => undefined);
      let [parts, rewinds] = [0, 0];
      const sink = {
        mark: () => written.mark(),
        async rewind(mark: unknown) {
          rewinds++;
          await written.rewind(mark as Awaited<ReturnType<typeof written.mark>>);
        },
        async write(part: Part) {
          await written.write(part);
          if (part.key.startsWith('{content}:') && ++parts % every === 0 && parts < 300) {
            await changes[made++ % changes.length]?.();
          }
        },
      };
      await readStore({ client: connections.bulk, sink, signal, buckets: 8 });
      await written.finish();
      expect(rewinds).to.equal(0);
      expect(await contentOf(redis), 'the content changed').not.to.deep.equal(wanted);
      await restore({ client: empty.connections.bulk, file: path, signal, progress, replace: true });
      expect(await contentOf(target), `with a change every ${every} parts`).to.deep.equal(wanted);
      const restored = await supersetsOf(target);
      expect(restored.groups).to.include.members(least.groups);
      expect(restored.counter).to.be.at.least(least.counter);
      const { findings } = await audit(empty.store, { repair: false, progress });
      expect(findings.filter(({ level }) => level === 'error')).to.deep.equal([]);
    }
    expect(made).to.be.greaterThan(50);
  });

  it('I13: leaves out generations that are dropped meanwhile', async () => {
    const { store, connections } = filled;
    // From then on every fifty changes drop the oldest generations.
    for (let number = 2_000; number < 3_010; number++) await putTwins(store, number);
    const before = await store.content.generations.list();
    const records = await redis.client.hvals(`{content}:live:${before[0]?.number}`);
    const ofLive = async (node: TestNode) =>
      Object.entries(await contentOf(node)).filter(
        ([key]) => /^\{content\}:\d+:\w+(:list:.*)?$/.test(key) && records.some((one) => key.startsWith(one)),
      );
    const wanted = Object.fromEntries(await ofLive(redis));
    expect(Object.keys(wanted)).to.have.length.above(20);
    const path = join(folder, 'dropping.backup');
    const written = await BackupFile.open(path, await readHeader(connections.bulk), () => undefined);
    let isFirst = true;
    const sink = {
      mark: () => written.mark(),
      rewind: async () => expect.fail('it was read again'),
      async write(part: Part) {
        await written.write(part);
        if (isFirst) for (let number = 4_000; number < 4_100; number++) await putTwins(store, number);
        isFirst = false;
      },
    };
    await readStore({ client: connections.bulk, sink, signal, buckets: 8 });
    await written.finish();
    await restore({ client: empty.connections.bulk, file: path, signal, progress, replace: true });
    expect(Object.fromEntries(await ofLive(target))).to.deep.equal(wanted);
    const after = await empty.store.content.generations.list();
    expect(after[0]?.number).to.equal(before[0]?.number);
    expect(before.length - after.length, 'dropped').to.be.within(50, 150);
    const left = await store.content.generations.list();
    expect(left.map(({ number }) => number)).to.include.members(after.map(({ number }) => number));
  });
});
