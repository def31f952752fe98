import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { bucketOf } from '../../../server/store/ballots/buckets.ts';
import type { VoteResult } from '../../../server/store/index.ts';
import { channels, keys } from '../../../server/store/keys.ts';
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
} from '../../support/redis/ballots.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

describe('votes and scorecards of one turn', () => {
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

  /** How many scripts Redis runs during an action. */
  async function scriptsRunBy(action: () => Promise<unknown>): Promise<number> {
    const { writes } = opened.connections;
    await writes.config('RESETSTAT');
    await action();
    const text = await writes.info('commandstats');
    return [...text.matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  }

  const bucketKeys = (fightId: number) => keys.bucket(fightId, 0);
  const votesOf = async (fightId: number, roundNumber = 1) => {
    const [tally] = await opened.store.votes.versioned([fightId]);
    return { version: tally?.version, counts: Object.fromEntries(tally?.counts.get(roundNumber) ?? []) };
  };

  it('are answered each, even if what hears of another one fails', async () => {
    const fightId = await openFight(opened);
    const { votes } = opened.store;
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const thrown = new Promise((resolve) => process.once('unhandledRejection', resolve));
    const mistake = new Error('a planted mistake');
    votes.send(ballot(fightId, ann), undefined, () => {
      throw mistake;
    });
    const answered = new Promise((resolve) => votes.send(ballot(fightId, bob), undefined, (...end) => resolve(end)));
    const [[error, result], reported] = (await Promise.all([answered, thrown])) as [[unknown, VoteResult], unknown];
    for (const listener of listeners) process.on('unhandledRejection', listener);
    expect([error, result?.outcome]).to.deep.equal([undefined, 'created']);
    expect(reported).to.equal(mistake);
    expect(await votesOf(fightId)).to.deep.include({ version: 2 });
  });

  it('share one script call for each bucket and kind, also with different rounds', async () => {
    const { votes, scoring } = opened.store;
    const fightId = await openFight(opened);
    const clients = Array.from({ length: 200 }, (_, n) => `voter-${String(n).padStart(12, '0')}`);
    expect(new Set(clients.map((client) => bucketOf(client, buckets))).size).to.equal(buckets);
    const castAll = (cast: (client: string, round: number) => Promise<unknown>) =>
      Promise.all(clients.map((client, n) => cast(client, 1 + (n % 2))));
    const ofVotes = await scriptsRunBy(() =>
      castAll((client, round) => votes.cast(ballot(fightId, client, 11, round))),
    );
    const ofBoth = await scriptsRunBy(() =>
      Promise.all([
        castAll((client, round) => votes.cast(ballot(fightId, client, 12, round))),
        castAll((client, round) => scoring.cast(card(fightId, client, 10, round))),
      ]),
    );
    const apart = await scriptsRunBy(async () => {
      for (const client of clients.slice(0, 20)) await votes.cast(ballot(fightId, client, 11));
    });
    console.log(`200 votes: ${ofVotes} calls; 200 votes and 200 scorecards: ${ofBoth}; 20 votes one by one: ${apart}`);
    expect({ ofVotes, ofBoth, apart }).to.deep.equal({ ofVotes: buckets, ofBoth: 2 * buckets, apart: 20 });
    expect((await votesOf(fightId)).version).to.equal(200 + 200 + 20);
  });

  it('are checked against the bout of each, when content changes between two of a turn', async () => {
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

  it('are at most 128 in one call, the rest in the next ones', async () => {
    const fightId = await openFight(opened);
    const clients = clientsInBucket(300);
    const calls = await scriptsRunBy(async () => {
      const casts = clients.map((client) => opened.store.votes.cast(ballot(fightId, client)));
      expect(new Set(await readOutcomes(casts))).to.deep.equal(new Set(['created']));
    });
    expect(calls).to.equal(3);
    expect(await votesOf(fightId)).to.deep.equal({ version: 300, counts: { 11: 300 } });
  });

  it('each have their own verdict, changes left and period', async () => {
    const { store, close } = await openStore(redis.url, { buckets, changesPerTenSeconds: 3 });
    const fightId = await openFight(opened);
    await store.votes.cast(ballot(fightId, bob));
    await opened.connections.writes.pexpire(bucketKeys(fightId).rate(bob), 5_000);
    const casts = await Promise.all(
      [
        ballot(fightId, ann, 11),
        ballot(fightId, bob, 12),
        ballot(fightId, bob, 12),
        ballot(fightId, ann, 11, 3),
        ballot(fightId, ann, 11, 4),
        ballot(fightId, bob, 11),
        ballot(fightId, bob, 12),
        ballot(fightId, ann, 12, 2),
      ].map((one) => store.votes.cast(one)),
    );
    close();
    const results = casts.map(({ outcome, changes }) => [outcome, changes?.left]);
    expect(results).to.deep.equal([
      ...[
        ['created', 2],
        ['moved', 1],
        ['same', 1],
        ['closed', 2],
        ['not-opened', 2],
      ],
      ...[
        ['moved', 0],
        ['limited', 0],
        ['created', 1],
      ],
    ]);
    expect(casts[3]).to.include({ openedMs: 1000, closesMs: 2000 });
    expect((casts[2] as { createdMs: number }).createdMs).to.equal((casts[1] as { createdMs: number }).createdMs);
    expect(casts[0]?.changes?.resetMs).to.equal(10_000);
    for (const { changes } of [casts[1], casts[5]] as VoteResult[]) expect(changes?.resetMs).to.be.within(1, 5_000);
    expect((casts[6] as { retryAfterSeconds: number }).retryAfterSeconds).to.be.within(1, 5);
    expect(await votesOf(fightId)).to.deep.equal({ version: 5, counts: { 11: 2, 12: 0 } });
    expect(await opened.connections.reads.get(bucketKeys(fightId).rate(bob))).to.equal('3');
    expect(await opened.connections.reads.pttl(bucketKeys(fightId).rate(bob))).to.be.within(1, 5_000);
  });

  it('are processed in the order of their arrival, within a turn and over turns', async () => {
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

  it('announce their tally once', async () => {
    const fightId = await openFight(opened);
    const listener = new Redis(redis.url);
    let messages = 0;
    listener.on('message', () => messages++);
    await listener.subscribe(channels.tally(fightId));
    await Promise.all(clientsInBucket(50).map((client) => opened.store.votes.cast(ballot(fightId, client))));
    // Messages to this client arrive before its reply.
    await listener.ping();
    listener.disconnect();
    expect(messages).to.equal(1);
  });

  it('have the same result as when they are cast one by one', async () => {
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
    let compared = 0;
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
        compared += sorted.length;
      }),
      { numRuns: 60 },
    );
    close();
    console.log(`${compared} casts in batches and one by one: the same`);
  });

  it('are refused at once above the limit of waiting ballots, and accepted again afterwards', async () => {
    const { store, close } = await openStore(redis.url, {
      buckets,
      ballots: { least: 100, most: 100, start: 100, targetMs: 8_000 },
    });
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
});
