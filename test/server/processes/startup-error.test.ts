import { expect } from 'chai';
import { isThisMachine } from '../../../server/processes/development-key.ts';
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
    ]) {
      delete process.env.PORT;
      delete process.env.HOST;
      Object.assign(process.env, port && { PORT: port }, host && { HOST: host });
      expect(describeStartupError(failed('EADDRINUSE'))).to.equal(
        `Port ${shownPort} is in use: stop the program that listens there, or choose another port with PORT=8081 npm start.`,
      );
      expect(describeStartupError(failed('EACCES'))).to.equal(
        `Port ${shownPort} needs more privileges: choose a port above 1023 with PORT=8080 npm start.`,
      );
      expect(describeStartupError(failed('EADDRNOTAVAIL'))).to.equal(
        `The server cannot listen on ${shownHost} (EADDRNOTAVAIL): set HOST to an address of this machine, or to 0.0.0.0 for all of its addresses.`,
      );
    }
  });

  it('has the stack of an error that nobody expected', () => {
    expect(describeStartupError(new TypeError('x'))).to.match(/^TypeError: x\n {4}at /);
    expect(describeStartupError('x')).to.equal('x');
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
});
