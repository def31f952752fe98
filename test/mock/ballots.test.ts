import { expect } from 'chai';
import fc from 'fast-check';
import { type Ballots, castScore, castVote, countVotes, noBallots, sumScores } from '../../contracts/rules/ballots.ts';
import { feed, ids, world } from '../../contracts/world/index.ts';
import { publishRecords } from '../../server/content/publish.ts';
import type { TestNode } from '../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../support/redis/redis.ts';

const fights = [ids.fightInProgress, ids.closedFight, ids.upcomingFight];
const statids = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid];

const ballot = fc.record({
  fightId: fc.constantFrom(...fights),
  roundNumber: fc.integer({ min: 1, max: 3 }),
  clientId: fc.constantFrom('ballot-client-001', 'ballot-client-002', 'ballot-client-003'),
});
const step = fc.oneof(
  fc.tuple(ballot, fc.constantFrom(...statids)).map(([place, fighterStatid]) => ({ ...place, fighterStatid })),
  fc
    .tuple(ballot, fc.integer({ min: 9, max: 10 }), fc.integer({ min: 9, max: 10 }))
    .map(([place, fighter1Score, fighter2Score]) => ({ ...place, fighter1Score, fighter2Score })),
);

describe('ballots: mock and server', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url, { changesPerTenSeconds: 0 });
    await publishRecords(opened.store, world);
    for (const update of [feed.event, ...feed.bouts]) await opened.store.live.update(update);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  it('give the same outcomes and tallies', async () => {
    const { store } = opened;
    const state = await store.live.event(ids.liveEventStatid);
    const statidOf = new Map([
      [ids.fightInProgress, ids.fightInProgressStatid],
      [ids.closedFight, ids.closedFightStatid],
      [ids.upcomingFight, ids.upcomingFightStatid],
    ]);
    const windowOf = (fightId: number, round: number) =>
      state?.windows.bouts[String(statidOf.get(fightId as typeof ids.closedFight))]?.rounds[round];
    const steps = fc.sample(step, { numRuns: 600, seed: 5 });
    let ballots: Ballots = noBallots;
    const seen = new Map<string, number>();
    for (const one of steps) {
      const window = windowOf(one.fightId, one.roundNumber);
      const nowMs = Date.now();
      const isVote = 'fighterStatid' in one;
      const here = isVote ? castVote(ballots, one, window, nowMs) : castScore(ballots, one, window, nowMs);
      const there = isVote ? await store.votes.cast(one) : await store.scoring.cast(one);
      expect(there.outcome, JSON.stringify(one)).to.equal(here.outcome);
      if ('ballots' in here) ballots = here.ballots;
      const key = `${isVote ? 'vote' : 'score'} ${here.outcome}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).to.deep.equal(
      ['closed', 'created', 'not-opened', 'same']
        .flatMap((outcome) => [`score ${outcome}`, `vote ${outcome}`])
        .concat('vote moved', 'score replaced')
        .sort(),
    );
    const [votes, sums] = [await store.votes.tallies(fights), await store.scoring.sums(fights)];
    for (const [index, id] of fights.entries()) {
      // A tally in Redis also has fighters whose last vote has moved.
      const stored = [...(votes[index] ?? [])].map(([round, counts]) => [
        round,
        new Map([...counts].filter(([, n]) => n > 0)),
      ]);
      expect(new Map(stored as [number, Map<number, number>][])).to.deep.equal(countVotes(ballots, id));
      expect(sums[index]).to.deep.equal(sumScores(ballots, id));
    }
  });
});
