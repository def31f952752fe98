import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { findProgram, RedisMissing, redisServer } from '../../../server/store/redis/embedded/install.ts';
import { isRunning, withFileLock } from '../../../server/store/redis/embedded/lock.ts';
import { freePort } from '../../../server/store/redis/embedded/running.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';

const module = JSON.stringify(join(import.meta.dirname, '../../../server/store/redis/embedded/embedded.ts'));

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

  it('has safe settings, and a password that only its user can read', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    const client = new Redis(redis.url);
    const settings = {
      appendonly: 'yes',
      appendfsync: 'always',
      'maxmemory-policy': 'noeviction',
      save: '',
      'lazyfree-lazy-expire': 'yes',
    };
    for (const [name, value] of Object.entries(settings)) {
      expect(await client.config('GET', name)).to.deep.equal([name, value]);
    }
    expect(await client.config('GET', 'bind')).to.deep.equal(['bind', '127.0.0.1']);
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

  it('keeps its data from one run to the next', async () => {
    for (const expected of [null, '1', '2']) {
      const redis = await openEmbeddedRedis({ dataDir });
      const client = new Redis(redis.url);
      expect(await client.get('runs')).to.equal(expected);
      await client.incr('runs');
      client.disconnect();
      await redis.close();
    }
  });

  it('is shared by processes, and stopped by the last of them', async () => {
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

  it('is started once for many users at once', async () => {
    const users = await Promise.all([...Array.from({ length: 3 }, otherProcess), openEmbeddedRedis({ dataDir })]);
    expect(new Set(users.map(({ url }) => url)).size).to.equal(1);
    const { pid } = await state();
    await Promise.all(users.map((user) => user.close()));
    expect(isRunning(pid)).to.equal(false);
  });

  it('survives the kill of its process, and is found and stopped by the next', async () => {
    const killed = await otherProcess();
    await killed.kill();
    const { pid } = await state();
    expect(isRunning(pid)).to.equal(true);
    const next = await openEmbeddedRedis({ dataDir });
    expect(next.url).to.equal(killed.url);
    await next.close();
    expect(isRunning(pid)).to.equal(false);
  });

  it('is restarted once when it is killed, whichever process started it, also after that process ended', async () => {
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

  it('is started again when redis.json names nothing that runs or another program, or is no JSON', async () => {
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

  it('has the same address again after Redis was killed', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    const { pid } = await embeddedState(dataDir);
    process.kill(pid, 'SIGKILL');
    while (isRunning(pid)) await new Promise((later) => setTimeout(later, 5));
    const again = await openEmbeddedRedis({ dataDir });
    expect(again.url).to.equal(redis.url);
    expect((await state()).pid).not.to.equal(pid);
    await again.close();
    await redis.close();
    expect(isRunning((await state().catch(() => ({ pid: 99_999_999 }))).pid)).to.equal(false);
  });

  it('reports why it did not start', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    await redis.close();
    await writeFile(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), 'nonsense\n');
    const error = await openEmbeddedRedis({ dataDir }).catch((reason: unknown) => reason);
    expect((error as Error).name).to.equal('RedisMissing');
    expect((error as Error).message).to.match(
      /^The embedded Redis did not start: it ended with code 1\. .*redis\.log is: ./,
    );
  });

  it('says what to do when its data are damaged', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    await redis.close();
    const folder = join(dataDir, 'redis/appendonlydir');
    const [log = ''] = (await readdir(folder)).filter((name) => name.endsWith('.incr.aof'));
    await writeFile(join(folder, log), 'nonsense\r\n'.repeat(100));
    const error = await openEmbeddedRedis({ dataDir }).catch((reason: unknown) => reason);
    expect((error as Error).name).to.equal('RedisMissing');
    const [, reason, command] =
      /^The data of the embedded Redis are damaged \((.+)\): restore a copy of \S+\/redis, or give up what cannot be read with: (.+)$/.exec(
        (error as Error).message,
      ) ?? [];
    expect(reason).to.match(/^Bad file format reading the append only file appendonly\.aof\.1\.incr\.aof/);
    // As a person follows it, who is asked once.
    const { status, stderr } = spawnSync('sh', ['-c', `${command}`], { input: 'y\n', encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    await (await openEmbeddedRedis({ dataDir })).close();
  });

  it('listens below the ports of outgoing connections', async () => {
    for (let count = 0; count < 50; count++) expect(await freePort()).to.be.within(10_240, 31_999);
  });
});

describe('withFileLock', () => {
  it('runs one action at a time, and takes over the lock of a process that died', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-lock-'));
    const lock = join(folder, 'lock');
    // No process has this id: it is above what Linux and macOS give out.
    await writeFile(lock, '99999999');
    let inside = 0;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        withFileLock(lock, 5000, async () => {
          expect(++inside).to.equal(1);
          await new Promise((later) => setTimeout(later, 5));
          inside--;
        }),
      ),
    );
    expect(await readdir(folder), 'nothing is left').to.deep.equal([]);
    await writeFile(lock, String(process.ppid));
    const error = await withFileLock(lock, 50, async () => undefined).catch((reason: Error) => reason.message);
    expect(error).to.match(/lock is held by another process/);
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs an action while signals to processes end so. */
  async function withKill<T>(kill: typeof process.kill, action: () => T | Promise<T>): Promise<T> {
    const { kill: real } = process;
    process.kill = kill;
    try {
      return await action();
    } finally {
      process.kill = real;
    }
  }

  it('takes a process of another user for one that runs', async () => {
    const failing = (code: string) => (): true => {
      throw Object.assign(new Error(code), { code });
    };
    for (const [code, runs] of Object.entries({ EPERM: true, ESRCH: false, EINVAL: false })) {
      expect(await withKill(failing(code), () => isRunning(77)), code).to.equal(runs);
    }
    expect(
      await withKill(
        (): true => true,
        () => isRunning(77),
      ),
    ).to.equal(true);
  });

  it('leaves the lock of a process that took it while its last holder was found dead', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-lock-'));
    const lock = join(folder, 'lock');
    await writeFile(lock, '77');
    let asked = 0;
    // Process 77 is dead. When this is found out, process 78 has just taken the lock over.
    const kill = (pid: number): true => {
      asked++;
      if (pid === 78) return true;
      writeFileSync(lock, '78');
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    };
    const outcome = await withKill(kill, () =>
      withFileLock(lock, 50, async () => 'it ran').catch((error: Error) => error.message),
    );
    expect(outcome).to.match(/lock is held by another process/);
    expect([await readFile(lock, 'utf8'), await readdir(folder)]).to.deep.equal(['78', ['lock']]);
    expect(asked).to.be.above(1);
    await rm(folder, { recursive: true, force: true });
  });

  it('takes the lock of a dead process that another has removed meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-lock-'));
    const lock = join(folder, 'lock');
    await writeFile(lock, '77');
    const kill = (): true => {
      rmSync(lock);
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    };
    const outcome = withKill(kill, () => withFileLock(lock, 5_000, async () => 'it ran'));
    expect(await outcome.catch((error: Error) => error.message)).to.equal('it ran');
    await rm(folder, { recursive: true, force: true });
  });
});

