import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { Command, Redis } from 'ioredis';
import '../../../server/store/redis/connection/timeouts.ts';
import '../../../server/store/redis/connection/unasked-reply.ts';
import { whenOverdue, withTimeout } from '../../../server/store/redis/reply-timeout.ts';
import { startAnswers } from '../../support/redis/answers.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

interface Timer {
  ms: number | undefined;
  run(): void;
  refreshed: number;
  refresh(): void;
}

let ms: number;
let timers: Timer[];
let cleared: unknown[];
/** Of other timers that were cleared. */
let ownTimes: unknown[];
const { now } = performance;
const { clearTimeout } = globalThis;
/** Stops time, and takes the timers of whatever waits for a reply. */
function useTimers(): void {
  let restore: () => void;
  beforeEach(() => {
    ms = 1_000;
    [timers, cleared, ownTimes] = [[], [], []];
    performance.now = () => ms;
    restore = replaceTimers('setTimeout', 'redis/reply-timeout.ts', (run, after) => {
      const timer: Timer = { ms: after, run, refreshed: 0, refresh: () => void timer.refreshed++ };
      timers.push(timer);
      return timer;
    });
    globalThis.clearTimeout = (timer) => {
      cleared.push(timer);
      if (timers.includes(timer as unknown as Timer)) return;
      if (timer instanceof Object) ownTimes.push(Reflect.get(timer, '_idleTimeout'));
      clearTimeout(timer);
    };
  });
  afterEach(() => {
    restore();
    performance.now = now;
    globalThis.clearTimeout = clearTimeout;
  });
}

describe('a wait for a reply', () => {
  useTimers();

  /** After how many turns of the event loop it is called back, once its time is over; none, when it is not. */
  async function turnsAfter(timer: Timer | undefined, called: () => number): Promise<number | 'none'> {
    const before = called();
    timer?.run();
    for (let turns = 0; turns < 4; turns++) {
      if (called() > before) return turns;
      await turn();
    }
    return 'none';
  }

  it('ends two turns after its time, and begins again once when the process stood still for 50 ms or more', async () => {
    let calls = 0;
    const timer = whenOverdue(250, () => calls++) as unknown as Timer;
    expect(timers).to.deep.equal([timer]);
    expect(timer.ms).to.equal(250);
    ms = 1_299;
    expect([await turnsAfter(timer, () => calls), timer.refreshed]).to.deep.equal([2, 0]);
    ms = 1_300;
    const late = whenOverdue(50, () => calls++) as unknown as Timer;
    ms = 1_400;
    expect([await turnsAfter(late, () => calls), late.refreshed]).to.deep.equal(['none', 1]);
    ms = 5_000;
    expect([await turnsAfter(late, () => calls), late.refreshed]).to.deep.equal([2, 1]);
  });

  it('ends with the reply or its error, or without a reply in time', async () => {
    for (const [reply, reason] of [
      [Promise.resolve(7), 'done'],
      [Promise.reject(new Error('no')), 'Error: no'],
    ] as const) {
      expect(await reasonOf(withTimeout(reply, 250))).to.equal(reason);
    }
    expect(await withTimeout(Promise.resolve(7), 250)).to.equal(7);
    expect(cleared.filter((timer) => timers.includes(timer as Timer))).to.deep.equal(timers);
    expect(timers).to.have.length(3);
    const never = new Promise(() => undefined);
    expect(withTimeout(never, undefined)).to.equal(never);
    expect(timers).to.have.length(3);
    const missed = reasonOf(withTimeout(never, 250));
    timers[3]?.run();
    expect(await missed).to.equal('NoReply: no reply came in time');
  });

  it('is what a command of ioredis has, once', async () => {
    const command = new Command('get', ['a']);
    command.setTimeout(250);
    command.setTimeout(500);
    expect(timers.map(({ ms: after }) => after)).to.deep.equal([250]);
    const reason = reasonOf(command.promise);
    timers[0]?.run();
    expect(await reason).to.equal('Error: Command timed out');
  });
});

describe('a connection of ioredis', () => {
  useTimers();

  /** Asks for a key, and is answered so. */
  async function connected(answer: string | undefined, options = {}) {
    const server = await startAnswers(() => answer);
    const client = new Redis(server.port, { enableReadyCheck: false, retryStrategy: () => null, ...options });
    const errors: string[] = [];
    client.on('error', ({ message }: Error) => errors.push(message));
    await eventually(() => client.status === 'ready', 'it is connected');
    const reply = client.get('a').then(String, ({ message }: Error) => message);
    return { server, client, errors, reply };
  }

  it('is closed when no data came for its time, and only then', async () => {
    const { server, client, errors, reply } = await connected(undefined, { socketTimeout: 1_500 });
    try {
      await eventually(() => server.asked.length > 0, 'it is asked');
      const silent = timers.filter(({ ms: after }) => after === 1_500);
      expect(silent).to.have.length.above(0);
      // Earlier ones belong to commands that were answered.
      const last = silent.pop();
      for (const { run } of silent) run();
      for (let turns = 0; turns < 3; turns++) await turn();
      expect(client.status).to.equal('ready');
      last?.run();
      await reply;
      await eventually(() => client.status === 'end', 'it is closed');
      expect(errors).to.deep.equal(['Socket timeout: no data came for 1500 ms.']);
      // Else the next connection would have none.
      expect(Reflect.get(client, 'socketTimeoutTimer')).to.equal(undefined);
      expect(ownTimes, 'the timers of ioredis').to.include(1_500);
    } finally {
      client.disconnect();
      await server.close();
    }
  });

  it('stays when its data came in time', async () => {
    const { server, client, reply } = await connected(':1\r\n', { socketTimeout: 1_500 });
    try {
      expect(await reply).to.equal('1');
      for (const { run, ms: after } of timers) if (after === 1_500) run();
      for (let turns = 0; turns < 4; turns++) await turn();
      expect(await client.get('a').then(String)).to.equal('1');
    } finally {
      client.disconnect();
      await server.close();
    }
  });

  const unasked = 'Command queue state error. If you can reproduce this, please report it. Last reply: ';
  for (const [title, answer, reply, isClosed] of [
    ['one reply too many', ':1\r\n:2\r\n', '1', '2'],
    ['nil as one reply too many', ':1\r\n$-1\r\n', '1', 'nil'],
    ['one reply', ':1\r\n', '1', undefined],
    ['nil', '$-1\r\n', 'null', undefined],
  ] as const) {
    it(`${isClosed ? 'is closed' : 'stays'} after ${title}`, async () => {
      const one = await connected(answer);
      try {
        expect(await one.reply).to.equal(reply);
        if (isClosed) await eventually(() => one.client.status === 'end', 'it is closed');
        expect(one.client.status).to.equal(isClosed ? 'end' : 'ready');
        expect(one.errors).to.deep.equal(isClosed ? [`${unasked}${isClosed}`] : []);
      } finally {
        one.client.disconnect();
        await one.server.close();
      }
    });
  }
});
