import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { send } from '../../support/http/send.ts';
import { adminUrlOf, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { type ServerProcess, startServerProcess, workersOf } from '../../support/server/server-process.ts';

const health = '/api/v1/us/health';

const probe = async (url: string) => {
  const reply = await fetch(url);
  return { status: reply.status, text: (await reply.text()).trim() };
};

/** Node.js options of a process that runs `code` at SIGUSR2; `block` holds its event loop, and leaves the CPU to others. */
const onSignal = (code: string) => {
  const block = '(ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)';
  return `--import=data:text/javascript,${encodeURIComponent(`const block = ${block}; process.on('SIGUSR2', () => ${code});`)}`;
};

describe('the admin port of npm start', () => {
  const servers: ServerProcess[] = [];
  const start = (env: Record<string, string>) => {
    const server = startServerProcess({ LOG_LEVEL: 'info', ...env }, ['--no-sample']);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      // The second signal does not wait; killed, it would leave its Redis behind.
      server.child.kill('SIGTERM');
      await server.close();
    }
  });

  it('G10, L07: is not ready while it waits for Redis or drains', async () => {
    const redis = await startRedis();
    await redis.kill();
    const adminPort = await freePort();
    const admin = `http://127.0.0.1:${adminPort}`;
    const env = { REDIS_URL: redis.url, REDIS_WAIT_SECONDS: '600', ADMIN_PORT: String(adminPort), DRAIN_SECONDS: '3' };
    const server = start(env);
    const ready = () => probe(`${admin}/readyz`).catch(() => ({ status: 0, text: '' }));
    await eventually(async () => (await ready()).text === 'waiting for Redis', 'the server waits');
    expect(await ready()).to.deep.equal({ status: 503, text: 'waiting for Redis' });
    expect(await probe(`${admin}/livez`)).to.deep.equal({ status: 200, text: 'ok' });
    expect(server.output()).to.match(
      /^Redis cannot be reached at redis:\/\/127\.0\.0\.1:\d+ \(.*\): .* Waiting for up to 600 s more \(REDIS_WAIT_SECONDS\)\.$/m,
    );
    await redis.start();
    const url = await server.ready;
    expect((await send(url, 'GET', health)).status).to.equal(200);
    await eventually(async () => (await ready()).status === 200, 'the server is ready');
    const askedMs = performance.now();
    server.child.kill('SIGTERM');
    await eventually(async () => (await ready()).text === 'draining', 'the server drains');
    // A new connection: the server still accepts.
    expect((await send(url, 'GET', health)).status).to.equal(200);
    expect(await server.ended).to.equal(0);
    expect(performance.now() - askedMs).to.be.above(3_000);
    await redis.close();
  });

  it('must be free only when it is configured', async () => {
    // Perhaps another server has it already.
    const taken = createServer()
      .listen(9464, '127.0.0.1')
      .on('error', () => undefined);
    try {
      const chosen = start({ ADMIN_PORT: '9464' });
      expect(await chosen.ended).to.equal(1);
      const lines = chosen.output().trim().split('\n');
      expect(lines.filter((line) => !line.startsWith('{'))).to.deep.equal([
        'Port 9464 of 127.0.0.1, for metrics and probes, is in use: choose another with ADMIN_PORT, or none with ADMIN_PORT=off.',
      ]);
      const other = start({ ADMIN_PORT: '' });
      expect((await send(await other.ready, 'GET', health)).status).to.equal(200);
      expect(other.output()).to.include('"level":40').and.include('Port 9464 of 127.0.0.1');
    } finally {
      taken.close();
    }
  });

  it('L07: stays unready when a worker starts while draining', async () => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const server = start({ PORT: `${port}`, ADMIN_PORT: `${adminPort}`, WORKERS: '3', DRAIN_SECONDS: '3' });
    const statusOf = (url: string) =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      );
    // The first worker answers while the others start.
    await eventually(async () => (await statusOf(`http://127.0.0.1:${port}${health}`)) === 200, 'a worker answers');
    server.child.kill('SIGTERM');
    await eventually(() => server.output().includes('"stopping"'), 'the server stops');
    const statuses = new Set<number>();
    await eventually(async () => {
      statuses.add(await statusOf(`http://127.0.0.1:${adminPort}/readyz`));
      return statuses.has(0);
    }, 'the end');
    expect([...statuses]).to.deep.equal([503, 0]);
  });

  it('G06: is not ready without workers, nor alive while a loop hangs', async () => {
    const server = start({ ADMIN_PORT: '0', WORKERS: '2', NODE_OPTIONS: onSignal('block(14_000)') });
    await server.ready;
    const admin = await adminUrlOf(server);
    for (const pid of workersOf(server)) process.kill(pid, 'SIGKILL');
    await eventually(async () => (await probe(`${admin}/readyz`)).text === 'no worker is ready', 'it is not ready');
    await eventually(async () => (await probe(`${admin}/readyz`)).status === 200, 'the server is ready again');
    server.child.kill('SIGUSR2');
    await eventually(async () => (await probe(`${admin}/livez`)).status === 503, 'a loop stands still');
    expect((await probe(`${admin}/livez`)).text).to.match(
      new RegExp(`^\\d of \\d event loops stand still: process ${server.child.pid} for \\d+ s`),
    );
    expect(sumOf(await scrape(admin), 'fightcard_event_loop_silence_seconds')).to.be.greaterThan(9);
    await eventually(async () => (await probe(`${admin}/livez`)).status === 200, 'it runs again');
  });

  it('H02: is ready while the only event loop is always late', async () => {
    const server = start({ ADMIN_PORT: '0', NODE_OPTIONS: onSignal('setInterval(block, 1, 100)') });
    const url = await server.ready;
    const admin = await adminUrlOf(server);
    server.child.kill('SIGUSR2');
    const timed = async (act: () => Promise<{ status: number }>) => {
      const startMs = performance.now();
      expect((await act()).status).to.equal(200);
      return performance.now() - startMs;
    };
    const [own, others]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < 20; nth++) {
      own.push(await timed(() => probe(`${admin}/readyz`)));
      if (nth % 5 === 0) others.push(await timed(() => send(url, 'GET', health)));
      await sleep(20);
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    // A request to the event loop waits for its turns.
    expect(median(own)).to.be.below(median(others));
  });
});
