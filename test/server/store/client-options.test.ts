import { mock } from 'node:test';
import { expect } from 'chai';
import { SentinelConnector } from 'ioredis';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { createClient, mastersOf, type RedisClient } from '../../../server/store/redis/connection/client.ts';

type Options = Record<string, unknown>;
const optionsOf = (client: RedisClient) => client.options as unknown as Options;
const optionsFor = (url: string) => optionsOf(createClient(parseAddress(url)));

/** Of every connection to a Redis. */
const common = {
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  commandTimeout: 250,
  socketTimeout: 1_500,
  connectTimeout: 500,
  disconnectTimeout: 100,
};
/** Of a client that connects when it is told to, and reports at once that it is not connected. */
const connecting = { lazyConnect: true, enableOfflineQueue: false };

describe('a client of Redis', () => {
  it('of one Redis fails fast, repeats nothing, and has the address, the user and the database', () => {
    expect(optionsFor('redis://127.0.0.1:6390')).to.deep.include({
      ...common,
      ...connecting,
      ...{ host: '127.0.0.1', port: 6390, db: 0, username: null, password: null, sentinels: null },
    });
    expect(optionsFor('redis://127.0.0.1:6390').tls).to.equal(undefined);
    expect(optionsFor('rediss://watcher:secret@cache.example.com:6380/2')).to.deep.include({
      ...common,
      ...connecting,
      ...{ host: 'cache.example.com', port: 6380, db: 2, username: 'watcher', password: 'secret', tls: {} },
    });
  });

  it('behind Sentinels asks each of them for the master, and follows a failover', () => {
    const one = optionsFor('redis+sentinel://:secret@s1,s2:26380/mymaster/3?sentinelUsername=su&sentinelPassword=sp');
    expect(one).to.deep.include({
      ...common,
      ...connecting,
      sentinels: [
        { host: 's1', port: 26_379 },
        { host: 's2', port: 26_380 },
      ],
      ...{ name: 'mymaster', db: 3, username: null, password: 'secret' },
      ...{ sentinelUsername: 'su', sentinelPassword: 'sp', sentinelCommandTimeout: 250 },
      ...{ failoverDetector: true, enableTLSForSentinelMode: false },
    });
    expect(one).not.to.have.any.keys('tls', 'sentinelTLS');
    expect(one.sentinelRetryStrategy).to.equal(one.retryStrategy);
    const other = optionsFor('rediss+sentinel://s1/other');
    expect(other).to.deep.include({
      ...{ name: 'other', db: 0, tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} },
    });
    expect(other).not.to.have.any.keys('sentinelUsername', 'sentinelPassword');
  });

  it('of a Cluster gives up soon when a master is away, and connects to each node like to one Redis', () => {
    const client = createClient(parseAddress('redis+cluster://watcher:secret@a:7000,b:7001'));
    expect((client as unknown as { startupNodes: unknown }).startupNodes).to.deep.equal([
      { host: 'a', port: 7000 },
      { host: 'b', port: 7001 },
    ]);
    const { redisOptions, ...options } = optionsOf(client) as Options & { redisOptions: Options };
    expect(options).to.deep.include({
      ...connecting,
      ...{ retryDelayOnFailover: 0, retryDelayOnClusterDown: 0, retryDelayOnTryAgain: 50 },
      ...{ maxRedirections: 3, slotsRefreshTimeout: 300 },
    });
    expect(options.dnsLookup).not.to.match(/done\(null, host\)/);
    const { reconnectOnError, ...others } = redisOptions;
    expect(reconnectOnError).to.be.a('function');
    expect(others).to.deep.equal({ ...common, username: 'watcher', password: 'secret' });
    const withTls = optionsFor('rediss+cluster://a:7000') as { redisOptions: Options; dnsLookup: unknown };
    expect(withTls.redisOptions.tls).to.deep.equal({});
    const lookUp = withTls.dnsLookup as (host: string, done: (...found: unknown[]) => void) => void;
    const found: unknown[] = [];
    lookUp('node.example.com', (...some) => found.push(...some));
    expect(found, 'a host name stays as it is').to.deep.equal([null, 'node.example.com']);
  });

  it('may wait longer, as for a backup', () => {
    const own = { commandTimeout: 30_000, socketTimeout: 31_000 };
    for (const url of ['redis://a', 'redis+sentinel://a/m']) {
      expect(optionsOf(createClient(parseAddress(url), own))).to.include({ ...common, ...own });
    }
    const { redisOptions } = optionsOf(createClient(parseAddress('redis+cluster://a'), own)) as Record<string, Options>;
    expect(redisOptions).to.include({ ...common, ...own });
  });

  it('waits twice as long after each failure to connect, a second at most, and a little by chance', () => {
    const single = optionsFor('redis://a').retryStrategy;
    const ofCluster = optionsFor('redis+cluster://a').clusterRetryStrategy;
    const random = mock.method(Math, 'random', () => 0.25);
    try {
      for (const wait of [single, ofCluster] as ((attempt: number) => number)[]) {
        expect([1, 2, 3, 4, 5, 6, 5_000].map(wait)).to.deep.equal([125, 225, 425, 825, 1_025, 1_025, 1_025]);
      }
    } finally {
      random.mock.restore();
    }
  });

  it('connects again without repeating the command when a master has become a replica, else not', () => {
    const onError = optionsFor('redis://a').reconnectOnError as (error: Error) => unknown;
    expect(onError(new Error("READONLY You can't write against a read only replica."))).to.equal(1);
    expect(onError(new Error('OOM command not allowed'))).to.equal(false);
    expect(onError(new Error('ERR READONLY'))).to.equal(false);
  });

  it('leaves the detector of its last connection before it asks the Sentinels again', () => {
    const calls: string[] = [];
    const asked = mock.method(SentinelConnector.prototype, 'connect', (...args: unknown[]) => {
      calls.push(`connect ${args.length}`);
      return 'the stream';
    });
    const left = mock.method(SentinelConnector.prototype, 'disconnect', () => void calls.push('disconnect'));
    try {
      const options = optionsFor('redis+sentinel://s1/mymaster');
      const Connector = options.Connector as new (given: unknown) => { connect(onError: () => void): unknown };
      expect(new Connector(options).connect(() => undefined)).to.equal('the stream');
      expect(calls).to.deep.equal(['disconnect', 'connect 1']);
    } finally {
      for (const one of [asked, left]) one.mock.restore();
    }
  });

  it('has one master, or those of its Cluster', () => {
    const single = createClient(parseAddress('redis://a'));
    expect(mastersOf(single)).to.deep.equal([single]);
    const asked: string[] = [];
    const cluster = { nodes: (role: string) => asked.push(role) } as unknown as RedisClient;
    expect([mastersOf(cluster), asked]).to.deep.equal([1, ['master']]);
  });
});
