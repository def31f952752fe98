import { expect } from 'chai';
import { publishRecords } from '../../../server/content/publish.ts';
import { type Argument, run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const live = '{content}:live';

describe('scripts that change and read content that is partly lost or oddly named', () => {
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

  const runOn = (name: 'readContent' | 'rollBackContent', ...args: Argument[]) =>
    run(opened.connections.bulk, name, [live], args);
  const publish = (...ids: number[]) => publishRecords(opened.store, { fighters: ids.map((id) => rawFighter(id)) });

  it('go back, without a live generation, from the last one: readers learn which collections have changed', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    await redis.client.del(live);
    expect(await runOn('rollBackContent', 1, 'cleo', 3_000)).to.deep.equal([4, 'fighters']);
  });

  it('publish nothing without the live generation while any other is there to go back to, be it the third', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    await redis.client.del(live, '{content}:live:1', '{content}:live:2');
    const error = await publish(4).then(String, (reason: Error) => reason.message);
    expect(error).to.match(/live generation/);
    expect(await redis.client.get(live)).to.equal(null);
  });

  it('find the key of a record whose sort key begins with a zero byte, which is written as 0 and 1', async () => {
    await publish(1);
    const records = String(await redis.client.hget('{content}:live:1', 'fighters'));
    await redis.client.hset(records, { k: '"K"' });
    await redis.client.zadd(`${records}:list:g`, 0, 'x\0\0\x01ana\0\0k');
    const found = await runOn('readContent', 'list', '', 'fighters', 'g', '[x\0', '(y', 'ascending', 0, '1');
    expect(found).to.deep.equal([1, 0, 'k', '"K"']);
  });
});
