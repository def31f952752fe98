import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { preload } from '../../support/server/preload.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { countOf, linesOf, pidsOf } from '../../support/server/worker-log.ts';

describe('npm start, when workers fail', () => {
  let redis: TestNode;
  const servers: ServerProcess[] = [];
  before(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  after(() => redis.close());

  function start(env: Record<string, string> = {}): ServerProcess {
    const server = startServerProcess({ WORKERS: '2', REDIS_URL: redis.url, ...env });
    servers.push(server);
    return server;
  }

  /** Of the primary; workers have limits of their own. */
  const limitDescriptors = ({ child }: ServerProcess, max: number) =>
    execFileSync('prlimit', ['--pid', `${child.pid}`, `--nofile=${max}:`]);

  it('G09: reports an error once', async () => {
    const other = createServer().listen(0, '0.0.0.0');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const taken = start({ PORT: String(port) });
    expect(await taken.ended).to.equal(1);
    other.close();
    expect(taken.output().trim()).to.equal(
      `Port ${port} is in use: stop the program that listens there, or choose another port with PORT=8081 npm start.`,
    );
  });

  if (process.platform === 'linux') {
    for (const workers of ['1', '2']) {
      const title =
        workers === '1' ? 'logs once that descriptors run out' : 'replaces a worker that died without descriptors';
      it(`${title}, with WORKERS=${workers}`, async () => {
        const server = start({ WORKERS: workers });
        const url = await server.ready;
        const [killed = 0] = pidsOf(server);
        const shortages = () => linesOf(server).filter(({ msg }) => msg?.startsWith('no file descriptor is left'));
        limitDescriptors(server, 3);
        await eventually(() => shortages().length > 0, 'the shortage');
        if (workers === '2') {
          process.kill(killed, 'SIGKILL');
          // The second is of the worker that could not be started.
          await eventually(() => countOf(server, 'a worker ended') >= 2, 'a failed start');
        }
        await sleep(1_200);
        limitDescriptors(server, 1_000);
        if (workers === '2') await eventually(() => countOf(server, 'a worker is ready') === 1, 'another worker');
        await eventually(
          () => countOf(server, 'file descriptors are available again') === 1,
          'the end of the shortage',
        );
        expect(shortages()).to.have.length(1);
        expect((await fetch(`${url}/api/v1/us/health`)).status).to.equal(200);
      });
    }

    it('survives clients that connect and reset while workers hang', async () => {
      const server = start({ ADMIN_PORT: '0' });
      const { pid: primary = 0 } = server.child;
      // The primary and its workers.
      execFileSync('prlimit', ['--pid', String(primary), '--nofile=512:512']);
      const url = await server.ready;
      const [killed = 0, hung = 0] = pidsOf(server);
      const { admin } = linesOf(server).find(({ msg }) => msg === 'ready') as { admin?: string };
      for (const pid of [killed, hung]) process.kill(pid, 'SIGSTOP');
      const { hostname, port } = new URL(url);
      for (let opened = 0; opened < 1_000; opened++) {
        const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
        socket.on('error', () => undefined).once('connect', () => socket.resetAndDestroy());
        await new Promise((resolve) => socket.once('close', resolve));
      }
      const answer = fetch(`${url}/api/v1/us/health`);
      try {
        expect(readdirSync(`/proc/${primary}/fd`).length, 'descriptors of the primary').to.be.below(256);
        expect((await fetch(`${admin}/livez`)).status, '/livez').to.equal(200);
        process.kill(killed, 'SIGKILL');
        await eventually(() => countOf(server, 'a worker is ready') === 1, 'another worker');
        expect((await answer).status).to.equal(200);
      } finally {
        process.kill(hung, 'SIGCONT');
      }
    });
  }

  it('G12: gives up when every new worker exits', async () => {
    const server = start(preload(`import cluster from 'node:cluster'; if (cluster.isWorker) process.exit(7);`));
    expect(await server.ended).to.equal(1);
    expect(server.output()).to.match(/^5 workers in a row ended right after their start, the last with code 7/m);
    expect(countOf(server, 'a worker ended')).to.be.within(5, 10);
  });
});
