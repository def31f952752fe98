import { expect } from 'chai';
import { createLog } from '../../../server/processes/log.ts';
import { send } from '../../support/http/send.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

interface Line {
  requestId: string;
  reason: string;
  err: { message: string };
}

describe('the log of repeated failures', () => {
  it('L05: counts every failed request of an outage', async () => {
    const lines: Line[] = [];
    const unwritten = { repeated: 0, output: 0 };
    const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }, false, unwritten);
    const night = await startFightNight({ log }, productionDeadlines);
    night.useProductionTimeouts();
    try {
      process.kill(night.redis.pid, 'SIGSTOP');
      const startedMs = performance.now();
      let failed = 0;
      const ask = async () => {
        for (let count = 0; count < 25; count++) {
          if ((await send(night.url, 'GET', '/api/v1/us/events')).status === 503) failed++;
        }
      };
      await Promise.all(Array.from({ length: 40 }, ask));
      await eventually(() => lines.length + unwritten.repeated === failed, 'each is written or counted');
      const seconds = Math.ceil((performance.now() - startedMs) / 1_000);
      const causes = new Set(lines.map(({ err }) => err.message)).size;
      expect(lines.length).to.be.at.most(10 * causes * seconds);
      expect(failed).to.be.above(2 * lines.length);
      expect(new Set(lines.map(({ requestId }) => requestId)).size).to.equal(lines.length);
      expect(new Set(lines.map(({ reason }) => reason))).to.deep.equal(new Set(['store_away']));
    } finally {
      process.kill(night.redis.pid, 'SIGCONT');
      await night.close();
    }
  });
});
