import { expect } from 'chai';
import type { ChainableCommander } from 'ioredis';
import {
  malformedReply,
  mapRedisError,
  OutcomeUnknown,
  StoreFault,
  StoreUnavailable,
  TooManyBallots,
  toStoreError,
  withoutValues,
} from '../../../server/store/redis/errors.ts';
import { execPipeline } from '../../../server/store/redis/exec-pipeline.ts';
import { withRetry } from '../../../server/store/redis/with-retry.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

/** An error reply of Redis, as ioredis throws it. */
const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const nameOf = (error: unknown, wasSent: boolean) => (toStoreError(error, wasSent) as Error).name;
const sha1 = '0123456789abcdef0123456789abcdef01234567';

describe('F13, F14, F16: errors of Redis', () => {
  for (const [names, messages] of [
    [
      ['StoreUnavailable', 'StoreUnavailable'],
      [
        ...[
          'ASK 1 a:1',
          'BUSY x',
          'CLUSTERDOWN x',
          'LOADING x',
          'MASTERDOWN x',
          'MISCONF x',
          'MOVED 1 a:1',
          'NOAUTH x',
        ],
        ...['NOPERM x', 'NOREPLICAS x', 'OOM x', 'READONLY x', 'TRYAGAIN x', 'UNBLOCKED x', 'WRONGPASS x', 'OOM'],
        ...['ERR max number of clients reached', "ERR unknown command 'x'"],
        ...["ERR wrong number of arguments for 'x'", 'ERR Protocol error: x'],
      ],
    ],
    [
      ['StoreFault', 'StoreFault'],
      ['CORRUPT vote at x', 'CROSSSLOT x', 'NOSCRIPT x', 'WRONGTYPE x'],
    ],
    [
      ['StoreUnavailable', 'OutcomeUnknown'],
      [
        ...[
          'x ERR unknown command',
          'ERR upstream failure',
          'ERR',
          '',
          'NEWWORD x',
          'XOOM x',
          `OOM x script: ${sha1}, on @user_script:1.`,
        ],
        ...[`READONLY x script:${sha1}`, 'BUSY running script'],
      ],
    ],
    [
      ['StoreFault', 'OutcomeUnknown'],
      [`WRONGTYPE x script: ${sha1}, on @user_script:3.`, 'NOSCRIPT Error running script'],
    ],
  ] as const) {
    for (const message of messages) {
      it(`"${message}" of a read is ${names[0]}, of a write ${names[1]}`, () => {
        expect([nameOf(reply(message), false), nameOf(reply(message), true)]).to.deep.equal(names);
      });
    }
  }

  it('that are none of its replies leave the outcome of a write open, and have a code', () => {
    const error = Object.assign(new Error('OOM connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' });
    expect([nameOf(error, false), nameOf(error, true)]).to.deep.equal(['StoreUnavailable', 'OutcomeUnknown']);
    expect(toStoreError(error)).to.include({
      code: 'ECONNREFUSED',
      message: 'The store is not available: OOM connect ECONNREFUSED 127.0.0.1:6379',
    });
    expect((toStoreError(reply('CORRUPT vote')) as Error).message).to.equal('CORRUPT vote');
    const own = toStoreError(error);
    expect(toStoreError(own, true), 'an own error').to.equal(own);
    expect(toStoreError('text', true)).to.equal('text');
    expect(toStoreError(error, true)).to.include({
      ...{ name: 'OutcomeUnknown', code: 'ECONNREFUSED' },
      message: 'The store is not available: OOM connect ECONNREFUSED 127.0.0.1:6379',
    });
  });

  it('each have a name, and say what is wrong', () => {
    expect(
      [StoreUnavailable, TooManyBallots, OutcomeUnknown, StoreFault].map((Kind) => String(new Kind('why'))),
    ).to.deep.equal([
      'StoreUnavailable: The store is not available: why',
      'TooManyBallots: The store is not available: why',
      'OutcomeUnknown: The store is not available: why',
      'StoreFault: why',
    ]);
    expect(malformedReply).to.equal('its reply is malformed');
  });

  it('of a command that may be repeated never leave an outcome open', async () => {
    expect(await mapRedisError(Promise.resolve('PONG'))).to.equal('PONG');
    expect(await reasonOf(mapRedisError(Promise.reject(new Error('ECONNRESET'))))).to.equal(
      'StoreUnavailable: The store is not available: ECONNRESET',
    );
  });

  it('are told without values, which may be the id of a client', () => {
    const long = 'abcdefghijklmno';
    expect(
      withoutValues(`ERR unknown command, with 'client-1' {87:05cc}:votes ${long} here: [::1]:1 1.2.3.4:56`),
    ).to.equal('ERR unknown command, with … here: [::1]:1 1.2.3.4:56');
    expect(withoutValues('ECONNRESET by ECLIENT-0815 ELEVENTH_CLIENT EXECABORT')).to.equal('ECONNRESET by … EXECABORT');
    expect(withoutValues(`${'word '.repeat(60)}end`), '300 characters').to.equal(`${'word '.repeat(60)}…`);
    const hidden = ['client-7ECONNRESET', 'x1.2.3.4:56', '1.2.3.4:567890', '1.2.3.4:', '[g::1]:1', long, 'wör'];
    for (const word of hidden) expect(withoutValues(`at ${word} here`), word).to.equal('at … here');
  });

  it('of a transaction are that of its first command which was refused', async () => {
    const refused = Object.assign(reply('EXECABORT Transaction discarded'), {
      previousErrors: [reply('OOM command not allowed'), reply('WRONGTYPE x')],
    });
    const exec = (error: Error) => execPipeline({ exec: () => Promise.reject(error) } as unknown as ChainableCommander);
    const said = (error: Error) => exec(error).catch(({ name, message }: Error) => `${name}: ${message}`);
    expect(await said(refused)).to.equal('StoreUnavailable: The store is not available: OOM command not allowed');
    expect(await said(reply('LOADING x'))).to.equal('StoreUnavailable: The store is not available: LOADING x');
  });

  it('of a pipeline are its first, and without one there are the replies', async () => {
    const replied = (...replies: [Error | null, unknown][]) =>
      execPipeline({ exec: async () => (replies.length > 0 ? replies : null) } as unknown as ChainableCommander);
    expect(await replied([null, 'OK'], [null, 7])).to.deep.equal(['OK', 7]);
    expect(await replied()).to.deep.equal([]);
    expect(await reasonOf(replied([null, 'OK'], [reply('CORRUPT vote'), null], [reply('OOM x'), null]))).to.equal(
      'StoreFault: CORRUPT vote',
    );
  });
});

