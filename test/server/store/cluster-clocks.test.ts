import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { allBuckets, bucketOf } from '../../../server/store/ballots/buckets.ts';
import type { Votes } from '../../../server/store/ballots/votes.ts';
import { keys } from '../../../server/store/keys.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { openStore, productionDeadlines, type TestStore } from '../../support/redis/redis.ts';
import { buildSkew, type Skew } from '../../support/redis/skew.ts';

const { buckets } = defaultStoreSettings;
const skewsMs = [0, -10_000, 10_000];
const fightId = 88_001;

const voters = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-of-three-clocks-${n}`);
const tallyOf = (clientId: string) => keys.bucket(fightId, bucketOf(clientId, buckets)).tally;

describe('F25: masters whose clocks are 10 s apart', () => {
  let skew: Skew | undefined;
  let cluster: TestCluster;
  let opened: TestStore;
  before(async () => {
    // Clocks are set apart by a library preloaded into Redis.
    skew = await buildSkew();
    cluster = await startCluster({ environments: skewsMs.map(skew.by) });
    opened = await openStore(cluster.url);
    for (const bucket of allBuckets(buckets)) {
      await run(opened.connections.writes, 'openRounds', [keys.bucket(fightId, bucket).windows], ['', 1, 1000, '']);
    }
  });
  after(async () => {
    opened?.close();
    await cluster?.close();
    await skew?.close();
  });

  const castAll = (votes: Votes, clients: readonly string[]) =>
    Promise.allSettled(clients.map((clientId) => votes.cast({ fightId, roundNumber: 1, fighterStatid: 11, clientId })));
  const refusedOf = (casts: readonly PromiseSettledResult<unknown>[]) =>
    casts.filter(({ status }) => status === 'rejected').length;
  const counted = async () => {
    const [tally] = await readVotes(opened.store, [fightId]);
    return tally?.get(1)?.get(11) ?? 0;
  };

  it('accept every vote', async () => {
    const before = await counted();
    const casts = await castAll(opened.store.votes, voters(300, 'voter'));
    expect(refusedOf(casts)).to.equal(0);
    expect((await counted()) - before).to.equal(300);
  });

  for (const [index, skewMs] of skewsMs.entries()) {
    it(`F02: count no refused vote while ${skewMs / 1000} s hangs`, async () => {
      const master = cluster.masters[index];
      if (!master) throw new Error('There is no such master.');
      const clients = voters(400, `paused-${index}`).filter((id) => cluster.masterOf(slotOf(tallyOf(id))) === master);
      const own = await openStore(cluster.url, productionDeadlines);
      // So that it has observed the clocks, and sends what it then gives up.
      await castAll(own.store.votes, voters(30, `warm-${index}`));
      own.useProductionTimeouts();
      const before = await counted();
      master.signal('SIGSTOP');
      const casts = await castAll(own.store.votes, clients);
      master.signal('SIGCONT');
      await sleep(600);
      own.close();
      const more = (await counted()) - before;
      expect(clients.length).to.be.above(50);
      expect({ refused: refusedOf(casts), more }).to.deep.equal({ refused: clients.length, more: 0 });
    });
  }
});
