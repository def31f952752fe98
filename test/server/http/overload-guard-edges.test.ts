import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { mock } from 'node:test';
import { expect } from 'chai';
import type { Logger } from 'pino';
import type { WorkClass } from '../../../server/limits/admission.ts';
import { OverloadGuard } from '../../../server/limits/overload.ts';

interface Sent {
  req: IncomingMessage;
  res: ServerResponse & { retryAfter?: string; status?: number };
}

function request(method: string, name: string): Sent {
  const req = { method, url: `/api/v3/mobile/${name}`, headers: {}, socket: { destroyed: false } };
  const res = {
    ...{ destroyed: false, headersSent: false },
    writeHead(status: number, sent: string[]) {
      Object.assign(this, { status, headersSent: true, retryAfter: sent[sent.indexOf('Retry-After') + 1] });
    },
    end: () => undefined,
  };
  return { req, res } as unknown as Sent;
}

describe('the guard against overload, to the millisecond', () => {
  let nowMs = 0;
  let utilization = 0;
  let tookMs = 0;
  let guard: OverloadGuard;
  let listener: (req: IncomingMessage, res: ServerResponse) => void;
  const passed: string[] = [];
  const reports: unknown[] = [];
  const refusals: unknown[][] = [];
  const lateMs: number[] = [];
  /** What the use of the event loop was asked for. */
  const uses: unknown[][] = [];
  /** What the next turn of the event loop does. */
  let turns: (() => void)[] = [];
  let waiting = 0;

  beforeEach(() => {
    [nowMs, utilization, tookMs, waiting, turns] = [0, 0, 0, 0, []];
    for (const list of [passed, reports, refusals, lateMs, uses]) list.length = 0;
    mock.timers.enable({ apis: ['setInterval'] });
    mock.method(globalThis, 'setImmediate', (work: () => void) => turns.push(work));
    mock.method(performance, 'now', () => nowMs);
    mock.method(performance, 'eventLoopUtilization', (...of: unknown[]) => {
      uses.push(of);
      return { idle: 0, active: uses.length, utilization };
    });
    const warn = (...line: unknown[]) => reports.push(line.at(-1));
    guard = new OverloadGuard({
      log: { debug: () => undefined, warn } as unknown as Logger,
      metrics: { turn: (ms: number) => lateMs.push(ms), shed: () => undefined } as never,
      isAway: () => false,
      admission: {
        ...{ limit: 4, refuses: () => true },
        get waiting() {
          return waiting;
        },
      },
      classOf: ({ method, url }) =>
        method === 'POST' ? undefined : ((/\/(live)/.exec(url ?? '')?.[1] ?? 'item') as WorkClass),
      isAlwaysAnswered: () => false,
      hasReply: () => false,
    });
    listener = guard.wrap(
      ({ method, url }) => {
        nowMs += tookMs;
        passed.push(`${method} ${url?.slice(url.lastIndexOf('/') + 1)}`);
      },
      (...refused) => refusals.push(refused),
    );
  });
  afterEach(() => {
    guard.close();
    mock.timers.reset();
    mock.reset();
  });

  const ask = (method: string, name = 'events') => {
    const sent = request(method, name);
    listener(sent.req, sent.res);
    return sent;
  };
  const askOften = (count: number, method: string) => Array.from({ length: count }, () => ask(method));
  /** Lets the event loop turn after a time; the next check is 10 ms after the last. */
  const turn = (ms: number) => {
    nowMs += ms;
    mock.timers.tick(10);
  };
  const turnOften = (count: number) => {
    for (let nth = 0; nth < count; nth++) turn(10);
  };
  /** What the next turn of the event loop handles. */
  const drain = () => {
    passed.length = 0;
    for (const work of turns.splice(0)) work();
    return passed.splice(0);
  };
  /** A turn of 150 ms. */
  const engage = (method = 'POST') => {
    nowMs += 150;
    ask(method, 'first');
    expect([guard.isOn, drain()]).to.deep.equal([true, [`${method} first`]]);
  };

  it('reports how late each turn is, and compares its use of the loop with the one before', () => {
    for (const ms of [10, 15, 70]) turn(ms);
    expect(lateMs).to.deep.equal([0, 5, 60]);
    const use = (active: number) => ({ idle: 0, active, utilization: 0 });
    expect(uses).to.deep.equal([[], [], [use(2), use(1)], [], [use(4), use(2)], [], [use(6), use(4)]]);
  });

  it('counts the new connections of each turn by themselves', () => {
    utilization = 0.96;
    guard.onConnection();
    turnOften(40);
    expect(guard.isOn).to.equal(false);
  });

  it('counts from when the loop began to be crowded', () => {
    turnOften(5);
    utilization = 0.96;
    for (let nth = 1; nth <= 16; nth++) {
      expect(guard.isOn, `${nth}`).to.equal(false);
      guard.onConnection();
      turn(10);
    }
    expect(guard.isOn).to.equal(true);
  });

  it('assumes no new connection at first', () => {
    nowMs = 150;
    askOften(3, 'POST');
    expect(drain()).to.have.length(3);
  });

  it('handles one request where a connection was accepted, however quick it is', () => {
    engage();
    tookMs = 0.5;
    guard.onConnection();
    askOften(3, 'POST');
    expect([drain().length, drain().length]).to.deep.equal([1, 2]);
  });

  it('leaves what is queued to the turn that was asked for', () => {
    engage();
    tookMs = 1;
    askOften(9, 'POST');
    turn(10);
    expect(passed).to.deep.equal([]);
    expect(drain()).to.have.length(4);
  });

  it('goes on for a second after it has begun, and no millisecond longer for what waited half as long as it may', () => {
    turnOften(300);
    engage();
    ask('POST');
    nowMs += 350;
    drain();
    for (let nth = 0; nth < 65; nth++) turn(10);
    expect([guard.isOn, nowMs]).to.deep.equal([true, 4_150]);
    turn(1);
    expect(guard.isOn).to.equal(false);
  });

  it('says that it is over a second after the last refusal, with nothing queued', () => {
    turnOften(300);
    waiting = 1;
    const { req, res } = ask('GET');
    expect(refusals).to.deep.equal([[req, res, 'loads']]);
    const begin = 'overloaded: requests that would have to wait are answered 503';
    expect(reports).to.deep.equal([begin]);
    turnOften(100);
    expect([reports, guard.isOn]).to.deep.equal([[begin], false]);
    turn(1);
    expect(reports).to.deep.equal([begin, 'no longer overloaded']);
  });

  it('passes on what was refused while requests are queued', () => {
    engage();
    ask('POST');
    nowMs += 701;
    const { req, res } = ask('POST');
    expect(refusals).to.deep.equal([[req, res, 'overload']]);
    expect(reports).to.have.length(1);
  });

  it('asks few to come back late while most are answered', () => {
    mock.method(Math, 'random', () => 0.999);
    nowMs = 5_000;
    turn(10);
    for (let nth = 0; nth < 100; nth++) ask('GET');
    waiting = 1;
    expect(askOften(10, 'GET').map(({ res }) => res.retryAfter)).to.deep.equal(Array.from({ length: 10 }, () => '4'));
  });

  it('expects what requests took lately', () => {
    engage();
    ask('POST', 'slow');
    tookMs = 320.1;
    drain();
    tookMs = 0;
    // An average of 10.1 ms: the seventieth that waits would wait for 707.
    const answers = askOften(71, 'POST').map(({ res }) => res.status);
    expect([answers.indexOf(503), answers.filter((status) => status === 503).length]).to.deep.equal([70, 1]);
  });

  it('counts no vote among the reads in progress, and keeps live reads waiting for them too', () => {
    engage();
    askOften(4, 'POST');
    drain();
    ask('GET');
    expect(drain()).to.deep.equal(['GET events']);
    askOften(3, 'GET');
    expect(drain()).to.have.length(3);
    ask('GET', 'live');
    expect(drain()).to.deep.equal([]);
  });

  it('forgets the reads in progress when it has ended, and looks no further at one that was answered', () => {
    engage('GET');
    const sent = askOften(3, 'GET');
    drain();
    let looks = 0;
    Object.defineProperty(sent[0]?.res, 'headersSent', { get: () => ++looks > 0 });
    for (let nth = 0; nth < 5; nth++) {
      ask('POST');
      ask('GET');
      drain();
    }
    expect(looks).to.equal(1);
  });

  it('begins again with no read in progress', () => {
    engage('GET');
    askOften(3, 'GET');
    drain();
    turnOften(101);
    expect(guard.isOn).to.equal(false);
    turn(0);
    engage('GET');
    expect(guard.isOn).to.equal(true);
  });

  it('is not watching any more when it is closed', () => {
    guard.close();
    turn(10);
    nowMs += 10_000;
    ask('GET', 'later');
    expect(passed).to.deep.equal(['GET later']);
  });
});
