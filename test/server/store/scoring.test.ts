import { expect } from 'chai';
import { allBuckets } from '../../../server/store/ballots/buckets.ts';
import type { Scorecard } from '../../../server/store/index.ts';
import { keys } from '../../../server/store/keys.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const buckets = 8;
let fights = 89_000;

async function openFight({ connections }: TestStore): Promise<number> {
  const fightId = ++fights;
  for (const bucket of allBuckets(buckets)) {
    await run(
      connections.writes,
      'openRounds',
      [keys.bucket(fightId, bucket).windows],
      ['', 1, 1000, '', 2, 1000, 2000],
    );
  }
  return fightId;
}

const card = (
  fightId: number,
  fighter1Score: number,
  fighter2Score: number,
  clientId = 'client-0123456789',
): Scorecard => ({
  fightId,
  roundNumber: 1,
  fighter1Score,
  fighter2Score,
  clientId,
});

describe('scorecards in the store', () => {
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

  async function sums(fightId: number) {
    const [rounds] = await opened.store.scoring.sums([fightId]);
    return rounds?.get(1);
  }

  it('are created, repeated and replaced, with sums and count right', async () => {
    const { scoring } = opened.store;
    const fightId = await openFight(opened);
    expect(await sums(fightId)).to.equal(undefined);
    expect(await scoring.cast(card(fightId, 10, 9))).to.deep.equal({ outcome: 'created' });
    expect(await scoring.cast(card(fightId, 10, 9))).to.deep.equal({ outcome: 'same' });
    expect(await sums(fightId)).to.deep.equal({ count: 1, fighter1Sum: 10, fighter2Sum: 9 });
    expect(await scoring.cast(card(fightId, 8, 10))).to.deep.equal({ outcome: 'replaced' });
    expect(await sums(fightId)).to.deep.equal({ count: 1, fighter1Sum: 8, fighter2Sum: 10 });
    expect(await scoring.cast(card(fightId, 10, 9, 'another-0123456789'))).to.deep.equal({ outcome: 'created' });
    expect(await sums(fightId)).to.deep.equal({ count: 2, fighter1Sum: 18, fighter2Sum: 19 });
  });

  it('are refused before a round opens and after it closes', async () => {
    const fightId = await openFight(opened);
    const { scoring } = opened.store;
    expect(await scoring.cast({ ...card(fightId, 10, 9), roundNumber: 3 })).to.deep.equal({ outcome: 'not-opened' });
    expect(await scoring.cast({ ...card(fightId, 10, 9), roundNumber: 2 })).to.deep.equal({
      outcome: 'closed',
      openedMs: 1000,
      closesMs: 2000,
    });
    expect(await sums(fightId)).to.equal(undefined);
  });

  it('I01: 1,000 identical ones at once create one', async () => {
    const fightId = await openFight(opened);
    const casts = await Promise.all(
      Array.from({ length: 1000 }, () => opened.store.scoring.cast(card(fightId, 10, 8))),
    );
    expect(casts.filter(({ outcome }) => outcome === 'created')).to.have.length(1);
    expect(casts.filter(({ outcome }) => outcome === 'same')).to.have.length(999);
    expect(await sums(fightId)).to.deep.equal({ count: 1, fighter1Sum: 10, fighter2Sum: 8 });
  });

  it('of many clients that change their minds at once add up to the stored ones', async () => {
    const fightId = await openFight(opened);
    await Promise.all(
      Array.from({ length: 3000 }, (_, index) =>
        opened.store.scoring.cast(
          card(fightId, 7 + (index % 4), 7 + ((index * 7) % 4), `client-${index % 500}-01234567`),
        ),
      ),
    );
    const stored = await Promise.all(
      allBuckets(buckets).map((bucket) => opened.connections.reads.hvals(keys.bucket(fightId, bucket).scores(1))),
    );
    const cards = stored.flat().map((text) => text.split('|').map(Number));
    expect(cards).to.have.length(500);
    expect(await sums(fightId)).to.deep.equal({
      count: 500,
      fighter1Sum: cards.reduce((sum, [score = 0]) => sum + score, 0),
      fighter2Sum: cards.reduce((sum, [, score = 0]) => sum + score, 0),
    });
  });

  it('share the limit of a client with its votes of the fight', async () => {
    const fightId = await openFight(opened);
    const limited = await openStore(redis.url, { buckets, changesPerTenSeconds: 2 });
    const { scoring, votes } = limited.store;
    await votes.cast({ fightId, roundNumber: 1, fighterStatid: 11, clientId: 'client-0123456789' });
    await scoring.cast(card(fightId, 10, 9));
    expect((await scoring.cast(card(fightId, 9, 10))).outcome).to.equal('limited');
    expect((await scoring.cast(card(fightId, 10, 9))).outcome).to.equal('same');
    limited.close();
    expect(await sums(fightId)).to.deep.equal({ count: 1, fighter1Sum: 10, fighter2Sum: 9 });
  });

  it('leave nothing behind when the sums are broken', async () => {
    const fightId = await openFight(opened);
    for (const bucket of allBuckets(buckets)) {
      await opened.connections.writes.hset(keys.bucket(fightId, bucket).scoreTally, '1:2', 'x');
    }
    await opened.store.scoring.cast(card(fightId, 10, 9)).then(
      () => expect.fail('was taken'),
      (error: Error) => expect(error.message).to.match(/^CORRUPT/),
    );
    for (const bucket of allBuckets(buckets)) {
      expect(await opened.connections.reads.exists(keys.bucket(fightId, bucket).scores(1))).to.equal(0);
    }
  });
});
