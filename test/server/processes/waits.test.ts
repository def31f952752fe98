import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { watchDescriptors } from '../../../server/processes/descriptors.ts';
import { waitForRedis } from '../../../server/processes/wait-for-redis.ts';
import { RedisUnreachable } from '../../../server/store/redis/connection/connect.ts';
import { replaceTimers, sleepFor } from '../../support/run/replace-timers.ts';

/** What was asked of `setTimeout` of `node:timers/promises`, which passes no time but that of the test. */
let slept: unknown[][];
let nowMs: number;
let onSleep: () => void;

function takeTime(place: string): void {
  [slept, nowMs, onSleep] = [[], 1_000, () => undefined];
  mock.method(performance, 'now', () => nowMs);
  const sleep = sleepFor(place, async (...args) => {
    slept.push(args);
    nowMs += args[0];
    onSleep();
  });
  mock.method(timers, 'setTimeout', sleep);
  syncBuiltinESMExports();
}
function giveTimeBack(): void {
  mock.reset();
  syncBuiltinESMExports();
}

describe('a start that waits for Redis', () => {
  beforeEach(() => takeTime('processes/wait-for-redis.ts'));
  afterEach(giveTimeBack);

  /** How a wait of so many seconds ends, when Redis is there at an attempt. */
  async function wait(seconds: number, attempt = Number.POSITIVE_INFINITY, otherwise: () => Error = away) {
    const stop = new AbortController();
    const lines: string[] = [];
    const said: string[] = [];
    let attempts = 0;
    const open = async () => {
      attempts++;
      said.push(`attempt ${attempts}`);
      if (attempts < attempt) throw otherwise();
      return 'Redis';
    };
    const ending = waitForRedis(open, {
      ...{ seconds, signal: stop.signal, onWait: () => said.push('wait') },
      report: (line: string) => lines.push(`${attempts}: ${line}`),
    }).catch((error: Error) => `${error.name}: ${error.message}`);
    return { stop, lines, said, ended: await ending, attempts: () => attempts };
  }
  const away = () => new RedisUnreachable('Redis is away.');

  it('asks at once, and not again where it may not wait or nothing is away', async () => {
    const none = await wait(0);
    expect([none.ended, none.said, none.lines, slept]).to.deep.equal([
      ...['RedisUnreachable: Redis is away.', ['attempt 1'], [], []],
    ]);
    expect((await wait(60, 1)).said).to.deep.equal(['attempt 1']);
    const other = await wait(60, 9, () => new TypeError('no address'));
    expect([other.ended, other.said]).to.deep.equal(['TypeError: no address', ['attempt 1']]);
  });

  it('asks four times a second until the time is over, and reports every five seconds how much is left', async () => {
    const { ended, said, lines } = await wait(11);
    expect(ended).to.equal('RedisUnreachable: Redis is away.');
    expect(said.filter((line) => line === 'wait')).to.have.length(44);
    expect(said.slice(0, 3)).to.deep.equal(['attempt 1', 'wait', 'attempt 2']);
    expect(said.at(-1)).to.equal('attempt 45');
    expect(lines).to.deep.equal(
      [
        [1, 11],
        [21, 6],
        [41, 1],
      ].map(([at, left]) => `${at}: Redis is away. Waiting for up to ${left} s more, as REDIS_WAIT_SECONDS says.`),
    );
    const [[ms, value, options] = []] = slept;
    expect([ms, value, Object.keys(options as object)]).to.deep.equal([250, undefined, ['signal']]);
    const found = await wait(11, 3);
    expect([found.ended, found.attempts()]).to.deep.equal(['Redis', 3]);
    expect((await wait(3_000, 2)).lines[0]).to.include('up to 3000 s');
  });

  it('rounds up what is left', async () => {
    onSleep = () => {
      nowMs += 4_749.5;
    };
    expect((await wait(9)).lines.map((line) => /\d+ s/.exec(line)?.[0])).to.deep.equal(['9 s']);
    onSleep = () => {
      nowMs += 4_850;
    };
    expect((await wait(9)).lines.map((line) => /\d+ s/.exec(line)?.[0])).to.deep.equal(['9 s', '4 s']);
  });

  it('ends with the last reason when it is told to, also while it sleeps', async () => {
    const stop = new AbortController();
    const told: string[] = [];
    let attempts = 0;
    const failing = () => {
      if (++attempts === 2) stop.abort();
      return Promise.reject(new RedisUnreachable(`away ${attempts}`));
    };
    const options = { seconds: 60, signal: stop.signal, onWait: () => told.push('wait'), report: () => undefined };
    const message = (error: Error) => error.message;
    expect(await waitForRedis(failing, options).catch(message)).to.equal('away 2');
    expect(told).to.deep.equal(['wait']);
    expect(slept[0]?.[2]).to.deep.equal({ signal: stop.signal });
    onSleep = () => {
      throw new DOMException('aborted', 'AbortError');
    };
    attempts = 10;
    const other = { ...options, signal: new AbortController().signal };
    expect(await waitForRedis(failing, other).catch(message)).to.equal('away 11');
  });
});

describe('a watch of the file descriptors', () => {
  afterEach(() => {
    mock.reset();
    syncBuiltinESMExports();
  });

  it('says that there are none at most once a minute', () => {
    let look = () => {};
    let said = 0;
    const restore = replaceTimers('setInterval', 'processes/descriptors.ts', (run) => {
      look = run;
      return { unref: () => undefined };
    });
    const now = mock.method(Date, 'now', () => 1_900_000_000_000);
    mock.method(fs, 'open', (_: string, opened: (error: Error) => void) =>
      opened(Object.assign(new Error('x'), { code: 'EMFILE' })),
    );
    syncBuiltinESMExports();
    try {
      watchDescriptors({ error: () => said++, info: () => undefined } as unknown as Logger);
    } finally {
      restore();
    }
    for (const [ms, times] of [
      [0, 1],
      [59_999, 1],
      [60_000, 2],
    ] as const) {
      now.mock.mockImplementation(() => 1_900_000_000_000 + ms);
      look();
      expect(said, `${ms} ms`).to.equal(times);
    }
  });

  it('opens and closes the empty device twice a second, and keeps nothing running', () => {
    const timer = { unref: mock.fn() };
    let look = () => {};
    const set = mock.fn();
    const calls: unknown[][] = [];
    const restore = replaceTimers('setInterval', 'processes/descriptors.ts', (run, ms) => {
      set(ms);
      look = run;
      return timer;
    });
    const cleared = mock.method(globalThis, 'clearInterval', () => undefined);
    let failure: Error | null = null;
    mock.method(fs, 'open', (path: string, opened: (error: Error | null, file: number) => void) => {
      calls.push(['open', path]);
      opened(failure, 99);
    });
    mock.method(fs, 'close', (file: number, closed: unknown) => calls.push(['close', file, typeof closed]));
    syncBuiltinESMExports();
    try {
      const stop = watchDescriptors({ error: () => undefined, info: () => undefined } as unknown as Logger);
      expect([set.mock.calls.map((call) => call.arguments), timer.unref.mock.callCount()]).to.deep.equal([[[500]], 1]);
      look();
      failure = new Error('x');
      look();
      expect(calls).to.deep.equal([
        ['open', '/dev/null'],
        ['close', 99, 'function'],
        ['open', '/dev/null'],
      ]);
      stop();
      expect(cleared.mock.calls.map((call) => call.arguments as unknown[])).to.deep.equal([[timer]]);
    } finally {
      restore();
    }
  });
});
