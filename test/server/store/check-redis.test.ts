import { expect } from 'chai';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { checkRedis } from '../../../server/store/redis/connection/check-redis.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';

/** What a start says of a Redis with this INFO. */
async function said(info: Record<string, string>, production: boolean): Promise<string[]> {
  const lines: string[] = [];
  const text = Object.entries(info).map(([name, value]) => `${name}:${value}\r\n`);
  const client = { info: async () => text.join('') } as unknown as RedisClient;
  const options = { production, warn: (line: string) => void lines.push(line) };
  await checkRedis(client, parseAddress('redis://10.9.8.7:6379'), options).catch(({ name, message }: Error) =>
    lines.push(`${name}: ${message}`),
  );
  return lines;
}

describe('the Redis that a server starts with', () => {
  const safe = { role: 'master', maxmemory_policy: 'noeviction', aof_enabled: '1' };

  it('is taken when it keeps votes, and with a warning in production when it does not say', async () => {
    for (const production of [false, true]) expect(await said(safe, production)).to.deep.equal([]);
    const { maxmemory_policy, aof_enabled } = safe;
    for (const info of [{}, { maxmemory_policy }, { aof_enabled }]) {
      expect(await said(info, false)).to.deep.equal([]);
      expect(await said(info, true)).to.deep.equal([
        'Redis at redis://10.9.8.7:6379 does not report its settings, so they could not be checked: make sure of appendonly yes and maxmemory-policy noeviction yourself.',
      ]);
    }
  });

  it('is refused in production with any policy that evicts', async () => {
    for (const policy of [
      'allkeys-lru',
      'allkeys-lfu',
      'allkeys-random',
      'volatile-lru',
      'volatile-lfu',
      'volatile-ttl',
    ]) {
      const info = { ...safe, maxmemory_policy: policy };
      expect(await said(info, true), policy).to.deep.equal([
        `RedisUnreachable: Redis at redis://10.9.8.7:6379 drops votes when it is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction there, in its configuration and with CONFIG SET.`,
      ]);
      expect(await said(info, false), policy).to.deep.equal([]);
    }
  });

  it('is refused as a replica, and its master is named', async () => {
    const info = { ...safe, role: 'slave', master_host: '10.9.8.6', master_port: '6380' };
    for (const production of [false, true]) {
      expect(await said(info, production)).to.deep.equal([
        'RedisUnreachable: Redis at redis://10.9.8.7:6379 is a replica, which takes no votes: set REDIS_URL to its master, 10.9.8.6:6380, or to the Sentinels that watch it.',
      ]);
    }
  });

  it('causes a warning in production when it writes nothing to disk', async () => {
    const info = { ...safe, aof_enabled: '0' };
    expect(await said(info, false)).to.deep.equal([]);
    expect((await said(info, true)).map((line) => line.slice(0, 71))).to.deep.equal([
      'Redis at redis://10.9.8.7:6379 loses votes when it ends (appendonly no)',
    ]);
  });
});
