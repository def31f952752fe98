import { expect } from 'chai';
import { run } from '../../../server/store/redis/scripts.ts';
import { startNode } from '../../support/redis/nodes.ts';
import { openStore } from '../../support/redis/redis.ts';
import { freePort } from '../../support/run/ports.ts';

const lock = '{content}:publishing';

describe('the lock of a publisher', () => {
  it('is taken, extended and released by one publisher at a time', async () => {
    const redis = await startNode(await freePort(), ['save ""']);
    const opened = await openStore(redis.url);
    const { bulk } = opened.connections;
    await bulk.connect();
    const take = (id: string, writes: 0 | 1, ...names: string[]) =>
      run(bulk, 'lockContent', [lock, '{content}:counter'], [id, 60_000, writes, ...names]);
    const touch = (token: string, ms: number) => run(bulk, 'touchLock', [lock], [token, ms]);
    expect(await take('p', 1, 'news', 'alerts')).to.equal('p 1 news alerts ');
    expect(await take('q', 1, 'events'), 'another has it').to.equal(null);
    expect(await redis.client.mget(lock, '{content}:counter')).to.deep.equal(['p 1 news alerts ', '1']);
    expect(await touch('q 2 events ', 0)).to.equal(0);
    expect(await redis.client.get(lock)).to.equal('p 1 news alerts ');
    expect(await touch('p 1 news alerts ', 90_000)).to.equal(1);
    expect(await redis.client.pttl(lock)).to.be.within(60_001, 90_000);
    expect(await touch('p 1 news alerts ', 0)).to.equal(1);
    expect(await redis.client.exists(lock)).to.equal(0);
    expect(await take('q', 0, 'events'), 'without a generation').to.equal('q 0 events ');
    expect(await redis.client.get('{content}:counter')).to.equal('1');
    expect(await touch('p 1 news alerts ', 90_000), 'it was lost').to.equal(0);
    opened.close();
    await redis.close();
  });
});
