import { expect } from 'chai';
import { type ConfigError, readConfig } from '../../../server/config.ts';
import { BadAddress, parseAddress, showAddress } from '../../../server/store/redis/connection/address.ts';

/** Why a server with this REDIS_URL does not start. */
function reasonsOf(text: string): readonly string[] {
  try {
    readConfig({ REDIS_URL: text });
    return [];
  } catch (error) {
    return (error as ConfigError).errors;
  }
}

const plain = { tls: false, database: 0 };
const node = (host: string, port: number) => ({ host, port });

describe('parseAddress', () => {
  const single = (host: string, port: number, more: object = {}) => ({
    ...plain,
    kind: 'single',
    nodes: [node(host, port)],
    ...more,
  });
  const cluster = (nodes: object[], more: object = {}) => ({ ...plain, kind: 'cluster', nodes, ...more });
  const sentinel = (nodes: object[], master: object, more: object = {}) => ({
    ...plain,
    kind: 'sentinel',
    nodes,
    master,
    ...more,
  });
  const access = { tls: true, username: 'user' };
  for (const [text, address] of [
    ['redis://localhost', single('localhost', 6379)],
    ['redis://[::1]:6380/2', single('::1', 6380, { database: 2 })],
    [
      'rediss://user:p%40ss%3A@cache.example.com:6380',
      single('cache.example.com', 6380, { ...access, password: 'p@ss:' }),
    ],
    ['redis://ann@one:65535/12/', single('one', 65_535, { username: 'ann', database: 12 })],
    ['redis://a:7000,redis://b:7001', cluster([node('a', 7000), node('b', 7001)])],
    ['redis://:secret@a:7000, REDIS://b', cluster([node('a', 7000), node('b', 6379)], { password: 'secret' })],
    [
      'rediss+cluster://user:pass@a:7000,[fd00::1]:7002/0',
      cluster([node('a', 7000), node('fd00::1', 7002)], { ...access, password: 'pass' }),
    ],
    ['redis+sentinel://s1,s2:26380/mymaster', sentinel([node('s1', 26_379), node('s2', 26_380)], { name: 'mymaster' })],
    [
      'redis+sentinel://:pass@s1:26379/my%20master/3?sentinelPassword=s%26p&sentinelUsername=watch',
      sentinel(
        [node('s1', 26_379)],
        { name: 'my master', sentinelUsername: 'watch', sentinelPassword: 's&p' },
        { database: 3, password: 'pass' },
      ),
    ],
    [
      'rediss+sentinel://s1/other//?&sentinelPassword=a=b&sentinelUsername',
      sentinel([node('s1', 26_379)], { name: 'other', sentinelUsername: '', sentinelPassword: 'a=b' }, { tls: true }),
    ],
  ] as const) {
    it(`reads ${text}`, () => {
      expect(parseAddress(text)).to.deep.equal(address);
    });
  }

  const noAddress =
    'is not an address such as redis://host:6379, redis+cluster://host1:7000,host2:7001 or redis+sentinel://host1:26379,host2:26379/mymaster';
  const badPercent = 'with a % without two hexadecimal digits; write % as %25';
  const noMaster = 'needs the name of the master after the Sentinels, as in …:26379/mymaster';
  const bad: [string, string][] = [
    ['', noAddress],
    ['localhost:6379', noAddress],
    ['redis://', noAddress],
    ['redis://:hunter2@', noAddress],
    ['redis://:hunter2@one:65536', 'has an invalid port at node 1; expected 1 to 65535'],
    ['redis://:hunter2@one:0', 'has an invalid port at node 1; expected 1 to 65535'],
    ['redis://:hunter2@one:port', 'has no valid host at node 1; expected host:port'],
    ['redis+cluster://:hunter2@one,,two', 'has no valid host at node 2; expected host:port'],
    ['redis://:hunter2@one,rediss://two', 'has nodes of different schemes; write one scheme, before the first node'],
    [
      'redis://:hunter2@one,redis://:hunter2@two',
      'has several users and passwords; write them once, before the first node',
    ],
    ['redis://:hunter2%zz@one', `has a password ${badPercent}`],
    ['redis+sentinel://one/mymaster?sentinelPassword=%hunter2', `has a Sentinel password ${badPercent}`],
    ['redis://:hunter2@one/123456', 'has an invalid database; expected a number from 0 to 99999'],
    [
      'redis://:hunter2@one/0/1',
      'has a path with too many parts; expected a database, after the name of the master of Sentinels',
    ],
    ['redis://:hunter2@one?db=hunter2', 'has options after a ?, which only redis+sentinel allows'],
    ['redis+cluster://:hunter2@one/1', 'names a database, but a Cluster has only database 0'],
    ['redis+sentinel://:hunter2@one', noMaster],
    [
      'redis+sentinel://:hunter2@one/mymaster?password=hunter2',
      'has an unknown option; expected sentinelUsername or sentinelPassword',
    ],
  ];
  for (const [text, reason] of bad) {
    it(`refuses ${text || 'an empty text'}`, () => {
      expect(() => parseAddress(text))
        .to.throw(BadAddress)
        .that.includes({ name: 'BadAddress', message: reason });
      if (text === '') return;
      const errors = reasonsOf(text);
      expect(errors).to.have.length(1);
      expect(errors[0])
        .to.match(/^REDIS_URL: /)
        .and.not.include('hunter2');
    });
  }
});

describe('showAddress', () => {
  const shown: [string, string][] = [
    ['redis://:hunter2@one', 'redis://:***@one:6379'],
    ['redis://one/2', 'redis://one:6379/2'],
    ['rediss://user@[::1]:6380', 'rediss://user@[::1]:6380'],
    ['redis+sentinel://one,two:26380/mymaster', 'redis+sentinel://one:26379,two:26380/mymaster'],
    ['rediss+cluster://user:hunter2@one:7000,[::1]:7001', 'rediss+cluster://user:***@one:7000,[::1]:7001'],
    [
      'redis+sentinel://:hunter2@one:26379/mymaster/2?sentinelPassword=hunter2',
      'redis+sentinel://:***@one:26379/mymaster/2',
    ],
  ];
  for (const [text, expected] of shown) {
    it(`shows ${expected}`, () => {
      expect(showAddress(parseAddress(text))).to.equal(expected);
    });
  }
});