describe('redis-server', () => {
  it('is searched on PATH first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-path-'));
    const program = join(folder, 'redis-server');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
    expect(await findProgram('redis-server', `/nowhere:${folder}`)).to.equal(program);
    expect(await findProgram('no-such-program', folder)).to.equal(undefined);
    await rm(folder, { recursive: true, force: true });
  });

  /** A machine that has these programs and no other. */
  const machine = (platform: NodeJS.Platform, programs: string[] = [], isRoot = false) => ({
    ...{ platform, isRoot },
    find: async (name: string) => (programs.includes(name) ? `/usr/bin/${name}` : undefined),
  });

  it('is installed by one exact command on each system, which the sentence of a failed start has', async () => {
    const sayings = [
      [machine('darwin'), 'install it with "brew install redis"'],
      [machine('linux', ['apt-get', 'sudo']), 'install it with "sudo apt-get install -y redis-server"'],
      [machine('linux', ['apk', 'doas']), 'install it with "doas apk add redis"'],
      [machine('linux', ['apk', 'doas', 'sudo']), 'install it with "sudo apk add redis"'],
      [machine('linux', ['apk'], true), 'install it with "apk add redis"'],
      [machine('linux', ['dnf', 'sudo']), 'install it with "sudo dnf install -y valkey"'],
      [machine('linux', ['pacman', 'sudo']), 'install it with "sudo pacman -S --noconfirm valkey"'],
      [machine('linux', ['zypper', 'sudo']), 'install it with "sudo zypper install -y redis"'],
      [machine('linux'), 'put it or valkey-server on PATH'],
      [
        machine('win32', ['apt-get'], true),
        'which Windows has only within WSL: run "wsl sudo apt-get install -y redis-server" (without WSL "wsl --install" first), then cmd /c "set REDIS_URL=redis://localhost:6379&& npm start"',
      ],
    ] as const;
    for (const [one, says] of sayings) {
      const reason = await redisServer(expect.fail, one).catch((error: Error) => error);
      expect(reason).to.be.instanceOf(RedisMissing);
      expect((reason as Error).message).to.equal(
        `redis-server is not installed: ${says}, or set REDIS_URL to a running Redis.`,
      );
    }
    expect(await redisServer(expect.fail, machine('darwin', ['valkey-server']))).to.equal('/usr/bin/valkey-server');
  });
});
