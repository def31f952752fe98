import { expect } from 'chai';
import type { ChainableCommander } from 'ioredis';
import { StoreUnavailable, toStoreError, withoutValues } from '../../../server/store/redis/errors.ts';
import { execPipeline } from '../../../server/store/redis/exec-pipeline.ts';
import { withRetry } from '../../../server/store/redis/with-retry.ts';

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
        ...['ERR upstream failure', 'ERR', '', 'NEWWORD x', 'XOOM x', `OOM x script: ${sha1}, on @user_script:1.`],
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
  });

  it('are told without values, which may be the id of a client', () => {
    const long = 'abcdefghijklmno';
    expect(
      withoutValues(`ERR unknown command, with 'client-1' {87:05cc}:votes ${long} here: [::1]:1 1.2.3.4:56`),
    ).to.equal('ERR unknown command, with … here: [::1]:1 1.2.3.4:56');
    expect(withoutValues('ECONNRESET by ECLIENT-0815 ELEVENTH_CLIENT EXECABORT')).to.equal('ECONNRESET by … EXECABORT');
    expect(withoutValues(`${'word '.repeat(60)}end`), 'what is behind 300 characters').not.to.include('end');
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
