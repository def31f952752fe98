import { expect } from 'chai';
import { publishRecords } from '../../../server/content/publish.ts';
import { type Argument, run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { openStore, type TestStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const live = '{content}:live';
const lock = '{content}:publishing';

/** A member of a list: its name, its sort key, and the key of its record. */
const member = (name: string, sort: string, key: string) => `${name}\0${sort}\0\0${key}`;
const [ofA, ofB, ofC] = [member('x', '1', 'a'), member('x', '2', 'b'), member('y', '3', 'c')];

describe('content scripts', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    // Nothing need be on disk.
    redis = await startNode(await freePort(), ['save ""']);
    opened = await openStore(redis.url);
    await opened.connections.bulk.connect();
  });
  beforeEach(() => redis.client.flushdb());
  after(async () => {
    opened?.close();
    await redis?.close();
  });

  /** Everything in Redis, by key. */
  async function stored(): Promise<Record<string, unknown>> {
    const { client } = redis;
    const read = async (key: string) => {
      const type = await client.type(key);
      if (type === 'hash') return client.hgetall(key);
      if (type === 'set') return (await client.smembers(key)).sort();
      if (type === 'zset') return client.zrange(key, '0', '-1');
      return client.get(key);
    };
    const keys = (await client.keys('*')).sort();
    return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await read(key)])));
  }

  const publish = (token: string, generation: number, ...collections: Argument[]) =>
    run(
      opened.connections.bulk,
      'publishContent',
      [lock, live, '{content}:counter', '{content}:generations'],
      [token, generation, 'ann:1', 1_000 + generation, ...collections],
    );
  const change = (expected: number | '', ...changes: Argument[]) =>
    run(opened.connections.bulk, 'changeContent', [live], [expected, 'put', 'bob', 2_000, ...changes]);
  const rollBack = (to: number) => run(opened.connections.bulk, 'rollBackContent', [live], [to, 'cleo', 3_000]);
  const read = (...args: Argument[]) => run(opened.connections.bulk, 'readContent', [live], args);

  /** Generation 1: news a and b. */
  async function publishNews(): Promise<void> {
    await redis.client.mset({ [lock]: 'p 1 news ', '{content}:counter': '1' });
    await redis.client.hset('{content}:1:news', { a: '"A"', b: '"B"' });
    await redis.client.sadd('{content}:1:news:lists', 'g');
    await redis.client.zadd('{content}:1:news:list:g', 0, ofA, 0, ofB);
    expect(await publish('p 1 news ', 1, 'news', '{content}:1:news', 2, 6)).to.deep.equal([1]);
    await redis.client.del(lock);
  }
  /** Generation 2: an alert besides. */
  async function publishAlerts(): Promise<void> {
    await redis.client.mset({ [lock]: 'p 2 alerts ', '{content}:counter': '2' });
    await redis.client.hset('{content}:2:alerts', { z: '"Z"' });
    expect(await publish('p 2 alerts ', 2, 'alerts', '{content}:2:alerts', 1, 3)).to.deep.equal([1]);
    await redis.client.del(lock);
  }
  /** Generation 3 changes a and removes b; generation 4 adds c. */
  async function changeNews(): Promise<void> {
    await publishNews();
    await publishAlerts();
    const removal = ['news', 'b', '', 1, 0, 'g', ofB];
    expect(await change(2, 'news', 'a', '"A2"', 0, 0, ...removal)).to.deep.equal([3]);
    expect(await change(3, 'news', 'c', '"C"', 0, 2, 'g', ofC, 'h', ofC)).to.deep.equal([4]);
  }

  it('publish nothing without the lock or with missing records', async () => {
    await publishNews();
    await redis.client.set(lock, 'p 2 alerts news ');
    await redis.client.hset('{content}:2:alerts', { z: '"Z"' });
    const before = await stored();
    expect(await publish('q 2 alerts news ', 2, 'alerts', '{content}:2:alerts', 1, 3)).to.deep.equal([0]);
    const both = ['alerts', '{content}:2:alerts', 1, 3, 'news', '{content}:2:news', 1, 3];
    expect(await publish('p 2 alerts news ', 2, ...both)).to.deep.equal([-1, 2, 0]);
    expect(await publish('p 2 alerts news ', 2, 'alerts', '{content}:2:alerts', 2, 3)).to.deep.equal([-1, 1, 1]);
    expect(await stored()).to.deep.equal(before);
  });

  it('change nothing on another generation or during a publish', async () => {
    await publishNews();
    const before = await stored();
    expect(await change(2, 'news', 'a', '"A2"', 0, 0)).to.deep.equal([0]);
    expect(await change('', 'news', 'a', '"A2"', 0, 0)).to.deep.equal([0]);
    await redis.client.set(lock, 'p 2 alerts news ');
    expect(await change(1, 'videos', 'a', '1', 0, 0, 'news', 'a', '2', 0, 0)).to.deep.equal([-1]);
    expect(await rollBack(1)).to.deep.equal([-1]);
    await redis.client.del(lock);
    expect(await rollBack(2)).to.deep.equal([0]);
    expect(await stored()).to.deep.equal(before);
    await redis.client.zrem('{content}:generations', 1);
    expect(await rollBack(1), 'it was dropped').to.deep.equal([0]);
    await redis.client.zadd('{content}:generations', 1, 1);
    await redis.client.del('{content}:live:1');
    expect(await rollBack(1), 'its manifest has expired').to.deep.equal([0]);
  });

  it('roll back publishes and changes', async () => {
    await changeNews();
    const listOf = async (list: string) => {
      const [, , ...found] = (await read('list', '', 'news', list, '[x\0', '(z', 'ascending', 0, '1')) as unknown[];
      return found;
    };
    expect(await rollBack(1)).to.deep.equal([5, 'alerts', 'news']);
    expect(await redis.client.hgetall('{content}:live:5')).to.deep.equal({ generation: '5', news: '{content}:1:news' });
    expect(await redis.client.hgetall('{content}:live:5:about')).to.deep.equal({
      ...{ kind: 'rollback', who: 'cleo', time: '3000', to: '1' },
      ...{ 'records:news': '2', 'bytes:news': '6' },
    });
    expect(await listOf('g')).to.deep.equal(['a', '"A"', 'b', '"B"']);
    expect(await listOf('h')).to.deep.equal([]);
    expect(await rollBack(4)).to.deep.equal([6, 'alerts', 'news']);
    expect(await listOf('g')).to.deep.equal(['a', '"A2"', 'c', '"C"']);
    expect(await listOf('h')).to.deep.equal(['c', '"C"']);
    expect(await rollBack(3)).to.deep.equal([7, 'news']);
    expect(await rollBack(7)).to.deep.equal([8]);
  });

  for (const key of ['generations', 'written', '1:news', '1:news:lists', '1:news:list:g', '1:news:changes']) {
    it(`change nothing when {content}:${key} has the wrong type`, async () => {
      await publishNews();
      await change(1, 'news', 'a', '"A2"', 1, 0, 'g', ofA);
      await redis.client.set(`{content}:${key}`, 'x');
      const before = await stored();
      const error = (done: Promise<unknown>) => done.catch(({ message }: Error) => message);
      const changed = change(2, 'alerts', 'z', '1', 0, 0, 'news', 'a', '"A3"', 1, 1, 'h', ofA, 'g', ofB);
      expect(await error(changed)).to.match(/WRONGTYPE/);
      if (key !== 'written') expect(await error(rollBack(1))).to.match(/WRONGTYPE/);
      expect(await stored()).to.deep.equal(before);
    });
  }

  for (const [title, generation, answers] of [
    ['the live generation', '', { a: '"A2"', b: null, c: '"C"', list: ['a', '"A2"', 'c', '"C"'], names: ['x', 'y'] }],
    ['the one before it', 3, { a: '"A2"', b: null, c: null, list: ['a', '"A2"'], names: ['x'] }],
    ['the one before the changes', 2, { a: '"A"', b: '"B"', c: null, list: ['a', '"A"', 'b', '"B"'], names: ['x'] }],
  ] as const) {
    it(`read ${title}`, async () => {
      await changeNews();
      const number = generation === '' ? 4 : generation;
      const { a, b, c, list, names } = answers;
      expect(await read('get', generation, 'news', 'a', 'b', 'c')).to.deep.equal([number, a, b, c]);
      const existing = [a, b, c].map((record) => (record === null ? 0 : 1));
      expect(await read('keyed', generation, 'news', 'a', 'b', 'c')).to.deep.equal([number, ...existing]);
      const [from, to] = ['[x\0', '(z'];
      const listOf = (direction: string, wanted: number) =>
        read('list', generation, 'news', 'g', from, to, direction, wanted, '1');
      expect(await listOf('ascending', 0)).to.deep.equal([number, 0, ...list]);
      const reversed = list.length === 4 ? [...list.slice(2), ...list.slice(0, 2)] : list;
      expect(await listOf('descending', 0)).to.deep.equal([number, 0, ...reversed]);
      const isMore = list.length === 4 ? 1 : 0;
      expect(await listOf('ascending', 1)).to.deep.equal([number, isMore, ...list.slice(0, 2)]);
      expect(await listOf('ascending', 2)).to.deep.equal([number, 0, ...list]);
      const after = await read('list', generation, 'news', 'g', `(${ofA}`, to, 'ascending', 0, '');
      expect(after).to.deep.equal([number, 0, ...list.slice(3)]);
      const lists = ['g', from, to, 'none', from, to, 'g', `(${ofA}`, to];
      const first = await read('first', generation, 'news', 'ascending', ...lists);
      expect(first).to.deep.equal([number, list[1], null, list[3] ?? null]);
      const last = await read('first', generation, 'news', 'descending', 'g', from, to);
      expect(last, 'the last one of the list').to.deep.equal([number, list.at(-1)]);
      const found = (await read('names', generation, 'news', 'g')) as unknown[];
      expect([found[0], ...found.slice(1).sort()]).to.deep.equal([number, ...names]);
    });
  }

  it('read removed records in earlier generations', async () => {
    await changeNews();
    const from = (bound: string) => read('list', 2, 'news', 'g', bound, '(z', 'ascending', 0, '1');
    expect(await from(`[${ofB}`)).to.deep.equal([2, 0, 'b', '"B"']);
    expect(await from(`(${ofB}`)).to.deep.equal([2, 0]);
    await change(4, 'news', 'a', '', 1, 0, 'g', ofA);
    expect(await read('names', 5, 'news', 'g')).to.deep.equal([5, 'y']);
    expect(await read('names', 3, 'news', 'g')).to.deep.equal([3, 'x']);
  });

  it('read nothing from missing collections and generations', async () => {
    for (const what of ['get', 'keyed', 'list', 'first', 'names']) {
      expect(await read(what, '', 'news', 'g', '[x', '(z', 'ascending', 0, '')).to.deep.equal([0, 0]);
    }
    await publishNews();
    expect(await read('get', 9, 'news', 'a')).to.deep.equal([-1, 0]);
    expect(await read('get', '', 'alerts', 'a')).to.deep.equal([1, null]);
    expect(await read('keyed', '', 'alerts', 'a')).to.deep.equal([1, 0]);
    expect(await read('list', '', 'alerts', 'g', '[x', '(z', 'ascending', 0, '')).to.deep.equal([1, 0]);
    expect(await read('first', '', 'alerts', 'ascending', 'g', '[x', '(z')).to.deep.equal([1, null]);
    expect(await read('names', '', 'alerts', 'g')).to.deep.equal([1]);
  });
});

describe('content scripts on lost or unusual data', () => {
  const at = useFreshStore();
  const runOn = (name: 'readContent' | 'rollBackContent', ...args: Argument[]) =>
    run(at.opened.connections.bulk, name, [live], args);
  const publish = (id: number) => publishRecords(at.opened.store, { fighters: [rawFighter(id)] });

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
