import files, { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import { findProgram, findRedis, installWithApt, redisServer } from '../../../server/store/redis/embedded/install.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { withFunctions } from '../../support/run/replace-functions.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';
import { useRedisServer } from '../../support/setup/redis-server.ts';

describe('the program of the embedded Redis', () => {
  const found = (...installed: string[]) =>
    findRedis(async (name) => (installed.includes(name) ? `/somewhere/${name}` : undefined));

  it('is Redis, and Valkey where there is no Redis', async () => {
    expect(await found('valkey-server', 'redis-server')).to.equal('/somewhere/redis-server');
    expect(await found('valkey-server')).to.equal('/somewhere/valkey-server');
    expect(await found()).to.equal(undefined);
  });
});

describe('REDIS_SERVER', () => {
  it('is what tests, and servers that they start, find as redis-server', async () => {
    const path = useRedisServer('/bin/sh', '/usr/local/bin:/usr/bin');
    expect(await realpath((await findProgram('redis-server', path)) ?? '')).to.equal(await realpath('/bin/sh'));
    expect(path).to.match(/^[^:]+:\/usr\/local\/bin:\/usr\/bin$/);
    expect(useRedisServer('/bin/sh', path), 'once').to.equal(path);
    expect(useRedisServer(undefined, '/usr/bin')).to.equal('/usr/bin');
    expect(useRedisServer('', '/usr/bin')).to.equal('/usr/bin');
  });

  it('that cannot be run ends the tests, which would use another program', () => {
    expect(() => useRedisServer('/nowhere/valkey-server')).to.throw(
      'REDIS_SERVER is /nowhere/valkey-server, which is no program that can be run.',
    );
  });
});

const originals = { ...files };

describe('this machine', () => {
  const { env, platform, getuid } = process;
  const { PATH = '' } = env;
  const be = (changes: { platform?: NodeJS.Platform; getuid?: (() => number) | undefined }) => {
    for (const [name, value] of Object.entries(changes)) Object.defineProperty(process, name, { value });
  };
  afterEach(() => {
    be({ platform, getuid });
    env.PATH = PATH;
  });

  /** With these files and no others; also returns which were looked at, and for which right. */
  async function having<T>(programs: string[], action: () => Promise<T>): Promise<[T, string[]]> {
    const looked: string[] = [];
    const access = async (file: unknown, mode?: number) => {
      looked.push(`${file} ${mode}`);
      if (!programs.includes(String(file))) throw new Error('there is no such file');
    };
    return [await withFunctions(files, { access }, action), looked];
  }

  it('has programs on PATH, and in the usual folders', async () => {
    const usual = (name: string) =>
      ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map((path) => `${path}/${name} 1`);
    env.PATH = '/first::/second';
    const [none, looked] = await having([], () => findProgram('one'));
    expect([none, looked]).to.deep.equal([undefined, ['/first/one 1', '/second/one 1', ...usual('one')]]);
    delete env.PATH;
    expect(await having([], () => findRedis())).to.deep.equal([
      undefined,
      [...usual('redis-server'), ...usual('valkey-server')],
    ]);
    expect((await having(['/opt/homebrew/bin/one'], () => findProgram('one')))[0]).to.equal('/opt/homebrew/bin/one');
  });

  it('is told what to do as its system and its user need it', async () => {
    env.PATH = '/first';
    const said = async (...programs: string[]) => (await having(programs, () => reasonOf(redisServer(expect.fail))))[0];
    const install = (command: string) =>
      `RedisMissing: redis-server is not installed: install it with "${command}", or set REDIS_URL to a running Redis.`;
    be({ platform: 'darwin' });
    expect(await said('/first/apk')).to.equal(install('brew install redis'));
    be({ platform: 'linux', getuid: () => 0 });
    expect(await said('/first/apk')).to.equal(install('apk add redis'));
    be({ getuid: () => 1 });
    expect(await said('/first/apk')).to.equal(install('sudo apk add redis'));
    expect(await said('/first/apt-get')).to.equal(install('sudo apt-get install -y redis-server'));
    be({ platform: 'freebsd', getuid: () => 0 });
    for (const program of ['/first/apk', '/first/apt-get']) {
      expect(await said(program)).to.equal(
        'RedisMissing: redis-server is not installed: put it or valkey-server on PATH, or set REDIS_URL to a running Redis.',
      );
    }
    be({ platform: 'linux', getuid: undefined });
    expect(await said('/usr/bin/apk', '/first/doas')).to.equal(install('doas apk add redis'));
    expect((await having(['/first/valkey-server'], () => redisServer(expect.fail)))[0]).to.equal(
      '/first/valkey-server',
    );
  });
});

/** What the installation of Redis asks of apt, which here is a script that writes down what it is asked. */
describe('an installation with apt', () => {
  let folder: string;
  const { DEBIAN_FRONTEND } = process.env;
  beforeEach(async () => {
    delete process.env.DEBIAN_FRONTEND;
    folder = await mkdtemp(join(tmpdir(), 'fightcard-apt-'));
  });
  afterEach(async () => {
    if (DEBIAN_FRONTEND !== undefined) process.env.DEBIAN_FRONTEND = DEBIAN_FRONTEND;
    await rm(folder, { recursive: true });
  });

  async function install(script: string) {
    const apt = join(folder, 'apt-get');
    const asked = join(folder, 'asked');
    await writeFile(apt, `#!/bin/sh\necho "$DEBIAN_FRONTEND $*" >> ${asked}\n${script}\n`);
    await chmod(apt, 0o755);
    const error = await installWithApt(apt, ['redis-server', 'redis-tools']).then(
      () => undefined,
      (thrown: Error) => thrown.message.replace(folder, ''),
    );
    return { error, asked: (await readFile(asked, 'utf8')).trim().split('\n') };
  }
  const commands = [
    'noninteractive update -qq',
    'noninteractive install -y -qq --no-install-recommends redis-server redis-tools',
  ];

  it('reads the lists and installs the packages, without questions', async () => {
    expect(await install('exit 0')).to.deep.equal({ error: undefined, asked: commands });
  });

  it('does not need lists that are up to date', async () => {
    const script = '[ "$1" != update ] || exit 100';
    expect(await install(script)).to.deep.equal({ error: undefined, asked: commands });
  });

  it('fails with the last line of apt', async () => {
    const { error, asked } = await install('echo "Reading lists" >&2; echo "E: no such package" >&2; exit 100');
    const what = '/apt-get install -y -qq --no-install-recommends redis-server redis-tools';
    expect(error).to.equal(`${what} ended with code 100: E: no such package`);
    expect(asked).to.deep.equal(commands);
  });

  it('fails with what is known of a program that says little, or much, or cannot be run', async () => {
    const command = 'apt-get install -y -qq --no-install-recommends redis-server redis-tools';
    expect((await install('exit 7')).error).to.equal(`/${command} ended with code 7: `);
    // More than a pipe holds, which nobody reads.
    const long = 'head -c 200000 /dev/zero; head -c 2500 /dev/zero | tr "\\0" x >&2; echo >&2; exit 7';
    expect((await install(long)).error).to.equal(`/${command} ended with code 7: ${'x'.repeat(1_999)}`);
    expect(await reasonOf(installWithApt(join(folder, 'nothing'), []))).to.match(/^Error: spawn \S+nothing ENOENT$/);
  });

  it('has the environment of this process, and excludes another', async () => {
    process.env.TMPDIR = folder;
    process.env.FIGHTCARD_WORD = 'kept';
    try {
      const script = `echo "$FIGHTCARD_WORD $(cat ${folder}/fightcard-apt.lock)" >> ${folder}/seen`;
      await install(script);
      expect((await readFile(join(folder, 'seen'), 'utf8')).split('\n')[0]).to.equal(`kept ${process.pid}`);
      // Ten minutes.
      await writeFile(join(folder, 'fightcard-apt.lock'), String(process.ppid));
      let nowMs = 0;
      const later = [600_000, 600_001];
      const clock = mock.method(performance, 'now', () => nowMs);
      const pass = async () => {
        nowMs = later.shift() ?? Number.POSITIVE_INFINITY;
      };
      const held = await withFunctions(timers, { setTimeout: sleepFor('embedded/lock.ts', pass) }, () =>
        reasonOf(installWithApt('/nowhere/apt-get', [])),
      ).finally(() => clock.mock.restore());
      expect([held, later]).to.deep.equal([
        `Error: ${folder}/fightcard-apt.lock is held by another process: wait for it, or remove the file if there is none.`,
        [],
      ]);
    } finally {
      delete process.env.TMPDIR;
      delete process.env.FIGHTCARD_WORD;
    }
  });

  it('starts no service, and takes away only its own file that forbids it', async () => {
    const policy = '/usr/sbin/policy-rc.d';
    for (const isThere of [false, true]) {
      const done: unknown[][] = [];
      const replaced = {
        async writeFile(...args: Parameters<typeof writeFile>) {
          if (args[0] !== policy) return originals.writeFile(...args);
          done.push(args);
          if (isThere) throw new Error('EEXIST');
        },
        async rm(...args: Parameters<typeof rm>) {
          if (args[0] !== policy) return originals.rm(...args);
          done.push(args);
        },
      };
      await withFunctions(files, replaced, () => install('exit 0'));
      expect(done).to.deep.equal([
        [policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }],
        ...(isThere ? [] : [[policy, { force: true }]]),
      ]);
    }
  });

  it('is reported, and what is installed is used, or else it is said why not', async () => {
    const apt = join(folder, 'apt-get');
    const reports: string[] = [];
    const use = async (script: string, ...installed: string[]) => {
      await writeFile(apt, `#!/bin/sh\n${script}\n`);
      await chmod(apt, 0o755);
      let looks = 0;
      const find = async (name: string) => {
        if (name === 'apt-get') return apt;
        return ++looks > 2 && installed.includes(name) ? `/somewhere/${name}` : undefined;
      };
      const server = redisServer((line) => reports.push(line), { platform: 'linux', isRoot: true, find });
      return server.catch(({ name, message }: Error) => `${name}: ${message.replace(folder, '')}`);
    };
    expect(await use('exit 0', 'redis-server')).to.equal('/somewhere/redis-server');
    expect(await use('exit 0')).to.equal(
      'RedisMissing: redis-server is not installed: install it with "apt-get install -y redis-server", or set REDIS_URL to a running Redis.',
    );
    expect(await use('echo "E: no space" >&2; exit 100')).to.equal(
      'RedisMissing: redis-server could not be installed (/apt-get install -y -qq --no-install-recommends redis-server ended with code 100: E: no space): install it, or set REDIS_URL to a running Redis.',
    );
    const report = 'redis-server is not installed: installing it with apt-get (once).';
    expect(reports).to.deep.equal([report, report, report]);
  });

  it('finds programs that can be run, in the order of the folders', async () => {
    const program = join(folder, 'fightcard-program');
    await writeFile(program, '');
    expect(await findProgram('fightcard-program', folder)).to.equal(undefined);
    await chmod(program, 0o755);
    expect(await findProgram('fightcard-program', `/nowhere:${folder}`)).to.equal(program);
    expect(await findProgram('sh', '')).to.match(/\/bin\/sh$/);
  });
});
