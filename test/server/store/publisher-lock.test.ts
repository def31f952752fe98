import { expect } from 'chai';
import type { Command } from 'ioredis';
import { fighters } from '../../../contracts/content/collections/fighters.ts';
import { createPublisher, PublishInProgress, whilePublishing } from '../../../server/store/content/publish.ts';
import { defaultStoreSettings } from '../../../server/store/index.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { rawFighter } from '../../support/fixtures/records.ts';
import { startNode } from '../../support/redis/nodes.ts';
import { openStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

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
    await redis.client.del(lock);
    await redis.client.set('{content}:counter', '9007199254740990');
    expect(await take('r', 1, 'events'), 'all digits of a generation').to.equal('r 9007199254740991 events ');
    opened.close();
    await redis.close();
  });

  it('is taken for ten seconds, extended four times in them, and let go at the end', async () => {
    const redis = await startNode(await freePort(), ['save ""']);
    const opened = await openStore(redis.url);
    const { bulk } = opened.connections;
    const periods: string[] = [];
    const sendCommand = bulk.sendCommand.bind(bulk);
    bulk.sendCommand = (command: Command, ...more: []) => {
      if (command.args.includes(lock)) periods.push(String(command.args.at(command.args.includes('news') ? -3 : -1)));
      return sendCommand(command, ...more);
    };
    let tick: { every: number | undefined; callback: () => void } | undefined;
    const restore = replaceTimers('setInterval', 'content/publish.ts', (callback, every) => {
      tick = { every, callback };
      return undefined;
    });
    try {
      await whilePublishing(bulk, ['news'], true, async ({ check }) => {
        expect([tick?.every, periods]).to.deep.equal([2_500, ['10000']]);
        await redis.client.pexpire(lock, 900);
        tick?.callback();
        await eventually(async () => (await redis.client.pttl(lock)) > 900, 'it is extended');
        check();
        await redis.client.set(lock, 'of another');
        tick?.callback();
        const isLost = () => {
          try {
            check();
            return false;
          } catch (error) {
            return error instanceof PublishInProgress;
          }
        };
        await eventually(isLost, 'its holder learns that it was lost');
      });
      expect(periods).to.deep.equal(['10000', '10000', '10000', '0']);
      expect(await redis.client.get(lock), 'that of another stays').to.equal('of another');
    } finally {
      restore();
      opened.close();
      await redis.close();
    }
  });

  it('is held while three batches at most are under way, however many there are', async () => {
    const redis = await startNode(await freePort(), ['save ""']);
    const opened = await openStore(redis.url);
    const { bulk } = opened.connections;
    let [underWay, most, sent] = [0, 0, 0];
    const multi = bulk.multi.bind(bulk) as () => ReturnType<typeof bulk.multi>;
    Object.assign(bulk, {
      multi() {
        const batch = multi();
        const exec = batch.exec.bind(batch);
        batch.exec = async () => {
          sent++;
          most = Math.max(most, ++underWay);
          return exec().finally(() => underWay--);
        };
        return batch;
      },
    });
    // A batch is full with each record.
    const publish = createPublisher(bulk, defaultStoreSettings, { batchBytes: 1 });
    const records = Array.from({ length: 20 }, (_, id) => fighters.normalise(rawFighter(id + 1)));
    await publish(
      ['fighters'],
      records.map((record) => ({ collection: 'fighters', record }) as const),
    );
    expect([sent, most]).to.deep.equal([20, 3]);
    opened.close();
    await redis.close();
  });
});
