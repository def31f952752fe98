import { expect } from 'chai';
import { ann, ballot, bob, buckets, openFight, readOutcomes, readVotes } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startProxy } from '../../support/redis/proxy.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('store.votes', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url, { buckets, changesPerTenSeconds: 0 });
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  it('F05: reads replies in pieces of one byte', async () => {
    const proxy = await startProxy(redis.port);
    const sliced = await openStore(proxy.url, { buckets });
    try {
      const fightId = await openFight(opened);
      proxy.slice();
      const casts = [ballot(fightId, ann, 11), ballot(fightId, bob, 12), ballot(fightId, ann, 12)];
      const outcomes = await readOutcomes(casts.map((one) => sliced.store.votes.cast(one)));
      expect(outcomes).to.deep.equal(['created', 'created', 'moved']);
      const [tally] = await readVotes(sliced.store, [fightId]);
      expect(Object.fromEntries(tally?.get(1) ?? [])).to.deep.equal({ 11: 0, 12: 2 });
      expect(proxy.slices).to.be.above(50);
    } finally {
      sliced.close();
      await proxy.close();
    }
  });
});
