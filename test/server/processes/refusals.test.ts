import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { digestOf } from '../../../server/config.ts';
import { mountDisk } from '../../support/redis/disk.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { serverFile, startServerProcess } from '../../support/server/server-process.ts';
import { linesOf } from '../../support/server/worker-log.ts';

const production = {
  ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://api.example.com' },
  FEED_KEYS: `feed:${digestOf('a key').toString('hex')}`,
};

describe('npm start that fails prints one sentence', () => {
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

  it('for an address of another machine', async () => {
    const { url } = await node();
    for (const [HOST, WORKERS] of [
      ['192.0.2.1', '2'],
      ['no-such-host.invalid', '1'],
    ] as const) {
      expect(await refusal({ HOST, WORKERS, REDIS_URL: url })).to.match(
        new RegExp(`^The server cannot listen on ${HOST} \\(E\\w+\\): set HOST to an address of this machine`),
      );
    }
  });

  it('for a database that Redis does not have or allow', async () => {
    const { url, client } = await node('databases 4');
    await client.call('ACL', 'SETUSER', 'fightcard', 'on', '>secret', '~*', '&*', '+@all', '-select');
    const named = url.replace('//', '//fightcard:secret@');
    for (const [address, why] of [
      [`${url}/4`, 'ERR DB index is out of range'],
      [`${named}/3`, "NOPERM .* has no permissions to run the 'select' command"],
    ] as const) {
      const shown = address.replace('secret', '\\*\\*\\*');
      expect(await refusal({ REDIS_URL: address })).to.match(
        new RegExp(`^Redis at ${shown} refuses database \\d+ \\(${why}.*\\): correct REDIS_URL\\.$`),
      );
    }
    expect(await client.dbsize()).to.equal(0);
  });

  it('for a DATA_DIR that cannot be used', async () => {
    const readOnly = await mkdtemp(join(folder, 'x'));
    await chmod(readOnly, 0o555);
    const { url } = await node();
    for (const [env, code] of [
      [{ DATA_DIR: join(readOnly, 'read-only') }, 'EACCES'],
      [{ DATA_DIR: '/proc/fightcard', REDIS_URL: url }, 'ENOENT'],
    ] as const) {
      expect(await refusal(env)).to.equal(
        `DATA_DIR ${env.DATA_DIR} cannot be used (${code}): set DATA_DIR to a folder that the user of the server can write.`,
      );
    }
  });

  it('F12: for a full disk', async () => {
    const disk = await mountDisk(16);
    const message = await refusal({ DATA_DIR: disk.path });
    await disk.close();
    expect(message).to.equal(`The disk of ${disk.path} is full (ENOSPC): free some space; see df -h ${disk.path}`);
  });

  it('F11: for a replica as REDIS_URL', async () => {
    const master = await node();
    const replica = await node(`replicaof 127.0.0.1 ${master.port}`);
    expect(await refusal({ REDIS_URL: replica.url, DATA_DIR: folder })).to.equal(
      `Redis at ${replica.url} is a replica, which accepts no votes: set REDIS_URL to its master, 127.0.0.1:${master.port}, or to the Sentinels that watch it.`,
    );
  });

  it('F16: for a Redis user without channels', async () => {
    const { url } = await node('user app on >secret ~* +@all');
    expect(await refusal({ REDIS_URL: url.replace('//', '//app:secret@'), DATA_DIR: folder })).to.equal(
      `Redis at ${url.replace('//', '//app:***@')} refuses its user PUBLISH on its channels (&*), SUBSCRIBE on its channels (&*), PSUBSCRIBE on its channels (&*): grant that, or all of ~* &* +@all, with ACL SETUSER.`,
    );
  });

  it('F10: for a Redis that evicts, in production', async () => {
    const evicting = await node('appendonly yes', 'maxmemory 100mb', 'maxmemory-policy allkeys-lru');
    expect(await refusal({ ...production, REDIS_URL: evicting.url })).to.equal(
      `Redis at ${evicting.url} drops votes when it is full (maxmemory-policy allkeys-lru): set maxmemory-policy noeviction there, in its configuration and with CONFIG SET.`,
    );
  });

  for (const [title, settings, user, expected] of [
    ['without appendonly', ['appendonly no'], '', /loses votes when it ends \(appendonly no\): set append/],
    [
      'that does not report its settings',
      ['appendonly yes', 'user app on >secret ~* &* +@all -info'],
      'app:secret@',
      /does not report its settings: check that it has appendonly yes/,
    ],
  ] as const) {
    it(`F10: warns of a Redis ${title} in production`, async () => {
      const { url } = await node(...settings);
      const server = startServerProcess({ ...production, REDIS_URL: url.replace('//', `//${user}`) });
      await server.ready;
      const warned = linesOf(server).flatMap(({ level, msg }) => (level === 40 ? [msg] : []));
      await server.close();
      expect(warned).to.have.length(1);
      expect(warned[0])
        .to.match(expected)
        .and.not.match(/secret/);
    });
  }

  it('does not warn of a safe Redis, or in development', async () => {
    const [good, bad] = [await startRedis(), await node('appendonly no', 'maxmemory-policy allkeys-lru')];
    nodes.push(good);
    for (const env of [{ ...production, REDIS_URL: good.url }, { REDIS_URL: bad.url }]) {
      const server = startServerProcess(env, ['--no-sample']);
      await server.ready;
      const message = server.output();
      await server.close();
      expect(message).not.to.match(/"level":[456]0/);
    }
  });

  it('waits for a Redis that answers slowly, and reports it', async () => {
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
});
