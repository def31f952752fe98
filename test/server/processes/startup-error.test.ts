import { expect } from 'chai';
import { ConfigError } from '../../../server/config.ts';
import { AdminPortFailed } from '../../../server/monitoring/monitoring.ts';
import { describeStartupError, NoWorkers } from '../../../server/processes/startup-error.ts';
import { PublishInProgress } from '../../../server/store/index.ts';
import { RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
import { BadDataFolder, DiskFull, toFolderError } from '../../../server/store/redis/embedded/folder.ts';
import { RedisMissing } from '../../../server/store/redis/embedded/install.ts';
import { DataLost } from '../../../server/store/redis/embedded/mark.ts';
import { StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { StoreRefused } from '../../../server/store/schema/open-store.ts';

const failed = (code: string, syscall = 'listen') => Object.assign(new Error(code), { code, syscall });

describe('describeStartupError', () => {
  const { PORT, HOST } = process.env;
  afterEach(() => {
    for (const [name, value] of Object.entries({ PORT, HOST })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  for (const [port, host, shownPort, shownHost] of [
    [undefined, undefined, '8080', '0.0.0.0'],
    ['9123', '10.9.8.7', '9123', '10.9.8.7'],
    ['', '', '8080', '0.0.0.0'],
    [' 9123 ', ' ', '9123', '0.0.0.0'],
  ]) {
    it(`names the address with PORT="${port}" and HOST="${host}"`, () => {
      delete process.env.PORT;
      delete process.env.HOST;
      Object.assign(process.env, port !== undefined && { PORT: port }, host !== undefined && { HOST: host });
      expect(describeStartupError(failed('EADDRINUSE'))).to.equal(
        `Port ${shownPort} is in use: stop the program that listens there, or choose another port with PORT=8081 npm start.`,
      );
      expect(describeStartupError(failed('EACCES'))).to.equal(
        `Port ${shownPort} needs more privileges: choose a port above 1023 with PORT=8080 npm start.`,
      );
      // A worker reports `bind`, and a host name is looked up first.
      for (const syscall of ['listen', 'bind', 'getaddrinfo']) {
        expect(describeStartupError(failed('EADDRNOTAVAIL', syscall))).to.equal(
          `The server cannot listen on ${shownHost} (EADDRNOTAVAIL): set HOST to an address of this machine, or to 0.0.0.0 for all of its addresses.`,
        );
      }
    });
  }

  for (const Kind of [
    ...[RedisUnreachable, RedisMissing, BadDataFolder, DiskFull, DataLost],
    ...[StoreRefused, PublishInProgress, NoWorkers, AdminPortFailed],
  ]) {
    it(`shows only the message of ${Kind.name}`, () => {
      expect(describeStartupError(new Kind('one sentence'))).to.equal('one sentence');
    });
  }

  const unexpected = Object.assign(failed('ENOENT', 'open'), { stack: 'the stack' });
  const withoutStack = Object.assign(new TypeError('x'), { code: 'NOT_ERR_PARSE_ARGS', stack: undefined });
  const unknownOption = Object.assign(new TypeError("Unknown option '--x'"), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
  for (const [title, error, text] of [
    ['a store that is unavailable', new StoreUnavailable('x'), 'The store is not available: x'],
    ['wrong settings', new ConfigError(['PORT: a', 'HOST: b']), 'The configuration is invalid:\n  PORT: a\n  HOST: b'],
    ['an unknown option', unknownOption, "Unknown option '--x'\nnpm start -- --help lists the options."],
    ['the stack of an unexpected error', unexpected, 'the stack'],
    ['the message of an error without a stack', withoutStack, 'x'],
    ['a thrown undefined', undefined, 'undefined'],
    ['a thrown null', null, 'null'],
    ['a thrown number', 7, '7'],
  ] as const) {
    it(`describes ${title}`, () => expect(describeStartupError(error)).to.equal(text));
  }
});

describe('toFolderError', () => {
  const messageOf = (code: string) => (toFolderError(failed(code, 'open'), '/data') as Error).message;
  for (const [codes, text] of [
    [['ENOSPC', 'EDQUOT', 'EFBIG'], 'The disk of /data is full (CODE): make room there; see df -h /data'],
    [
      ['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG'],
      'DATA_DIR /data is no folder and cannot be made one (CODE): choose another folder.',
    ],
    [
      ['EACCES', 'EPERM', 'EROFS'],
      'DATA_DIR /data cannot be written (CODE): let the user of the server own it, or choose another folder with DATA_DIR.',
    ],
  ] as const) {
    for (const code of codes) {
      it(`tells the operator what to do about ${code}`, () => {
        expect(messageOf(code)).to.equal(text.replace('CODE', code));
      });
    }
  }

  it('returns any other error unchanged', () => {
    const other = new Error('x');
    expect(toFolderError(other, '/data')).to.equal(other);
  });
});
