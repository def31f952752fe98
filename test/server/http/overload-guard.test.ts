import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { Logger } from 'pino';
import type { WorkClass } from '../../../server/limits/admission.ts';
import { OverloadGuard } from '../../../server/limits/overload.ts';
import { VirtualClock } from '../../support/load/virtual-clock.ts';

/** A response, and what was written to it. */
type Sent = ServerResponse & { headers: (string | string[])[]; body: string | undefined; status: number | undefined };

const begin = 'overloaded: requests that would have to wait are answered 503';
const end = 'no longer overloaded';

describe('OverloadGuard', () => {
  let clock: VirtualClock;
  let guard: OverloadGuard;
  let listener: (req: IncomingMessage, res: ServerResponse) => void;
  let passed: string[];
  let shed: string[];
  let warnings: unknown[];
  /** How long handling a request takes. */
  let tookMs: number;
  /** The state of admission and cache: waiting loads, refused classes, names of cached replies, whether Redis is away. */
  let known: { waiting: number; refused: WorkClass[]; cached: string[]; isAway: boolean };

  beforeEach(() => {
    clock = new VirtualClock();
    [passed, shed, warnings, tookMs] = [[], [], [], 0];
    known = { waiting: 0, refused: [], cached: [], isAway: false };
    guard = new OverloadGuard({
      clock,
      log: { debug: () => undefined, warn: (...line: unknown[]) => warnings.push(...line) } as unknown as Logger,
      metrics: { turn: () => undefined, shed: (why: string) => shed.push(why) } as never,
      isAway: () => known.isAway,
      admission: {
        limit: 4,
        refuses: (workClass) => known.refused.includes(workClass),
        get waiting() {
          return known.waiting;
        },
      },
      classOf: ({ method, url }) =>
        method === 'POST' ? undefined : ((/\/(live|list|page)/.exec(url ?? '')?.[1] ?? 'item') as WorkClass),
      isAlwaysAnswered: ({ url = '' }) => /\/(health|update_live_event)$/.test(url),
      hasReply: ({ url = '' }) => known.cached.some((name) => url.endsWith(name)),
    });
    listener = guard.wrap(({ method, url }) => {
      clock.nowMs += tookMs;
      passed.push(`${method} ${url?.slice(url.lastIndexOf('/') + 1)}`);
    });
  });
  afterEach(() => guard.close());

  const ask = (method: string, name = 'events') => {
    const req = { method, url: `/api/v3/mobile/${name}`, headers: {}, socket: { destroyed: false } };
    const res = {
      ...{ destroyed: false, headersSent: false, status: undefined, body: undefined, headers: [] },
      writeHead(status: number, headers: string[]) {
        Object.assign(this, { status, headers, headersSent: true });
      },
      end(body?: string) {
        Object.assign(this, { body });
      },
    } as unknown as Sent;
    listener(req as unknown as IncomingMessage, res);
    return { req, res };
  };
  const statusOf = (method: string, name?: string) => ask(method, name).res.status;
  /** Lets the event loop turn after a time. */
  const turn = (ms: number) => clock.pass(ms);
  const turnFor = (ms: number) => {
    for (const endMs = clock.nowMs + ms; clock.nowMs < endMs; ) turn(10);
  };
  const drain = () => {
    passed.length = 0;
    clock.turn();
    return [...passed];
  };
  /** A turn of 150 ms. */
  const engage = () => {
    clock.nowMs += 150;
    const first = ask('GET', 'first');
    expect([guard.isOn, passed]).to.deep.equal([true, []]);
    expect(drain()).to.deep.equal(['GET first']);
    return first;
  };

  it('passes requests on without load', () => {
    for (let count = 0; count < 50; count++) {
      turn(60);
      ask('GET');
    }
    expect([guard.isOn, passed.length]).to.deep.equal([false, 50]);
  });

  it('queues requests during a turn of 150 ms', () => {
    clock.nowMs = 149;
    ask('GET', 'one');
    expect([guard.isOn, passed]).to.deep.equal([false, ['GET one']]);
    clock.nowMs = 150;
    ask('GET', 'two');
    expect([guard.isOn, passed]).to.deep.equal([true, ['GET one']]);
    expect(drain()).to.deep.equal(['GET two']);
  });

  it('queues requests after 150 ms of late turns', () => {
    turn(61);
    turn(61);
    clock.nowMs += 59;
    ask('GET');
    expect(guard.isOn, 'a turn in time').to.equal(false);
    clock.nowMs += 1;
    ask('GET');
    expect(guard.isOn).to.equal(true);
  });

  it('forgets late turns after a timely one', () => {
    for (const ms of [61, 61, 60]) turn(ms);
    clock.nowMs += 60;
    ask('GET');
    expect(guard.isOn).to.equal(false);
  });

  for (const [utilization, connects, isOn] of [
    [0.96, true, true],
    [0.95, true, false],
    [0.96, false, false],
  ] as const) {
    it(`${isOn ? 'queues' : 'passes'} requests at ${utilization} use ${connects ? 'with' : 'without'} new connections`, () => {
      clock.utilization = utilization;
      for (let nth = 0; nth < 16; nth++) {
        expect(guard.isOn).to.equal(false);
        if (connects) guard.onConnection();
        turn(10);
      }
      expect(guard.isOn).to.equal(isOn);
    });
  }

  it('answers health and live updates at once', () => {
    engage();
    passed.length = 0;
    for (const name of ['events', 'health', 'update_live_event']) ask('POST', name);
    expect(passed).to.deep.equal(['POST health', 'POST update_live_event']);
  });

  it('handles votes, live reads, records, lists, then pages', () => {
    Object.assign(engage().res, { headersSent: true });
    for (const name of ['page', 'list', 'item', 'live']) ask('GET', name);
    ask('POST', 'vote');
    expect(drain()).to.deep.equal(['POST vote', 'GET live', 'GET item', 'GET list', 'GET page']);
  });

  it('handles queued requests for four milliseconds a turn', () => {
    engage();
    tookMs = 1;
    guard.onConnection();
    for (let index = 0; index < 9; index++) ask('POST');
    // One only while new connections wait.
    expect([1, 2, 3, 4].map(() => drain().length)).to.deep.equal([1, 4, 4, 0]);
  });

  it('limits the reads in progress, but no votes', () => {
    const first = engage();
    const sent = ['2', '3', '4', '5', '6', '7'].map((name) => ask('GET', name));
    expect(drain()).to.deep.equal(['GET 2', 'GET 3', 'GET 4']);
    Object.assign(first.res, { headersSent: true });
    turn(10);
    expect(passed.splice(3), 'one was answered').to.deep.equal(['GET 5']);
    Object.assign(sent[0]?.res ?? {}, { destroyed: true });
    turn(10);
    expect(passed.splice(3), 'one was closed').to.deep.equal(['GET 6']);
    ask('POST', 'vote');
    expect(drain()).to.deep.equal(['POST vote']);
  });

  for (const [method, name, maxMs] of [
    ['GET', 'events', 200],
    ['GET', 'live', 700],
    ['POST', 'vote', 700],
  ] as const) {
    it(`refuses ${method} ${name} after a wait of ${maxMs} ms`, () => {
      engage();
      ask(method, name);
      clock.nowMs += maxMs;
      expect(statusOf(method, name)).to.equal(undefined);
      clock.nowMs += 1;
      expect(statusOf(method, name)).to.equal(503);
      expect([shed, warnings]).to.deep.equal([['overload'], [begin]]);
    });
  }

  it('refuses requests that waited half as long again', () => {
    engage();
    const sent = [ask('POST', 'vote'), ask('GET', 'read')];
    clock.nowMs += 301;
    expect(drain()).to.deep.equal(['POST vote']);
    expect(sent.map(({ res }) => res.status)).to.deep.equal([undefined, 503]);
    const [, gone] = [ask('POST', 'in time'), ask('POST', 'gone')];
    gone.req.socket.destroyed = true;
    clock.nowMs += 1_050;
    expect(drain()).to.deep.equal(['POST in time']);
    const late = ask('POST', 'late');
    clock.nowMs += 1_051;
    expect([drain(), late.res.status, gone.res.status]).to.deep.equal([[], 503, undefined]);
  });

  it('expects waits by recent durations', () => {
    engage();
    tookMs = 320.1;
    ask('POST', 'slow');
    drain();
    tookMs = 0;
    // An average of 10.1 ms: the seventieth that waits would wait for 707.
    const statuses = Array.from({ length: 71 }, () => statusOf('POST'));
    expect(statuses.indexOf(503)).to.equal(70);
  });

  it('refuses reads that admission would refuse', () => {
    known.refused = ['list'];
    expect(statusOf('GET', 'list'), 'nothing waits').to.equal(undefined);
    known.waiting = 1;
    expect([statusOf('GET', 'list'), statusOf('HEAD', 'list')]).to.deep.equal([503, 503]);
    expect(shed).to.deep.equal(['loads', 'loads']);
    for (const [method, name] of [
      ['GET', 'live'],
      ['POST', 'list'],
      ['GET', 'list/health'],
    ] as const) {
      expect(statusOf(method, name), `${method} ${name}`).to.equal(undefined);
    }
    known.cached = ['list'];
    expect(statusOf('GET', 'list'), 'cached').to.equal(undefined);
    Object.assign(known, { cached: [], isAway: true });
    expect(statusOf('GET', 'list'), 'another process may have it').to.equal(undefined);
  });

  it('reports the refusals of each overload', () => {
    Object.assign(known, { refused: ['list'], waiting: 1 });
    for (const count of [2, 1]) {
      for (let nth = 0; nth < count; nth++) expect(statusOf('GET', 'list')).to.equal(503);
      turnFor(1_000);
      expect(warnings.splice(0)).to.deep.equal([begin]);
      turn(10);
      expect(warnings.splice(0)).to.deep.equal([{ refused: count }, end]);
    }
  });

  it('never refuses cached reads', () => {
    engage();
    for (let nth = 0; nth < 5; nth++) ask('GET', 'events');
    clock.nowMs += 201;
    known.cached = ['events'];
    expect([statusOf('GET', 'events'), statusOf('GET', 'other')]).to.deep.equal([undefined, 503]);
  });

  it('ends after a second in which no request waited long', () => {
    engage();
    ask('POST');
    clock.nowMs += 351;
    drain();
    turnFor(1_000);
    expect(guard.isOn).to.equal(true);
    turn(10);
    expect(guard.isOn).to.equal(false);
    passed.length = 0;
    ask('GET');
    expect(passed).to.deep.equal(['GET events']);
  });

  it('passes queued requests on when it is closed', () => {
    engage();
    passed.length = 0;
    for (const method of ['GET', 'POST']) ask(method);
    guard.close();
    clock.nowMs += 10_000;
    ask('GET', 'later');
    expect(passed).to.deep.equal(['POST events', 'GET events', 'GET later']);
  });

  for (const [method, hasBody, isShared] of [
    ['POST', true, false],
    ['GET', true, true],
    ['HEAD', false, true],
  ] as const) {
    it(`refuses ${method} ${isShared ? 'with' : 'without'} CORS headers`, () => {
      engage();
      for (const queued of ['POST', 'GET']) ask(queued);
      clock.nowMs += 701;
      const { res } = ask(method);
      expect([res.status, res.body !== undefined]).to.deep.equal([503, hasBody]);
      expect(res.headers.flat().includes('Access-Control-Allow-Origin')).to.equal(isShared);
      expect(res.headers.flat()).to.include('Retry-After');
    });
  }
});
