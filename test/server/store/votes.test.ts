import { expect } from 'chai';
import { allBuckets, bucketOf } from '../../../server/store/ballots/buckets.ts';
import type { Ballot, VoteResult } from '../../../server/store/index.ts';
import { keys } from '../../../server/store/keys.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const buckets = 8;
let fights = 88_000;

/** Opens round 1 of a new fight in every bucket. */
async function openFight({ connections }: TestStore, closes: number | '' = ''): Promise<number> {
  const fightId = ++fights;
  for (const bucket of allBuckets(buckets)) {
    await run(connections.writes, 'openRounds', [keys.bucket(fightId, bucket).windows], ['', 1, 1000, closes]);
  }
  return fightId;
}

const ballot = (fightId: number, fighterStatid: number, clientId = 'client-0123456789'): Ballot => ({
  fightId,
  roundNumber: 1,
  fighterStatid,
  clientId,
});

const outcomes = (casts: VoteResult[]) =>
  Object.fromEntries(
    ['created', 'moved', 'same', 'closed', 'not-opened', 'limited'].map((outcome) => [
      outcome,
      casts.filter((cast) => cast.outcome === outcome).length,
    ]),
  );

describe('votes in the store', () => {
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
  async function counted(fightId: number): Promise<Record<number, number>> {
    const [tally] = await opened.store.votes.tallies([fightId]);
    return Object.fromEntries(tally?.get(1) ?? []);
  }

  /** Counts of the stored votes, to compare with tallies. */
  async function recounted(fightId: number): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    for (const bucket of allBuckets(buckets)) {
      for (const vote of await opened.connections.reads.hvals(keys.bucket(fightId, bucket).votes(1))) {
        const statid = Number(vote.split('|')[0]);
        counts[statid] = (counts[statid] ?? 0) + 1;
      }
    }
    return counts;
  }

  it('are created, repeated, moved and found', async () => {
    const { votes } = opened.store;
    const fightId = await openFight(opened);
    const beforeMs = Date.now();
    const first = await votes.cast(ballot(fightId, 11));
    expect(first.outcome).to.equal('created');
    const { createdMs } = first as { createdMs: number };
    // A lower bound of its arrival by Redis' clock, which Redis reads at the start of a turn: earlier by a part of a round
    // trip, or by a stall of this process. ballots-clock.test.ts compares moments exactly.
    expect(createdMs).to.be.within(beforeMs - 10_000, Date.now());
    await new Promise((later) => setTimeout(later, 5));
    expect(await votes.cast(ballot(fightId, 11))).to.deep.equal({ outcome: 'same', createdMs });
    expect(await votes.find(ballot(fightId, 11))).to.deep.equal({ createdMs });
    expect(await votes.find(ballot(fightId, 12))).to.equal(undefined);
    const moved = await votes.cast(ballot(fightId, 12));
    expect(moved.outcome).to.equal('moved');
    expect((moved as { createdMs: number }).createdMs).to.be.within(beforeMs - 10_000, Date.now());
    expect(await votes.find(ballot(fightId, 11))).to.equal(undefined);
    expect(await votes.find(ballot(fightId, 12))).to.deep.equal({
      createdMs: (moved as { createdMs: number }).createdMs,
    });
    expect(await counted(fightId)).to.deep.equal({ 11: 0, 12: 1 });
  });

  it('are refused before a round opens and after it closes', async () => {
    const { votes } = opened.store;
    expect(await votes.cast(ballot(++fights, 11))).to.deep.equal({ outcome: 'not-opened' });
    const closed = await openFight(opened, 2000);
    expect(await votes.cast(ballot(closed, 11))).to.deep.equal({ outcome: 'closed', openedMs: 1000, closesMs: 2000 });
    const open = await openFight(opened, Date.now() + 60_000);
    expect((await votes.cast(ballot(open, 11))).outcome).to.equal('created');
    expect((await votes.cast({ ...ballot(open, 11), roundNumber: 2 })).outcome).to.equal('not-opened');
  });

  it('never change the stored moments of a round', async () => {
    const fightId = await openFight(opened, 2000);
    const bucket = keys.bucket(fightId, bucketOf('client-0123456789', buckets)).windows;
    await run(opened.connections.writes, 'openRounds', [bucket], ['', 1, 500, 9_999_999_999_999]);
    expect(await opened.store.votes.cast(ballot(fightId, 11))).to.deep.equal({
      outcome: 'closed',
      openedMs: 1000,
      closesMs: 2000,
    });
  });

  it('I01: 1,000 identical ones at once create one', async () => {
    const fightId = await openFight(opened);
    const limited = await openStore(redis.url, { buckets, changesPerTenSeconds: 10 });
    const casts = await Promise.all(Array.from({ length: 1000 }, () => limited.store.votes.cast(ballot(fightId, 11))));
    limited.close();
    expect(outcomes(casts)).to.include({ created: 1, same: 999 });
    expect(await counted(fightId)).to.deep.equal({ 11: 1 });
  });

  it('I02: 1,000 contradictory votes at once leave one', async () => {
    const fightId = await openFight(opened);
    const casts = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => opened.store.votes.cast(ballot(fightId, 11 + (index % 2)))),
    );
    const { created, moved, same } = outcomes(casts);
    expect([created, (moved ?? 0) + (same ?? 0)]).to.deep.equal([1, 999]);
    const counts = await counted(fightId);
    expect((counts[11] ?? 0) + (counts[12] ?? 0)).to.equal(1);
    const found = await Promise.all([11, 12].map((statid) => opened.store.votes.find(ballot(fightId, statid))));
    expect([counts[11] === 1, counts[12] === 1]).to.deep.equal(found.map((vote) => vote !== undefined));
  });

  it('I03: a vote that moves 100 times is counted once after each move', async () => {
    const fightId = await openFight(opened);
    for (let turn = 0; turn < 100; turn++) {
      await opened.store.votes.cast(ballot(fightId, 11 + (turn % 2)));
      const counts = await counted(fightId);
      expect([counts[11] ?? 0, counts[12] ?? 0]).to.deep.equal(turn % 2 === 0 ? [1, 0] : [0, 1]);
    }
  });

  it('are counted exactly over all buckets', async () => {
    const fightId = await openFight(opened);
    const clients = Array.from({ length: 2000 }, (_, index) => `client-${index}-0123456789`);
    await Promise.all(
      clients.map((client, index) => opened.store.votes.cast(ballot(fightId, index % 3 === 0 ? 11 : 12, client))),
    );
    expect(await counted(fightId)).to.deep.equal({ 11: 667, 12: 1333 });
    expect(await recounted(fightId)).to.deep.equal({ 11: 667, 12: 1333 });
    const [first, second] = await opened.store.votes.tallies([fightId, ++fights]);
    expect([first?.size, second?.size]).to.deep.equal([1, 0]);
  });

  it('are limited per client and fight, but repeats are not', async () => {
    const fightId = await openFight(opened);
    const limited = await openStore(redis.url, { buckets, changesPerTenSeconds: 3 });
    const { votes } = limited.store;
    for (const statid of [11, 12, 11]) await votes.cast(ballot(fightId, statid));
    const refused = await votes.cast(ballot(fightId, 12));
    expect(refused.outcome).to.equal('limited');
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).to.be.within(9, 10);
    expect((await votes.cast(ballot(fightId, 11))).outcome).to.equal('same');
    expect((await votes.cast(ballot(fightId, 12, 'another-0123456789'))).outcome).to.equal('created');
    expect((await votes.cast(ballot(await openFight(opened), 12))).outcome).to.equal('created');
    limited.close();
    expect(await counted(fightId)).to.deep.equal({ 11: 1, 12: 1 });
  });

  it('get a new version when a recount corrects their tally, and only then', async () => {
    const { store, connections } = opened;
    const fightId = await openFight(opened);
    await store.votes.cast(ballot(fightId, 11));
    const { tally } = keys.bucket(fightId, bucketOf('client-0123456789', buckets));
    let corrected = 0;
    async function recount(): Promise<number | undefined> {
      for await (const { differs } of store.content.inspect.tallies(true)) corrected += differs.length;
      const [counts] = await store.votes.versioned([fightId]);
      return counts?.version;
    }
    expect(await recount()).to.equal(1);
    await connections.writes.hset(tally, '1:11', 5);
    expect(await recount()).to.equal(2);
    expect(await counted(fightId)).to.deep.equal({ 11: 1 });
    expect(await recount()).to.equal(2);
    expect(corrected).to.equal(1);
  });

  it('F22: leave nothing behind when a key is of the wrong type or its content broken', async () => {
    const { writes } = opened.connections;
    const limited = await openStore(redis.url, { buckets, changesPerTenSeconds: 10 });
    const client = 'client-0123456789';
    const breakages: ((bucket: ReturnType<typeof keys.bucket>) => Promise<unknown>)[] = [
      (bucket) => writes.set(bucket.votes(1), 'x'),
      (bucket) => writes.set(bucket.tally, 'x'),
      (bucket) => writes.hset(bucket.tally, '1:11', 'x'),
      (bucket) => writes.hset(bucket.tally, 'changes', 'x'),
      (bucket) => writes.lpush(bucket.rate(client), 'x'),
      (bucket) => writes.set(bucket.rate(client), 'x'),
      (bucket) => writes.hset(bucket.windows, '1:closes', 'x'),
      (bucket) => writes.hset(bucket.votes(1), client, 'x'),
    ];
    for (const spoil of breakages) {
      const fightId = await openFight(opened);
      const bucket = keys.bucket(fightId, bucketOf(client, buckets));
      await spoil(bucket);
      const names = [bucket.votes(1), bucket.tally, bucket.rate(client)];
      const before = await Promise.all(names.map((name) => writes.dump(name)));
      await limited.store.votes.cast(ballot(fightId, 11, client)).then(
        () => expect.fail('was taken'),
        (error: Error) => expect(error.message).to.match(/^(WRONGTYPE|CORRUPT)/),
      );
      expect(await Promise.all(names.map((name) => writes.dump(name)))).to.deep.equal(before);
    }
    limited.close();
  });

  describe('F02: while Redis is paused', () => {
    async function castWhilePaused(deadlineMs: number): Promise<{ answered: number; counts: Record<number, number> }> {
      const fightId = await openFight(opened);
      const voter = await openStore(redis.url, { buckets, deadlineMs });
      await voter.store.votes.tallies([fightId]);
      voter.useProductionTimeouts();
      process.kill(redis.pid, 'SIGSTOP');
      const casts = await Promise.allSettled(
        Array.from({ length: 200 }, (_, index) =>
          voter.store.votes.cast(ballot(fightId, 11, `client-${index}-0123456789`)),
        ),
      );
      process.kill(redis.pid, 'SIGCONT');
      voter.close();
      await new Promise((settled) => setTimeout(settled, 500));
      const answered = casts.filter(({ status }) => status === 'fulfilled').length;
      return { answered, counts: await counted(fightId) };
    }

    it('are refused in time, and not counted when Redis continues', async () => {
      const startMs = Date.now();
      const { answered, counts } = await castWhilePaused(200);
      // A quarter of a second and half a second to check, but for a busy machine.
      expect(Date.now() - startMs).to.be.below(5_000);
      expect({ answered, counts }).to.deep.equal({ answered: 0, counts: {} });
    });

    it('would be counted without the deadline (control)', async () => {
      const { answered, counts } = await castWhilePaused(0);
      expect(answered).to.equal(0);
      expect(counts[11]).to.be.above(0);
    });
  });
});