describe('work that may wait', () => {
  /** How often it was tried, what was reported after which attempt, and the pauses. */
  async function retried(failures: number, error: Error) {
    const [reports, pauses]: [string[], number[]] = [[], []];
    let attempts = 0;
    const outcome = await withRetry(
      async () => {
        if (attempts++ < failures) throw error;
        return 'done';
      },
      (line) => reports.push(`${attempts}: ${line}`),
      async (ms) => pauses.push(ms),
    ).catch(({ message }: Error) => message);
    return { outcome, attempts, reports, pauses };
  }

  it('is tried 25 times in twenty seconds, and says every eight times why', async () => {
    const away = new StoreUnavailable('no reply');
    const says = 'The store is not available: no reply: waiting.';
    const { pauses, ...last } = await retried(24, away);
    expect(last).to.deep.equal({ outcome: 'done', attempts: 25, reports: [8, 16, 24].map((at) => `${at}: ${says}`) });
    const growing = [100, 200, 300, 400, 500, 600, 700, 800, 900];
    expect(pauses).to.deep.equal([...growing, ...Array.from({ length: 15 }, () => 1_000)]);
    expect(await retried(25, away)).to.deep.include({ outcome: away.message, attempts: 25 });
    expect(await retried(0, away)).to.deep.equal({ outcome: 'done', attempts: 1, reports: [], pauses: [] });
  });

  it('is not tried again after an error of another kind', async () => {
    expect(await retried(1, new TypeError('wrong'))).to.deep.include({ outcome: 'wrong', attempts: 1, pauses: [] });
  });
});
