import { expect } from 'chai';
import { ConfigError } from '../../../server/config.ts';
import { BadDataFolder } from '../../../server/embedded/folder.ts';
import { RedisMissing } from '../../../server/embedded/install.ts';
import { AdminPortFailed } from '../../../server/monitoring/monitoring.ts';
import { describeStartupError, NoWorkers } from '../../../server/processes/startup-error.ts';
import { PublishInProgress } from '../../../server/store/content/publish.ts';
import { RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
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

  for (const [env, port, host] of [
    [{ PORT: ' ', HOST: '' }, '8080', '0.0.0.0'],
    [{ PORT: ' 9123 ', HOST: '10.9.8.7' }, '9123', '10.9.8.7'],
  ] as const) {
    it(`names port ${port} and host ${host}`, () => {
      Object.assign(process.env, env);
      expect(describeStartupError(failed('EADDRINUSE'))).to.match(new RegExp(`^Port ${port} is in use: stop`));
      expect(describeStartupError(failed('EACCES'))).to.match(new RegExp(`^Port ${port} needs more privileges`));
      // A worker reports `bind`, and a host name is looked up first.
      for (const syscall of ['listen', 'bind', 'getaddrinfo']) {
        const text = describeStartupError(failed('EADDRNOTAVAIL', syscall));
        expect(text).to.match(new RegExp(`^The server cannot listen on ${host} \\(EADDRNOTAVAIL\\): set HOST`));
      }
    });
  }

  it('shows only the message of an expected error', () => {
    for (const Kind of [
      ...[RedisUnreachable, RedisMissing, BadDataFolder],
      ...[StoreRefused, PublishInProgress, NoWorkers, AdminPortFailed],
    ]) {
      expect(describeStartupError(new Kind('one sentence')), Kind.name).to.equal('one sentence');
    }
  });

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
  ] as const) {
    it(`describes ${title}`, () => expect(describeStartupError(error)).to.equal(text));
  }
});
