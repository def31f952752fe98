import { expect } from 'chai';
import { PublishInProgress, whilePublishing } from '../../../server/store/content/publish.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';

const lock = '{content}:publishing';

describe("the publisher's lock", () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url);
    await opened.connections.bulk.connect();
  });
  beforeEach(() => redis.client.flushdb());
  after(async () => {
    opened?.close();
    await redis?.close();
  });

  it('belongs to one publisher at a time', async () => {
    const { bulk } = opened.connections;
    const take = (id: string, writes: 0 | 1, ...names: string[]) =>
      run(bulk, 'lockContent', [lock, '{content}:counter'], [id, 60_000, writes, ...names]);
    const touch = (token: string, ms: number) => run(bulk, 'touchLock', [lock], [token, ms]);
    expect(await take('p', 1, 'news', 'alerts')).to.equal('p 1 news alerts ');
    expect(await take('q', 1, 'events'), 'another has it').to.equal(null);
    expect(await redis.client.mget(lock, '{content}:counter')).to.deep.equal(['p 1 news alerts ', '1']);
    expect(await touch('q 2 events ', 0)).to.equal(0);
    expect(await touch('p 1 news alerts ', 90_000)).to.equal(1);
    expect(await redis.client.pttl(lock)).to.be.within(60_001, 90_000);
    expect(await touch('p 1 news alerts ', 0)).to.equal(1);
    expect(await redis.client.exists(lock)).to.equal(0);
    expect(await take('q', 0, 'events'), 'without a generation').to.equal('q 0 events ');
    expect(await redis.client.get('{content}:counter')).to.equal('1');
    expect(await touch('p 1 news alerts ', 90_000), 'it was lost').to.equal(0);
  });

  it('is extended in time, and its loss is reported', async () => {
    const isLost = (check: () => void) => {
      try {
        check();
        return false;
      } catch (error) {
        return error instanceof PublishInProgress;
      }
    };
    await whilePublishing(opened.connections.bulk, ['news'], true, async ({ check }) => {
      expect(await redis.client.pttl(lock)).to.be.within(9_000, 10_000);
      await redis.client.pexpire(lock, 7_000);
      await eventually(async () => (await redis.client.pttl(lock)) > 7_000, 'it is extended');
      expect(isLost(check)).to.equal(false);
      await redis.client.set(lock, 'of another');
      await eventually(() => isLost(check), 'its holder learns that it was lost');
    });
    expect(await redis.client.get(lock), 'that of another stays').to.equal('of another');
  });
});
