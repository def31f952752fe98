import { expect } from 'chai';
import { allBuckets } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { checkRedis } from '../../../server/store/redis/connection/check-redis.ts';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { slotOf } from '../../../server/store/redis/slots.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { openStore } from '../../support/redis/redis.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { startNightAt } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';
import { describeLists } from '../../support/suites/lists.ts';
import { describeMetrics } from '../../support/suites/metrics.ts';
import { describeScoring } from '../../support/suites/scoring.ts';
import { describeVotes } from '../../support/suites/votes.ts';

const buckets = 8;

describe('slots of buckets', () => {
  it('are spread evenly over the masters', () => {
    for (const masters of [2, 3, 4, 5, 6, 8]) {
      for (let fightId = 80_000; fightId < 82_000; fightId++) {
        const counts = new Array<number>(masters).fill(0);
        for (const bucket of allBuckets(buckets)) {
          const master = Math.floor((slotOf(keys.bucket(fightId, bucket).tally) * masters) / 16_384);
          counts[master] = (counts[master] ?? 0) + 1;
        }
        expect(Math.max(...counts), `fight ${fightId} on ${masters}`).to.equal(Math.ceil(buckets / masters));
      }
    }
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
      const vote = { fightId: 1, roundNumber: 4, fighterStatid: 11 };
      const clients = Array.from({ length: 50 }, (_, index) => `voter-of-the-cluster-${index}`);
      const casts = clients.map((clientId) => opened.store.votes.cast({ ...vote, clientId }));
      return new Set((await Promise.all(casts)).map(({ outcome }) => outcome));
    };
    expect(await castSome()).to.deep.equal(new Set(['not-opened']));
    for (const { client } of cluster.masters) await client.script('FLUSH');
    expect(await castSome()).to.deep.equal(new Set(['not-opened']));
    opened.close();
  });

  it('F10: is refused in production if one of its masters evicts', async () => {
    const [, , last] = cluster.masters;
    const { reads, close } = await connect(cluster.url);
    await last?.client.config('SET', 'maxmemory-policy', 'volatile-ttl');
    const warn = () => undefined;
    const reason = await reasonOf(checkRedis(reads, parseAddress(cluster.url), { production: true, warn }));
    await last?.client.config('SET', 'maxmemory-policy', 'noeviction');
    close();
    expect(reason).to.include('drops votes when it is full (maxmemory-policy volatile-ttl)');
  });

  it('is found from any of its nodes', async () => {
    const [, second] = cluster.masters;
    const { store, close } = await openStore(`redis+cluster://127.0.0.1:${second?.port}`);
    await store.ping();
    close();
    expect(await reasonOf(connect(`redis://127.0.0.1:${second?.port}`))).to.equal(
      `RedisUnreachable: Redis at redis://127.0.0.1:${second?.port} is a node of a Cluster: write REDIS_URL as redis+cluster://127.0.0.1:${second?.port}.`,
    );
  });
});
