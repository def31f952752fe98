import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey, snapshotOf } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { digestOf } from '../../../server/config.ts';
import { json, send } from '../../support/http/send.ts';
import { startClosedLoop } from '../../support/load/closed-loop.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { isRunning } from '../../support/run/is-running.ts';
import { scaled } from '../../support/run/scale.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { expectStreams } from '../../support/server/streams-of-workers.ts';
import { countOf, linesOf, pidsOf } from '../../support/server/worker-log.ts';

const paths = [`/api/v3/mobile/fighters/${ids.champion}`, '/api/v1/us/health', '/api/v1/us/live'];
const feedKeys = `feed:${digestOf(feedKey).toString('hex')}`;

/** Keys of more than the 128 KiB that Linux allows one environment variable. */
const manyKeys = [
  feedKeys,
  ...Array.from({ length: 2_000 }, (_, at) => `other-${at}:${digestOf(`${at}`).toString('hex')}`),
];
/** `npm --prefix lab run figures -- --only restarts` counts the failures of a hundred. */
const rollingRestarts = scaled(1);

/** A request that the log identifies at `debug` by its id, with the pid of its process. */
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const numbered = (number: number) => ({
  ...{ method: 'POST', path: '/api/v3/mobile/fights/700000/vote' },
  headers: { 'X-Request-Id': idOf(number) },
});
const workerOf = (server: ServerProcess, number: number) =>
  linesOf(server).find(({ requestId }) => requestId === idOf(number))?.pid;

/** Sends a POST as the feed, on the connection of an agent. */
function post(agent: Agent, url: string, path: string, body: unknown, own: Record<string, string> = {}) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}`, ...own };
  return send(url, 'POST', path, headers, JSON.stringify(body), agent);
}
/** Another update of an event, until a worker that is not too busy applies it. */
async function update(agent: Agent, url: string, event: number): Promise<void> {
  let sequence = 0;
  await eventually(async () => {
    const reply = await post(agent, url, '/api/v1/us/fight_metrics/update_live_event', snapshotOf(event, ++sequence));
    return json(reply).applied === true;
  }, `event ${event} is applied`);
}

/** Enough that some requests are under way at any moment, and not so many that a worker can hardly start beside them. */
const load = { count: 10, paths, pauseMs: 20 };

/** Sends half of a request, which a worker has begun to read. */
async function sendHalf(url: string): Promise<{ socket: Socket; text: () => string; ended: Promise<void> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const head = ['POST /api/v3/mobile/fights/1/vote HTTP/1.1', 'Host: a', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{`);
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
  await eventually(() => text === goOn, 'a worker reads');
  return { socket, text: () => text.slice(goOn.length), ended };
}

/** One server for the tests of a suite, the last of which ends it. */
function startOnce(env: () => Record<string, string>): { server: ServerProcess; url: string } {
  const running = {} as { server: ServerProcess; url: string };
  before(async () => {
    running.server = startServerProcess(env());
    running.url = await running.server.ready;
  });
  after(() => running.server.close());
  return running;
}

