import { expect } from 'chai';
import fc from 'fast-check';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed } from '../../../contracts/world/index.ts';
import { allBuckets, bucketOf } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { readPath, scorecard, scorePath, tallyPath, vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { type Answer, json } from '../../support/http/send.ts';
import { openStore } from '../../support/redis/redis.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { startTestServer, uncachedReplies } from '../../support/server/server.ts';

const { fightInProgress, fightInProgressFighter1Statid: blue, fightInProgressFighter2Statid: red } = ids;

/** Several servers on one Redis, each with its own connections. */
async function startServers(
  night: FightNight,
  count: number,
  settings = {},
): Promise<{ pools: ClientPool[]; close(): Promise<void> }> {
  const started = await Promise.all(
    Array.from({ length: count }, async () => {
      const opened = await openStore(night.redis.url, settings);
      const server = await startTestServer(opened.store, uncachedReplies);
      return { opened, server, pool: openClientPool(server.url, 250) };
    }),
  );
  return {
    pools: started.map(({ pool }) => pool),
    async close() {
      for (const { opened, server, pool } of started) {
        await pool.close();
        await server.close();
        opened.close();
      }
    },
  };
}

describe('votes on four servers', () => {
  let night: FightNight;
  let servers: Awaited<ReturnType<typeof startServers>>;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight(uncachedReplies);
    servers = await startServers(night, 4, { changesPerTenSeconds: 0 });
    pool = servers.pools[0] as ClientPool;
  });
  after(async () => {
    await servers.close();
    await night.close();
  });
  beforeEach(async () => {
    for (const bucket of allBuckets(8)) {
      const { tally, votes, scores, scoreTally } = keys.bucket(fightInProgress, bucket);
      await night.writes.del(tally, votes(2), scores(2), scoreTally);
    }
  });

  const at = (n: number) => servers.pools[n % servers.pools.length] as ClientPool;
  const tally = async () => {
    const { total_votes, rounds } = json(await pool.send('GET', tallyPath));
    return { total_votes, ...rounds[1] };
  };

  it('I01: counts 1,000 identical votes once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => at(n).send('POST', votePath, vote('identical-client-01'))),
    );
    const { total_votes } = await tally();
    expect(countStatuses(answers)).to.deep.equal({ 200: 999, 201: 1 });
    expect(total_votes).to.equal(1);
  });

  it('I02: leaves one of 1,000 contradictory votes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        at(n).send('POST', votePath, vote('undecided-client-1', n % 8 < 4 ? blue : red)),
      ),
    );
    const { total_votes, fighter1_votes, fighter2_votes } = await tally();
    const reads = await Promise.all(
      [blue, red].map((statid) => pool.send('GET', readPath('undecided-client-1', statid))),
    );
    expect(countStatuses(answers)).to.deep.equal({ 200: 999, 201: 1 });
    expect(total_votes).to.equal(1);
    expect(reads.map(({ status }) => status === 200)).to.deep.equal([fighter1_votes === 1, fighter2_votes === 1]);
  });

  it('I03: counts a vote once after each of 100 moves', async () => {
    await pool.send('POST', votePath, vote('standing-client-01', red));
    for (let turn = 0; turn < 100; turn++) {
      const forBlue = turn % 2 === 0;
      const answer = await at(turn).send('POST', votePath, vote('changing-client-01', forBlue ? blue : red));
      expect(answer.status).to.equal(turn === 0 ? 201 : 200);
      const { fighter1_votes, fighter2_votes } = await tally();
      expect({ fighter1_votes, fighter2_votes }, `after move ${turn}`).to.deep.equal(
        forBlue ? { fighter1_votes: 1, fighter2_votes: 1 } : { fighter1_votes: 0, fighter2_votes: 2 },
      );
    }
  });

  it('D12: shows client ids to nobody else', async () => {
    for (let n = 0; n < 20; n++) {
      const client_id = `canary-of-a-client-${n}`;
      expect((await pool.send('POST', votePath, vote(client_id))).status).to.equal(201);
      expect((await pool.send('POST', scorePath, scorecard(client_id))).status).to.equal(201);
    }
    expect((await tally()).total_votes).to.equal(20);
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const { status, headers, body } = await pool.send('GET', samplePath(operation));
      expect(status, operation.id).to.be.below(500);
      expect(`${JSON.stringify(headers)}${body}`, operation.id).not.to.include('canary-of-a-client');
    }
  });

  it('E03: shares the limit of a client', async () => {
    const limited = await startServers(night, 4);
    try {
      const answers: Answer[] = [];
      for (let n = 0; n < 20; n++) {
        const moved = vote('shared-limit-client-0001', n < 10 && n % 2 ? red : blue);
        answers.push(await (limited.pools[n % 4] as ClientPool).sendOnce('POST', votePath, moved));
      }
      expect(countStatuses(answers)).to.deep.equal({ 200: 9, 201: 1, 429: 10 });
    } finally {
      await limited.close();
    }
  });

  it('I08: shows a vote at once on another server', async () => {
    for (let n = 0; n < 100; n++) {
      const cast = await at(n).send('POST', votePath, vote(`reading-client-${n}`, n % 2 ? blue : red));
      const { location = '' } = cast.headers;
      const read = await at(n + 1 + (n % 3)).send('GET', location);
      expect(read.status, location).to.equal(200);
      expect(json(read)).to.deep.equal(json(cast));
    }
  });

  it('I14: counts exactly far beyond 2^31', async () => {
    const client = 'client-of-a-big-fight';
    const bucket = keys.bucket(fightInProgress, bucketOf(client, 8));
    const many = 2 ** 40 + 1;
    await night.writes.hset(bucket.tally, `2:${blue}`, String(many), `2:${red}`, String(2 ** 31));
    await pool.send('POST', votePath, vote(client, blue));
    await pool.send('POST', votePath, vote(client, red));
    const { fighter1_votes, fighter2_votes, fighter1_percentage, fighter2_percentage } = await tally();
    expect([fighter1_votes, fighter2_votes]).to.deep.equal([many, 2 ** 31 + 1]);
    expect([fighter1_percentage, fighter2_percentage]).to.deep.equal(['99.81', '0.19']);
  });

  it('I14: never counts below 0, even without tally', async () => {
    let least = 0;
    const casts = fc.array(fc.record({ client: fc.nat(3), forBlue: fc.boolean(), loses: fc.boolean() }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(casts, async (sequence) => {
        for (const { client, forBlue, loses } of sequence) {
          const id = `property-client-${client}`;
          // Votes without their tally, as after an operator's mistake or from a partial backup.
          if (loses) await night.writes.del(keys.bucket(fightInProgress, bucketOf(id, 8)).tally);
          // 503 when the vote exists and its tally does not: a retry would not help.
          await pool.sendOnce('POST', votePath, vote(id, forBlue ? blue : red));
          const answer = await pool.send('GET', tallyPath);
          expect(answer.status).to.equal(200);
          const counts = json(answer).rounds.flatMap((round: Record<string, number>) => [
            round.fighter1_votes,
            round.fighter2_votes,
          ]);
          least = Math.min(least, ...counts);
          expect(counts.every((count: number) => Number.isSafeInteger(count) && count >= 0)).to.equal(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('votes while a round closes', () => {
  // 5,000 with TEST_SCALE=4.
  const voters = scaled(1_250);
  it(`I05: counts the acknowledged of ${voters} votes in flight`, async () => {
    const night = await startFightNight(uncachedReplies, { roundGraceSeconds: 0 });
    const servers = await startServers(night, 4, { roundGraceSeconds: 0, changesPerTenSeconds: 0 });
    const closing = await openStore(night.redis.url, { roundGraceSeconds: 0 });
    const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((fight) =>
      fight.FightID === String(ids.fightInProgressStatid) ? { ...fight, Status: 'closed' } : fight,
    );
    const end = { sequence: 50, FMLiveFeed: { ...feed.event.FMLiveFeed, Fights } };

    let sent = 0;
    let sentAfter = 0;
    let closed = false;
    let close: Promise<void> | undefined;
    const answers: { answer: Answer; began: 'before' | 'after' }[] = [];
    async function voter(pool: ClientPool): Promise<void> {
      while ((sent < voters || sentAfter < 500) && sent < 30_000) {
        if (sent >= voters * 0.4 && !close) {
          close = closing.store.live.update(end).then(() => {
            closed = true;
          });
        }
        const began = closed ? 'after' : 'before';
        if (closed) sentAfter++;
        const answer = await pool.send('POST', votePath, vote(`closing-client-${String(sent++).padStart(6, '0')}`));
        answers.push({ answer, began });
      }
    }
    await Promise.all(servers.pools.flatMap((pool) => Array.from({ length: 50 }, () => voter(pool))));
    await close;
    const tally = json(await (servers.pools[0] as ClientPool).send('GET', tallyPath));
    const of = (began: string) => answers.filter((one) => one.began === began).map(({ answer }) => answer);
    const [before, after] = [countStatuses(of('before')), countStatuses(of('after'))];
    await servers.close();
    closing.close();
    await night.close();
    expect(before[201]).to.be.above(0);
    expect(tally.total_votes).to.equal(before[201]);
    expect(after).to.deep.equal({ 409: sentAfter });
    expect(sentAfter).to.be.at.least(500);
  });
});
