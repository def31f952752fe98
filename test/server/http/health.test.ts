import { expect } from 'chai';
import { json, send } from '../../support/http/send.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

describe('GET /health', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  const ask = () => send(night.url, 'GET', '/api/v1/us/health');
  /** Synced writes of Redis so far: a check of the store has one. */
  async function countWrites(): Promise<number> {
    const stats = await night.writes.info('commandstats');
    return Number(/^cmdstat_set:calls=(\d+)/m.exec(stats)?.[1] ?? 0);
  }

  it('has the time of the server', async () => {
    expect(Date.parse(json(await ask()).time)).to.be.closeTo(Date.now(), 5_000);
  });

  it('checks the store once per 250 ms', async () => {
    const before = await countWrites();
    const startMs = performance.now();
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all(Array.from({ length: 30 }, ask));
      expect(replies.map((reply) => json(reply).status)).to.deep.equal(replies.map(() => 'ok'));
    }
    const maxChecks = Math.floor((performance.now() - startMs) / 250) + 1;
    expect((await countWrites()) - before).to.be.within(1, maxChecks);
  });

  it('is degraded while Redis hangs, down while the server stops', async () => {
    night.useProductionTimeouts();
    const becomes = (status: string) => eventually(async () => json(await ask()).status === status, status);
    process.kill(night.redis.pid, 'SIGSTOP');
    try {
      await becomes('degraded');
      const degraded = await ask();
      expect([degraded.status, degraded.headers['retry-after']]).to.deep.equal([200, undefined]);
      night.server.setDraining(true);
      const down = await ask();
      expect([down.status, json(down).status]).to.deep.equal([503, 'down']);
      expect(down.headers['retry-after']).to.match(/^[12]$/);
      night.server.setDraining(false);
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
    }
    await becomes('ok');
  });
});
