import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../../server/config.ts';
import { redisServer } from '../../../server/embedded/install.ts';
import { parseYaml, readText, readYaml, root } from '../../support/deploy/files.ts';
import { hasValues } from '../../support/deploy/values.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { findOrInstall } from '../../support/run/programs.ts';

interface Service {
  [member: string]: unknown;
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  networks?: unknown;
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
}

const [compose = { services: {}, networks: {} }] = readYaml<Compose>('compose.yaml');
const [mockCompose = { services: {}, networks: {} }] = readYaml<Compose>('compose.mock.yaml');
const secrets = { FEED_KEYS: `a:${'1'.repeat(64)}`, REDIS_PASSWORD: 'the-password' };

describe('compose.yaml', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-compose-'));
    cpSync(`${root}Dockerfile`, join(folder, 'Dockerfile'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** What Docker Compose itself makes of it. */
  async function config(text: string, env: Record<string, string> = secrets) {
    const program = await findOrInstall('compose');
    writeFileSync(join(folder, 'compose.yaml'), text);
    const { status, stdout, stderr } = spawnSync(program, ['config'], {
      ...{ cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', ...env } },
    });
    return { status, stderr, services: status === 0 ? (parseYaml<Compose>(stdout)[0]?.services ?? {}) : {} };
  }

  it('is accepted by Docker Compose', async () => {
    const { status, stderr, services } = await config(readText('compose.yaml'));
    expect(status, stderr).to.equal(0);
    expect(services).to.have.keys('server', 'redis');
    const wrong = await config(readText('compose.yaml').replace('read_only:', 'readonly:'));
    expect(wrong, 'control').to.deep.include({ status: 1 });
    expect(wrong.stderr, 'control').to.include('readonly');
  });

  it('needs a password and a feed key', async () => {
    for (const name of ['FEED_KEYS', 'REDIS_PASSWORD'] as const) {
      const { [name]: _, ...others } = secrets;
      expect((await config(readText('compose.yaml'), others)).stderr).to.include(name);
    }
  });

  it('confines every service', () => {
    for (const [name, service] of Object.entries({ ...compose.services, ...mockCompose.services })) {
      expect(service, name).to.deep.include({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 256,
        restart: 'unless-stopped',
      });
      expect(service, name).to.include.keys('mem_limit', 'cpus', 'logging');
      expect(service, name).to.not.have.any.keys('privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices');
    }
    expect(compose.services.redis?.user).to.equal('999:999');
  });

  it('opens ports only to this machine', async () => {
    const { server, redis } = compose.services;
    expect(compose.networks).to.deep.equal({ front: null, back: { internal: true } });
    expect([server, redis].map((service) => service?.networks)).to.deep.equal([['front', 'back'], ['back']]);
    const { services } = await config(readText('compose.yaml'));
    const ports = ['server', 'redis'].map((name) => services[name]?.ports);
    expect(ports).to.deep.equal([['127.0.0.1:8080:8080/tcp'], undefined]);
    const { services: ofMock } = await config(readText('compose.mock.yaml'), {});
    expect(ofMock.mock?.ports).to.deep.equal(['127.0.0.1:4010:4010/tcp']);
  });

  it('gives the server valid settings', async () => {
    const { services } = await config(readText('compose.yaml'));
    const env = services.server?.environment ?? {};
    expect(readConfig({ ...env, NODE_ENV: 'production' })).to.include({
      ...{ redisWaitSeconds: 60, workers: 2, port: 8080, publicUrl: 'http://localhost:8080', trustedProxies: 0 },
      redisUrl: 'redis://default:the-password@redis:6379',
    });
    // Up to 10 s for requests under way and idle connections.
    expect([compose.services.server?.stop_grace_period, env.DRAIN_SECONDS]).to.deep.equal(['20s', undefined]);
  });

  it('hides the password of Redis, and stops it', async () => {
    const port = await freePort();
    const program = await redisServer(() => undefined);
    const [shell = '', ...args] = compose.services.redis?.command ?? [];
    const own = (text: string) =>
      text
        .replaceAll('$$', '$')
        .replace('redis-server', `${program} --port ${port} --bind 127.0.0.1`)
        .replace('/data', folder);
    const env = { PATH: process.env.PATH ?? '', REDISCLI_AUTH: 'the-password' };
    const child = spawn(shell, args.map(own), { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    const ask = (REDISCLI_AUTH: string, ...words: string[]) =>
      spawnSync('redis-cli', ['-p', `${port}`, ...words], { encoding: 'utf8', env: { ...env, REDISCLI_AUTH } }).stdout;
    try {
      await eventually(() => ask('the-password', 'PING') === 'PONG\n', 'Redis answers');
      expect(ask('', 'PING')).to.include('NOAUTH');
      expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'))
        .to.match(/redis-server/)
        .and.not.include('the-password');
      const settings = { appendonly: 'yes', appendfsync: 'always', maxmemory: '1073741824', save: '' };
      const names = { ...settings, 'maxmemory-policy': 'noeviction', 'lazyfree-lazy-expire': 'yes' };
      for (const [name, value] of Object.entries(names)) {
        expect(ask('the-password', 'CONFIG', 'GET', name)).to.equal(`${name}\n${value}\n`);
      }
    } finally {
      child.kill('SIGTERM');
      await ended;
      const isLeft = ask('the-password', 'PING') === 'PONG\n';
      ask('the-password', 'SHUTDOWN', 'NOSAVE');
      expect(isLeft, 'the shell got the signal, and Redis did not').to.equal(false);
    }
    await eventually(() => output.includes('bye bye'), 'it has written its log');
    expect(output).to.include('Received SIGTERM');
    expect(child.exitCode).to.equal(0);
  });

  hasValues(compose.services, {
    'redis.volumes': ['redis:/data'],
    'redis.stop_grace_period': '30s',
    'redis.healthcheck.test': 'redis-cli ping | grep -qx PONG',
    'server.depends_on': { redis: { condition: 'service_healthy' } },
    'server.ulimits': { nofile: 65_536 },
  });
});
