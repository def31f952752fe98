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

  /** Casts one vote by itself for each cut, and looks in the end what stands. */
  async function castWith(cutsMade: readonly Cut[]) {
    const fightId = await openFight(opened);
    const told: string[] = [];
    for (const [n, cut] of cutsMade.entries()) {
      await isReady();
      proxy.cutNext(cut);
      told.push(
        ...(await readOutcomes([voter.store.votes.cast(ballot(fightId, `cut-${String(n).padStart(16, '0')}`))])),
      );
    }
    await sleep(300);
    const stands = await Promise.all(
      cutsMade.map(
        async (_, n) =>
          (await opened.store.votes.find(ballot(fightId, `cut-${String(n).padStart(16, '0')}`))) !== undefined,
      ),
    );
    const of = (outcome: string, isThere: boolean) =>
      told.filter((one, n) => one === outcome && stands[n] === isThere).length;
    return {
      notCounted: told.filter((one) => one === 'unavailable').length,
      notCountedYetCounted: of('unavailable', true),
      unknown: of('unknown', true) + of('unknown', false),
      unknownAndCounted: of('unknown', true),
      taken: of('created', true),
      lost: of('created', false),
    };
  }

  it('F06: is told "not counted" at no byte of request and reply where it was counted', async () => {
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
    // Today's words for them, before there were others, would have been wrong (control).
    expect(seen.unknownAndCounted + seen.taken).to.be.above(5);
  });

  it('F02: would be counted after it was answered without the deadline (control)', async () => {
    const fightId = await openFight(opened);
    const patient = await openStore(proxy.url, { buckets, deadlineMs: 0 });
    patient.useProductionTimeouts();
    proxy.hold();
    const told = await readOutcomes([patient.store.votes.cast(ballot(fightId, 'late-0000000000000000'))]);
    proxy.letGo();
    await eventually(
      async () => (await opened.connections.reads.hlen(keys.bucket(fightId, 0).tally)) >= 0,
      'Redis has run it',
    );
    await sleep(100);
    expect(told).to.deep.equal(['unknown']);
    expect(await opened.store.votes.find(ballot(fightId, 'late-0000000000000000'))).not.to.equal(undefined);
    patient.close();
  });
});
