import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
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

  const clientOf = (kind: string, n: number) => `${kind}-${String(n).padStart(16, '0')}`;

  /**
   * Casts a separate vote for each cut, and one more at once, which finds no connection; compares outcomes with the
   * stored votes. The vote before each cut makes the script known, so that the cut one is as short as most are.
   */
  async function castWith(cutsMade: readonly Cut[]) {
    const fightId = await openFight(opened);
    const seen: { client: string; outcome: string }[] = [];
    const cast = async (client: string) => {
      const [outcome = ''] = await readOutcomes([voter.store.votes.cast(ballot(fightId, client))]);
      seen.push({ client, outcome });
      return outcome;
    };
    const before = proxy.done;
    let n = 0;
    for (const cut of cutsMade) {
      const cutBefore = proxy.done;
      // On a busy machine a vote is given up before it is sent, so that there is nothing to cut: then it is another's turn,
      // once votes are counted again.
      const isCut = async () => {
        await isReady();
        await eventually(async () => (await cast(clientOf('known', n++))) === 'created', 'a vote is counted');
        proxy.cutNext(cut);
        await cast(clientOf('cut', n));
        await cast(clientOf('away', n));
        proxy.cutNext(undefined);
        return proxy.done > cutBefore;
      };
      await eventually(isCut, 'a vote is cut');
    }
    await sleep(300);
    const results = await Promise.all(
      seen.map(async ({ client, outcome }) => {
        const isStored = (await opened.store.votes.find(ballot(fightId, client))) !== undefined;
        return `${client.split('-')[0]} ${outcome} ${isStored ? 'and' : 'but not'} stored`;
      }),
    );
    const counts: Record<string, number> = {};
    for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
    return { cutOff: proxy.done - before, counts };
  }

  it('F06: is never reported as uncounted once it was counted', async () => {
    // 330 bytes are sent for one vote and 40 come back.
    const every = Math.max(1, Math.round(23 / scaled(1)));
    const requests: Cut[] = Array.from({ length: Math.ceil(420 / every) }, (_, n) => ({ request: n * every }));
    // All but its last byte.
    requests.push({ request: -1 });
    const replies: Cut[] = Array.from({ length: 60 }, (_, n) => ({ reply: n })).filter(
      (_, n) => n % Math.max(1, Math.round(every / 6)) === 0,
    );
    const [ofRequests, ofReplies] = [await castWith(requests), await castWith(replies)];
    console.log('F06: cut requests:', ofRequests, 'cut replies:', ofReplies);
    for (const [{ cutOff, counts }, cuts] of [
      [ofRequests, requests],
      [ofReplies, replies],
    ] as const) {
      expect(cutOff).to.equal(cuts.length);
      const isWrong = (result: string) => /unavailable and stored|created but not stored/.test(result);
      expect(Object.keys(counts).filter(isWrong)).to.deep.equal([]);
      // What was never sent is known not to be counted: not every failure is of unknown outcome.
      expect(counts['away unavailable but not stored'] ?? 0).to.be.above(cuts.length / 2);
    }
    // Only a request that arrived whole was counted, and its caller could not know which it was.
    const unknown = ({ counts }: typeof ofRequests) => [
      counts['cut unknown and stored'] ?? 0,
      counts['cut unknown but not stored'] ?? 0,
    ];
    expect(Math.min(...unknown(ofRequests))).to.be.above(0);
    expect(unknown(ofReplies)[0]).to.be.above(replies.length / 2);
  });
});
