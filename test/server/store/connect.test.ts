import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { nameAwayMasters } from '../../../server/store/name-away-masters.ts';
import { parseAddress, showAddress } from '../../../server/store/redis/connection/address.ts';
import { createClient } from '../../../server/store/redis/connection/client.ts';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { ensureConnected } from '../../../server/store/redis/connection/ensure-connected.ts';
import { StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { openRedis } from '../../../server/store/redis/open.ts';
import { Subscriber } from '../../../server/store/redis/subscriber.ts';
import { StoreRefused } from '../../../server/store/schema/open-store.ts';
import { type FalseRedis, startFalseRedis } from '../../support/redis/false-redis.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { startSentinels, type TestSentinels } from '../../support/redis/sentinel.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const ignore = () => undefined;

describe('createClient', () => {
  it('waits longer after each failure to connect', () => {
    for (const [url, name] of [
      ['redis://a', 'retryStrategy'],
      ['redis+sentinel://a/m', 'sentinelRetryStrategy'],
      ['redis+cluster://a', 'clusterRetryStrategy'],
    ] as const) {
      const wait = (createClient(parseAddress(url)).options as Record<string, unknown>)[name] as (n: number) => number;
      for (const [attempt, ms] of [
        [1, 100],
        [2, 200],
        [3, 400],
        [4, 800],
        [5, 1_000],
        [5_000, 1_000],
      ] as const) {
        expect(wait(attempt), `${url}, attempt ${attempt}`).to.be.within(ms, ms + 100);
      }
    }
  });

  it('reconnects, without resending, when a master became a replica', () => {
    const { reconnectOnError } = createClient(parseAddress('redis://a')).options as {
      reconnectOnError(error: Error): unknown;
    };
    expect(reconnectOnError(new Error("READONLY You can't write against a read only replica."))).to.equal(1);
    expect(reconnectOnError(new Error('OOM command not allowed'))).to.equal(false);
  });
});

describe('connect', () => {
  let redis: TestNode;
  beforeEach(async () => {
    redis = await startNode(await freePort(), ['save ""']);
  });
  afterEach(() => redis.close());

  for (const [url, reason] of [
    ['redis://:hunter2@127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['redis+cluster://user:hunter2@127.0.0.1:1,127.0.0.1:2', 'no connection is made'],
    [
      'redis+sentinel://:hunter2@127.0.0.1:1/mymaster?sentinelPassword=hunter2',
      'failed to connect to sentinel 127.0.0.1:1 because no connection is made',
    ],
  ] as const) {
    const shown = showAddress(parseAddress(url));
    it(`reports that nothing answers at ${shown}`, async () => {
      const startedMs = Date.now();
      expect(await reasonOf(connect(url))).to.equal(
        `RedisUnreachable: Redis cannot be reached at ${shown} (${reason}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
      );
      expect(Date.now() - startedMs).to.be.below(10_000);
    });
  }

  it('refuses a malformed address', async () => {
    expect(await reasonOf(connect('localhost'))).to.match(
      /^RedisUnreachable: REDIS_URL is not an address such as .*\.$/,
    );
  });

  it('connects later when Redis may be away', async () => {
    await redis.kill();
    const { reads, bulk, close } = await connect(redis.url, { mayBeAway: true });
    try {
      expect(await reasonOf(ensureConnected(bulk))).to.match(/^StoreUnavailable: .*ECONNREFUSED/);
      await redis.start();
      await eventually(() => reads.ping().then(Boolean, () => false), 'Redis answers');
      await eventually(
        () =>
          ensureConnected(bulk)
            .then(() => bulk.ping())
            .then(Boolean, () => false),
        'it answers on that connection, too',
      );
    } finally {
      close();
    }
  });

  it('ends when the start is interrupted', async () => {
    redis.signal('SIGSTOP');
    const start = new AbortController();
    const reason = reasonOf(connect(redis.url, { signal: start.signal }));
    await sleep(50);
    start.abort();
    expect(await reason).to.match(/ \(the start was interrupted\): /);
    redis.signal('SIGCONT');
  });

  it('waits for a busy Redis, and reports that it waits', async () => {
    redis.signal('SIGSTOP');
    const lines: string[] = [];
    const connecting = connect(redis.url, { report: (line) => void lines.push(line) });
    await eventually(() => lines.length > 0, 'a report');
    redis.signal('SIGCONT');
    (await connecting).close();
    expect(lines[0]).to.equal(`Redis at ${redis.url} does not answer yet: waiting.`);
  });

  it('refuses a database that Redis does not have', async () => {
    expect(await reasonOf(connect(`${redis.url}/99`))).to.equal(
      `RedisUnreachable: Redis at ${redis.url}/99 does not give this database (ERR DB index is out of range): correct REDIS_URL.`,
    );
  });

  it('never uses another database later', async () => {
    const own = new Redis(redis.port);
    const { reads, writes, ballotConnection, bulk, close } = await connect(`${redis.url}/2`);
    const clients = [reads, writes, ballotConnection, bulk];
    try {
      await own.call('ACL', 'SETUSER', 'default', '-select');
      await own.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      for (const client of clients) {
        let refused = 0;
        const isUseless = async () => {
          await client.set('key', 'value').catch(() => refused++);
          return refused > 20;
        };
        await eventually(isUseless, 'every command is refused');
      }
      await own.call('ACL', 'SETUSER', 'default', '+select');
      for (const client of clients) {
        await eventually(() => client.incr('count').then(Boolean, () => false), 'it comes back');
      }
      expect(await own.keys('*'), 'in database 0').to.deep.equal([]);
      await own.select(2);
      expect(await own.get('count')).to.equal('4');
    } finally {
      close();
      own.disconnect();
    }
  });

  it('ends its clients and their subscriber while Redis is away', async () => {
    const connections = await connect(redis.url);
    const { reads, writes, ballotConnection } = connections;
    const clients = [reads, writes, ballotConnection];
    const ended = Promise.all(clients.map((client) => once(client, 'end')));
    const subscriber = new Subscriber(reads);
    await subscriber.subscribe(['content'], { onMessage: ignore, onSubscribe: ignore }).ready;
    await redis.kill();
    await eventually(() => clients.every(({ status }) => status === 'reconnecting'), 'all wait to connect');
    connections.close();
    await Promise.race([ended, sleep(10_000).then(() => Promise.reject(new Error('some did not end')))]);
    expect(await subscriber.subscribe(['content'], { onMessage: ignore, onSubscribe: ignore }).ready).to.equal(false);
    await redis.start();
    await sleep(1_500);
    expect(await redis.client.call('CLIENT', 'LIST', 'TYPE', 'pubsub'), 'subscribers').to.equal('');
  });
});

describe('connect to Sentinels', () => {
  let sentinels: TestSentinels;
  before(async () => {
    sentinels = await startSentinels();
  });
  after(() => sentinels.close());

  /** Connections that wait for a failover, on all Sentinels. */
  const detectors = async () => {
    const lists = await Promise.all(
      sentinels.nodes.map(({ client }) => client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')),
    );
    return String(lists).match(/ sub=1 /g)?.length ?? 0;
  };

  it('leaks no failover detector when a subscription is lost', async () => {
    const connections = await connect(sentinels.url);
    try {
      const { client } = await sentinels.master();
      let subscribed = 0;
      const onSubscribe = () => void subscribed++;
      new Subscriber(connections.reads).subscribe(['content'], { onMessage: ignore, onSubscribe });
      await eventually(() => subscribed === 1, 'it is subscribed');
      // Of reads, writes, votes and the subscriber, on each of three Sentinels.
      await eventually(async () => (await detectors()) === 12, 'all wait for a failover');
      for (let lost = 1; lost <= 3; lost++) {
        await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
        await eventually(() => subscribed === 1 + lost, 'it is subscribed again');
      }
      // Those of the last connection come after it.
      await sleep(1_000);
      await eventually(async () => (await detectors()) === 12, 'as many wait');
    } finally {
      connections.close();
    }
    await eventually(async () => (await detectors()) === 0, 'all are closed');
  });
});

describe('nameAwayMasters', () => {
  let redis: TestNode;
  const nodes: FalseRedis[] = [];
  before(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
  });
  after(() => redis.close());

  const startFalse = async (lie: FalseRedis['lie']) => {
    const node = await startFalseRedis(redis.port);
    nodes.push(node);
    node.lie = lie;
    return Number(new URL(node.url).port);
  };
  /** A Cluster whose nodes report masters at these ports. */
  const startClusterOf = async (...ports: number[]) => {
    const ranges = ports.map((port) => `*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:${port}\r\n`);
    const bytes = `*${ports.length}\r\n${ranges.join('')}`;
    return `redis+cluster://127.0.0.1:${await startFalse(({ name }) => (name === 'cluster' ? { bytes } : undefined))}`;
  };

  it('adds the masters that do not answer', async () => {
    for (const [ports, error, message] of [
      [
        [1],
        new StoreRefused('Run it again, or not.. \n'),
        'Run it again, or not. The master 127.0.0.1:1 of the Cluster does not answer.',
      ],
      [
        [1, 2],
        new StoreUnavailable('slow'),
        'The store is not available: slow. The masters 127.0.0.1:1, 127.0.0.1:2 of the Cluster do not answer.',
      ],
      [[redis.port], new StoreUnavailable('slow'), 'The store is not available: slow'],
      [[1], new Error('other'), 'other'],
    ] as const) {
      expect(await nameAwayMasters(error, await startClusterOf(...ports))).to.equal(error);
      expect(error.message).to.equal(message);
    }
    const slow = new StoreUnavailable('slow');
    for (const url of [undefined, 'redis://127.0.0.1:1', 'redis+cluster://127.0.0.1:1']) {
      expect(await nameAwayMasters(slow, url)).to.include({ message: 'The store is not available: slow' });
    }
  });

  it('names a master that loads its data for long', async () => {
    const info = 'loading:1\r\nloading_eta_seconds:1\r\n';
    const lie = { bytes: `$${info.length}\r\n${info}\r\n` };
    const loading = await startFalse(({ name }) => (name === 'info' ? lie : undefined));
    const error = new StoreUnavailable('slow');
    await nameAwayMasters(error, await startClusterOf(loading));
    expect(error.message).to.include(`The master 127.0.0.1:${loading} of the Cluster does not answer.`);
  });
});

describe('openRedis', () => {
  it('closes its connections when a check refuses the Redis', async () => {
    const redis = await startRedis();
    const check = () => Promise.reject(new Error('refused'));
    const count = async () => String(await redis.client.call('CLIENT', 'LIST', 'TYPE', 'normal')).split('\n').length;
    const before = await count();
    expect(await reasonOf(openRedis({ redisUrl: redis.url, dataDir: '', check }))).to.equal('Error: refused');
    await eventually(async () => (await count()) === before, 'no connection is left');
    await redis.close();
  });
});
