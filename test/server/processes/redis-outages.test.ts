import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { json, send } from '../../support/http/send.ts';
import { adminUrlOf, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { linesOf } from '../../support/server/worker-log.ts';

const headers = { 'Content-Type': 'application/json' };

describe('npm start, when its embedded Redis is killed', () => {
  for (const workers of ['1', '2']) {
    it(`F01: takes votes again with WORKERS=${workers}`, async () => {
      const server = startServerProcess({ WORKERS: workers, RATE_WRITES: '0' });
      const url = await server.ready;
      let clients = 0;
      const isCounted = async () => {
        const body = JSON.stringify(vote(`client-of-${workers}-${String(++clients).padStart(6, '0')}`));
        return (await send(url, 'POST', votePath, headers, body)).status === 201;
      };
      await eventually(isCounted, 'a vote');
      const { pid } = await embeddedState(server.dataDir);
      process.kill(pid, 'SIGKILL');
      const lines = () => linesOf(server);
      await eventually(() => lines().some(({ msg }) => msg === 'the embedded Redis runs again'), 'a line of log');
      await eventually(isCounted, 'a vote');
      const health = async () => json(await send(url, 'GET', '/api/v1/us/health')).status;
      await eventually(async () => (await health()) === 'ok', 'health is ok');
      const logged = lines().filter(({ msg }) => msg?.startsWith('the embedded Redis'));
      expect(logged.map(({ msg }) => msg)).to.deep.equal([
        'the embedded Redis ended: it is started again',
        'the embedded Redis runs again',
      ]);
      expect(logged[1]?.downMs).to.be.a('number');
      expect(redisServersOn(server.dataDir)).to.have.length(1).and.not.to.include(pid);
      server.child.kill('SIGTERM');
      expect(await server.ended).to.equal(0);
      expect(redisServersOn(server.dataDir)).to.deep.equal([]);
      await server.close();
    });
  }
});

describe('npm start, when the Redis of REDIS_URL does not answer', () => {
  let redis: TestNode;
  let server: ServerProcess;
  /** Lines about Redis of the tests before. */
  let earlier = 0;
  before(async () => {
    redis = await startRedis();
    server = startServerProcess({ REDIS_URL: redis.url, WORKERS: '2', ADMIN_PORT: '0' }, ['--no-sample']);
    await server.ready;
  });
  after(async () => {
    await server.close();
    await redis.close();
  });
  afterEach(() => {
    earlier += logged().length;
  });

  const logged = () =>
    linesOf(server)
      .filter(({ msg }) => msg?.startsWith('Redis '))
      .slice(earlier);
  const waitForLines = (count: number) => eventually(() => logged().length >= count, `${count} lines about Redis`);

  it('logs the reason once, and how long it took', async () => {
    await redis.kill();
    await waitForLines(1);
    const body = JSON.stringify(vote('client-of-a-lost-redis'));
    const { status } = await send(await server.ready, 'POST', votePath, headers, body);
    expect(status).to.equal(503);
    await redis.start();
    await waitForLines(2);
    const [lost, back, ...others] = logged();
    expect(lost).to.include({ msg: 'Redis is unreachable', reason: `ECONNREFUSED 127.0.0.1:${redis.port}` });
    expect(back?.msg).to.equal('Redis answers again');
    expect(back?.seconds).to.be.within(0.1, 60);
    expect(others).to.deep.equal([]);
    expect(server.output()).to.include('The store is not available: Redis is unreachable').and.not.include('options');
  });

  it('logs a Redis that hangs', async () => {
    redis.signal('SIGSTOP');
    await waitForLines(1);
    redis.signal('SIGCONT');
    await waitForLines(2);
    expect(logged()[0]?.reason).to.match(/timed? ?out/i);
    expect(logged()[1]?.msg).to.equal('Redis answers again');
  });

  it('logs and reports a Redis that takes no writes', async () => {
    await redis.client.config('SET', 'maxmemory', '1');
    await waitForLines(1);
    expect(logged()[0]).to.include({ msg: 'Redis takes no writes' });
    const admin = await adminUrlOf(server);
    const isReported = async () => {
      const samples = await scrape(admin);
      return sumOf(samples, 'fightcard_redis_up') === 1 && sumOf(samples, 'fightcard_redis_writable') === 0;
    };
    await eventually(isReported, 'the metrics show it');
    await redis.client.config('SET', 'maxmemory', '0');
    await waitForLines(2);
    expect(logged()[1]?.msg).to.equal('Redis answers again');
  });
});

/** Pids of the workers, but not of the process that compiles. */
function startedBy(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('server/main.js');
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

describe('npm start, when Redis is lost during the start', () => {
  it('G10: answers as soon as Redis is back', async () => {
    const port = await freePort();
    const before = await startNode(port, []);
    const server = startServerProcess({ REDIS_URL: before.url, WORKERS: '2' }, ['--no-sample']);
    try {
      await eventually(() => startedBy(server.child.pid ?? 0).length > 0, 'a worker that starts');
      await before.close();
      const url = await server.ready;
      const health = () => send(url, 'GET', '/api/v1/us/health');
      expect(json(await health()).status).to.equal('degraded');
      const after = await startNode(port, []);
      try {
        await eventually(async () => json(await health()).status === 'ok', 'health is ok');
      } finally {
        await after.close();
      }
    } finally {
      await server.close();
    }
  });
});
