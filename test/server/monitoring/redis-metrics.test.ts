import { once } from 'node:events';
import { expect } from 'chai';
import { watchRedis } from '../../../server/monitoring/redis-metrics.ts';
import { type Connections, connect } from '../../../server/store/redis/connection/connect.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import { type Metered, openMetered } from '../../support/monitoring/metered.ts';
import { sumOf } from '../../support/monitoring/scrape.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { connectPatiently, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

describe('L04: Redis timeouts', () => {
  let redis: TestNode;
  let connections: Connections;
  let metered: Metered;
  before(async () => {
    redis = await startRedis();
    connections = await connect(redis.url);
    metered = openMetered();
    watchRedis(connections, metered.metrics);
  });
  after(async () => {
    metered.close();
    connections.close();
    await redis.close();
  });

  const counts = async () => {
    const samples = await metered.read();
    return ['reads', 'writes'].map((connection) =>
      sumOf(samples, 'fightcard_redis_commands_total', { connection, result: 'timeout' }),
    );
  };

  for (const ending of ['comes late', 'never comes']) {
    it(`are counted when the reply ${ending}`, async () => {
      const { reads, writes } = connections;
      const before = await counts();
      redis.signal('SIGSTOP');
      await Promise.allSettled([reads.ping(), run(writes, 'readTime', ['a'], [])]);
      if (ending === 'comes late') redis.signal('SIGCONT');
      let now: number[] = [];
      try {
        const areCounted = async () => {
          now = await counts();
          return now.every((count, index) => count > (before[index] ?? 0));
        };
        await eventually(areCounted, 'both are counted');
      } finally {
        redis.signal('SIGCONT');
      }
      expect(now).to.deep.equal(before.map((count) => count + 1));
      // They are connected again.
      await eventually(
        () =>
          Promise.all([reads.ping(), writes.ping()]).then(
            () => true,
            () => false,
          ),
        'Redis answers again',
      );
    });
  }

  it('are not counted when replies arrive (control)', async () => {
    const { connections: patient } = await connectPatiently(redis.url);
    try {
      watchRedis(patient, metered.metrics);
      const before = await counts();
      await Promise.all([patient.reads.ping(), run(patient.writes, 'readTime', ['a'], [])]);
      expect(await counts()).to.deep.equal(before);
    } finally {
      patient.close();
    }
  });
});

describe('L04: Redis commands and connections', () => {
  it('are counted by result, and after a reconnection', async () => {
    const redis = await startRedis();
    const { connections } = await connectPatiently(redis.url);
    const metered = openMetered();
    watchRedis(connections, metered.metrics);
    const { reads, bulk } = connections;
    const counted = async (connection: string, result: string) =>
      sumOf(await metered.read(), 'fightcard_redis_commands_total', { connection, result });
    const made = async () => {
      const samples = await metered.read();
      return ['reads', 'bulk'].map((connection) => sumOf(samples, 'fightcard_redis_reconnects_total', { connection }));
    };
    try {
      await bulk.connect();
      expect(await made(), 'a first connection').to.deep.equal([0, 0]);
      await reads.set('a', 'no number');
      await reads.incr('a').catch(() => undefined);
      expect([await counted('reads', 'refused'), await counted('reads', 'failed')]).to.deep.equal([1, 0]);
      const again = once(reads, 'ready');
      reads.disconnect(true);
      await reads.get('a').catch(() => undefined);
      await again;
      expect(await counted('reads', 'failed')).to.equal(1);
      expect(await made()).to.deep.equal([1, 0]);
      const bulkAgain = once(bulk, 'ready');
      bulk.disconnect(true);
      await bulkAgain;
      expect(await made(), 'a connection that was made after the others').to.deep.equal([1, 1]);
    } finally {
      metered.close();
      connections.close();
      await redis.close();
    }
  });
});
