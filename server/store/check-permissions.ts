import type { Redis } from 'ioredis';
import { channels, keys } from './keys.ts';
import { type RedisAddress, showAddress } from './redis/connection/address.ts';
import { mastersOf, type RedisClient } from './redis/connection/client.ts';
import { RedisUnreachable } from './redis/connection/connect.ts';
import { scripts } from './redis/scripts.ts';

/**
 * The commands that scripts call with a key as their first argument. A script that Redis stops at a forbidden command has
 * already made its earlier writes.
 */
const keyCommands = [
  ...new Set(
    Object.values(scripts).flatMap(({ lua }) =>
      [...lua.matchAll(/\bp?call\('([A-Z]+)'/g)].map(([, name = '']) => name),
    ),
  ),
]
  .filter((name) => name !== 'TIME' && name !== 'PUBLISH')
  .sort();

const someBucket = keys.bucket(1, 0);
const someKeys = [keys.buckets, keys.liveEvents, keys.live('1'), keys.content.live, keys.pinged(0), someBucket.tally];
const someChannels = [channels.content, channels.live('1'), channels.tally(1)];

/** Commands to check, and the name of the permission that each needs. */
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

/** Changes nothing: Redis only checks its ACL. Reply: the numbers of the commands that it would refuse. */
const script = `local refused = {}
for i, command in ipairs(cjson.decode(ARGV[1])) do
  if not redis.acl_check_cmd(unpack(command)) then refused[#refused + 1] = i end
end
return refused`;

const attempts = 20;

/** The missing permissions; empty if Redis cannot report them. */
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
      // On a busy machine a later attempt succeeds.
      if (attempt === attempts) return [];
    }
  }
}

/**
 * Checks at the start that the Redis user has every permission that a server needs.
 *
 * @throws {RedisUnreachable} names the missing permissions.
 */
export async function checkPermissions(client: RedisClient, address: RedisAddress): Promise<void> {
  const missing = (await Promise.all(mastersOf(client).map(findMissing))).find((names) => names.length > 0);
  if (!missing) return;
  throw new RedisUnreachable(
    `Redis at ${showAddress(address)} refuses its user ${missing.join(', ')}: grant that, or all of ~* &* +@all, with ACL SETUSER.`,
  );
}
