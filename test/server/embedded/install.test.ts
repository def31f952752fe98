import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findProgram, redisServer } from '../../../server/embedded/install.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

describe('findProgram', () => {
  it('finds executable files, in the order of PATH', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-path-'));
    const program = join(folder, 'fightcard-program');
    await writeFile(program, '');
    expect(await findProgram('fightcard-program', folder)).to.equal(undefined);
    await chmod(program, 0o755);
    expect(await findProgram('fightcard-program', `/nowhere::${folder}`)).to.equal(program);
    expect(await findProgram('sh', '')).to.match(/\/bin\/sh$/);
    expect(await findProgram('no-such-program')).to.equal(undefined);
    await rm(folder, { recursive: true, force: true });
  });
});

describe('redisServer', () => {
  const machine = (platform: NodeJS.Platform, programs: string, isRoot = false) => ({
    platform,
    isRoot,
    find: async (name: string) => (programs.split(' ').includes(name) ? `/usr/bin/${name}` : undefined),
  });
  for (const [platform, programs, isRoot, says] of [
    ['darwin', '', false, 'install it, for example with "brew install redis"'],
    ['linux', 'apt-get', false, 'install it, for example with "sudo apt-get install -y redis-server"'],
    ['win32', 'apt-get', true, 'install it, for example with "wsl sudo apt-get install -y redis-server"'],
    ['freebsd', 'apt-get', true, 'put it or valkey-server on PATH'],
  ] as const) {
    it(`names the command on ${platform} with ${programs || 'nothing'}${isRoot ? ' as root' : ''}`, async () => {
      expect(await reasonOf(redisServer(expect.fail, machine(platform, programs, isRoot)))).to.equal(
        `RedisMissing: redis-server is not installed: ${says}, or set REDIS_URL to a running Redis.`,
      );
    });
  }

  for (const programs of ['valkey-server redis-server', 'valkey-server']) {
    it(`uses ${programs.split(' ').at(-1)} of ${programs}`, async () => {
      const found = await redisServer(expect.fail, machine('darwin', programs));
      expect(found).to.equal(`/usr/bin/${programs.split(' ').at(-1)}`);
    });
  }
});

describe('redisServer as root on Debian', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-apt-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('installs redis-server with apt-get, without prompts', async () => {
    const reports: string[] = [];
    const apt = join(folder, 'apt-get');
    const calls = join(folder, 'calls');
    /** With an apt that is a script, which writes down how it is called. */
    const use = async (script: string, installed: string) => {
      await writeFile(apt, `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${calls}\n${script}\n`, { mode: 0o755 });
      let looks = 0;
      const find = async (name: string) => {
        if (name === 'apt-get') return apt;
        return ++looks > 2 && installed === name ? `/somewhere/${name}` : undefined;
      };
      const server = redisServer((line) => reports.push(line), { platform: 'linux', isRoot: true, find });
      return server.catch(({ message }: Error) => message.replace(folder, ''));
    };
    expect(await use('[ "$1" != update ] || exit 100', 'redis-server')).to.equal('/somewhere/redis-server');
    const wait = '-o DPkg::Lock::Timeout=600';
    const command = `install -y -qq --no-install-recommends ${wait} redis-server`;
    expect(await readFile(calls, 'utf8')).to.equal(`noninteractive update -qq ${wait}\nnoninteractive ${command}\n`);
    expect(await use('exit 0', '')).to.match(/^redis-server is not installed: install it, for example with/);
    expect(await use('echo "Reading lists" >&2; echo "E: no space" >&2; exit 100', '')).to.equal(
      `redis-server could not be installed (/apt-get ${command} ended with code 100: E: no space): install it, or set REDIS_URL to a running Redis.`,
    );
    const report = 'redis-server is not installed: installing it with apt-get (once).';
    expect(new Set(reports)).to.deep.equal(new Set([report]));
  });
});
