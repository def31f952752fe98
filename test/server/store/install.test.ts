import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findProgram, findRedis, installWithApt, redisServer } from '../../../server/store/redis/embedded/install.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { useRedisServer } from '../../support/setup/redis-server.ts';

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

describe('findRedis', () => {
  for (const [installed, found] of [
    [['valkey-server', 'redis-server'], '/somewhere/redis-server'],
    [['valkey-server'], '/somewhere/valkey-server'],
    [[], undefined],
  ] as const) {
    it(`finds ${found ?? 'nothing'} with ${installed.join(' and ') || 'neither program'}`, async () => {
      const find = async (name: string) => (installed.some((one) => one === name) ? `/somewhere/${name}` : undefined);
      expect(await findRedis(find)).to.equal(found);
    });
  }
});

describe('REDIS_SERVER', () => {
  it('replaces redis-server in tests', async () => {
    const path = useRedisServer('/bin/sh', '/usr/local/bin:/usr/bin');
    expect(await realpath((await findProgram('redis-server', path)) ?? '')).to.equal(await realpath('/bin/sh'));
    expect(useRedisServer('/bin/sh', path), 'once').to.equal(path);
    for (const unset of [undefined, '']) expect(useRedisServer(unset, '/usr/bin')).to.equal('/usr/bin');
  });

  it('ends the tests when it cannot be run', () => {
    expect(() => useRedisServer('/nowhere/valkey-server')).to.throw(
      'REDIS_SERVER is /nowhere/valkey-server, which is no program that can be run.',
    );
  });
});

describe('redisServer', () => {
  const machine = (platform: NodeJS.Platform, programs: string, isRoot = false) => ({
    ...{ platform, isRoot },
    find: async (name: string) => (programs.split(' ').includes(name) ? `/usr/bin/${name}` : undefined),
  });
  const windows =
    'which Windows has only within WSL: run "wsl sudo apt-get install -y redis-server" (without WSL "wsl --install" first), then cmd /c "set REDIS_URL=redis://localhost:6379&& npm start"';
  for (const [platform, programs, isRoot, says] of [
    ['darwin', 'apk', false, 'install it with "brew install redis"'],
    ['linux', 'apt-get sudo', false, 'install it with "sudo apt-get install -y redis-server"'],
    ['linux', 'apk doas', false, 'install it with "doas apk add redis"'],
    ['linux', 'apk doas sudo', false, 'install it with "sudo apk add redis"'],
    ['linux', 'apk', false, 'install it with "sudo apk add redis"'],
    ['linux', 'apk doas', true, 'install it with "apk add redis"'],
    ['linux', 'dnf sudo', false, 'install it with "sudo dnf install -y valkey"'],
    ['linux', 'pacman sudo', false, 'install it with "sudo pacman -S --noconfirm valkey"'],
    ['linux', 'zypper sudo', false, 'install it with "sudo zypper install -y redis"'],
    ['linux', '', true, 'put it or valkey-server on PATH'],
    ['freebsd', 'apt-get', true, 'put it or valkey-server on PATH'],
    ['win32', 'apt-get', true, windows],
  ] as const) {
    it(`names the command on ${platform} with ${programs || 'nothing'}${isRoot ? ' as root' : ''}`, async () => {
      expect(await reasonOf(redisServer(expect.fail, machine(platform, programs, isRoot)))).to.equal(
        `RedisMissing: redis-server is not installed: ${says}, or set REDIS_URL to a running Redis.`,
      );
    });
  }

  it('uses an installed program', async () => {
    expect(await redisServer(expect.fail, machine('darwin', 'valkey-server'))).to.equal('/usr/bin/valkey-server');
  });
});

/** With an apt that is a script, which writes down how it is called. */
describe('installWithApt', () => {
  let folder: string;
  let apt: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-apt-'));
    apt = join(folder, 'apt-get');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const writeApt = async (script: string) => {
    await writeFile(apt, `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${join(folder, 'calls')}\n${script}\n`);
    await chmod(apt, 0o755);
  };
  const command = 'install -y -qq --no-install-recommends redis-server redis-tools';

  for (const [title, script, reason] of [
    ['installs without questions', 'exit 0', 'done'],
    ['needs no current lists', '[ "$1" != update ] || exit 100', 'done'],
    ['fails with the last line of apt', 'echo "Reading lists" >&2; echo "E: none" >&2; exit 100', 'code 100: E: none'],
    ['fails without a reason', 'exit 7', 'code 7: '],
    [
      'shortens a long reason',
      'head -c 200000 /dev/zero; head -c 2500 /dev/zero | tr "\\0" x >&2; echo >&2; exit 7',
      `code 7: ${'x'.repeat(1_999)}`,
    ],
  ] as const) {
    it(title, async () => {
      await writeApt(script);
      const found = await reasonOf(installWithApt(apt, ['redis-server', 'redis-tools']));
      expect(found).to.equal(reason === 'done' ? reason : `Error: ${apt} ${command} ended with ${reason}`);
      expect((await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n')).to.deep.equal([
        'noninteractive update -qq',
        `noninteractive ${command}`,
      ]);
    });
  }

  it('is used by redisServer as root', async () => {
    const reports: string[] = [];
    const use = async (script: string, installed: string) => {
      await writeApt(script);
      let looks = 0;
      const find = async (name: string) => {
        if (name === 'apt-get') return apt;
        return ++looks > 2 && installed === name ? `/somewhere/${name}` : undefined;
      };
      const server = redisServer((line) => reports.push(line), { platform: 'linux', isRoot: true, find });
      return server.catch(({ message }: Error) => message.replace(folder, ''));
    };
    expect(await use('exit 0', 'redis-server')).to.equal('/somewhere/redis-server');
    expect(await use('exit 0', '')).to.match(/^redis-server is not installed: install it with "apt-get install/);
    expect(await use('echo "E: no space" >&2; exit 100', '')).to.equal(
      'redis-server could not be installed (/apt-get install -y -qq --no-install-recommends redis-server ended with code 100: E: no space): install it, or set REDIS_URL to a running Redis.',
    );
    expect(new Set(reports)).to.deep.equal(
      new Set(['redis-server is not installed: installing it with apt-get (once).']),
    );
  });
});
