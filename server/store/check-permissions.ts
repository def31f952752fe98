import type { Redis } from 'ioredis';
import { channels, keys } from './keys.ts';
import { type RedisAddress, showAddress } from './redis/connection/address.ts';
import { mastersOf, type RedisClient } from './redis/connection/client.ts';
import { RedisUnreachable } from './redis/connection/connect.ts';

/** What scripts call, each with a key as its first argument. A script that is stopped between two writes leaves the first. */
const keyCommands = [
  'DEL',
  'EXISTS',
  'EXPIRE',
  'GET',
  'HDEL',
  'HGET',
  'HGETALL',
  'HINCRBY',
  'HKEYS',
  'HLEN',
  'HMGET',
  'HSET',
  'HSETNX',
  'HSTRLEN',
  'HVALS',
  'INCR',
  'INCRBY',
  'PERSIST',
  'PEXPIRE',
  'PSETEX',
  'PTTL',
  'SADD',
  'SCARD',
  'SET',
  'SMEMBERS',
  'SREM',
  'UNLINK',
  'XADD',
  'XDEL',
  'XRANGE',
  'XREVRANGE',
  'XTRIM',
  'ZADD',
  'ZCARD',
  'ZRANGE',
  'ZRANGEBYLEX',
  'ZRANGEBYSCORE',
  'ZREM',
  'ZREVRANGEBYLEX',
  'ZSCORE',
];

const someBucket = keys.bucket(1, 0);
const someKeys = [keys.buckets, keys.liveEvents, keys.live('1'), keys.content.live, keys.pinged(0), someBucket.tally];
const someChannels = [channels.content, channels.live('1'), channels.tally(1)];

/** Each as a command, and as what its user lacks without it. */
const needs: readonly [command: readonly string[], name: string][] = [
  ...keyCommands.map((name): [string[], string] => [[name, keys.buckets, keys.buckets, keys.buckets], name]),
  [['TIME'], 'TIME'],
  [['EVALSHA', '', '0'], 'EVALSHA'],
  ...someKeys.map((key): [string[], string] => [['SET', key, '0'], 'its keys (~*)']),
  ...someChannels.flatMap((channel): [string[], string][] => [
    [['PUBLISH', channel, ''], 'PUBLISH on its channels (&*)'],
    [['SUBSCRIBE', channel], 'SUBSCRIBE on its channels (&*)'],
  ]),
  ...[channels.live('*'), 'tally:*'].map((pattern): [string[], string] => [
    ['PSUBSCRIBE', pattern],
    'PSUBSCRIBE on its channels (&*)',
  ]),
];

/** Changes nothing: Redis only looks into its list. Reply: the numbers of the commands that it would refuse. */
const script = `local refused = {}
for i, command in ipairs(cjson.decode(ARGV[1])) do
  if not redis.acl_check_cmd(unpack(command)) then refused[#refused + 1] = i end
end
return refused`;

const attempts = 20;

/** What the user lacks; nothing when Redis cannot say. */
async function findMissing(node: Redis): Promise<string[]> {
  const commands = JSON.stringify(needs.map(([command]) => command));
  for (let attempt = 1; ; attempt++) {
    try {
      const refused = await node.eval(script, 0, commands);
      const numbers = new Set(Array.isArray(refused) ? refused : []);
      return [...new Set(needs.filter((_, index) => numbers.has(index + 1)).map(([, name]) => name))];
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'ReplyError') return message.startsWith('NOPERM') ? ['EVAL'] : [];
      // A busy machine answers a later attempt.
      if (attempt === attempts) return [];
    }
  }
}

/**
 * Checks at the start that Redis lets its user do what a server will ask for.
 *
 * @throws {RedisUnreachable} naming what is missing.
 */
export async function checkPermissions(client: RedisClient, address: RedisAddress): Promise<void> {
  const missing = (await Promise.all(mastersOf(client).map(findMissing))).find((names) => names.length > 0);
  if (!missing) return;
  throw new RedisUnreachable(
    `Redis at ${showAddress(address)} does not let its user use ${missing.join(', ')}: give it ~* &* +@all there with ACL SETUSER, or what is missing.`,
  );
}
