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
    expect(await said(info, true)).to.deep.equal([
      'Redis at redis://10.9.8.7:6379 loses votes when it ends (appendonly no): set appendonly yes and appendfsync always there, in its configuration and with CONFIG SET.',
    ]);
  });

  /** The warnings about some masters of a Cluster, or one Redis, that give INFO so, and how often they were asked. */
  async function warned(url: string, ...masters: ((asked: number) => string)[]) {
    const lines: string[] = [];
    let asked = 0;
    const nodes = masters.map((info) => ({ info: async () => info(++asked) }));
    const client = (nodes.length > 1 ? { nodes: () => nodes } : nodes[0]) as unknown as RedisClient;
    const options = {
      production: true,
      warn: (line: string) => void lines.push(line.replace(/^.* does not/, 'does not')),
    };
    await checkRedis(client, parseAddress(url), options);
    return { lines, asked };
  }
  const failing = (untilAsked: number, name: string) => (asked: number) => {
    // A loop without an end is red, too.
    if (asked > 30) return '';
    if (asked <= untilAsked) throw Object.assign(new Error('no reply'), { name });
    return 'maxmemory_policy:noeviction\r\naof_enabled:1\r\n';
  };
  const unchecked =
    'does not report its settings, so they could not be checked: make sure of appendonly yes and maxmemory-policy noeviction yourself.';

  it('is asked twenty times while it does not answer, and once when it refuses', async () => {
    const single = 'redis://10.9.8.7';
    expect(await warned(single, failing(19, 'Error'))).to.deep.equal({ lines: [], asked: 20 });
    expect(await warned(single, failing(20, 'Error'))).to.deep.equal({ lines: [unchecked], asked: 20 });
    expect(await warned(single, failing(1, 'ReplyError'))).to.deep.equal({ lines: [unchecked], asked: 1 });
  });

  it('is one of several masters of a Cluster, whose roles change', async () => {
    const replica = () => '# Replication\r\nrole:slave\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n';
    const other = () => 'a.maxmemory_policy:noeviction\naof_enabled:1\n';
    expect(await warned('redis+cluster://10.9.8.7', replica, replica)).to.deep.equal({ lines: [], asked: 2 });
    expect(await warned('redis+cluster://10.9.8.7', replica, other)).to.deep.equal({ lines: [unchecked], asked: 2 });
  });
});
