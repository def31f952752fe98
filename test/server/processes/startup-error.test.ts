import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findDevelopmentKey, isThisMachine, openDevelopmentKey } from '../../../server/processes/development-key.ts';
import { describeStartupError } from '../../../server/processes/startup-error.ts';
import { DiskFull, toFolderError } from '../../../server/store/redis/embedded/folder.ts';

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
