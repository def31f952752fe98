import { expect } from 'chai';
import { toStoreError, withoutValues } from '../../../server/store/redis/errors.ts';

/** An error reply of Redis, as ioredis throws it. */
const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const sha1 = '0123456789abcdef0123456789abcdef01234567';
const codes = 'ASK,BUSY,CLUSTERDOWN,LOADING,MASTERDOWN,MISCONF,MOVED,NOAUTH,NOPERM,NOREPLICAS,OOM,READONLY,TRYAGAIN';

describe('F13, F14, F16: toStoreError', () => {
  for (const [ofRead, ofWrite, messages] of [
    [
      ...(['StoreUnavailable', 'StoreUnavailable'] as const),
      [
        ...`${codes},UNBLOCKED,WRONGPASS`.split(',').map((code) => `${code} x`),
        ...['OOM', 'ERR max number of clients reached', "ERR unknown command 'x'"],
        ...["ERR wrong number of arguments for 'x'", 'ERR Protocol error: x'],
      ],
    ],
    ['StoreFault', 'StoreFault', ['CORRUPT vote at x', 'CROSSSLOT x', 'NOSCRIPT x', 'WRONGTYPE x']],
    [
      ...(['StoreUnavailable', 'OutcomeUnknown'] as const),
      [
        ...['x ERR unknown command', 'ERR upstream failure', 'ERR', '', 'NEWWORD x', 'XOOM x', 'BUSY running script'],
        ...[`OOM x script: ${sha1}, on @user_script:1.`, `READONLY x script:${sha1}`],
      ],
    ],
    [
      ...(['StoreFault', 'OutcomeUnknown'] as const),
      [`WRONGTYPE x script: ${sha1}, on @user_script:3.`, 'NOSCRIPT Error running script'],
    ],
  ] as const) {
    it(`maps replies of reads to ${ofRead}, of writes to ${ofWrite}`, () => {
      for (const message of messages) {
        expect(toStoreError(reply(message)), message).to.include({ name: ofRead });
        expect(toStoreError(reply(message), true), message).to.include({ name: ofWrite });
      }
    });
  }

  it('keeps the code of a failed connection', () => {
    const error = Object.assign(new Error('OOM connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
    const message = `The store is not available: ${error.message}`;
    expect(toStoreError(error)).to.include({ name: 'StoreUnavailable', code: 'ECONNREFUSED', message });
    expect(toStoreError(error, true)).to.include({ name: 'OutcomeUnknown', code: 'ECONNREFUSED', message });
    expect(toStoreError(reply('CORRUPT vote'))).to.include({ message: 'CORRUPT vote' });
  });
});

describe('withoutValues', () => {
  const long = 'abcdefghijklmno';
  for (const [message, shown] of [
    [
      `ERR unknown command, with 'client-1' {87:05cc}:votes ${long} here: [::1]:1 1.2.3.4:56`,
      'ERR unknown command, with … here: [::1]:1 1.2.3.4:56',
    ],
    ['ECONNRESET by ECLIENT-0815 ELEVENTH_CLIENT EXECABORT', 'ECONNRESET by … EXECABORT'],
    [`${'word '.repeat(60)}end`, `${'word '.repeat(60)}…`],
    ...['client-7ECONNRESET', 'x1.2.3.4:56', '1.2.3.4:567890', '1.2.3.4:', '[g::1]:1', long, 'wör'].map((word) => [
      `at ${word} here`,
      'at … here',
    ]),
  ] as [string, string][]) {
    it(`shows "${shown.slice(0, 40)}" of "${message.slice(0, 40)}"`, () => {
      expect(withoutValues(message)).to.equal(shown);
    });
  }
});
