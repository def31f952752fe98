import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { ann, ballot, buckets, openFight, readOutcomes, readVotes } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startProxy } from '../../support/redis/proxy.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('a delayed vote', () => {
  let redis: TestNode;
  let opened: TestStore;
  let slow: TestStore;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url, { buckets });
    proxy = await startProxy(redis.port, scripts.castBallots.sha);
    slow = await openStore(proxy.url, { buckets });
  });
  after(async () => {
    slow.close();
    opened.close();
    await proxy.close();
    await redis.close();
  });

  it('I04: does not replace a later acknowledged vote', async () => {
    const { votes } = slow.store;
    const fightId = await openFight(opened);
    // Each reply narrows the estimate of Redis' clock: the delay must be longer than what is left open, on a busy machine too.
    for (let voter = 0; voter < 20; voter++) await votes.cast(ballot(fightId, `early-voter-${10_000 + voter}`, 13, 2));
    proxy.hold();
    const delayed = votes.cast(ballot(fightId, ann, 11));
    await sleep(300);
    expect((await opened.store.votes.cast(ballot(fightId, ann, 12))).outcome).to.equal('created');
    proxy.letGo();
    expect(await readOutcomes([delayed])).to.deep.equal(['moved']);
    const [tally] = await readVotes(opened.store, [fightId]);
    expect(Object.fromEntries(tally?.get(1) ?? [])).to.deep.equal({ 12: 1 });
  });

  it('replaces an earlier vote', async () => {
    const fightId = await openFight(opened);
    proxy.hold();
    const early = slow.store.votes.cast(ballot(fightId, ann, 11));
    await sleep(20);
    const late = slow.store.votes.cast(ballot(fightId, ann, 12));
    await sleep(50);
    proxy.letGo();
    expect(await readOutcomes([early, late])).to.deep.equal(['created', 'moved']);
    expect(await opened.store.votes.find(ballot(fightId, ann, 12))).not.to.equal(undefined);
  });
});
