import { expect } from 'chai';
import { allBuckets } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { ann, ballot, bob, buckets, openFight, readOutcomes } from '../../support/redis/ballots.ts';
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

  /** Votes of round 1 by fighter. */
  const counted = async (fightId: number) =>
    Object.fromEntries((await opened.store.votes.tallies([fightId]))[0]?.get(1) ?? []);

  it('counts exactly over all buckets', async () => {
    const fightId = await openFight(opened);
    const casts = Array.from({ length: 2000 }, (_, n) =>
      opened.store.votes.cast(ballot(fightId, `client-${n}-0123456789`, n % 3 === 0 ? 11 : 12)),
    );
    await Promise.all(casts);
    expect(await counted(fightId)).to.deep.equal({ 11: 667, 12: 1333 });
    const voteKeys = allBuckets(buckets).map((bucket) => keys.bucket(fightId, bucket).votes(1));
    const stored = await Promise.all(voteKeys.map((key) => opened.connections.reads.hvals(key)));
    expect(stored.flat().filter((vote) => vote.startsWith('11|'))).to.have.length(667);
    const [first, second] = await opened.store.votes.tallies([fightId, 1]);
    expect([first?.size, second?.size]).to.deep.equal([1, 0]);
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
      const [tally] = await sliced.store.votes.tallies([fightId]);
      expect(Object.fromEntries(tally?.get(1) ?? [])).to.deep.equal({ 11: 0, 12: 2 });
      expect(proxy.slices).to.be.above(50);
    } finally {
      sliced.close();
      await proxy.close();
    }
  });
});
