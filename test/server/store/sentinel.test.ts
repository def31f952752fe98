import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  auditVotes,
  longestGapMs,
  readShownVotes,
  startLoadMonitor,
  timeRefusals,
} from '../../support/load/load-monitor.ts';
import { until } from '../../support/redis/nodes.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { startSentinels, type TestSentinels } from '../../support/redis/sentinel.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';

/** Two seconds are the Sentinels' own; a busy machine may need more. */
const longestOutageMs = 15_000;
/** Within 300 ms, but for a busy machine. */
const slowRefusalMs = 1_000;

describe('when the master of a Sentinel group fails', () => {
  let sentinels: TestSentinels;
  let night: Night;
  beforeEach(async () => {
    sentinels = await startSentinels();
    night = await startNightAt(sentinels.url, {}, productionDeadlines);
    night.useProductionTimeouts();
  });
  afterEach(async () => {
    await night.close();
    await sentinels.close();
  });

  const failures: [string, string, 'SIGKILL' | 'SIGSTOP'][] = [
    ['F17', 'is killed', 'SIGKILL'],
    ['F18', 'hangs, and returns as a replica', 'SIGSTOP'],
  ];
  for (const [id, title, signal] of failures) {
    it(`${id}: continues when it ${title}`, async () => {
      const old = await sentinels.master();
      const monitor = await startLoadMonitor(night);
      await monitor.waitUntilCounted(0);
      await sleep(500);
      if (signal === 'SIGKILL') await old.kill();
      else old.signal('SIGSTOP');
      await until('another is master', async () => (await sentinels.master()) !== old);
      await monitor.waitUntilCounted(performance.now());
      if (signal === 'SIGSTOP') {
        old.signal('SIGCONT');
        await until('the old one is a replica', async () =>
          (await old.client.info('replication')).includes('role:slave'),
        );
        await monitor.waitUntilCounted(performance.now());
      }
      await sleep(300);
      await monitor.stop();

      const outageMs = longestGapMs(monitor.votes);
      const audited = await auditVotes(night, monitor.votes);
      expect(outageMs).to.be.below(longestOutageMs);
      expect(timeRefusals(monitor.votes).medianMs).to.be.below(slowRefusalMs);
      expect(monitor.votes.every(({ status }) => status === 201 || status === 503)).to.equal(true);
      expect(monitor.reads.every(({ status }) => status === 200)).to.equal(true);
      expect(monitor.reads.some(({ isStale }) => isStale)).to.equal(true);
      expect(audited.doubled).to.equal(0);
      await until('the tally is shown', async () => (await readShownVotes(night)) === audited.tally);
    });
  }
});
