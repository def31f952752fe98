import { expect } from 'chai';
import { publishRecords } from '../../../server/content/publish.ts';
import { type Argument, run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';

const live = '{content}:live';

describe('scripts that change and read content that is partly lost or oddly named', () => {
  const at = useFreshStore();
  const runOn = (name: 'readContent' | 'rollBackContent', ...args: Argument[]) =>
    run(at.opened.connections.bulk, name, [live], args);
  const publish = (id: number) => publishRecords(at.opened.store, { fighters: [rawFighter(id)] });

  it('go back, without a live generation, from the last one: readers learn which collections have changed', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    await at.redis.client.del(live);
    expect(await runOn('rollBackContent', 1, 'cleo', 3_000)).to.deep.equal([4, 'fighters']);
  });

  it('publish nothing without the live generation while any other is there to go back to, be it the third', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    await at.redis.client.del(live, '{content}:live:1', '{content}:live:2');
    const error = await publish(4).then(String, (reason: Error) => reason.message);
    expect(error).to.match(/live generation/);
    expect(await at.redis.client.get(live)).to.equal(null);
  });

  it('find the key of a record whose sort key begins with a zero byte, which is written as 0 and 1', async () => {
    await publish(1);
    const records = String(await at.redis.client.hget('{content}:live:1', 'fighters'));
    await at.redis.client.hset(records, { k: '"K"' });
    await at.redis.client.zadd(`${records}:list:g`, 0, 'x\0\0\x01ana\0\0k');
    const found = await runOn('readContent', 'list', '', 'fighters', 'g', '[x\0', '(y', 'ascending', 0, '1');
    expect(found).to.deep.equal([1, 0, 'k', '"K"']);
  });
});
