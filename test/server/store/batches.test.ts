import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { AdaptiveLimit } from '../../../server/limits/adaptive-limit.ts';
import { bucketOf } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import {
  ann,
  ballot,
  bob,
  buckets,
  card,
  cleo,
  clientsInBucket,
  dee,
  openFight,
  readOutcomes,
  readScores,
  readVotes,
} from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('ballots of one turn of the event loop', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url, { buckets });
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  const bucketKeys = (fightId: number) => keys.bucket(fightId, 0);
  const votesOf = async (fightId: number, roundNumber = 1) => {
    const [tally] = await opened.store.votes.versioned([fightId]);
    return { version: tally?.version, counts: Object.fromEntries(tally?.counts.get(roundNumber) ?? []) };
  };

  it('are checked against the bout of each', async () => {
    const fightId = await openFight(opened);
    const { windows } = keys.bucket(fightId, 0);
    await run(opened.connections.writes, 'openRounds', [windows], ['811/6411', 4, 1000, '']);
    await run(opened.connections.writes, 'openRounds', [windows], ['811/6412', 5, 1000, '']);
    const cast = (client: string, bout: string, round: number) =>
      opened.store.votes.cast({ ...ballot(fightId, client, 11, round), bout });
    const casts = [
      cast(ann, '811/6411', 4),
      cast(bob, '811/6412', 5),
      cast(cleo, '811/6411', 5),
      cast(dee, '811/6412', 4),
    ];
    expect(await readOutcomes(casts)).to.deep.equal(['created', 'created', 'not-opened', 'not-opened']);
  });

  it('are processed in the order of arrival', async () => {
    const { store, close } = await openStore(redis.url, { buckets, changesPerTenSeconds: 0 });
    const fightId = await openFight(opened);
    const casts: Promise<{ outcome: string }>[] = [];
    for (let turn = 0; turn < 20; turn++) {
      for (const statid of [11, 12, 11, 12, 13]) casts.push(store.votes.cast(ballot(fightId, ann, statid)));
      await nextTurn();
    }
    expect(await readOutcomes(casts)).to.deep.equal(['created', ...Array.from({ length: 99 }, () => 'moved')]);
    close();
    expect(await votesOf(fightId)).to.deep.equal({ version: 100, counts: { 11: 0, 12: 0, 13: 1 } });
  });

  it('have the same result as one by one', async () => {
    const { store, connections, close } = await openStore(redis.url, { buckets, changesPerTenSeconds: 5 });
    const casts = fc.array(
      fc.record({
        isVote: fc.boolean(),
        client: fc.constantFrom(...clientsInBucket(3), ...clientsInBucket(2, 5)),
        round: fc.constantFrom(1, 1, 2, 2, 3, 4),
        choice: fc.constantFrom(8, 9, 10),
      }),
      { minLength: 10, maxLength: 40 },
    );
    type Cast = typeof casts extends fc.Arbitrary<(infer C)[]> ? C : never;
    const cast = (fightId: number, { isVote, client, round, choice }: Cast) =>
      isVote
        ? store.votes.cast(ballot(fightId, client, choice, round))
        : store.scoring.cast(card(fightId, client, choice, round));
    /** Votes and tallies without their moments. */
    const storedOf = async (fightId: number) =>
      Promise.all(
        [0, 5].flatMap((number) => {
          const bucket = keys.bucket(fightId, number);
          const hashes = [
            bucket.tally,
            bucket.scoreTally,
            ...[1, 2].flatMap((r) => [bucket.votes(r), bucket.scores(r)]),
          ];
          const counters = clientsInBucket(3, number).map((client) => connections.reads.get(bucket.rate(client)));
          const contents = hashes.map(async (key) =>
            Object.entries(await connections.reads.hgetall(key))
              .filter(([field]) => field !== 'announced')
              .map(([field, value]) => [field, value.replace(/\|\d{6,}$/, '')])
              .sort(),
          );
          return [...counters, ...contents];
        }),
      );
    await fc.assert(
      fc.asyncProperty(casts, async (sequence) => {
        const [together, apart] = [await openFight(opened), await openFight(opened)];
        // Votes and scorecards are sent separately, so only those of one kind keep their order.
        const sorted = [...sequence.filter(({ isVote }) => isVote), ...sequence.filter(({ isVote }) => !isVote)];
        const one = Promise.all(sorted.map((step) => cast(together, step)));
        const other = [];
        for (const step of sorted) other.push(await cast(apart, step));
        const known = ({ outcome, changes }: { outcome: string; changes?: { left: number } }) => [
          outcome,
          changes?.left,
        ];
        expect((await one).map(known)).to.deep.equal(other.map(known));
        expect(await storedOf(together)).to.deep.equal(await storedOf(apart));
      }),
      { numRuns: 30 },
    );
    close();
  });

  it('are refused above the limit of waiting ballots', async () => {
    const limit = new AdaptiveLimit({ min: 100, max: 100, start: 100, targetMs: 8_000 });
    const { store, close } = await openStore(redis.url, { buckets }, limit);
    const fightId = await openFight(opened);
    process.kill(redis.pid, 'SIGSTOP');
    const casts = clientsInBucket(150).map((client) => store.votes.cast(ballot(fightId, client)));
    // Redis does not answer now, so these were not sent.
    const refused = await readOutcomes(casts.slice(100)).finally(() => process.kill(redis.pid, 'SIGCONT'));
    expect(new Set(refused)).to.deep.equal(new Set(['unavailable']));
    expect(new Set(await readOutcomes(casts.slice(0, 100)))).to.deep.equal(new Set(['created']));
    expect((await store.votes.cast(ballot(fightId, ann))).outcome).to.equal('same');
    expect(await votesOf(fightId)).to.deep.equal({ version: 100, counts: { 11: 100 } });
    close();
  });

  /** All data that a vote of Bob for fighter 12 changes, except the version, which others change too. */
  const readBobsData = (fightId: number) => {
    const { reads } = opened.connections;
    const { votes, tally, rate } = bucketKeys(fightId);
    const count = reads.hget(tally, '1:12').catch(() => 'wrong type');
    return Promise.all([reads.hget(votes(1), bob), count, reads.dump(rate(bob))]);
  };

  const { hset, lpush, set } = {
    hset: (key: string, field: string, value: string) => opened.connections.writes.hset(key, field, value),
    lpush: (key: string) => opened.connections.writes.lpush(key, 'x'),
    set: (key: string) => opened.connections.writes.set(key, 'x'),
  };
  const taken = ['created', 'created', 'created', 'created'];
  /** The outcome of Bob's ballot, or of Cleo's, which is of round 2; the others are taken. */
  const bobs = (outcome: string) => ['created', outcome, 'created', 'created'];
  const cleos = (outcome: string) => ['created', 'created', outcome, 'created'];
  type Bucket = ReturnType<typeof bucketKeys>;
  for (const [what, spoil, votes, cards] of [
    ['a malformed vote', ({ votes }) => hset(votes(1), bob, 'x'), bobs('CORRUPT'), taken],
    ['a vote that its tally lacks', ({ votes }) => hset(votes(1), bob, '19|5'), bobs('CORRUPT'), taken],
    ['a count that is no integer', ({ tally }) => hset(tally, '1:12', '1.5'), bobs('CORRUPT'), taken],
    ['votes of a wrong type', ({ votes }) => set(votes(2)), cleos('WRONGTYPE'), taken],
    ['changes of a wrong type', ({ rate }) => lpush(rate(bob)), bobs('WRONGTYPE'), bobs('WRONGTYPE')],
    ['changes that are no number', ({ rate }) => set(rate(bob)), bobs('CORRUPT'), bobs('CORRUPT')],
    ['a tally of a wrong type', ({ tally }) => set(tally), taken.map(() => 'WRONGTYPE'), taken],
    ['a malformed moment', ({ windows }) => hset(windows, '2:closes', 'x'), cleos('CORRUPT'), cleos('CORRUPT')],
    ['a malformed scorecard', ({ scores }) => hset(scores(1), bob, 'x'), taken, bobs('CORRUPT')],
    ['a malformed sum', ({ scoreTally }) => hset(scoreTally, '2:2', 'x'), taken, cleos('CORRUPT')],
  ] as [string, (bucket: Bucket) => Promise<unknown>, string[], string[]][]) {
    it(`F22: fail only where they need ${what}`, async () => {
      const { store, connections } = opened;
      const fightId = await openFight(opened);
      await spoil(bucketKeys(fightId));
      const found = await readBobsData(fightId);
      const castVotes = [
        ballot(fightId, ann),
        ballot(fightId, bob, 12),
        ballot(fightId, cleo, 11, 2),
        ballot(fightId, dee),
      ];
      expect(await readOutcomes(castVotes.map((one) => store.votes.cast(one)))).to.deep.equal(votes);
      if (votes[1] !== 'created') expect(await readBobsData(fightId)).to.deep.equal(found);
      const castCards = [card(fightId, ann), card(fightId, bob), card(fightId, cleo, 9, 2), card(fightId, dee)];
      expect(await readOutcomes(castCards.map((one) => store.scoring.cast(one)))).to.deep.equal(cards);
      const counted = votes.filter((one) => one === 'created').length;
      if (counted > 0)
        expect(await connections.reads.hget(bucketKeys(fightId).tally, 'changes')).to.equal(`${counted}`);
    });
  }

  describe('F02: while Redis is paused', () => {
    /** Several batches of several buckets, over several turns. */
    async function castWhilePaused(deadlineMs: number) {
      const fightId = await openFight(opened);
      const voter = await openStore(redis.url, { buckets, deadlineMs });
      await readVotes(voter.store, [fightId]);
      voter.useProductionTimeouts();
      process.kill(redis.pid, 'SIGSTOP');
      const casts: Promise<{ outcome: string }>[] = [];
      for (let turn = 0; turn < 5; turn++) {
        for (let n = 0; n < 100; n++) {
          const client = `client-${turn}-${n}-0123456789`;
          casts.push(
            n % 2 ? voter.store.votes.cast(ballot(fightId, client)) : voter.store.scoring.cast(card(fightId, client)),
          );
        }
        await nextTurn();
      }
      const outcomes = await readOutcomes(casts);
      process.kill(redis.pid, 'SIGCONT');
      voter.close();
      await sleep(500);
      const [[votes], [scores]] = await Promise.all([
        readVotes(opened.store, [fightId]),
        readScores(opened.store, [fightId]),
      ]);
      const counted = (votes?.get(1)?.get(11) ?? 0) + (scores?.get(1)?.count ?? 0);
      const unknown = outcomes.filter((outcome) => outcome === 'unknown').length;
      return { unknown, counted };
    }

    it('have an unknown outcome, and none is counted later', async () => {
      expect(await castWhilePaused(200)).to.deep.equal({ unknown: 500, counted: 0 });
    });

    it('would be counted without the deadline (control)', async () => {
      const { unknown, counted } = await castWhilePaused(0);
      expect(unknown).to.equal(500);
      expect(counted).to.be.above(0);
    });
  });
});

describe('bucketOf', () => {
  it('is FNV-1a over UTF-8, on which stored votes depend', () => {
    for (const [client, hash] of [
      ['', 0x811c9dc5],
      ['a', 0xe40c292c],
      ['foobar', 0xbf9cf968],
      ['b\u007f', 0x522bc96e],
      ['b\u0080', 0x35d1e47f],
      ['votante-ñandú-🥊', 0xb04cef88],
    ] as const) {
      for (const count of [8, 97, 256]) expect(bucketOf(client, count), client).to.equal(hash % count);
    }
  });
});
