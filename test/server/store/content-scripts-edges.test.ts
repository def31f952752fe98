import { expect } from 'chai';
import { publishRecords } from '../../../server/content/publish.ts';
import { type Argument, run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { listen } from '../../support/redis/listener.ts';

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

  it('go back, without a live generation, to what the last one has: readers have nothing to read again', async () => {
    for (const id of [1, 2]) await publish(id);
    expect(await runOn('rollBackContent', 1, 'cleo', 3_000)).to.deep.equal([3, 'fighters']);
    await at.redis.client.del(live);
    expect(await runOn('rollBackContent', 1, 'cleo', 4_000)).to.deep.equal([4]);
  });

  it('publish after a way back without saying that it went back', async () => {
    for (const id of [1, 2]) await publish(id);
    await runOn('rollBackContent', 1, 'cleo', 3_000);
    await publish(4);
    const { time, who, ...about } = await at.redis.client.hgetall(`${live}:4:about`);
    expect(about).to.have.keys(['kind', 'records:fighters', 'bytes:fighters']);
    expect([about.kind, about['records:fighters'], Number(time) > 3_000, typeof who]).to.deep.equal([
      ...['publish', '1', true, 'string'],
    ]);
  });

  it('go back to a record that was removed: its lists are named again, also when their names were lost since', async () => {
    await publish(1);
    const { client } = at.redis;
    const records = String(await client.hget('{content}:live:1', 'fighters'));
    await at.opened.store.content.generations.remove('fighters', ['1'], 'bob');
    await client.del(`${records}:lists`);
    expect(await runOn('rollBackContent', 1, 'cleo', 3_000)).to.deep.equal([3, 'fighters']);
    expect(await client.smembers(`${records}:lists`)).to.deep.equal(['all']);
  });

  it('publish nothing without the live generation while any other is there to go back to, be it the third', async () => {
    for (const id of [1, 2, 3]) await publish(id);
    await at.redis.client.del(live, '{content}:live:1', '{content}:live:2');
    const error = await publish(4).then(String, (reason: Error) => reason.message);
    expect(error).to.match(/live generation/);
    expect(await at.redis.client.get(live)).to.equal(null);
  });

  it('publish again where every generation is lost, and nothing where only the first is there', async () => {
    for (const id of [1, 2]) await publish(id);
    await at.redis.client.del(live, '{content}:live:2');
    const error = await publish(3).then(String, (reason: Error) => reason.message);
    expect(error).to.match(/live generation/);
    await at.redis.client.del('{content}:live:1');
    await publish(3);
    expect(await at.redis.client.get(live)).to.equal('4');
  });

  it('give no number a second time when the last number given out is lost', async () => {
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

  it('read nothing of a collection that an earlier generation has not, and of a live one that is lost', async () => {
    const get = (...of: Argument[]) => runOn('readContent', 'get', ...of, 'a');
    for (const id of [1, 2]) await publish(id);
    expect(await get(1, 'news')).to.deep.equal([1, null]);
    await at.redis.client.del(live);
    expect(await get('', 'fighters'), 'without the live one').to.deep.equal([-1, 0]);
  });

  it('give no number a second time when the last one is lost while records are written', async () => {
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

  it('find the key of a record whose sort key begins with a zero byte, which is written as 0 and 1', async () => {
    await publish(1);
    const records = String(await at.redis.client.hget('{content}:live:1', 'fighters'));
    await at.redis.client.hset(records, { k: '"K"' });
    await at.redis.client.zadd(`${records}:list:g`, 0, 'x\0\0\x01ana\0\0k');
    const found = await runOn('readContent', 'list', '', 'fighters', 'g', '[x\0', '(y', 'ascending', 0, '1');
    expect(found).to.deep.equal([1, 0, 'k', '"K"']);
  });
});

describe('scripts that change content many times or little of it', () => {
  const at = useFreshStore();
  const publish = () => publishRecords(at.opened.store, { fighters: [rawFighter(1)] });

  it('go back over four changes of one record to what it was before the first', async () => {
    await publish();
    const { bulk } = at.opened.connections;
    const read = async () => ((await run(bulk, 'readContent', [live], ['get', '', 'fighters', '1'])) as string[])[1];
    const first = await read();
    for (const number of [1, 2, 3, 4]) {
      const change = [number, 'put', 'bob', 2_000, 'fighters', '1', `"change ${number}"`, 0, 0];
      expect(await run(bulk, 'changeContent', [live], change)).to.deep.equal([number + 1]);
    }
    expect(await run(bulk, 'rollBackContent', [live], [1, 'cleo', 3_000])).to.deep.equal([6, 'fighters']);
    expect(first).to.match(/^\{"id":1,/);
    expect(await read()).to.equal(first);
  });

  it('read a record that was removed and has come back once in the list of an earlier generation', async () => {
    await publish();
    const { bulk } = at.opened.connections;
    await at.opened.store.content.generations.remove('fighters', ['1'], 'bob');
    expect(await run(bulk, 'rollBackContent', [live], [1, 'cleo', 3_000])).to.deep.equal([3, 'fighters']);
    const list = ['list', 1, 'fighters', 'all', '[', '(~', 'ascending', 0, '1'];
    const [generation, more, ...found] = (await run(bulk, 'readContent', [live], list)) as string[];
    const ids = found.filter((_, index) => index % 2 === 0);
    expect([generation, more, ids]).to.deep.equal([1, 0, ['1']]);
  });

  it('announce collections in order', async () => {
    const { bulk } = at.opened.connections;
    const names = ['news', 'alerts', 'videos', 'events', 'fighters'];
    const change = (expected: number | '', ...collections: string[]) =>
      run(
        bulk,
        'changeContent',
        [live],
        [...[expected, 'put', 'bob', 2_000], ...collections.flatMap((name) => [name, 'a', '1', 0, 0])],
      );
    await bulk.connect();
    const listener = await listen([at.redis]);
    const messages = await listener.during(async () => {
      await change('', 'pages');
      await change(1, ...names);
      await run(bulk, 'rollBackContent', [live], [1, 'cleo', 3_000]);
    });
    listener.close();
    const collections = ['alerts', 'events', 'fighters', 'news', 'videos'];
    expect(messages.map((message) => JSON.parse(message.replace('content ', '')))).to.deep.equal([
      { generation: 1, collections: ['pages'] },
      { generation: 2, collections },
      { generation: 3, collections },
    ]);
  });

  it('tell readers of a publish of one collection', async () => {
    const listener = await listen([at.redis]);
    const messages = await listener.during(publish);
    listener.close();
    const told = messages.map((message) => JSON.parse(message.replace('content ', '')));
    expect(told).to.deep.equal([{ generation: 1, collections: ['fighters'] }]);
  });

  it('tell readers nothing of a publish of none', async () => {
    await publish();
    await at.redis.client.set('{content}:publishing', 'p 2 ');
    const keys = ['{content}:publishing', live, '{content}:counter', '{content}:generations'];
    const listener = await listen([at.redis]);
    const messages = await listener.during(() =>
      run(at.opened.connections.bulk, 'publishContent', keys, ['p 2 ', 2, 'ann', 1_000]),
    );
    listener.close();
    expect([messages, await at.redis.client.get(live)]).to.deep.equal([[], '2']);
  });
});
