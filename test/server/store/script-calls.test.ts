import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { ScriptCommand } from '../../../server/store/redis/script-command.ts';
import { run, runForBytes, scripts, send } from '../../../server/store/redis/scripts.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

/** A socket that can only be closed. */
const socket = () => {
  const one = { closed: 0, destroy: () => void one.closed++ };
  return one;
};
const replyError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

interface Sent {
  command: ScriptCommand;
  /** Name and arguments, with the script itself as `<lua>`. */
  words: string;
  reply: PromiseWithResolvers<unknown>;
}

/** A client whose replies the test gives; `undefined` as a socket sends nothing. */
function clientOn(onto: object | undefined, timeoutMs?: number) {
  const sent: Sent[] = [];
  const sendCommand = (command: ScriptCommand) => {
    const reply = Promise.withResolvers<unknown>();
    if (onto) command.toWritable(onto);
    if (timeoutMs !== undefined) command.setTimeout(timeoutMs);
    const [first = '', ...others] = command.args.map(String);
    const script = Object.values(scripts).some(({ lua }) => lua === first) ? '<lua>' : first;
    sent.push({ command, words: [command.name, script, ...others].join(' '), reply });
    return reply.promise;
  };
  return { client: { sendCommand } as unknown as RedisClient, sent };
}
const { sha } = scripts.readTime;

describe('the scripts', () => {
  it('are named as their files are, and say which of them only read', () => {
    const written = Object.entries(scripts).map(([name, { readOnly }]) => `${name}${readOnly ? ' reads' : ''}`);
    expect(written).to.deep.equal([
      ...['castBallots', 'correctTally', 'openRounds', 'changeContent', 'collectContent', 'lockContent'],
      ...['publishContent', 'readContent reads', 'rollBackContent', 'touchLock', 'followLive reads', 'readLive reads'],
      ...['updateLive', 'readTime reads', 'markRestore', 'openStore'],
    ]);
    for (const script of Object.values(scripts)) {
      expect(script.sha).to.equal(createHash('sha1').update(script.lua).digest('hex'));
    }
  });
});

describe('a call of a script', () => {
  it('sends it whole once on each connection, and then its digest', async () => {
    const [one, other] = [socket(), socket()];
    for (const [onto, words] of [
      [one, 'eval <lua> 2 a b 7 x'],
      [one, `evalsha ${sha} 2 a b 7 x`],
      [other, 'eval <lua> 2 a b 7 x'],
    ] as const) {
      const { client, sent } = clientOn(onto);
      const reply = run(client, 'readTime', ['a', 'b'], [7, 'x']);
      sent[0]?.reply.resolve('a reply');
      expect([await reply, sent.length, sent[0]?.words]).to.deep.equal(['a reply', 1, words]);
      expect(sent[0]?.command).to.include({ isSent: true, isReadOnly: true, replyEncoding: 'utf8', isOverdue: false });
    }
    const { client, sent } = clientOn(undefined);
    const reply = runForBytes(client, 'openRounds', ['a'], []);
    sent[0]?.reply.resolve('bytes');
    expect(await reply).to.equal('bytes');
    expect(sent[0]?.command).to.include({ isSent: false, replyEncoding: null });
    expect(sent[0]?.command).not.to.include.keys('isReadOnly');
  });

  it('is routed by its keys, and written as Redis reads it', () => {
    const command = new ScriptCommand(scripts.readTime, ['a', 'b'], [7], 'utf8');
    expect([command.name, command.getKeys()]).to.deep.equal(['evalsha', ['a', 'b']]);
    const onto = socket();
    command.toWritable(onto);
    expect(command.socket).to.equal(onto);
    const again = `*6\r\n$7\r\nevalsha\r\n$40\r\n${sha}\r\n$1\r\n2\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\n7\r\n`;
    expect(String(command.toWritable(onto))).to.equal(again);
  });

  it('sends it whole again when Redis does not know it any more', async () => {
    const onto = socket();
    const first = clientOn(onto);
    const known = run(first.client, 'readTime', ['a'], []);
    first.sent[0]?.reply.resolve(1);
    await known;
    const { client, sent } = clientOn(onto);
    const reply = send(client, 'readTime', ['a'], ['x'], null).reply;
    sent[0]?.reply.reject(replyError('NOSCRIPT No matching script.'));
    await turn();
    sent[1]?.reply.resolve(2);
    expect([await reply, sent.map(({ words }) => words)]).to.deep.equal([
      2,
      [`evalsha ${sha} 1 a x`, 'eval <lua> 1 a x'],
    ]);
    expect(sent[1]?.command).to.include({ replyEncoding: null });
    const unsent = clientOn(undefined);
    const never = run(unsent.client, 'readTime', ['a'], []);
    unsent.sent[0]?.reply.reject(replyError('NOSCRIPT x'));
    await turn();
    unsent.sent[1]?.reply.resolve(3);
    expect(await never).to.equal(3);
  });

  it('leaves open what a write has done unless Redis says so, and never what a read has', async () => {
    const away = 'The store is not available: ';
    for (const [name, onto, error, expected] of [
      ['openRounds', socket(), new Error('ECONNRESET'), `OutcomeUnknown: ${away}ECONNRESET`],
      ['openRounds', undefined, new Error('ECONNRESET'), `StoreUnavailable: ${away}ECONNRESET`],
      ['readTime', socket(), new Error('ECONNRESET'), `StoreUnavailable: ${away}ECONNRESET`],
      ['openRounds', socket(), replyError('OOM x'), `StoreUnavailable: ${away}OOM x`],
      ['openRounds', socket(), replyError('XNOSCRIPT x'), `OutcomeUnknown: ${away}XNOSCRIPT x`],
    ] as const) {
      const { client, sent } = clientOn(onto);
      const reason = reasonOf(run(client, name, ['a'], []));
      sent[0]?.reply.reject(error);
      expect([await reason, sent.length, sent[0]?.command.isOverdue]).to.deep.equal([expected, 1, false]);
    }
    const { client, sent } = clientOn(socket());
    const thrown = run(client, 'readTime', [], []).catch((error: unknown) => error);
    sent[0]?.reply.reject('NOSCRIPT, but no error');
    expect([await thrown, sent.length]).to.deep.equal(['NOSCRIPT, but no error', 1]);
  });

  it('is over when its reply came or cannot come any more, and can close its connection', async () => {
    const onto = socket();
    for (const end of ['resolve', 'reject'] as const) {
      const { client, sent } = clientOn(onto);
      const { reply, over, disconnect } = send(client, 'readTime', ['a'], []);
      let isOver = false;
      over.then((value) => {
        isOver = value === undefined;
      });
      await turn();
      expect(isOver).to.equal(false);
      sent[0]?.reply[end](new Error('a value'));
      await reasonOf(reply);
      await turn();
      expect(isOver).to.equal(true);
      disconnect();
    }
    expect(onto.closed).to.equal(2);
    const { client } = clientOn(undefined);
    send(client, 'readTime', ['a'], []).disconnect();
  });
});

