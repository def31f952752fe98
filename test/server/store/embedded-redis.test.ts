import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { BadDataFolder, openFolder, toFolderError } from '../../../server/store/redis/embedded/folder.ts';
import { launch } from '../../../server/store/redis/embedded/launch.ts';
import { isRunning } from '../../../server/store/redis/embedded/lock.ts';
import { attach, freePort } from '../../../server/store/redis/embedded/running.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { startFalseRedis } from '../../support/redis/false-redis.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const module = JSON.stringify(join(import.meta.dirname, '../../../server/store/redis/embedded/embedded.ts'));

/** Ends when somebody connects to it, and its child keeps that connection for 300 ms. */
const endsWhileConnected = `#!${process.execPath}
const [, own, port, closed] = process.argv;
const { readFileSync, writeFileSync } = require('node:fs');
if (closed) {
  const keep = (socket) => {
    process.send('connected');
    setTimeout(() => {
      writeFileSync(closed, '');
      socket.destroy();
      process.exit();
    }, 300);
  };
  require('node:net').createServer(keep).listen(Number(port), '127.0.0.1');
} else {
  const [, given] = /^port (\\d+)/m.exec(readFileSync(0, 'utf8'));
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
  const child = require('node:child_process').fork(own, [given, own + '.closed'], { detached: true, stdio });
  child.once('message', () => process.exit(1));
}
`;

