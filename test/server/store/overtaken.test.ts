import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { Batches } from '../../../server/store/ballots/batches.ts';
import { createVotes } from '../../../server/store/ballots/votes.ts';
import { defaultStoreSettings } from '../../../server/store/index.ts';
import type { Ahead, RedisClocks } from '../../../server/store/redis/clock.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { ann, ballot, buckets, openFight, readOutcomes } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startProxy } from '../../support/redis/proxy.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { scaled } from '../../support/run/scale.ts';

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

  /** Votes of a server with the given estimate of Redis' clock. */
  function votesBy({ connections }: TestStore, ahead: () => Ahead) {
    const clock = { known: ahead, observe: () => undefined, restart: () => undefined };
    const settings = { ...defaultStoreSettings, buckets, deadlineMs: 0, changesPerTenSeconds: 0 };
    const clocks = { of: () => clock } as unknown as RedisClocks;
    return createVotes({
      reads: opened.connections.reads,
      settings,
      batches: new Batches(connections.ballotConnection, clocks, settings),
      content: opened.store.content,
    });
  }

  /** Delays one vote on its way to Redis while another of the client is acknowledged. */
  async function delayVote(votes: typeof opened.store.votes) {
    const fightId = await openFight(opened);
    // Each reply narrows the estimate of Redis' clock: the delay must be longer than what is left open, on a busy machine too.
    for (let voter = 0; voter < 20; voter++) await votes.cast(ballot(fightId, `early-voter-${10_000 + voter}`, 13, 2));
    proxy.hold();
    const delayed = votes.cast(ballot(fightId, ann, 11));
    await sleep(300);
    expect((await opened.store.votes.cast(ballot(fightId, ann, 12))).outcome).to.equal('created');
    proxy.letGo();
    const [outcome] = await readOutcomes([delayed]);
    const [tally] = await opened.store.votes.tallies([fightId]);
    return { outcome, counts: Object.fromEntries(tally?.get(1) ?? []) };
  }

  it('I04: does not replace a later acknowledged vote', async () => {
    expect(await delayVote(slow.store.votes)).to.deep.equal({ outcome: 'moved', counts: { 12: 1 } });
  });

  it('control: replaces it without the upper bound', async () => {
    const votes = votesBy(slow, () => ({ least: -5, most: Number.MAX_SAFE_INTEGER }));
    expect(await delayVote(votes)).to.deep.equal({ outcome: 'moved', counts: { 11: 1, 12: 0 } });
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

  it('never yields to earlier votes, with any clock estimate', async () => {
    const fightId = await openFight(opened);
    let moved = 0;
    // Exact estimates, and estimates that are hours off on either side.
    const error = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000_000));
    const runs = fc.array(fc.record({ below: error, above: error }), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(runs, async (estimates) => {
        for (const [n, { below, above }] of estimates.entries()) {
          // This machine has one clock, so the difference is 0; clocks are truncated to a millisecond.
          const votes = votesBy(n % 2 ? slow : opened, () => ({ least: -1 - below, most: 1 + above }));
          const fighter = 11 + (moved % 2);
          await votes.cast(ballot(fightId, ann, fighter));
          expect(await opened.store.votes.find(ballot(fightId, ann, fighter))).not.to.equal(undefined);
          moved++;
        }
      }),
      { numRuns: scaled(40), seed: 2031 },
    );
  });
});
