import { expect } from 'chai';
import { ids, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { follow } from '../../support/http/follow.ts';
import { send } from '../../support/http/send.ts';
import { adminUrlOf } from '../../support/monitoring/scrape.ts';
import { Watch } from '../../support/monitoring/watch.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const fightPath = `/api/v3/mobile/fights/${ids.fightInProgress}`;
const eventId = 4_711;
const streamPath = `/api/v1/us/fight_metrics/live_event/${eventId}`;

/** A busy machine is enough for these. */
const ofTheMachine = ['EventLoopLate', 'SlowRequests'];
const isQuiet = (alerts: readonly string[]) => alerts.every((alert) => ofTheMachine.includes(alert));

/**
 * Faults that are made, and the alert that names each: from the metrics alone, with the rules of deploy/monitoring. Without
 * the fault no alert may be pending, which each test sees first.
 */
describe('alert rules, when', () => {
  let redis: TestNode;
  let opened: TestStore;
  let server: ServerProcess;
  let url: string;
  let watch: Watch;
  let clients = 0;

  const start = async (env: Record<string, string>) => {
    const limits = { RATE_WRITES: '0', NEW_CLIENTS_PER_MINUTE: '0' };
    server = startServerProcess({ REDIS_URL: redis.url, ADMIN_PORT: '0', ...limits, ...env }, ['--no-sample']);
    url = await server.ready;
    watch = new Watch(await adminUrlOf(server));
    await watch.until(isQuiet);
  };
  const stop = async () => {
    server.child.kill('SIGKILL');
    await server.close();
  };
  const vote = () => {
    const body = {
      round_num: 2,
      fighter_statid: ids.fightInProgressFighter1Statid,
      client_id: `client-of-alerts-${++clients}-000000`,
    };
    return send(url, 'POST', `${fightPath}/vote`, { 'Content-Type': 'application/json' }, JSON.stringify(body));
  };
  const workers = () => {
    const line = server
      .output()
      .split('\n')
      .findLast((text) => text.startsWith('{') && text.includes('"workers":[{'));
    return (JSON.parse(line ?? '{"workers":[]}') as { workers: { pid: number }[] }).workers.map(({ pid }) => pid);
  };

  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    await publishRecords(opened.store, world);
  });
  after(async () => {
    opened.close();
    await redis.close();
  });

  /** Makes a fault, and waits until its alert is pending; then ends the fault and waits until none is. */
  async function names(
    alert: string,
    {
      fault,
      end = async () => undefined,
      not = [],
    }: { fault: () => Promise<unknown>; end?: () => Promise<unknown>; not?: readonly string[] },
  ): Promise<void> {
    await watch.restart();
    expect(await watch.look(), 'alerts before the fault').to.satisfy(isQuiet);
    try {
      const startMs = performance.now();
      await fault();
      const alerts = await watch.until((pending) => pending.includes(alert));
      const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
      console.log(`      ${alert} ${seconds} s after the fault began; pending: ${alerts.join(', ')}`);
      for (const other of not) expect(alerts).to.not.include(other);
    } finally {
      await end();
    }
    await watch.restart();
    await watch.until(isQuiet);
  }

  describe('a server with two workers', () => {
    before(() => start({ WORKERS: '2' }));
    after(stop);

    it('has workers that are killed', () =>
      names('WorkersDie', {
        async fault() {
          for (let kills = 0; kills < 2; kills++) {
            const [pid = 0] = workers();
            process.kill(pid, 'SIGKILL');
            await eventually(() => workers().length === 2 && !workers().includes(pid), 'another worker');
          }
        },
        not: ['RedisAway', 'EventLoopStandsStill', 'Overloaded'],
      }));

    it('has a worker that stands still', () => {
      const [pid = 0] = workers();
      return names('EventLoopStandsStill', {
        fault: async () => process.kill(pid, 'SIGSTOP'),
        end: async () => process.kill(pid, 'SIGCONT'),
        not: ['WorkersDie', 'WorkersMissing', 'NotReady', 'RedisAway'],
      });
    });

    it('has lost a worker and no other starts', () =>
      names('WorkersMissing', {
        // Its successor cannot get its reply while Redis is suspended, and waits for seconds.
        async fault() {
          redis.signal('SIGSTOP');
          process.kill(workers()[0] ?? 0, 'SIGKILL');
        },
        end: async () => redis.signal('SIGCONT'),
        not: ['NotReady', 'WorkersDie'],
      }));

    it('has a Redis that hangs', () =>
      names('RedisTimesOut', {
        async fault() {
          redis.signal('SIGSTOP');
          expect((await vote()).status).to.equal(503);
          expect((await send(url, 'GET', '/api/v1/us/news')).status).to.equal(503);
        },
        end: async () => redis.signal('SIGCONT'),
        not: ['WorkersDie', 'NotReady', 'RedisRefusesWrites'],
      }));

    it('has a Redis that takes no writes', () =>
      names('RedisRefusesWrites', {
        fault: () => redis.client.config('SET', 'min-replicas-to-write', '1'),
        end: () => redis.client.config('SET', 'min-replicas-to-write', '0'),
        not: ['RedisAway', 'RedisTimesOut'],
      }));

    it('has no Redis', () =>
      names('RedisAway', {
        fault: () => redis.kill(),
        end: () => redis.start(),
        not: ['RedisTimesOut', 'RedisRefusesWrites', 'NotReady'],
      }));

    it('cannot count votes', () =>
      names('VotesFail', {
        async fault() {
          await redis.kill();
          expect((await vote()).status).to.equal(503);
        },
        end: () => redis.start(),
        not: ['ContractMisfit', 'Overloaded'],
      }));
  });

  describe('a server with one process', () => {
    before(() => start({ STREAMS: '2', RATE_READS: '20', DRAIN_SECONDS: '30' }));
    after(stop);

    it('has taken all streams', () => {
      const followers: Awaited<ReturnType<typeof follow>>[] = [];
      return names('Overloaded', {
        async fault() {
          await opened.store.live.update({ sequence: 1, FMLiveFeed: { EventID: String(eventId) } });
          for (let nth = 0; nth < 3; nth++) followers.push(await follow(url + streamPath));
          expect(followers.map(({ status }) => status)).to.deep.equal([200, 200, 503]);
        },
        async end() {
          for (const follower of followers) follower.close();
        },
        not: ['ClientsLimited', 'NotReady'],
      });
    });

    it('cuts readers that read nothing', async () => {
      let slow: Awaited<ReturnType<typeof follow>> | undefined;
      await names('SlowReadersCut', {
        async fault() {
          slow = await follow(url + streamPath);
          await slow.until(1);
          slow.pause();
          const filler = 'x'.repeat(100_000);
          for (let sequence = 2; sequence < 120; sequence++) {
            await opened.store.live.update({ sequence, FMLiveFeed: { EventID: String(eventId), City: filler } });
          }
        },
        end: async () => slow?.close(),
        not: ['Overloaded', 'RedisAway'],
      });
    });

    it('limits many requests of one address', () =>
      names('ClientsLimited', {
        async fault() {
          for (let round = 0; round < 8; round++) {
            await Promise.all(Array.from({ length: 50 }, () => send(url, 'GET', '/api/v1/us/alerts')));
          }
        },
        not: ['Overloaded'],
      }));

    it('has a reply that does not fit its contract', async () => {
      await names('ContractMisfit', {
        async fault() {
          for (const key of await redis.client.keys('{content}:*:fighters*')) {
            if ((await redis.client.type(key)) !== 'hash') continue;
            await redis.client.hset(key, String(ids.champion), '{"id":"none","nickname":7}');
          }
          // 429 until the limit of the test before is over.
          const status = async () => (await send(url, 'GET', `/api/v1/us/fighters/${ids.champion}`)).status;
          await eventually(async () => (await status()) === 500, 'the reply');
        },
        not: ['RedisAway', 'Overloaded'],
      });
    });

    it('has a feed on air that is silent', () => {
      const silent = async (seconds: number) => {
        const changed = Date.now() - seconds * 1_000;
        await redis.client.hset(keys.live(String(eventId)), { onair: '1', changed: String(changed) });
        await redis.client.zadd(keys.liveEvents, changed, String(eventId));
      };
      return names('FeedSilent', { fault: () => silent(90), end: () => silent(0), not: ['ContentOld', 'RedisAway'] });
    });

    it('stops', () =>
      names('NotReady', {
        fault: async () => server.child.kill('SIGTERM'),
        async end() {
          await stop();
          await start({});
        },
        not: ['NotScraped'],
      }));

    it('has old content', async () => {
      await names('ContentOld', {
        async fault() {
          const live = await redis.client.get(keys.content.live);
          await redis.client.hset(keys.content.about(Number(live)), 'time', String(Date.now() - 8 * 86_400_000));
          await stop();
          server = startServerProcess({ REDIS_URL: redis.url, ADMIN_PORT: '0' }, ['--no-sample']);
          watch = new Watch(await adminUrlOf(server));
        },
        async end() {
          await publishRecords(opened.store, world);
        },
        not: ['FeedSilent'],
      });
    });

    it('is gone', async () => {
      await watch.restart();
      await stop();
      const alerts = await watch.until((pending) => !isQuiet(pending));
      expect(alerts).to.deep.equal(['NotScraped']);
    });
  });
});
