import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { send } from '../../support/http/send.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
import { isRunning } from '../../support/run/is-running.ts';
import { freePort } from '../../support/run/ports.ts';
import { preload } from '../../support/server/preload.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { linesOf } from '../../support/server/worker-log.ts';

describe('npm start, when it ends', () => {
  let folder: string;
  const servers: ServerProcess[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-ending-'));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  after(() => rm(folder, { recursive: true }));

  function start(env: Record<string, string> = {}): ServerProcess {
    const server = startServerProcess(env, ['--no-sample']);
    servers.push(server);
    return server;
  }

  /** The pid of its embedded Redis, once it is ready. */
  async function redisOf(server: ServerProcess): Promise<number> {
    await server.ready;
    return (await embeddedState(server.dataDir)).pid;
  }

  async function leavesNothing(server: ServerProcess, pid: number): Promise<void> {
    await eventually(() => !isRunning(pid), 'the embedded Redis has gone');
    expect(redisServersOn(server.dataDir)).to.deep.equal([]);
  }

  for (const workers of ['1', '2']) {
    it(`G03: stops Redis on a second signal with WORKERS=${workers}`, async () => {
      const server = start({ WORKERS: workers });
      const pid = await redisOf(server);
      const { hostname, port } = new URL(await server.ready);
      // A request that never ends; the first signal waits for it.
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(
        'POST /api/v3/mobile/fights/1/vote HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      );
      await sleep(200);
      server.child.kill('SIGINT');
      await sleep(1_200);
      server.child.kill('SIGINT');
      expect(await server.ended).to.equal(1);
      await leavesNothing(server, pid);
    });
  }

  for (const [workers, what, how] of [
    ['1', 'an uncaught error', "throw new Error('planted')"],
    ['2', 'an unhandled rejection', "Promise.reject(new Error('planted'))"],
  ] as const) {
    it(`G08: stops Redis after ${what} with WORKERS=${workers}`, async () => {
      const code = `import cluster from 'node:cluster';
        if (cluster.isPrimary) process.on('SIGUSR2', () => setImmediate(() => { ${how} }));`;
      const server = start({ WORKERS: workers, ...preload(code) });
      const pid = await redisOf(server);
      server.child.kill('SIGUSR2');
      expect(await server.ended).to.equal(1);
      const logged = linesOf(server).find((line) => JSON.stringify(line).includes('planted'));
      expect(logged).to.deep.include({ level: 60, msg: 'uncaught error: exiting now' });
      await leavesNothing(server, pid);
    });
  }

  it('stops Redis on a signal during the start', async () => {
    const server = start();
    const { pid } = await embeddedState(server.dataDir);
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
    expect(server.output()).not.to.match(/ {4}at /);
    await leavesNothing(server, pid);
  });

  it('stops waiting for Redis on a signal', async () => {
    const server = start({ REDIS_URL: 'redis://127.0.0.1:1', REDIS_WAIT_SECONDS: '600' });
    await eventually(() => server.output().includes('(REDIS_WAIT_SECONDS)'), 'it waits');
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
    expect(server.output())
      .to.include('"msg":"stopping"')
      .and.not.match(/ {4}at /);
  });

  it('survives EPIPE on standard error', async () => {
    const server = start({ REDIS_URL: 'redis://127.0.0.1:1', REDIS_WAIT_SECONDS: '600' });
    server.child.stderr?.destroy();
    // By then it has reported there that it waits.
    await sleep(2_000);
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
  });

  it('survives EPIPE on standard output', async () => {
    const server = start({ LOG_LEVEL: 'debug', WORKERS: '2' });
    const url = await server.ready;
    server.child.stdout?.destroy();
    for (let count = 0; count < 20; count++) {
      expect((await fetch(`${url}/api/v1/us/health`)).status).to.equal(200);
    }
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
  });

  it('does not wait for workers that are starting', async () => {
    // Workers never load; the primary exits with 9 if it waits until it would kill them.
    const code = `import cluster from 'node:cluster';
      if (cluster.isPrimary) {
        cluster.once('fork', () => process.kill(process.pid, 'SIGTERM'));
        process.once('SIGTERM', () => setTimeout(() => process.exit(9), 11_000));
      } else {
        setInterval(() => undefined, 60_000);
        await new Promise(() => undefined);
      }`;
    const server = start({ WORKERS: '2', ...preload(code) });
    const { pid } = await embeddedState(server.dataDir);
    expect(await server.ended).to.equal(0);
    expect(server.output()).to.include('"msg":"stopping"').and.not.include('"msg":"ready"');
    await leavesNothing(server, pid);
  });

  if (process.platform === 'linux') {
    for (const [title, open] of [
      ['a full disk', () => openSync('/dev/full', 'w')],
      [
        'a pipe that nobody reads',
        () => {
          const path = join(folder, 'unread');
          spawnSync('mkfifo', [path]);
          return openSync(path, constants.O_RDWR);
        },
      ],
    ] as const) {
      it(`answers and exits while its log goes to ${title}`, async () => {
        const dataDir = await mkdtemp(join(folder, 'unwritten-'));
        const port = await freePort();
        const output = open();
        const child = spawn(process.execPath, ['server/main.js', '--no-sample'], {
          env: {
            ...{ PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: String(port), WORKERS: '1', ADMIN_PORT: 'off' },
            LOG_LEVEL: 'debug',
          },
          stdio: ['ignore', output, output],
        });
        const ended = new Promise((resolve) => child.once('exit', resolve));
        const agent = new Agent({ keepAlive: true });
        const url = `http://127.0.0.1:${port}`;
        const health = async () => (await send(url, 'GET', '/api/v1/us/health', {}, undefined, agent)).status;
        const answers = () =>
          health()
            .then((status) => status === 200)
            .catch(() => false);
        await eventually(answers, 'it answers');
        // More lines than a pipe takes.
        for (let count = 0; count < 400; count++) expect(await health()).to.equal(200);
        agent.destroy();
        const { pid } = await embeddedState(dataDir);
        child.kill('SIGTERM');
        expect(await ended).to.equal(0);
        closeSync(output);
        await eventually(() => !isRunning(pid), 'the embedded Redis has gone');
      });
    }
  }
});
