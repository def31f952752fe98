import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { audit, figures, keepVigil, longestGapMs, refusals, shownVotes } from '../../support/load/load-monitor.ts';
import { until } from '../../support/redis/nodes.ts';
import { hurried } from '../../support/redis/redis.ts';
import { startSentinels, type TestSentinels } from '../../support/redis/sentinel.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';

/** Two seconds are the Sentinels' own; a busy machine may need more. */
const longestOutageMs = 15_000;
/** Within 300 ms, but for a busy machine. */
const slowRefusalMs = 1_000;

describe('when the master of a Sentinel group fails', function () {
  this.timeout(90_000);
  let sentinels: TestSentinels;
  let night: Night;
  beforeEach(async () => {
    sentinels = await startSentinels();
    night = await startNightAt(sentinels.url, {}, hurried);
    night.hurry();
  });
  afterEach(async () => {
    await night.close();
    await sentinels.close();
  });

  const faults: [string, string, 'SIGKILL' | 'SIGSTOP'][] = [
    ['F17', 'is killed', 'SIGKILL'],
    ['F18', 'hangs, and wakes up when another is master', 'SIGSTOP'],
  ];
  for (const [id, title, signal] of faults) {
    it(`${id}: votes go on when it ${title}; reads never stop, none is counted twice`, async () => {
      const old = await sentinels.master();
      const vigil = await keepVigil(night);
      await vigil.counted(0);
      await sleep(500);
      if (signal === 'SIGKILL') await old.kill();
      else old.signal('SIGSTOP');
      await until('another is master', async () => (await sentinels.master()) !== old);
      await vigil.counted(performance.now());
      if (signal === 'SIGSTOP') {
        old.signal('SIGCONT');
        await until('the old one is a replica', async () =>
          (await old.client.info('replication')).includes('role:slave'),
        );
        await vigil.counted(performance.now());
      }
      await sleep(300);
      await vigil.stop();

      const outageMs = longestGapMs(vigil.votes);
      const audited = await audit(night, vigil.votes);
      console.log(`${id}: votes out for ${Math.round(outageMs)} ms; ${figures(vigil, audited)}`);
      expect(outageMs).to.be.below(longestOutageMs);
      expect(refusals(vigil.votes).medianMs).to.be.below(slowRefusalMs);
      expect(vigil.votes.every(({ status }) => status === 201 || status === 503)).to.equal(true);
      expect(vigil.reads.every(({ status }) => status === 200)).to.equal(true);
      expect(vigil.reads.some(({ isStale }) => isStale)).to.equal(true);
      expect(audited.doubled).to.equal(0);
      await until('the tally is shown', async () => (await shownVotes(night)) === audited.tally);
    });
  }
});