describe('a call that is not answered in time', () => {
  const { now } = performance;
  let ms: number;
  let due: { run: () => void; ms: number | undefined }[];
  let restore: () => void;
  beforeEach(() => {
    ms = 1_000;
    due = [];
    performance.now = () => ms;
    restore = replaceTimers('setTimeout', 'redis/reply-timeout.ts', (timeUp, after) =>
      due.push({ run: timeUp, ms: after }),
    );
  });
  afterEach(() => {
    performance.now = now;
    restore();
  });

  /** A call without a reply in time. */
  async function miss(onto: object | undefined) {
    const { client, sent } = clientOn(onto, 250);
    const { reply, over } = send(client, 'openRounds', ['a'], []);
    const reason = reasonOf(reply);
    const timer = due.pop();
    expect(timer?.ms).to.equal(250);
    timer?.run();
    return { reason: await reason, sent: sent[0] as Sent, over };
  }
  async function answer(onto: object) {
    const { client, sent } = clientOn(onto, 250);
    const reply = run(client, 'openRounds', ['a'], []);
    sent[0]?.reply.resolve(1);
    await reply;
  }

  it('is given up, and over only when the reply came', async () => {
    const { reason, sent, over } = await miss(socket());
    expect(reason).to.equal('OutcomeUnknown: The store is not available: no reply came in time');
    expect(sent.command.isOverdue).to.equal(true);
    let isOver = false;
    over.then(() => {
      isOver = true;
    });
    await turn();
    expect(isOver).to.equal(false);
    sent.reply.resolve(1);
    await over;
    expect((await miss(undefined)).reason).to.equal(
      'StoreUnavailable: The store is not available: no reply came in time',
    );
  });

  it('has the first of the times that it is told, or none', () => {
    const command = new ScriptCommand(scripts.readTime, ['a'], [], 'utf8');
    expect(command.timeoutMs).to.equal(undefined);
    command.setTimeout(250);
    command.setTimeout(500);
    expect(command.timeoutMs).to.equal(250);
    const { client } = clientOn(socket());
    run(client, 'readTime', ['a'], []);
    expect(due).to.deep.equal([]);
  });

  it('closes its connection when none was answered for more than 1.5 s since the first', async () => {
    const onto = socket();
    const closedAfter = async (later: number) => {
      ms = 1_000 + later;
      await miss(onto);
      return onto.closed;
    };
    expect([await closedAfter(0), await closedAfter(1_000), await closedAfter(1_500)]).to.deep.equal([0, 0, 0]);
    expect(await closedAfter(1_501)).to.equal(1);
    await answer(onto);
    expect([await closedAfter(2_000), await closedAfter(3_500), await closedAfter(3_501)]).to.deep.equal([1, 1, 2]);
  });
});