describe('workers', () => {
  let redis: TestNode;
  let folder: string;
  before(async () => {
    redis = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'fightcard-workers-'));
    await writeFile(join(folder, 'keys'), manyKeys.join('\n'));
  });
  after(async () => {
    await redis.close();
    await rm(folder, { recursive: true });
  });

  const settings = (env: Record<string, string>) => ({
    ...{ WORKERS: '2', REDIS_URL: redis.url, FEED_KEYS: feedKeys },
    ...{ RATE_WRITES: '0', NEW_CLIENTS_PER_MINUTE: '0' },
    ...env,
  });

  describe('when killed', () => {
    const running = startOnce(() => settings({ LOG_LEVEL: 'debug', STREAMS: '3' }));

    it('J05: show an update of one through the other', async () => {
      const { server, url } = running;
      const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
      for (const [number, agent] of agents.entries()) {
        const { path, headers } = numbered(number);
        await post(agent, url, path, {}, headers);
      }
      await eventually(() => agents.every((_, number) => workerOf(server, number) !== undefined), 'two lines of log');
      const pids = agents.map((_, number) => workerOf(server, number));
      expect(new Set(pids)).to.deep.equal(new Set(pidsOf(server)));
      expect(pids).not.to.include(server.child.pid);

      const [writer, reader] = agents as [Agent, Agent];
      const page = '/api/v1/us/fight_metrics/live_event/845';
      const read = () => send(url, 'GET', page, {}, undefined, reader);
      await read();
      await update(writer, url, 845);
      await eventually(async () => json(await read()).FMLiveFeed?.EventID === '845', page);
      for (const agent of agents) agent.destroy();
    });

    it('have an equal share of STREAMS', async () => {
      await expectStreams(running.url, 4, 503);
    });

    it('fail only the connections of the killed worker', async () => {
      const { server, url } = running;
      // Numbers that no other test uses.
      const ofCaller = (caller: number) => numbered(10 + caller);
      const workerOfCaller = (caller: number) => workerOf(server, 10 + caller);
      const callers = startClosedLoop(url, { count: 10, keepAlive: true, paths, pauseMs: 20, first: ofCaller });
      const all = Array.from({ length: 10 }, (_, caller) => caller);
      await eventually(() => all.every((caller) => workerOfCaller(caller) !== undefined), 'a call of each');
      // One worker may have more of the callers: kills that of the first caller.
      const killed = workerOfCaller(0) ?? 0;
      const other = pidsOf(server).find((pid) => pid !== killed);
      process.kill(killed, 'SIGKILL');
      await eventually(() => countOf(server, 'a worker is ready') === 1, 'another worker');
      await sleep(300);
      const { failing } = await callers.stop();
      expect([...failing].map((caller) => workerOfCaller(caller))).to.deep.equal([...failing].map(() => killed));
      expect(linesOf(server).find(({ msg }) => msg === 'a worker ended')).to.include({
        worker: killed,
        signal: 'SIGKILL',
      });
      expect(pidsOf(server)).to.have.length(2).and.include(other).and.not.include(killed);
    });

    it('end when the primary is killed', async () => {
      const { server } = running;
      const pids = pidsOf(server);
      expect(pids.every(isRunning)).to.equal(true);
      server.child.kill('SIGKILL');
      await server.ended;
      await eventually(() => !pids.some(isRunning), 'no worker');
    });
  });

  describe('when replaced', () => {
    const running = startOnce(() =>
      settings({ FEED_KEYS: '', FEED_KEYS_FILE: join(folder, 'keys'), STREAMS_PER_ADDRESS: '3' }),
    );

    it('have an equal share of STREAMS_PER_ADDRESS', async () => {
      await expectStreams(running.url, 4, 429);
    });

    it('G01: fail no request in a rolling restart', async () => {
      const { server, url } = running;
      const before = pidsOf(server);
      const groups = [true, false].map((keepAlive) => startClosedLoop(url, { ...load, keepAlive }));
      for (let restarts = 1; restarts <= rollingRestarts; restarts++) {
        server.child.kill('SIGHUP');
        await eventually(() => countOf(server, 'all workers are replaced') === restarts, 'the restart');
      }
      const [kept, single] = await Promise.all(groups.map((callers) => callers.stop()));
      const failed = [kept, single].map((calls) => (calls?.cut ?? 0) + (calls?.refused ?? 0));
      expect(failed).to.deep.equal([0, 0]);
      // Health included: the service was always available.
      expect([kept, single].flatMap((calls) => Object.keys(calls?.statuses ?? {}))).to.deep.equal(['200', '200']);
      expect(pidsOf(server)).to.have.length(2);
      expect(before.filter((pid) => isRunning(pid) || pidsOf(server).includes(pid))).to.deep.equal([]);
    });

    it('keep running with their keys while FEED_KEYS_FILE is invalid', async () => {
      const { server, url } = running;
      await writeFile(join(folder, 'keys'), 'not a key');
      server.child.kill('SIGHUP');
      const aborted = () => linesOf(server).find(({ msg }) => msg?.startsWith('restart aborted'));
      await eventually(() => aborted() !== undefined, 'a line of log');
      expect(aborted()?.reason).to.include('FEED_KEYS_FILE: line 1').and.not.include('not a key');
      const [killed = 0, kept] = pidsOf(server);
      const before = countOf(server, 'a worker is ready');
      process.kill(killed, 'SIGKILL');
      await eventually(() => countOf(server, 'a worker is ready') > before, 'another worker');
      expect(pidsOf(server)).to.have.length(2).and.include(kept).and.not.include(killed);
      // Each has a connection of its own, which is of another worker than the one before.
      for (const event of [846, 847]) {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        await update(agent, url, event);
        agent.destroy();
      }
    });

    it('G02: finish all replies after SIGTERM', async () => {
      const { server, url } = running;
      const pids = pidsOf(server);
      const callers = startClosedLoop(url, { ...load, count: 20, keepAlive: true, onceOnly: true });
      await eventually(() => callers.calls.answered > 200, 'some calls');
      const halves = await Promise.all(Array.from({ length: 100 }, () => sendHalf(url)));
      callers.mark();
      for (const pid of [...pids, server.child.pid ?? 0]) process.kill(pid, 'SIGTERM');
      await sleep(300);
      for (const { socket } of halves) socket.write('}');
      await Promise.all(halves.map(({ ended }) => ended));
      const code = await server.ended;
      const { cut } = await callers.stop();
      const whole = halves.filter(({ text }) => /^HTTP\/1\.1 4\d\d [\s\S]*"status":4\d\d/.test(text()));
      expect({ code, cut, whole: whole.length }).to.deep.equal({ code: 0, cut: 0, whole: 100 });
      expect(pids.filter(isRunning)).to.deep.equal([]);
    });
  });
});
