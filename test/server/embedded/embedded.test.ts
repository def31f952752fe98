import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openEmbeddedRedis } from '../../../server/embedded/embedded.ts';
import { BadDataFolder, toFolderError } from '../../../server/embedded/folder.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const module = JSON.stringify(join(import.meta.dirname, '../../../server/embedded/embedded.ts'));

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
    const { pid, port, password } = await embeddedState(dataDir);
    const stranger = new Redis(port, { retryStrategy: () => null, enableReadyCheck: false });
    stranger.on('error', () => undefined);
    expect(await stranger.get('x').catch((error: Error) => error.message)).to.match(/^NOAUTH/);
    stranger.disconnect();
    if (process.platform === 'linux') {
      expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.to.include(password);
    }
    await redis.close();
    expect(redisServersOn(dataDir)).to.deep.equal([]);
  });

  it('runs once for concurrent users', async () => {
    const opening = await Promise.allSettled(Array.from({ length: 4 }, () => openEmbeddedRedis({ dataDir })));
    const users = opening.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(users).not.to.deep.equal([]);
    expect(new Set(users.map(({ url }) => url)).size).to.equal(1);
    // Others that were started at the same time find the port in use.
    await eventually(() => redisServersOn(dataDir).length <= 1, 'one Redis');
    for (const user of users) {
      const client = new Redis(user.url);
      expect(await client.ping()).to.equal('PONG');
      client.disconnect();
      await user.close();
    }
    expect(redisServersOn(dataDir)).to.deep.equal([]);
  });

  it('keeps its data when its user is killed', async () => {
    const script = `
      import { openEmbeddedRedis } from ${module};
      process.send((await openEmbeddedRedis({ dataDir: ${JSON.stringify(dataDir)} })).url);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = once(child, 'exit');
    const [url] = (await once(child, 'message')) as [string];
    const before = new Redis(url);
    before.on('error', () => undefined);
    await before.set('vote', '11');
    before.disconnect();
    child.kill('SIGKILL');
    await exited;
    const redis = await openEmbeddedRedis({ dataDir });
    const client = new Redis(redis.url);
    expect(await client.get('vote')).to.equal('11');
    client.disconnect();
    await redis.close();
    expect(redisServersOn(dataDir)).to.deep.equal([]);
  });

  it('names a malformed redis.json', async () => {
    for (const leftover of ['{"port":', '{}', '']) {
      await writeFile(join(dataDir, 'redis.json'), leftover);
      expect(await reasonOf(openEmbeddedRedis({ dataDir }))).to.match(
        /^RedisMissing: \S+redis\.json has no port and password: delete it, and start again\.$/,
      );
    }
  });

  it('refuses a port that another program uses', async () => {
    await (await openEmbeddedRedis({ dataDir })).close();
    const { port } = JSON.parse(await readFile(join(dataDir, 'redis.json'), 'utf8'));
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(other, 'listening');
    const reason = await reasonOf(openEmbeddedRedis({ dataDir }));
    other.close();
    expect(reason).to.match(
      /^RedisMissing: Port \d+ of the embedded Redis is used by another program: stop it, or delete /,
    );
  });

  it('reports why it did not start', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    await redis.close();
    await writeFile(join(dataDir, 'redis/appendonlydir/appendonly.aof.manifest'), 'nonsense\n');
    expect(await reasonOf(openEmbeddedRedis({ dataDir }))).to.match(
      /^RedisMissing: The embedded Redis did not start \(it ended with code 1\)\. .*redis\.log ends with: /,
    );
  });

  it('F21: refuses data that Redis cannot read', async () => {
    const redis = await openEmbeddedRedis({ dataDir });
    await redis.close();
    const folder = join(dataDir, 'redis/appendonlydir');
    const [log = ''] = (await readdir(folder)).filter((name) => name.endsWith('.incr.aof'));
    await writeFile(join(folder, log), 'nonsense\r\n'.repeat(100));
    expect(await reasonOf(openEmbeddedRedis({ dataDir }))).to.match(
      /^RedisMissing: The embedded Redis did not start \(it ended with code 1\)\. .* ends with: [\s\S]*Bad file format reading the append only file/,
    );
  });

  it('leaves no Redis when its start is interrupted', async () => {
    for (const signal of [AbortSignal.abort(), AbortSignal.timeout(5)]) {
      const reason = await reasonOf(openEmbeddedRedis({ dataDir, signal }));
      expect(reason).to.equal('RedisMissing: The start was interrupted.');
    }
    await eventually(() => redisServersOn(dataDir).length === 0, 'no Redis runs');
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
});

describe('toFolderError', () => {
  for (const [codes, message] of [
    ['ENOSPC EDQUOT EFBIG', 'The disk of /data is full (CODE): free some space; see df -h /data'],
    [
      'EACCES EPERM EROFS ENOTDIR EEXIST ENOENT ELOOP ENAMETOOLONG',
      'DATA_DIR /data cannot be used (CODE): set DATA_DIR to a folder that the user of the server can write.',
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
});
