import { expect } from 'chai';
import { checkPermissions } from '../../../server/store/check-permissions.ts';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const keyCommands =
  'DEL EXISTS EXPIRE GET HDEL HGET HGETALL HINCRBY HKEYS HLEN HMGET HSET HSETNX HSTRLEN HVALS INCR INCRBY PERSIST PEXPIRE PSETEX PTTL SADD SCARD SET SMEMBERS SREM UNLINK XADD XDEL XRANGE XREVRANGE XTRIM ZADD ZCARD ZRANGE ZRANGEBYLEX ZRANGEBYSCORE ZREM ZREVRANGEBYLEX ZSCORE'.split(
    ' ',
  );

const wanted = [
  ...keyCommands.map((name) => [name, 'votes:buckets', 'votes:buckets', 'votes:buckets']),
  ['TIME'],
  ['EVALSHA', '', '0'],
  ...['votes:buckets', 'live:events', '{live:1}', '{content}:live', '{05cc}:pinged', '{1:05cc}:tally'].map((key) => [
    ...['SET', key, '0'],
  ]),
  ...['content', 'live:1', 'tally:1'].flatMap((channel) => [
    ['PUBLISH', channel, ''],
    ['SUBSCRIBE', channel],
  ]),
  ['PSUBSCRIBE', 'live:*'],
  ['PSUBSCRIBE', 'tally:*'],
];

const script = `local refused = {}
for i, command in ipairs(cjson.decode(ARGV[1])) do
  if not redis.acl_check_cmd(unpack(command)) then refused[#refused + 1] = i end
end
return refused`;

const address = parseAddress('redis://app:secret@127.0.0.1:6379');
const lacks = (what: string) =>
  `RedisUnreachable: Redis at redis://app:***@127.0.0.1:6379 does not let its user use ${what}: give it ~* &* +@all there with ACL SETUSER, or what is missing.`;

const replyError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

describe('what Redis is asked about its user', () => {
  async function ask(answer: Answer) {
    const { client, asked } = recordClient(answer);
    return { said: await reasonOf(checkPermissions(client, address)), asked };
  }

  it('is every command of a script, and keys and channels of each kind, in one script', async () => {
    const { said, asked } = await ask(() => []);
    expect(said).to.equal('done');
    expect(asked.map(([name, text, count]) => [name, text, count])).to.deep.equal([['eval', script, 0]]);
    expect(JSON.parse(String(asked[0]?.[3]))).to.deep.equal(wanted);
  });

  it('is said in its order, what is asked in several ways once', async () => {
    const numberOf = (...command: string[]) =>
      wanted.findIndex((one) => command.every((word, at) => one[at] === word)) + 1;
    for (const [refused, what] of [
      [[1], 'DEL'],
      [[keyCommands.length], 'ZSCORE'],
      [[keyCommands.length + 1, keyCommands.length + 2], 'TIME, EVALSHA'],
      [[numberOf('SET', 'live:events'), numberOf('SET', '{1:05cc}:tally')], 'its keys (~*)'],
      [[numberOf('PUBLISH', 'content'), numberOf('PUBLISH', 'tally:1')], 'PUBLISH on its channels (&*)'],
      [[numberOf('SUBSCRIBE', 'live:1')], 'SUBSCRIBE on its channels (&*)'],
      [[wanted.length - 1, wanted.length], 'PSUBSCRIBE on its channels (&*)'],
    ] as const) {
      expect((await ask(() => [...refused])).said).to.equal(lacks(what));
    }
  });

  it('is not known where Redis has other words, or is too old for the question', async () => {
    expect((await ask(() => replyError('NOPERM this user has no permissions'))).said).to.equal(lacks('EVAL'));
    for (const answer of ['OK', null, replyError('ERR NOPERM is no first word'), replyError('ERR unknown command')]) {
      const { said, asked } = await ask(() => answer);
      expect([said, asked.length], String(answer)).to.deep.equal(['done', 1]);
    }
  });

  it('is asked twenty times while there is no answer', async () => {
    let left = 19;
    const late = await ask(() => (left-- > 0 ? new Error('Command timed out') : [1]));
    expect([late.said, late.asked.length]).to.deep.equal([lacks('DEL'), 20]);
    const never = await ask(() => new Error('Command timed out'));
    expect([never.said, never.asked.length]).to.deep.equal(['done', 20]);
  });

  it('is asked of each master, of which one that lacks something is enough', async () => {
    const nodes = [[], [], [2, 4]].map((refused) => recordClient(() => refused));
    const { client } = recordClient(() => null, { nodes: () => nodes.map((node) => node.client) });
    expect(await reasonOf(checkPermissions(client, address))).to.equal(lacks('EXISTS, GET'));
    expect(nodes.map(({ asked }) => asked.length)).to.deep.equal([1, 1, 1]);
  });
});