describe('embedded Redis', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-data-'));
  });
  afterEach(async () => {
    const left = redisServersOn(dataDir);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    expect(left, 'what the test has left behind').to.deep.equal([]);
  });

  const state = async () =>
    JSON.parse(await readFile(join(dataDir, 'redis.json'), 'utf8')) as { port: number; password: string; pid: number };

  /** Another process that uses the embedded Redis until any message, which closes it, or a kill. */
  async function otherProcess() {
    const script = `
      import { openEmbeddedRedis } from ${module};
      const redis = await openEmbeddedRedis({ dataDir: ${JSON.stringify(dataDir)} });
      process.once('message', async () => { await redis.close(); process.disconnect(); });
      process.send(redis.url);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = once(child, 'exit');
    const [url] = (await once(child, 'message')) as [string];
    return {
      url,
      async close() {
        child.send('close');
        await exited;
      },
      async kill() {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  it('has safe settings and a private password', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    const client = new Redis(redis.url);
    for (const [name, value] of [
      ['appendonly', 'yes'],
      ['appendfsync', 'always'],
      ['maxmemory-policy', 'noeviction'],
      ['save', ''],
      ['lazyfree-lazy-expire', 'yes'],
      ['bind', '127.0.0.1'],
    ] as const) {
      expect(await client.config('GET', name)).to.deep.equal([name, value]);
    }
    client.disconnect();
    expect((await stat(join(dataDir, 'redis.json'))).mode & 0o777).to.equal(0o600);
    expect((await stat(dataDir)).mode & 0o777).to.equal(0o700);
    const stranger = new Redis((await state()).port, { retryStrategy: () => null, enableReadyCheck: false });
    stranger.on('error', () => undefined);
    expect(await stranger.get('x').catch((error: Error) => error.message)).to.match(/^NOAUTH/);
    stranger.disconnect();
    const { pid, password } = await state();
    if (process.platform === 'linux') {
      expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.to.include(password);
    }
    await redis.close();
    expect(isRunning(pid)).to.equal(false);
  });

  it('is stopped by the last process that uses it', async () => {
    const first = await otherProcess();
    const second = await openEmbeddedRedis({ dataDir });
    const third = await openEmbeddedRedis({ dataDir });
    expect([second.url, third.url]).to.deep.equal([first.url, first.url]);
    const { pid } = await state();
    await first.close();
    expect(isRunning(pid)).to.equal(true);
    await third.close();
    expect(isRunning(pid)).to.equal(true);
    await second.close();
    await second.close();
    expect(isRunning(pid)).to.equal(false);
  });

  it('is started once for concurrent users', async () => {
    const users = await Promise.all([...Array.from({ length: 3 }, otherProcess), openEmbeddedRedis({ dataDir })]);
    expect(new Set(users.map(({ url }) => url)).size).to.equal(1);
    const { pid } = await state();
    await Promise.all(users.map((user) => user.close()));
    expect(isRunning(pid)).to.equal(false);
  });

  it('is restarted once by the processes that use it', async () => {
    const first = await otherProcess();
    const second = await openEmbeddedRedis({ dataDir });
    const client = new Redis(second.url);
    client.on('error', () => undefined);
    const pids = new Set<number>();
    const kill = async () => {
      const { pid } = await embeddedState(dataDir);
      pids.add(pid);
      process.kill(pid, 'SIGKILL');
      // Read once: while it is started the id is 0, and its starter, killed then, could no longer write another.
      const isAnother = ({ pid: present }: { pid: number }) => present > 0 && !pids.has(present);
      await eventually(async () => isAnother(await state()), 'another Redis');
      await eventually(async () => (await client.ping().catch(() => '')) === 'PONG', 'it answers');
    };
    for (let kills = 0; kills < 3; kills++) await kill();
    expect(redisServersOn(dataDir)).to.have.length(process.platform === 'linux' ? 1 : 0);
    await first.kill();
    await kill();
    expect(redisServersOn(dataDir)).to.have.length(process.platform === 'linux' ? 1 : 0);
    client.disconnect();
    await second.close();
    expect(redisServersOn(dataDir)).to.deep.equal([]);
  });

  it('ignores a useless redis.json', async () => {
    const leftovers = ['{"port":1,"password":"x","pid":1}', '{"port":', '{}', ''];
    for (const leftover of leftovers) {
      await writeFile(join(dataDir, 'redis.json'), leftover);
      const redis = await openEmbeddedRedis({ dataDir });
      const client = new Redis(redis.url);
      expect(await client.ping()).to.equal('PONG');
      client.disconnect();
      await redis.close();
    }
  });

  it('reports why it did not start', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    await redis.close();
    await writeFile(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), 'nonsense\n');
    expect(await reasonOf(openEmbeddedRedis({ dataDir }))).to.match(
      /^RedisMissing: The embedded Redis did not start: it ended with code 1\. .*redis\.log is: ./,
    );
  });

  it('names the command that repairs damaged data', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    await redis.close();
    const folder = join(dataDir, 'redis/appendonlydir');
    const [log = ''] = (await readdir(folder)).filter((name) => name.endsWith('.incr.aof'));
    await writeFile(join(folder, log), 'nonsense\r\n'.repeat(100));
    const [, reason, command] =
      /^RedisMissing: The data of the embedded Redis are damaged \((.+)\): restore a copy of \S+\/redis, or give up what cannot be read with: (.+)$/.exec(
        await reasonOf(openEmbeddedRedis({ dataDir })),
      ) ?? [];
    expect(reason).to.match(/^Bad file format reading the append only file appendonly\.aof\.1\.incr\.aof/);
    // As a person follows it, who is asked once.
    const { status, stderr } = spawnSync('sh', ['-c', `${command}`], { input: 'y\n', encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    await (await openEmbeddedRedis({ dataDir })).close();
  });

  it('leaves no Redis when its start is interrupted', async () => {
    // Aborted after it was looked at, and before anything listens for that.
    const looks = [false];
    const signal = Object.defineProperty(new EventTarget(), 'aborted', { get: () => looks.shift() ?? true });
    expect(await reasonOf(openEmbeddedRedis({ dataDir, signal: signal as AbortSignal }))).to.equal(
      'RedisMissing: The start was interrupted.',
    );
    await eventually(() => redisServersOn(dataDir).length === 0, 'no Redis runs');
  });

  it('leaves no connection when Redis ends meanwhile', async () => {
    const program = join(dataDir, 'ends.cjs');
    await writeFile(program, endsWhileConnected, { mode: 0o700 });
    const before = { port: await freePort(), password: 'x', pid: 0 };
    const failure = launch(program, await openFolder(dataDir), { before, onlyThere: true });
    expect(await reasonOf(failure)).to.match(/^RedisMissing: The embedded Redis did not start: it ended with code 1\./);
    expect(existsSync(`${program}.closed`), 'its connection had ended').to.equal(true);
  });

  it('keeps a known process id', async () => {
    const redis = await startRedis();
    const between = await startFalseRedis(redis.port);
    const info = 'redis_version:7.2.0\r\n';
    const lies = new Map([
      ['auth', '+OK\r\n'],
      ['info', `$${info.length}\r\n${info}\r\n`],
    ]);
    between.lie = ({ name }) => {
      const bytes = lies.get(name);
      return bytes === undefined ? undefined : { bytes };
    };
    const running = { port: Number(new URL(between.url).port), password: 'x', pid: 77 };
    try {
      const client = await attach(running);
      client?.disconnect();
      expect([client === undefined, running.pid]).to.deep.equal([false, 77]);
    } finally {
      await between.close();
      await redis.close();
    }
  });

  it('ignores the start signal once it runs', async () => {
    const start = new AbortController();
    const redis = await openEmbeddedRedis({ dataDir, signal: start.signal });
    start.abort();
    await redis.close();
    const log = await readFile(join(dataDir, 'redis/redis.log'), 'utf8');
    expect(log).to.include('User requested shutdown').and.not.to.include('SIGTERM');
  });

  it('accepts any name of a data folder', async () => {
    const odd = join(dataDir, 'a "quoted" \\ name\nof two lines, größer \'x\'');
    const redis = await openEmbeddedRedis({ dataDir: odd });
    await redis.close();
    expect(existsSync(join(odd, 'redis/appendonlydir/appendonly.aof.manifest'))).to.equal(true);
  });

  it('reports the output of a program that cannot start', async () => {
    const program = join(dataDir, 'broken.sh');
    await writeFile(program, '#!/bin/sh\necho "broken.sh: libsystemd.so.0: cannot open" >&2\nexit 127\n', {
      mode: 0o700,
    });
    const folder = await openFolder(dataDir);
    expect(await reasonOf(launch(program, folder, {}))).to.equal(
      `RedisMissing: The embedded Redis did not start: it ended with code 127. The last line of ${join(folder.redis, 'redis.log')} is: broken.sh: libsystemd.so.0: cannot open`,
    );
  });

  it('refuses to start again at a port in use', async () => {
    const other = await startRedis();
    const before = { port: other.port, password: 'x', pid: 0 };
    const failure = launch('redis-server', await openFolder(dataDir), { before, onlyThere: true });
    expect(await reasonOf(failure)).to.equal(
      `RedisMissing: The port ${other.port} of the embedded Redis is taken by another program: end it, or start the server again.`,
    );
    await other.close();
  });
});

describe('toFolderError', () => {
  for (const [codes, message] of [
    ['ENOSPC EDQUOT EFBIG', 'The disk of /data is full (CODE): make room there; see df -h /data'],
    [
      'EACCES EPERM EROFS',
      'DATA_DIR /data cannot be written (CODE): let the user of the server own it, or choose another folder with DATA_DIR.',
    ],
    [
      'ENOTDIR EEXIST ENOENT ELOOP ENAMETOOLONG',
      'DATA_DIR /data is no folder and cannot be made one (CODE): choose another folder.',
    ],
  ] as const) {
    it(`explains ${codes}`, () => {
      for (const code of codes.split(' ')) {
        const error = toFolderError(Object.assign(new Error('x'), { code }), '/data');
        expect(error)
          .to.be.instanceOf(BadDataFolder)
          .and.include({ message: message.replace('CODE', code) });
      }
    });
  }

  it('returns other errors unchanged', () => {
    const error = new Error('x');
    expect(toFolderError(error, '/data')).to.equal(error);
  });
});

describe('freePort', () => {
  it('stays below the ports of outgoing connections', async () => {
    for (let count = 0; count < 50; count++) expect(await freePort()).to.be.within(10_240, 31_999);
  });
});
