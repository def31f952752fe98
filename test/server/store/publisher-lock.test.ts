import { expect } from 'chai';
import { PublishInProgress, whilePublishing } from '../../../server/store/content/publish.ts';
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
