import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findProgram, findRedis, installWithApt } from '../../../server/store/redis/embedded/install.ts';
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

/** What the installation of Redis asks of apt, which here is a script that writes down what it is asked. */
describe('an installation with apt', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-apt-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

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

  it('finds programs that can be run, in the order of the folders', async () => {
    const program = join(folder, 'fightcard-program');
    await writeFile(program, '');
    expect(await findProgram('fightcard-program', folder)).to.equal(undefined);
    await chmod(program, 0o755);
    expect(await findProgram('fightcard-program', `/nowhere:${folder}`)).to.equal(program);
    expect(await findProgram('sh', '')).to.match(/\/bin\/sh$/);
  });
});
