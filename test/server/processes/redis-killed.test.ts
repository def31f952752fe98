import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { json, send } from '../../support/http/send.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

interface Line {
  msg?: string;
  reason?: string;
  seconds?: number;
  redis?: number;
  signal?: string;
  downMs?: number;
}

const linesOf = (server: ServerProcess) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line): Line => JSON.parse(line));

describe('npm start, when its Redis is killed', () => {
  for (const workers of ['1', '2']) {
    it(`F01: takes votes again without a restart, and logs it, with WORKERS=${workers}`, async () => {
      const server = startServerProcess({ WORKERS: workers, RATE_WRITES: '0' });
      const url = await server.ready;
      const path = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
      let clients = 0;
      const vote = async () => {
        const client = `client-of-${workers}-${String(++clients).padStart(6, '0')}`;
        const body = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: client };
        const headers = { 'Content-Type': 'application/json' };
        return (await send(url, 'POST', path, headers, JSON.stringify(body))).status;
      };
      await eventually(async () => [200, 201].includes(await vote()), 'a vote');
      const { pid } = await embeddedState(server.dataDir);
      process.kill(pid, 'SIGKILL');
      const killedMs = performance.now();
      const lines = () => linesOf(server);
      await eventually(() => lines().some(({ msg }) => msg === 'the embedded Redis runs again'), 'a line of log');
      await eventually(async () => [200, 201].includes(await vote()), 'a vote');
      console.log(`      votes back after ${Math.round(performance.now() - killedMs)} ms`);
      const health = async () => json(await send(url, 'GET', '/api/v1/us/health')).status;
      await eventually(async () => (await health()) === 'ok', 'health is ok');
      const logged = lines().filter(({ msg }) => msg?.startsWith('the embedded Redis'));
      expect(logged.map(({ msg }) => msg)).to.deep.equal([
        'the embedded Redis ended: it is started again',
        'the embedded Redis runs again',
      ]);
      expect(logged[0]).to.include({ redis: pid, signal: 'SIGKILL' });
      expect(logged[1]?.downMs).to.be.a('number');
      expect(redisServersOn(server.dataDir)).to.deep.equal(process.platform === 'linux' ? [logged[1]?.redis] : []);
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
  beforeEach(async () => {
    redis = await startRedis();
    server = startServerProcess({ REDIS_URL: redis.url, WORKERS: '2' }, ['--no-sample']);
    await server.ready;
  });
  afterEach(async () => {
    await server.close();
    await redis.close();
  });

  const logged = () => linesOf(server).filter(({ msg }) => msg?.startsWith('Redis '));
  const outage = async () => {
    await eventually(() => logged().length > 0, 'a line when Redis does not answer');
    return logged().map(({ msg, reason }) => ({ msg, reason }));
  };
  const back = async () => {
    await eventually(() => logged().length > 1, 'a line when Redis answers');
    return logged()
      .map(({ msg, seconds }) => ({ msg, seconds }))
      .slice(1);
  };

  it('logs the reason once, and how long it lasted', async () => {
    await redis.kill();
    expect(await outage()).to.deep.equal([
      { msg: 'Redis is unreachable', reason: `ECONNREFUSED 127.0.0.1:${redis.port}` },
    ]);
    const url = await server.ready;
    const vote = { round_num: 2, fighter_statid: 1, client_id: 'client-of-a-lost-redis' };
    const headers = { 'Content-Type': 'application/json' };
    expect((await send(url, 'POST', '/api/v3/mobile/fights/1/vote', headers, JSON.stringify(vote))).status).to.equal(
      503,
    );
    await redis.start();
    const [line, ...others] = await back();
    expect(others).to.deep.equal([]);
    expect(line?.msg).to.equal('Redis answers again');
    expect(line?.seconds).to.be.within(0.1, 60);
    expect(server.output()).to.include('The store is not available: Redis is unreachable');
    expect(server.output()).not.to.include('options');
  });

  it('logs a Redis that hangs', async () => {
    redis.signal('SIGSTOP');
    const [line] = await outage();
    redis.signal('SIGCONT');
    expect(line?.msg).to.equal('Redis is unreachable');
    expect(line?.reason).to.match(/timed? ?out/i);
    expect((await back())[0]?.msg).to.equal('Redis answers again');
  });
});
