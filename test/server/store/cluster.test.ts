import { expect } from 'chai';
import { allBuckets, bucketOf } from '../../../server/store/ballots/buckets.ts';
import { channels, keys } from '../../../server/store/keys.ts';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { type TestNode, until } from '../../support/redis/nodes.ts';
import { openStore } from '../../support/redis/redis.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';
import { describeLists } from '../../support/suites/lists.ts';
import { describeMetrics } from '../../support/suites/metrics.ts';
import { describeScoring } from '../../support/suites/scoring.ts';
import { describeVotes } from '../../support/suites/votes.ts';

const buckets = 8;

const castOnce = async ({ store }: Pick<Night, 'store'>, fightId: number, clientId: string) =>
  (await store.votes.cast({ fightId, roundNumber: 4, fighterStatid: 11, clientId })).outcome;

/** The greatest share of the slots of one fight that one of several masters has, their ranges being equal. */
function greatestShare(slots: readonly number[], masters: number): number {
  const counts = new Array<number>(masters).fill(0);
  for (const slot of slots) {
    const master = Math.floor((slot * masters) / 16_384);
    counts[master] = (counts[master] ?? 0) + 1;
  }
  return Math.max(...counts) / slots.length;
}

describe('slots of buckets', () => {
  const fights = Array.from({ length: 2_000 }, (_, index) => 80_000 + index);
  const worst = (masters: number, count: number, keyOf: (fight: number, bucket: number) => string) =>
    Math.max(
      ...fights.map((fight) =>
        greatestShare(
          allBuckets(count).map((bucket) => slotOf(keyOf(fight, bucket))),
          masters,
        ),
      ),
    );
  const ours = (fight: number, bucket: number) => keys.bucket(fight, bucket).tally;

  it('are computed like Redis does', () => {
    // From the Cluster specification, its appendix, and `CLUSTER KEYSLOT`.
    expect(slotOf('123456789')).to.equal(0x31c3);
    expect(slotOf('{user1000}.following')).to.equal(slotOf('user1000'));
    expect(slotOf('foo{}{bar}')).to.equal(8363);
    expect(slotOf('foo{{bar}}zap')).to.equal(slotOf('{bar'));
  });

  it('are spread evenly over the masters', () => {
    const shares = [2, 3, 4, 5, 6, 8].map((masters) => ({ masters, share: worst(masters, buckets, ours) }));
    for (const { masters, share } of shares) expect(share).to.equal(Math.ceil(buckets / masters) / buckets);
  });
});

describe('on three masters of a Cluster', () => {
  let cluster: TestCluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.close());

  /** On the same Cluster, emptied. */
  const start = async () => {
    for (const { client } of cluster.masters) await client.flushall();
    return startNightAt(cluster.url, uncached);
  };
  describeVotes('a Cluster', start);
  describeScoring('a Cluster', start);
  describeMetrics('a Cluster', start);
  describeLists('a Cluster', start);

  it('F15: loads its scripts again after SCRIPT FLUSH', async () => {
    const opened = await openStore(cluster.url);
    const castSome = async () => {
      const casts = Array.from({ length: 50 }, (_, index) => castOnce(opened, 1, `voter-of-the-cluster-${index}`));
      return new Set(await Promise.all(casts));
    };
    expect(await castSome()).to.deep.equal(new Set(['not-opened']));
    for (const { client } of cluster.masters) await client.script('FLUSH');
    expect(await castSome()).to.deep.equal(new Set(['not-opened']));
    opened.close();
  });

  it('announces votes to subscribers at any master', async () => {
    const opened = await openStore(cluster.url, { changesPerTenSeconds: 0 });
    const { subscriptions, votes } = opened.store;
    const fightId = 88_900;
    let messages = 0;
    const { ready, close } = subscriptions.subscribe([channels.tally(fightId)], {
      onMessage: () => messages++,
      onSubscribe: () => undefined,
    });
    await ready;
    await until('a message arrives for every bucket', async () => {
      for (const bucket of allBuckets(buckets)) {
        await run(opened.connections.writes, 'openRounds', [keys.bucket(fightId, bucket).windows], ['', 4, 1000, '']);
        const before = messages;
        const clientOf = (n: number) => `voter-${bucket}-${n}-${Date.now()}`;
        const client = Array.from({ length: 1_000 }, (_, n) => clientOf(n)).find(
          (id) => bucketOf(id, buckets) === bucket,
        );
        await votes.cast({ fightId, roundNumber: 4, fighterStatid: 11, clientId: client ?? '' });
        await until('a message arrives', async () => messages > before, 1_000);
      }
      return true;
    });
    close();
    opened.close();
  });

  it('is found from any of its nodes', async () => {
    const [, second] = cluster.masters;
    const { store, close } = await openStore(`redis+cluster://127.0.0.1:${second?.port}`);
    await store.ping();
    close();
    const error = await connect(`redis://127.0.0.1:${second?.port}`).then(
      () => expect.fail('connected'),
      (reason: Error) => reason,
    );
    expect(error.message).to.equal(
      `Redis at redis://127.0.0.1:${second?.port} is a node of a Cluster: write REDIS_URL as redis+cluster://127.0.0.1:${second?.port}.`,
    );
  });

  it('is reached when its nodes give no host', async () => {
    const [first, second] = cluster.masters as [TestNode, TestNode];
    const prefer = (type: string) =>
      Promise.all(cluster.masters.map(({ client }) => client.config('SET', 'cluster-preferred-endpoint-type', type)));
    const slot = 1;
    /** Both masters at once, as at the end of a migration of an empty slot. */
    const moveTo = async (owner: TestNode) => {
      const id = await owner.client.cluster('MYID');
      for (const { client } of [owner, first, second]) await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
    };
    const key = Array.from({ length: 100_000 }, (_, n) => `key-${n}`).find((name) => slotOf(name) === slot) ?? '';
    await prefer('unknown-endpoint');
    const opened = await openStore(`redis+cluster://127.0.0.1:${first.port}`);
    try {
      const { reads } = opened.connections;
      expect('nodes' in reads && reads.nodes('master')).to.have.length(cluster.masters.length);
      await moveTo(second);
      expect(await reads.exists(key)).to.equal(0);
    } finally {
      opened.close();
      await moveTo(first);
      await prefer('ip');
    }
  });
});
