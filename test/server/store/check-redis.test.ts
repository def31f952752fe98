import { expect } from 'chai';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { checkRedis } from '../../../server/store/redis/connection/check-redis.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';

type Info = Record<string, string>;
const safe = { role: 'master', maxmemory_policy: 'noeviction', aof_enabled: '1' };
const { aof_enabled, maxmemory_policy } = safe;
const where = 'Redis at redis://10.9.8.7:6379';
const unchecked = `${where} does not report its settings: check that it has appendonly yes and maxmemory-policy noeviction.`;
const losing = `${where} loses votes when it ends (appendonly no): set appendonly yes and appendfsync always there, in its configuration and with CONFIG SET.`;
const evicts = (policy: string) =>
  `RedisUnreachable: ${where} drops votes when it is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction there, in its configuration and with CONFIG SET.`;
const replica = `RedisUnreachable: ${where} is a replica, which accepts no votes: set REDIS_URL to its master, 10.9.8.6:6380, or to the Sentinels that watch it.`;

function nodeOf(info: Info) {
  const text = Object.entries(info).map(([key, value]) => `${key}:${value}\r\n`);
  return { info: async () => `# Replication\r\n${text.join('')}` };
}

async function reported(nodes: object[], options: { url?: string; production?: boolean } = {}): Promise<string[]> {
  const { url = 'redis://10.9.8.7:6379', production = true } = options;
  const lines: string[] = [];
  const client = (url.includes('cluster') ? { nodes: () => nodes } : nodes[0]) as unknown as RedisClient;
  const warn = (line: string) => void lines.push(line);
  await checkRedis(client, parseAddress(url), { production, warn }).catch(({ name, message }: Error) =>
    lines.push(`${name}: ${message}`),
  );
  return lines;
}

describe('checkRedis', () => {
  const evicting = ['allkeys-lru', 'allkeys-lfu', 'allkeys-random', 'volatile-lru', 'volatile-lfu', 'volatile-ttl'];
  for (const [title, info, inProduction, inDevelopment] of [
    ['accepts a Redis that keeps votes', safe, [], []],
    ['warns when nothing is reported', {}, [unchecked], []],
    ['warns when appendonly is not reported', { maxmemory_policy }, [unchecked], []],
    ['warns when the policy is not reported', { aof_enabled }, [unchecked], []],
    ['warns when nothing is written to disk', { ...safe, aof_enabled: '0' }, [losing], []],
    [
      'refuses a replica',
      { ...safe, role: 'slave', master_host: '10.9.8.6', master_port: '6380' },
      [replica],
      [replica],
    ],
    ...evicting.map((policy) => [`refuses ${policy}`, { ...safe, maxmemory_policy: policy }, [evicts(policy)], []]),
  ] as [string, Info, string[], string[]][]) {
    it(title, async () => {
      expect(await reported([nodeOf(info)])).to.deep.equal(inProduction);
      expect(await reported([nodeOf(info)], { production: false })).to.deep.equal(inDevelopment);
    });
  }

  it('checks every master of a Cluster, whatever its role', async () => {
    const url = 'redis+cluster://10.9.8.7';
    const slave = nodeOf({ ...safe, role: 'slave' });
    expect(await reported([slave, slave], { url })).to.deep.equal([]);
    expect(await reported([nodeOf(safe), nodeOf({})], { url })).to.have.length(1);
  });
});
