import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { digestOf } from '../../../server/config.ts';
import { isRunning } from '../../../server/store/redis/embedded/lock.ts';
import { send } from '../../support/http/send.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { until } from '../../support/redis/nodes.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';

const line = (name: string) => `${name}:${digestOf(`the key ${name}`).toString('hex')}\n`;

/** A module that every process of a server loads first. */
const preload = (code: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` });

describe('every way of ending the server', () => {
  let folder: string;
  let keysFile: string;
  const servers: ServerProcess[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-ending-'));
    keysFile = join(folder, 'keys');
  });
  beforeEach(() => writeFile(keysFile, line('first')));
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  after(() => rm(folder, { recursive: true }));

  function start(env: Record<string, string> = {}): ServerProcess {
    const server = startServerProcess(env, ['--no-sample']);
    servers.push(server);
    return server;
  }

  async function leavesNothing(server: ServerProcess, pid: number): Promise<void> {
    await eventually(() => !isRunning(pid), 'the embedded Redis has gone');
    expect(redisServersOn(server.dataDir)).to.deep.equal([]);
  }

  for (const hasFile of [false, true]) {
    it(`SIGHUP with WORKERS=1 keeps running${hasFile ? ' and reads FEED_KEYS_FILE again' : ', and logs what it cannot do'}`, async () => {
      const server = start(hasFile ? { FEED_KEYS_FILE: keysFile } : {});
      const url = await server.ready;
      const { pid } = await embeddedState(server.dataDir);
      // Changed without a new modification time: only the signal triggers the read.
      await writeFile(keysFile, line('first') + line('second'));
      server.child.kill('SIGHUP');
      if (hasFile) await eventually(() => server.output().includes('"second"'), 'the new key is read');
      await eventually(() => server.output().includes('SIGHUP only reads FEED_KEYS_FILE again'), 'a line of log');
      expect((await fetch(`${url}/api/v1/us/health`)).status).to.equal(200);
      expect(isRunning(pid)).to.equal(true);
      server.child.kill('SIGTERM');
      expect(await server.ended).to.equal(0);
      await leavesNothing(server, pid);
    });
  }

  it('ends as soon when the clock of the machine is set back meanwhile', async () => {
    const setBack = 'const { now } = Date; Date.now = () => now() - 3_600_000';
    const server = start(preload(`process.once('SIGTERM', () => setTimeout(() => { ${setBack} }, 300))`));
    const { hostname, port } = new URL(await server.ready);
    const idle = connect(Number(port), hostname).on('error', () => undefined);
    await once(idle, 'connect');
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
  });

  for (const workers of ['1', '2']) {
    it(`G03: a second signal ends the embedded Redis too, with WORKERS=${workers}`, async () => {
      const server = start({ WORKERS: workers });
      const { hostname, port } = new URL(await server.ready);
      const { pid } = await embeddedState(server.dataDir);
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

    for (const [what, how] of [
      ['an uncaught error', "throw new Error('planted')"],
      ['an unhandled rejection', "Promise.reject(new Error('planted'))"],
    ]) {
      it(`G08: ${what} ends the embedded Redis too, with WORKERS=${workers}`, async () => {
        const code = `import cluster from 'node:cluster';
          if (cluster.isPrimary) process.on('SIGUSR2', () => setImmediate(() => { ${how} }));`;
        const server = start({ WORKERS: workers, ...preload(code) });
        await server.ready;
        const { pid } = await embeddedState(server.dataDir);
        server.child.kill('SIGUSR2');
        expect(await server.ended).to.equal(1);
        const lines = server
          .output()
          .split('\n')
          .filter((line) => line.includes('planted'));
        expect(lines.map((line) => JSON.parse(line))[0]).to.deep.include({
          level: 60,
          msg: 'uncaught error: exiting now',
        });
        await leavesNothing(server, pid);
      });
    }
  }

  it('a signal during the start leaves nothing running either', async () => {
    const server = start();
    const { pid } = await embeddedState(server.dataDir);
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
    expect(server.output()).not.to.match(/ {4}at /);
    await leavesNothing(server, pid);
  });

  it('a signal ends it although something is left that would run on', async () => {
    const server = start(preload('setInterval(() => undefined, 60_000);'));
    await server.ready;
    const { pid } = await embeddedState(server.dataDir);
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
    await leavesNothing(server, pid);
  });

  it('a signal while it waits for Redis does not wait for it', async () => {
    const server = start({ REDIS_URL: 'redis://127.0.0.1:1', REDIS_WAIT_SECONDS: '600' });
    await eventually(() => server.output().includes('as REDIS_WAIT_SECONDS says'), 'it waits');
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
    expect(server.output())
      .to.include('"msg":"stopping"')
      .and.not.match(/ {4}at /);
  });

  it('a standard error that nobody reads ends nothing', async () => {
    const server = start({ REDIS_URL: 'redis://127.0.0.1:1', REDIS_WAIT_SECONDS: '600' });
    server.child.stderr?.destroy();
    // By then it has reported there that it waits.
    await sleep(2_000);
    server.child.kill('SIGTERM');
    expect(await server.ended).to.equal(0);
  });

  it('a signal while the workers start does not wait for them', async () => {
    // Here no worker ever ends loading its modules, and none is killed because it did not answer in time.
    const code = `import cluster from 'node:cluster';
      if (cluster.isPrimary) {
        const later = setTimeout;
        globalThis.setTimeout = (act, ms, ...more) => later(act, ms === 12_000 ? 2 ** 31 - 1 : ms, ...more);
        cluster.once('fork', () => process.kill(process.pid, 'SIGTERM'));
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
    for (const [title, env] of [
      ['', {}],
      [', with FEED_KEYS_FILE', { FEED_KEYS_FILE: 'keys' }],
      [', while lines are logged', { LOG_LEVEL: 'debug' }],
    ] as const) {
      it(`a terminal that is closed${title}`, async () => {
        const dataDir = await mkdtemp(join(folder, 'terminal-'));
        const said = join(dataDir, 'said');
        const command = `${process.execPath} server/main.js --no-sample`;
        const terminal = spawn('script', ['--quiet', '--flush', '--command', command, said], {
          env: {
            ...{
              PATH: process.env.PATH ?? '',
              DATA_DIR: dataDir,
              PORT: '0',
              WORKERS: '1',
              ADMIN_PORT: 'off',
              SHELL: '/bin/sh',
              LOG_FORMAT: 'json',
            },
            ...env,
            ...('FEED_KEYS_FILE' in env && { FEED_KEYS_FILE: keysFile }),
          },
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        const ended = new Promise((resolve) => terminal.once('exit', resolve));
        const server = await until('it is ready', async () => {
          const text = await readFile(said, 'utf8');
          return text.includes('"msg":"ready"') && Number(/"pid":(\d+)/.exec(text)?.[1]);
        });
        const { pid } = await embeddedState(dataDir);
        const url = /http:\/\/localhost:\d+/.exec(await readFile(said, 'utf8'))?.[0].replace('localhost', '127.0.0.1');
        const isAsking = 'LOG_LEVEL' in env;
        const asking = (async () => {
          while (isAsking && isRunning(server)) {
            await send(url ?? '', 'GET', '/api/v1/us/health').catch(() => undefined);
            await sleep(5);
          }
        })();
        terminal.kill('SIGKILL');
        await ended;
        await eventually(() => !isRunning(server), 'the server has gone');
        await asking;
        await eventually(() => !isRunning(pid), 'the embedded Redis has gone');
        expect(redisServersOn(dataDir)).to.deep.equal([]);
      });
    }

    for (const [title, open] of [
      ['a disk that is full of logs', () => openSync('/dev/full', 'w')],
      [
        'a log whose reader stands still',
        () => {
          const path = join(folder, 'unread');
          spawnSync('mkfifo', [path]);
          return openSync(path, constants.O_RDWR);
        },
      ],
    ] as const) {
      it(`${title} stops neither the server nor its end`, async () => {
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
        await eventually(
          () =>
            health()
              .catch(() => 0)
              .then((status) => status === 200),
          'it answers',
        );
        // More lines than a pipe takes.
        for (let count = 0; count < 400; count++) expect(await health()).to.equal(200);
        agent.destroy();
        const { pid } = await embeddedState(dataDir);
        child.kill('SIGTERM');
        expect(await ended).to.equal(0);
        closeSync(output);
        expect(isRunning(pid)).to.equal(false);
      });
    }
  }
});
