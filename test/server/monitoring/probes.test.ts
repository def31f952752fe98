import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { livez, readyz } from '../../../server/monitoring/admin/probes.ts';
import { waitForRedis } from '../../../server/processes/wait-for-redis.ts';
import { RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
import { send } from '../../support/http/send.ts';
import { adminUrlOf, scrape, sumOf } from '../../support/monitoring/scrape.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const health = '/api/v1/us/health';

const probe = async (url: string) => {
  const reply = await fetch(url);
  return { status: reply.status, text: (await reply.text()).trim() };
};

describe('livez', () => {
  it('is 200 while every event loop has run in the last 10 s', () => {
    expect(livez([])).to.deep.equal({ status: 200, text: 'ok' });
    expect(livez([0.2, 10, 3].map((seconds) => ({ pid: 7, seconds })))).to.deep.equal({ status: 200, text: 'ok' });
  });
  it('is 503 and names the processes that stand still, the longest first', () => {
    const text = '2 of 3 event loops stand still: process 30 for 12 s, process unknown for 10 s';
    const silences = [
      { pid: undefined, seconds: 10.1 },
      { pid: 20, seconds: 0.2 },
      { pid: 30, seconds: 12.9 },
    ];
    expect(livez(silences)).to.deep.equal({ status: 503, text });
  });
});

describe('readyz', () => {
  it('is 200 while the server serves and a worker is ready', () => {
    expect(readyz('serving', 1)).to.deep.equal({ status: 200, text: 'ok' });
  });
  it('is 503 and says why not', () => {
    expect(readyz('serving', 0)).to.deep.equal({ status: 503, text: 'no worker is ready' });
    for (const state of ['starting', 'waiting for Redis', 'draining'] as const) {
      expect(readyz(state, 2)).to.deep.equal({ status: 503, text: state });
    }
  });
});

describe('the probes of npm start', () => {
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

  it('G10: starts without Redis when it may wait, says so, is alive but not ready, and serves once Redis is there', async () => {
    const redis = await startRedis();
    await redis.kill();
    const adminPort = await freePort();
    const admin = `http://127.0.0.1:${adminPort}`;
    const env = { REDIS_URL: redis.url, REDIS_WAIT_SECONDS: '600', ADMIN_PORT: String(adminPort) };
    const server = start(env);
    const ready = () => probe(`${admin}/readyz`).catch(() => ({ status: 0, text: '' }));
    await eventually(async () => (await ready()).text === 'waiting for Redis', 'the server waits');
    expect(await ready()).to.deep.equal({ status: 503, text: 'waiting for Redis' });
    expect(await probe(`${admin}/livez`)).to.deep.equal({ status: 200, text: 'ok' });
    expect(server.output()).to.match(
      /^Redis cannot be reached at redis:\/\/127\.0\.0\.1:\d+ \(.*\): .* Waiting for up to 600 s more, as REDIS_WAIT_SECONDS says\.$/m,
    );
    await redis.start();
    const url = await server.ready;
    expect((await send(url, 'GET', health)).status).to.equal(200);
    await eventually(async () => (await ready()).status === 200, 'the server is ready');
    await redis.close();
  });

  it('asks for Redis several times a second while it may wait, and reports that seldom', async () => {
    let attempts = 0;
    const lines: string[] = [];
    const open = async () => {
      attempts++;
      throw new RedisUnreachable('Redis is away.');
    };
    const signal = new AbortController().signal;
    const options = { seconds: 3, signal, onWait: () => undefined, report: (line: string) => void lines.push(line) };
    const error = await waitForRedis(open, options).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(RedisUnreachable);
    // Thirteen on a quiet machine; once a second would be four.
    expect(attempts).to.be.within(6, 14);
    expect(lines).to.deep.equal(['Redis is away. Waiting for up to 3 s more, as REDIS_WAIT_SECONDS says.']);
  });

  it('fails at once with one sentence when it may not wait', async () => {
    const server = start({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(await server.ended).to.equal(1);
    expect(server.output()).to.match(/^Redis cannot be reached at redis:\/\/127\.0\.0\.1:1 [^\n]*\n$/);
  });

  it('say in one sentence that a chosen port is in use, and do without one that nobody chose', async () => {
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

  it('are not ready without a worker, and ready again with its successor', async () => {
    const server = start({ WORKERS: '2', ADMIN_PORT: '0' });
    const admin = await adminUrlOf(server);
    await eventually(async () => (await probe(`${admin}/readyz`)).status === 200, 'the server is ready');
    const named = /"workers":\[.*?\]/.exec(server.output())?.[0] ?? '';
    const pids = [...named.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid));
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    const texts = new Set<string>();
    await eventually(async () => {
      texts.add((await probe(`${admin}/readyz`)).text);
      return texts.has('no worker is ready');
    }, 'the server is not ready');
    await eventually(async () => (await probe(`${admin}/readyz`)).status === 200, 'the server is ready again');
  });

  it('L07: are not ready before the server refuses: it drains first', async () => {
    const server = start({ ADMIN_PORT: '0', DRAIN_SECONDS: '3' });
    const url = await server.ready;
    const admin = await adminUrlOf(server);
    await eventually(async () => (await probe(`${admin}/readyz`)).status === 200, 'the server is ready');
    const askedMs = performance.now();
    server.child.kill('SIGTERM');
    const state = () =>
      probe(`${admin}/readyz`)
        .then(({ text }) => text)
        .catch(() => 'gone');
    await eventually(async () => (await state()) === 'draining', 'the server drains before it ends');
    // A new connection: the server still accepts.
    expect((await send(url, 'GET', health)).status).to.equal(200);
    expect(await server.ended).to.equal(0);
    expect(performance.now() - askedMs).to.be.above(3_000);
  });

  it('L07: are not ready again when the last of its workers starts after the signal', async () => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const server = start({ PORT: `${port}`, ADMIN_PORT: `${adminPort}`, WORKERS: '4', DRAIN_SECONDS: '3' });
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

  it('G06: show an event loop that stands still, and that it runs again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-stuck-'));
    const stuck = join(folder, 'stuck.mjs');
    writeFileSync(
      stuck,
      `process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 14_000));`,
    );
    try {
      const server = start({ ADMIN_PORT: '0', NODE_OPTIONS: `--import=${stuck}` });
      await server.ready;
      const admin = await adminUrlOf(server);
      server.child.kill('SIGUSR2');
      await eventually(async () => (await probe(`${admin}/livez`)).status === 503, 'a loop stands still');
      expect((await probe(`${admin}/livez`)).text).to.match(
        new RegExp(`^\\d of \\d event loops stand still: process ${server.child.pid} for \\d+ s`),
      );
      expect(sumOf(await scrape(admin), 'fightcard_event_loop_silence_seconds')).to.be.greaterThan(9);
      await eventually(async () => (await probe(`${admin}/livez`)).status === 200, 'it runs again');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('H02: answer every time while the only event loop is always late', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-late-'));
    const late = join(folder, 'late.mjs');
    // Turns of 100 ms that leave the CPU to others, with as much between them as a busy server has: nothing.
    writeFileSync(
      late,
      `const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
      process.on('SIGUSR2', () => setInterval(() => Atomics.wait(nobodyWakes, 0, 0, 100), 1));`,
    );
    try {
      const server = start({ ADMIN_PORT: '0', NODE_OPTIONS: `--import=${late}` });
      const url = await server.ready;
      const admin = await adminUrlOf(server);
      server.child.kill('SIGUSR2');
      const timed = async (act: () => Promise<number>) => {
        const startMs = performance.now();
        return { status: await act(), ms: performance.now() - startMs };
      };
      const own: { status: number; ms: number }[] = [];
      const publicHealth: { status: number; ms: number }[] = [];
      for (let nth = 0; nth < 20; nth++) {
        own.push(await timed(async () => (await probe(`${admin}/readyz`)).status));
        if (nth % 5 === 0) publicHealth.push(await timed(async () => (await send(url, 'GET', health)).status));
        await sleep(20);
      }
      const median = (all: readonly { ms: number }[]) =>
        all.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
      console.log(
        `      median: probe ${median(own).toFixed(1)} ms, public health ${median(publicHealth).toFixed(1)} ms`,
      );
      expect(own.every(({ status }) => status === 200)).to.equal(true);
      // The control: a request to the event loop waits for its turns.
      expect(median(publicHealth)).to.be.greaterThan(median(own));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
