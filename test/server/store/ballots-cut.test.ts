import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { keys } from '../../../server/store/keys.ts';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { ballot, buckets, openFight, readOutcomes } from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { type Cut, startProxy } from '../../support/redis/proxy.ts';
import { openStore, productionDeadlines, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';

describe('a vote whose connection to Redis is cut', () => {
  let redis: TestNode;
  let opened: TestStore;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let voter: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url, { buckets });
    const { sha, lua } = scripts.castBallots;
    proxy = await startProxy(redis.port, sha, lua.slice(0, 60));
    voter = await openStore(proxy.url, { buckets, ...productionDeadlines });
    voter.useProductionTimeouts();
  });
  after(async () => {
    opened.close();
    voter.close();
    await proxy.close();
    await redis.close();
  });

  const isReady = () =>
    eventually(
      async () =>
        ![voter.connections.ballotConnection, voter.connections.reads].some((client) => client.status !== 'ready'),
      'both are connected',
    );

  /** Casts a separate vote for each cut, and compares outcomes with the stored votes. */
  async function castWith(cutsMade: readonly Cut[]) {
    const fightId = await openFight(opened);
    const outcomes: string[] = [];
    for (const [n, cut] of cutsMade.entries()) {
      await isReady();
      proxy.cutNext(cut);
      outcomes.push(
        ...(await readOutcomes([voter.store.votes.cast(ballot(fightId, `cut-${String(n).padStart(16, '0')}`))])),
      );
    }
    await sleep(300);
    const isStored = await Promise.all(
      cutsMade.map(
        async (_, n) =>
          (await opened.store.votes.find(ballot(fightId, `cut-${String(n).padStart(16, '0')}`))) !== undefined,
      ),
    );
    const count = (outcome: string, wanted: boolean) =>
      outcomes.filter((found, n) => found === outcome && isStored[n] === wanted).length;
    return {
      notCounted: outcomes.filter((found) => found === 'unavailable').length,
      notCountedYetCounted: count('unavailable', true),
      unknown: count('unknown', true) + count('unknown', false),
      unknownAndCounted: count('unknown', true),
      taken: count('created', true),
      lost: count('created', false),
    };
  }

  it('F06: is never reported as not counted after it was counted, at any byte of request and reply', async () => {
    // 330 bytes are sent for one vote and 40 come back; the first time it is the whole script.
    const every = Math.max(1, Math.round(23 / scaled(1)));
    const requests = Array.from({ length: Math.ceil(420 / every) }, (_, n) => ({ request: n * every }));
    const replies = Array.from({ length: 60 }, (_, n) => ({ reply: n })).filter(
      (_, n) => n % Math.max(1, Math.round(every / 6)) === 0,
    );
    const seen = await castWith([...requests, ...replies]);
    console.log(`F06: ${requests.length + replies.length} cuts:`, seen);
    expect(seen.notCountedYetCounted).to.equal(0);
    expect(seen.lost).to.equal(0);
    // Votes that were counted: without `unknown` a lost reply would be reported as not counted (control).
    expect(seen.unknownAndCounted + seen.taken).to.be.above(5);
  });

  it('F02: would be counted after its answer without the deadline (control)', async () => {
    const fightId = await openFight(opened);
    const patient = await openStore(proxy.url, { buckets, deadlineMs: 0 });
    patient.useProductionTimeouts();
    proxy.hold();
    const outcomes = await readOutcomes([patient.store.votes.cast(ballot(fightId, 'late-0000000000000000'))]);
    proxy.letGo();
    await eventually(
      async () => (await opened.connections.reads.hlen(keys.bucket(fightId, 0).tally)) >= 0,
      'Redis has run it',
    );
    await sleep(100);
    expect(outcomes).to.deep.equal(['unknown']);
    expect(await opened.store.votes.find(ballot(fightId, 'late-0000000000000000'))).not.to.equal(undefined);
    patient.close();
  });
});
