import { expect } from 'chai';
import { isRunning } from '../../../server/store/redis/embedded/lock.ts';
import { startNode, type TestNode } from '../../../test/support/redis/nodes.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import { freePort } from '../../../test/support/run/ports.ts';
import { buildFaultyMachine, type FaultyMachine } from '../system/faulty-machine.ts';

describe('the machine of npm --prefix lab run chaos', () => {
  let machine: FaultyMachine;
  let redis: TestNode;
  before(async () => {
    machine = await buildFaultyMachine();
    const settings = ['appendonly yes', 'appendfsync always', 'save ""'];
    redis = await startNode(await freePort(), settings, { environment: machine.environment });
  });
  after(async () => {
    await redis.close();
    machine.close();
  });

  const losePower = async () => {
    await redis.kill();
    await redis.start();
  };

  it('keeps what was synced when it loses power, and loses what was not (control)', async () => {
    await redis.client.set('synced', '1');
    await losePower();
    expect(await redis.client.get('synced')).to.equal('1');

    await redis.client.config('SET', 'appendfsync', 'no');
    for (let nth = 0; nth < 50; nth++) await redis.client.set(`only written ${nth}`, '1');
    await losePower();
    expect(await redis.client.keys('*')).to.deep.equal(['synced']);
  });

  it('sets the clock of Redis, forward and back, and leaves that of this process', async () => {
    const offMs = async () => {
      const [seconds, microseconds] = await redis.client.time();
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000 - Date.now();
    };
    for (const wantedMs of [3_600_000, -1_500, 0]) {
      machine.setClock(wantedMs);
      // A busy machine may take long for an answer.
      expect((await offMs()) - wantedMs).to.be.within(-1_000, 1_000);
    }
  });

  it('lets no write be acknowledged while fsync fails: Redis ends', async () => {
    machine.setFsyncFails(true);
    const { pid } = redis;
    const answer = await redis.client.set('unsynced', '1').catch((error: Error) => error);
    expect(answer).to.be.instanceOf(Error);
    await eventually(() => !isRunning(pid), 'Redis ends');
    machine.setFsyncFails(false);
    await redis.start();
    expect(await redis.client.exists('unsynced')).to.equal(0);
  });
});
