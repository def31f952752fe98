import promises, { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { ConfigError } from '../../../server/config.ts';
import { AdminPortFailed } from '../../../server/monitoring/monitoring.ts';
import { findDevelopmentKey, isThisMachine, openDevelopmentKey } from '../../../server/processes/development-key.ts';
import { describeStartupError, NoWorkers } from '../../../server/processes/startup-error.ts';
import { PublishInProgress } from '../../../server/store/index.ts';
import { RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
import { BadDataFolder, DiskFull, toFolderError } from '../../../server/store/redis/embedded/folder.ts';
import { RedisMissing } from '../../../server/store/redis/embedded/install.ts';
import { DataLost } from '../../../server/store/redis/embedded/mark.ts';
import { StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { StoreRefused } from '../../../server/store/schema/open-store.ts';

const failed = (code: string, syscall = 'listen') => Object.assign(new Error(code), { code, syscall });

describe('why a server does not start', () => {
  const { PORT, HOST } = process.env;
  afterEach(() => {
    for (const [name, value] of Object.entries({ PORT, HOST })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('names the port and the address, those by default too', () => {
    for (const [port, host, shownPort, shownHost] of [
      [undefined, undefined, '8080', '0.0.0.0'],
      ['9123', '10.9.8.7', '9123', '10.9.8.7'],
      // As in a file of settings that leaves them open.
      ['', '', '8080', '0.0.0.0'],
      [' 9123 ', ' ', '9123', '0.0.0.0'],
    ]) {
      delete process.env.PORT;
      delete process.env.HOST;
      Object.assign(process.env, port !== undefined && { PORT: port }, host !== undefined && { HOST: host });
      expect(describeStartupError(failed('EADDRINUSE'))).to.equal(
        `Port ${shownPort} is in use: stop the program that listens there, or choose another port with PORT=8081 npm start.`,
      );
      expect(describeStartupError(failed('EACCES'))).to.equal(
        `Port ${shownPort} needs more privileges: choose a port above 1023 with PORT=8080 npm start.`,
      );
      // A worker says `bind`, and a name is looked up first.
      for (const syscall of ['listen', 'bind', 'getaddrinfo']) {
        expect(describeStartupError(failed('EADDRNOTAVAIL', syscall))).to.equal(
          `The server cannot listen on ${shownHost} (EADDRNOTAVAIL): set HOST to an address of this machine, or to 0.0.0.0 for all of its addresses.`,
        );
      }
    }
  });

  it('is one sentence of each error that is for the operator', () => {
    const errors = [
      ...[new RedisUnreachable('sentence'), new RedisMissing('sentence'), new BadDataFolder('sentence')],
      ...[new DiskFull('sentence'), new DataLost('sentence'), new StoreRefused('sentence')],
      ...[new PublishInProgress('sentence'), new NoWorkers('sentence'), new AdminPortFailed('sentence')],
    ];
    for (const error of errors) expect(describeStartupError(error), error.name).to.equal('sentence');
    expect(describeStartupError(new StoreUnavailable('x'))).to.equal('The store is not available: x');
    expect(new NoWorkers('x').name).to.equal('NoWorkers');
  });

  it('is a line for each wrong setting, and what an option should be', () => {
    expect(describeStartupError(new ConfigError(['PORT: wrong', 'HOST: wrong']))).to.equal(
      'The configuration is invalid:\n  PORT: wrong\n  HOST: wrong',
    );
    const unknown = Object.assign(new TypeError("Unknown option '--x'"), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
    expect(describeStartupError(unknown)).to.equal("Unknown option '--x'\nnpm start -- --help lists the options.");
    const other = Object.assign(new TypeError('x'), { code: 'NOT_ERR_PARSE_ARGS', stack: undefined });
    expect(describeStartupError(other)).to.equal('x');
  });

  it('is what was thrown, whatever that is', () => {
    expect([undefined, null, 7].map(describeStartupError)).to.deep.equal(['undefined', 'null', '7']);
    expect(describeStartupError(Object.assign(failed('ENOENT', 'open'), { stack: 'the stack' }))).to.equal('the stack');
    expect(describeStartupError(Object.assign(new Error('x'), { code: 'X', stack: 'the stack' }))).to.equal(
      'the stack',
    );
  });

  it('has the stack of an error that nobody expected', () => {
    expect(describeStartupError(new TypeError('x'))).to.match(/^TypeError: x\n {4}at /);
    expect(describeStartupError('x')).to.equal('x');
  });
});

describe('the development feed key', () => {
  const { DATA_DIR } = process.env;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-key-'));
  });
  afterEach(async () => {
    mock.reset();
    syncBuiltinESMExports();
    if (DATA_DIR === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = DATA_DIR;
    await rm(folder, { recursive: true });
  });

  it('is the same for servers that start at once on a folder, and the one of its file', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openDevelopmentKey(folder)));
    const saved = (await readFile(join(folder, 'feed-key'), 'utf8')).trim();
    expect(opened.map(({ key }) => key)).to.deep.equal([saved, saved, saved]);
    expect(saved).to.match(/^[\w-]{43}$/);
    expect(await readdir(folder)).to.deep.equal(['feed-key']);
    expect((await stat(join(folder, 'feed-key'))).mode & 0o777).to.equal(0o600);
  });

  it('is made again where its file is empty, as after a full disk', async () => {
    await writeFile(join(folder, 'feed-key'), '');
    const { key } = await openDevelopmentKey(folder);
    expect((await readFile(join(folder, 'feed-key'), 'utf8')).trim()).to.equal(key);
  });

  it('of another server that has made it at the same time is taken, and nothing is left behind', async () => {
    const written: unknown[][] = [];
    const { writeFile: original } = promises;
    mock.method(promises, 'writeFile', (...args: Parameters<typeof original>) => {
      written.push(args);
      return original(...args);
    });
    mock.method(promises, 'link', async () => {
      await original(join(folder, 'feed-key'), 'the-other-key\n');
      throw Object.assign(new Error('x'), { code: 'EEXIST' });
    });
    syncBuiltinESMExports();
    const { key, file, feedKey } = await openDevelopmentKey(folder);
    expect({ key, file, feedKey }).to.deep.equal({
      ...{ key: 'the-other-key', file: join(folder, 'feed-key') },
      feedKey: {
        name: 'development',
        digest: Buffer.from('3879e3306440a2e1a65fbfdec43bc6b0ccc2668e2e102aa7e0fa90a01b724c07', 'hex'),
      },
    });
    expect(await readdir(folder)).to.deep.equal(['feed-key']);
    const [[path, text, options] = [], ...others] = written;
    expect(others).to.deep.equal([]);
    expect(path).to.match(/\/feed-key\.[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect([/^[\w-]{43}\n$/.test(String(text)), options]).to.deep.equal([true, { mode: 0o600 }]);
  });

  it('says what is wrong with its folder, or with its disk when its file is empty', async () => {
    const below = join(folder, 'file', 'data');
    await writeFile(join(folder, 'file'), '');
    const failure = (dataDir: string) => openDevelopmentKey(dataDir).catch((error: Error) => error);
    expect(await failure(below))
      .to.be.instanceOf(BadDataFolder)
      .with.property('message')
      .that.includes(below);
    await writeFile(join(folder, 'feed-key'), '\n');
    const { writeFile: original } = promises;
    mock.method(promises, 'writeFile', async (path: string, text: string) => {
      if (path.endsWith('/feed-key')) throw Object.assign(new Error('x'), { code: 'ENOSPC' });
      return original(path, text);
    });
    syncBuiltinESMExports();
    expect(await failure(folder)).to.have.property(
      'message',
      `The disk of ${folder} is full (ENOSPC): make room there; see df -h ${folder}`,
    );
    expect((await readdir(folder)).sort()).to.deep.equal(['feed-key', 'file']);
  });

  it('is not made where its folder takes no links, and none is made where there is one', async () => {
    mock.method(promises, 'link', async () => {
      throw Object.assign(new Error('x'), { code: 'EPERM' });
    });
    const written = mock.method(promises, 'writeFile');
    syncBuiltinESMExports();
    const failure = await openDevelopmentKey(folder).catch((error: Error) => error);
    expect(failure).to.be.instanceOf(BadDataFolder).with.property('message').that.includes('(EPERM)');
    expect(await readdir(folder)).to.deep.equal([]);
    expect(written.mock.callCount()).to.equal(1);
    await promises.writeFile(join(folder, 'feed-key'), 'the-key\n');
    expect((await openDevelopmentKey(folder)).key).to.equal('the-key');
    expect(written.mock.callCount()).to.equal(2);
  });

  it('is none of a server on another machine, or of one that has made none', async () => {
    process.env.DATA_DIR = folder;
    expect(await findDevelopmentKey(new URL('http://localhost:8080'))).to.equal(undefined);
    await writeFile(join(folder, 'feed-key'), ' the-key\n');
    expect(await findDevelopmentKey(new URL('http://localhost:8080'))).to.equal('the-key');
    expect(await findDevelopmentKey(new URL('http://api.example.com'))).to.equal(undefined);
  });

  it('is looked for where the server has it, also where DATA_DIR is empty', async () => {
    const here = process.cwd();
    await mkdir(join(folder, '.data'));
    await writeFile(join(folder, '.data/feed-key'), 'the-key\n');
    process.chdir(folder);
    try {
      for (const value of ['', ' ', ' .data ']) {
        process.env.DATA_DIR = value;
        expect(await findDevelopmentKey(new URL('http://localhost:8080')), `"${value}"`).to.equal('the-key');
      }
    } finally {
      process.chdir(here);
    }
  });
});

describe('where a command runs', () => {
  it('is this machine for each of its own names, and no other', () => {
    const own = ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'https://LOCALHOST'];
    const others = ['http://localhost.example.com', 'http://127.0.0.2', 'http://[::2]', 'http://api.example.com'];
    expect([...own, ...others].map((url) => isThisMachine(new URL(url)))).to.deep.equal([
      ...own.map(() => true),
      ...others.map(() => false),
    ]);
  });

  it('has a generated feed key that only its owner can read, in a folder of the same kind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-key-'));
    try {
      const dataDir = join(folder, 'data');
      const { key, file } = await openDevelopmentKey(dataDir);
      expect(file).to.equal(join(dataDir, 'feed-key'));
      const modes = await Promise.all([dataDir, file].map(async (path) => (await stat(path)).mode & 0o777));
      expect(modes).to.deep.equal([0o700, 0o600]);
      expect(key).to.match(/^[A-Za-z0-9_-]{43}$/);
      expect((await openDevelopmentKey(dataDir)).key, 'at the next start').to.equal(key);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has a full disk for every code that says so', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
      const error = toFolderError(Object.assign(new Error(code), { code }), '/data');
      expect(error, code).to.be.instanceOf(DiskFull);
      expect((error as Error).message).to.equal(
        `The disk of /data is full (${code}): make room there; see df -h /data`,
      );
    }
    const other = new Error('x');
    expect(toFolderError(other, '/data')).to.equal(other);
  });

  it('has another folder to choose where DATA_DIR can be none, and an owner to change where it cannot be written', () => {
    const said = (code: string) =>
      (toFolderError(Object.assign(new Error(code), { code }), '/data') as Error).message.replace(code, 'CODE');
    for (const code of ['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG']) {
      expect(said(code), code).to.equal(
        'DATA_DIR /data is no folder and cannot be made one (CODE): choose another folder.',
      );
    }
    for (const code of ['EACCES', 'EPERM', 'EROFS']) {
      expect(said(code), code).to.equal(
        'DATA_DIR /data cannot be written (CODE): let the user of the server own it, or choose another folder with DATA_DIR.',
      );
    }
  });
});
