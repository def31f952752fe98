import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { digestOf } from '../../../server/config.ts';
import { mountDisk } from '../../support/redis/disk.ts';
import { startNode, type TestNode, until } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { serverFile, startServerProcess } from '../../support/server/server-process.ts';

const production = {
  ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://api.example.com' },
  FEED_KEYS: `feed:${digestOf('a key').toString('hex')}`,
};

describe('an error that prevents the start is one sentence', () => {
  let folder: string;
  const nodes: TestNode[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-refusals-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function node(...settings: string[]): Promise<TestNode> {
    const started = await startNode(await freePort(), ['save ""', ...settings]);
    nodes.push(started);
    return started;
  }

  /** Starts the server as a user other than root and returns its output. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const isRoot = process.getuid?.() === 0;
    const child = spawn(process.execPath, serverFile, {
      env: { PATH: process.env.PATH ?? '', PORT: '0', WORKERS: '1', ADMIN_PORT: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && env.DATA_DIR?.endsWith('read-only') && { uid: 65_534, gid: 65_534 }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, output).to.equal(1);
    expect(output.trim().split('\n'), output).to.have.length(1);
    return output.trim();
  }

  it('an address that this machine does not have, with one process and with several', async () => {
    const { url } = await node();
    for (const HOST of ['192.0.2.1', 'no-such-host.invalid']) {
      for (const WORKERS of ['1', '2']) {
        expect(await refusal({ HOST, WORKERS, REDIS_URL: url })).to.match(
          new RegExp(`^The server cannot listen on ${HOST} \\(E\\w+\\): set HOST to an address of this machine`),
        );
      }
    }
  });

  it('a database that Redis does not have, or does not give: database 0 may belong to another service', async () => {
    const { url, client } = await node('databases 4');
    await client.call('ACL', 'SETUSER', 'fightcard', 'on', '>secret', '~*', '&*', '+@all', '-select');
    const named = url.replace('//', '//fightcard:secret@');
    for (const [address, why] of [
      [`${url}/4`, 'ERR DB index is out of range'],
      [`${named}/3`, "NOPERM .* has no permissions to run the 'select' command"],
    ] as const) {
      const shown = address.replace('secret', '\\*\\*\\*');
      expect(await refusal({ REDIS_URL: address })).to.match(
        new RegExp(`^Redis at ${shown} does not give this database \\(${why}.*\\): correct REDIS_URL\\.$`),
      );
    }
    expect(await client.dbsize()).to.equal(0);
  });

  it('DATA_DIR that is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).to.match(
      /^DATA_DIR \S*file is no folder and cannot be made one \(ENOTDIR\): choose another folder\.$/,
    );
  });

  it('DATA_DIR that cannot be written', async () => {
    const readOnly = await mkdtemp(join(folder, 'x'));
    await chmod(readOnly, 0o555);
    expect(await refusal({ DATA_DIR: join(readOnly, 'read-only') })).to.match(
      /^DATA_DIR \S*read-only cannot be written \(EACCES\): let the user of the server own it, or choose another/,
    );
  });

  it('a data folder where none can be made, with the embedded Redis and with one of its own', async () => {
    const said = 'DATA_DIR /proc/fightcard is no folder and cannot be made one (ENOENT): choose another folder.';
    const { url } = await node();
    expect(await refusal({ DATA_DIR: '/proc/fightcard' })).to.equal(said);
    expect(await refusal({ DATA_DIR: '/proc/fightcard', REDIS_URL: url })).to.equal(said);
  });

  it('F12: a disk of 64 KiB', async () => {
    const disk = await mountDisk(64);
    const said = await refusal({ DATA_DIR: disk.path });
    await disk.close();
    expect(said).to.equal(`The disk of ${disk.path} is full (ENOSPC): make room there; see df -h ${disk.path}`);
  });

  it('F11: a replica as REDIS_URL', async () => {
    const master = await node();
    const replica = await node(`replicaof 127.0.0.1 ${master.port}`);
    expect(await refusal({ REDIS_URL: replica.url, DATA_DIR: folder })).to.equal(
      `Redis at ${replica.url} is a replica, which takes no votes: set REDIS_URL to its master, 127.0.0.1:${master.port}, or to the Sentinels that watch it.`,
    );
  });

  it('F16: a user who may use no channel, as a new one, with one process and with several', async () => {
    const { url } = await node('user app on >secret ~* +@all');
    for (const WORKERS of ['1', '2']) {
      const said = await refusal({ WORKERS, REDIS_URL: url.replace('//', '//app:secret@'), DATA_DIR: folder });
      expect(said).to.equal(
        `Redis at ${url.replace('//', '//app:***@')} does not let its user use PUBLISH on its channels (&*), SUBSCRIBE on its channels (&*), PSUBSCRIBE on its channels (&*): give it ~* &* +@all there with ACL SETUSER, or what is missing.`,
      );
    }
  });

  it('F10: a Redis that evicts, in production', async () => {
    const evicting = await node('appendonly yes', 'maxmemory 100mb', 'maxmemory-policy allkeys-lru');
    expect(await refusal({ ...production, REDIS_URL: evicting.url })).to.equal(
      `Redis at ${evicting.url} drops votes when it is full (maxmemory-policy allkeys-lru): set maxmemory-policy noeviction there, in its configuration and with CONFIG SET.`,
    );
  });

  const warnings: [string, string[], string | undefined, RegExp][] = [
    ['F10: without appendonly', ['appendonly no'], undefined, /loses votes when it ends \(appendonly no\): set append/],
    [
      'F10: that does not report its settings',
      ['appendonly yes', 'user app on >secret ~* &* +@all -info'],
      'app:secret@',
      /does not report its settings, so they could not be checked/,
    ],
  ];
  for (const [title, settings, user, expected] of warnings) {
    it(`${title}, a Redis gets a warning in production`, async () => {
      const { url } = await node(...settings);
      const server = startServerProcess({ ...production, REDIS_URL: url.replace('//', `//${user ?? ''}`) });
      await server.ready;
      const warned = server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":40'));
      await server.close();
      expect(warned).to.have.length(1);
      expect(JSON.parse(warned[0] ?? '').msg)
        .to.match(expected)
        .and.not.match(/secret/);
    });
  }

  it('a Redis that keeps votes gets no warning, nor does any Redis in development', async () => {
    const [good, bad] = [await startRedis(), await node('appendonly no', 'maxmemory-policy allkeys-lru')];
    nodes.push(good);
    for (const env of [{ ...production, REDIS_URL: good.url }, { REDIS_URL: bad.url }]) {
      const server = startServerProcess(env, ['--no-sample']);
      await server.ready;
      const said = server.output();
      await server.close();
      expect(said).not.to.match(/"level":[456]0/);
    }
  });

  it('waits for a healthy Redis on a busy machine, and reports it', async () => {
    const redis = await node('appendonly yes');
    redis.signal('SIGSTOP');
    const server = startServerProcess({ REDIS_URL: redis.url }, ['--no-sample']);
    try {
      const waits = () => server.output().includes(`Redis at ${redis.url} does not answer yet: waiting.`);
      await Promise.race([eventually(waits, 'a line of progress'), server.ready]);
    } finally {
      redis.signal('SIGCONT');
    }
    await server.ready;
    await server.close();
  });

  for (const workers of ['1', '2']) {
    it(`running out of file descriptors is logged once, with WORKERS=${workers}`, async () => {
      const redis = await node('appendonly yes');
      const dataDir = await mkdtemp(join(folder, 'descriptors-'));
      const command = `ulimit -n 96; exec ${process.execPath} server/main.js --no-sample`;
      const child = spawn('sh', ['-c', command], {
        env: {
          ...{ PATH: process.env.PATH ?? '', PORT: '0', WORKERS: workers, ADMIN_PORT: '0' },
          ...{ DATA_DIR: dataDir, REDIS_URL: redis.url },
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = once(child, 'exit');
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      const sockets = new Set<Socket>();
      let timer: NodeJS.Timeout | undefined;
      /** Refused sockets reconnect, as clients do. */
      function reconnect(port: number): void {
        timer = setInterval(() => {
          while (sockets.size < 300) {
            const socket = connect(port, '127.0.0.1').on('error', () => undefined);
            sockets.add(socket.once('close', () => sockets.delete(socket)));
          }
        }, 20);
      }
      function disconnect(): void {
        clearInterval(timer);
        for (const socket of sockets) socket.destroy();
      }
      try {
        const port = await until('it is ready', async () => Number(/localhost:(\d+)/.exec(output)?.[1] ?? 0) || false);
        reconnect(port);
        await eventually(() => output.includes('no file descriptor is left'), 'a line of log');
        // Meanwhile each process counts its memory, four times a second, which takes a descriptor too.
        await sleep(1_000);
        disconnect();
        await eventually(() => output.includes('file descriptors are left again'), 'another');
        // Of several processes the last may take longer.
        const health = () => fetch(`http://127.0.0.1:${port}/api/v1/us/health`).catch(() => undefined);
        await eventually(async () => (await health())?.status === 200, 'health');
        const logged = output.split('\n').filter((line) => line.includes('no file descriptor is left'));
        expect(logged.length).to.be.within(1, workers === '1' ? 1 : 3);
        expect(output).not.to.match(/a worker ended|uncaught error/);
        child.kill('SIGTERM');
        await ended;
      } finally {
        disconnect();
        child.kill('SIGKILL');
        await ended;
      }
    });
  }
});
