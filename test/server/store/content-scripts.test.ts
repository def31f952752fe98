import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import type { Entry } from '../../../server/store/content/record-encoding.ts';
import { type Argument, run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const live = '{content}:live';
describe('content scripts', () => {
  const at = useFreshStore();
  const runOn = (name: 'rollBackContent', ...args: Argument[]) => run(at.opened.connections.bulk, name, [live], args);
  const publish = (id: number) => publishRecords(at.opened.store, { fighters: [rawFighter(id)] });

  const entry = (id: number, last_name: string): Entry => ({
    collection: 'fighters',
    record: collections.fighters.normalise(rawFighter(id, { last_name })),
  });

  for (const key of [
    'generations',
    'written',
    ...['', ':lists', ':list:all', ':changes'].map((end) => `1:fighters${end}`),
  ]) {
    it(`change nothing when {content}:${key} has the wrong type`, async () => {
      const { client } = at.redis;
      const { generations } = at.opened.store.content;
      await publish(1);
      await generations.put([entry(1, 'B')], 'test');
      await client.set(`{content}:${key}`, 'x');
      const stored = async () => {
        const names = (await client.keys('*')).sort();
        return Promise.all(names.map(async (name) => [name, await client.dump(name)]));
      };
      const before = await stored();
      expect(await reasonOf(generations.put([entry(1, 'C'), entry(2, 'D')], 'test'))).to.match(/WRONGTYPE/);
      if (key !== 'written') expect(await reasonOf(generations.rollBack(1, 'test'))).to.match(/WRONGTYPE/);
      expect(await stored()).to.deep.equal(before);
    });
  }

  it('do not record a publish after a rollback as a rollback', async () => {
    for (const id of [1, 2]) await publish(id);
    await runOn('rollBackContent', 1, 'cleo', 3_000);
    await publish(4);
    const about = await at.redis.client.hgetall(`${live}:4:about`);
    expect(about).to.have.keys(['kind', 'who', 'time', 'records:fighters', 'bytes:fighters']);
    expect(about.kind).to.equal('publish');
  });

  it('publish nothing if the live generation is lost', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    await at.redis.client.del(live, '{content}:live:1', '{content}:live:2');
    const error = await publish(4).then(String, (reason: Error) => reason.message);
    expect(error).to.match(/live generation/);
    expect(await at.redis.client.get(live)).to.equal(null);
  });

  it('never reuse a number when the counter is lost', async () => {
    const { client } = at.redis;
    const next = async (change: () => Promise<unknown>) => {
      await client.del('{content}:counter');
      await change();
      return client.mget(live, '{content}:counter');
    };
    const { generations } = at.opened.store.content;
    expect(await next(() => publish(1)), 'the first').to.deep.equal(['1', '1']);
    expect(await next(() => publish(2))).to.deep.equal(['2', '2']);
    expect(await next(() => generations.remove('fighters', ['2'], 'bob'))).to.deep.equal(['3', '3']);
    expect(await next(() => runOn('rollBackContent', 1, 'cleo', 3_000))).to.deep.equal(['4', '4']);
    const remove = (id: string) => next(() => generations.remove('fighters', [id], 'bob'));
    expect(await remove('1'), 'after four').to.deep.equal(['5', '5']);
    expect(await next(() => publish(3))).to.deep.equal(['6', '6']);
    expect(await client.zrange('{content}:generations', '0', '-1')).to.deep.equal(['1', '2', '3', '4', '5', '6']);
  });

  it('never reuse a number lost during a publish', async () => {
    const { client } = at.redis;
    for (const id of [1, 2, 3]) await publish(id);
    const about = await client.hgetall(`${live}:1:about`);
    await client.del('{content}:counter');
    await client.set('{content}:publishing', 'p 4 ');
    const keys = ['{content}:publishing', live, '{content}:counter', '{content}:generations'];
    expect(await run(at.opened.connections.bulk, 'publishContent', keys, ['p 4 ', 4, 'ann', 1_000])).to.deep.equal([1]);
    expect(await client.mget(live, '{content}:counter')).to.deep.equal(['4', '4']);
    expect(await client.zrange('{content}:generations', '0', '-1')).to.deep.equal(['1', '2', '3', '4']);
    expect(await client.hgetall(`${live}:1:about`)).to.deep.equal(about);
  });
});
