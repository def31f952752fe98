import { expect } from 'chai';
import { Redis } from 'ioredis';
import { connect, RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
import { startNode } from '../../support/redis/nodes.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';

describe('the database of REDIS_URL', () => {
  it('is refused at the start where Redis has no such one, in a sentence', async () => {
    const redis = await startNode(await freePort(), ['save ""']);
    try {
      const refused = await connect(`${redis.url}/99`).catch((error: Error) => error);
      expect(refused).to.be.instanceOf(RedisUnreachable);
      expect((refused as Error).message).to.equal(
        `Redis at ${redis.url}/99 does not give this database (ERR DB index is out of range): correct REDIS_URL.`,
      );
    } finally {
      await redis.close();
    }
  });

  it('is never another, also when Redis does not give it to a later connection', async () => {
    const redis = await startNode(await freePort(), ['save ""']);
    const own = new Redis(redis.port);
    const connections = await connect(`${redis.url}/2`);
    const { reads, writes, ballotConnection, bulk } = connections;
    try {
      await own.call('ACL', 'SETUSER', 'default', '-select');
      await own.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      for (const client of [reads, writes, ballotConnection, bulk]) {
        let refused = 0;
        await eventually(async () => {
          await client.set('key', 'value').catch(() => refused++);
          return refused > 20;
        }, 'a connection without its database is of no use');
      }
      expect(await own.keys('*'), 'in database 0').to.deep.equal([]);

      await own.call('ACL', 'SETUSER', 'default', '+select');
      for (const client of [reads, writes, ballotConnection, bulk]) {
        await eventually(() => client.incr('count').then(Boolean, () => false), 'it comes back');
      }
      expect(await own.keys('*'), 'in database 0').to.deep.equal([]);
      await own.select(2);
      expect(await own.get('count')).to.equal('4');
    } finally {
      connections.close();
      own.disconnect();
      await redis.close();
    }
  });
});
