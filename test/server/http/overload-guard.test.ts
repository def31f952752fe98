import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { Logger } from 'pino';
import type { WorkClass } from '../../../server/limits/admission.ts';
import { OverloadGuard } from '../../../server/limits/overload.ts';
import { VirtualClock } from '../../support/load/virtual-clock.ts';

/** A request, and what became of it. */
interface Sent {
  req: IncomingMessage;
  res: ServerResponse & { headers: (string | string[])[]; body: string | undefined; status: number | undefined };
}

function request(method: string, url = '/api/v3/mobile/events', headers: object = {}): Sent {
  const req = { method, url, headers, socket: { destroyed: false } };
  const res = {
    ...{ destroyed: false, headersSent: false, shouldKeepAlive: true, status: undefined, body: undefined, headers: [] },
    writeHead(status: number, sent: string[]) {
      Object.assign(this, { status, headers: sent, headersSent: true });
    },
    end(body?: string) {
      Object.assign(this, { body });
    },
  };
  return { req, res } as unknown as Sent;
}

describe('OverloadGuard', () => {
  let clock: VirtualClock;
  let guard: OverloadGuard;
  let passed: string[] = [];
  let shed: string[] = [];
  let warnings: unknown[][] = [];
  /** What handling a request takes. */
  let tookMs = 0;
  /** How much waits for a load, what would be refused, and the names of cached replies. */
  let waiting = 0;
  let refused: WorkClass[] = [];
  let cached: string[] = [];
  let isAway = false;
  /** The ends of paths that are always answered. */
  let urgent: string[] = [];
  let listener: (req: IncomingMessage, res: ServerResponse) => void;

  beforeEach(() => {
    clock = new VirtualClock();
    tookMs = 0;
    [passed, shed, warnings] = [[], [], []];
    const log = { debug: () => undefined, warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger;
    const metrics = { turn: () => undefined, shed: (why: string) => shed.push(why) };
    [waiting, refused, cached, isAway] = [0, [], [], false];
    urgent = ['/health', '/update_live_event'];
    guard = new OverloadGuard({
      ...{ clock, log, metrics: metrics as never, isAway: () => isAway },
      admission: {
        ...{ limit: 4, refuses: (workClass) => refused.includes(workClass) },
        get waiting() {
          return waiting;
        },
      },
      classOf: ({ method, url }) =>
        method === 'POST' ? undefined : ((/\/(live|list|page)/.exec(url ?? '')?.[1] ?? 'item') as WorkClass),
      isAlwaysAnswered: ({ url = '' }) => urgent.some((end) => url.endsWith(end)),
      hasReply: ({ url = '' }) => cached.some((name) => url.endsWith(name)),
    });
    listener = guard.wrap(({ method, url }) => {
      clock.nowMs += tookMs;
      passed.push(`${method} ${url?.slice(url.lastIndexOf('/') + 1)}`);
    });
  });
  afterEach(() => {
    guard.close();
  });

  const ask = (method: string, name = 'events', more: object = {}) => {
    const sent = request(method, `/api/v3/mobile/${name}`, more);
    listener(sent.req, sent.res);
    return sent;
  };
  /** Lets the event loop turn after a time; the next check is 10 ms after the last. */
  const turn = (ms: number) => clock.pass(ms);
  const drain = () => clock.turn();
  /** A turn of 150 ms. */
  const engage = () => {
    clock.nowMs += 150;
    const first = ask('GET', 'first');
    expect([guard.isOn, passed]).to.deep.equal([true, []]);
    drain();
    expect(passed.splice(0)).to.deep.equal(['GET first']);
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
    for (const [atMs, name] of [
      [149, 'one'],
      [150, 'two'],
    ] as const) {
      clock.nowMs = atMs;
      ask('GET', name);
      expect([guard.isOn, passed]).to.deep.equal([atMs === 150, ['GET one']]);
    }
    drain();
    expect(passed).to.deep.equal(['GET one', 'GET two']);
  });
  it('queues requests after 150 ms of late turns', () => {
    turn(61);
    clock.nowMs += 59;
    ask('GET', 'one');
    turn(2);
    clock.nowMs += 59;
    expect(clock.nowMs).to.equal(181);
    ask('GET', 'of a short turn');
    expect(guard.isOn).to.equal(false);
    clock.nowMs += 1;
    ask('GET', 'queued');
    expect([guard.isOn, passed]).to.deep.equal([true, ['GET one', 'GET of a short turn']]);
  });
  it('forgets late turns after a timely one', () => {
    turn(61);
    turn(61);
    turn(60);
    clock.nowMs += 60;
    ask('GET');
    expect([guard.isOn, passed]).to.deep.equal([false, ['GET events']]);
  });

  for (const [share, connects, isOn] of [
    [0.96, true, true],
    [0.95, true, false],
    [0.96, false, false],
  ] as const) {
    it(`${isOn ? 'queues' : 'passes'} requests at ${share * 100} % use ${connects ? 'with' : 'without'} new connections`, () => {
      clock.utilization = share;
      const turnOften = (count: number) => {
        for (let index = 0; index < count; index++) {
          if (connects) guard.onConnection();
          turn(10);
        }
      };
      turnOften(15);
      expect(guard.isOn).to.equal(false);
      turnOften(1);
      expect(guard.isOn).to.equal(isOn);
    });
  }
  it('handles health and updates, then votes, then reads', () => {
    engage();
    ask('GET', 'one');
    ask('POST', 'vote');
    ask('GET', 'two');
    ask('GET', 'health');
    ask('POST', 'update_live_event');
    expect(passed).to.deep.equal(['GET health', 'POST update_live_event']);
    drain();
    expect(passed.slice(2)).to.deep.equal(['POST vote', 'GET one', 'GET two']);
  });

  it('handles queued requests for four milliseconds a turn', () => {
    engage();
    tookMs = 1;
    guard.onConnection();
    for (let index = 0; index < 9; index++) ask('POST', String(index));
    const handled = () => {
      const before = passed.length;
      drain();
      return passed.length - before;
    };
    expect([handled(), handled(), handled(), handled()]).to.deep.equal([1, 4, 4, 0]);
  });
  it('limits the reads in progress', () => {
    const first = engage();
    const sent = ['2', '3', '4', '5', '6', '7'].map((name) => ask('GET', name));
    drain();
    expect(passed).to.deep.equal(['GET 2', 'GET 3', 'GET 4']);
    turn(10);
    expect(passed, 'nothing is answered').to.have.length(3);
    Object.assign(first.res, { headersSent: true });
    turn(10);
    expect(passed.slice(3)).to.deep.equal(['GET 5']);
    Object.assign(sent[0]?.res ?? {}, { destroyed: true });
    turn(10);
    expect(passed.slice(4)).to.deep.equal(['GET 6']);
    ask('POST', 'vote');
    drain();
    expect(passed.slice(5), 'votes do not wait for reads').to.deep.equal(['POST vote']);
  });
  it('refuses reads after 200 ms, votes after 700 ms', () => {
    engage();
    tookMs = 0;
    const waiting = [ask('POST', 'one'), ask('GET', 'two')];
    clock.nowMs += 200;
    expect(ask('GET').res.status).to.equal(undefined);
    clock.nowMs += 1;
    const refused = ask('GET');
    expect([refused.res.status, refused.res.headers.includes('Retry-After')]).to.deep.equal([503, true]);
    expect([ask('POST').res.status, waiting[1]?.res.status]).to.deep.equal([undefined, undefined]);
    clock.nowMs += 499;
    expect(ask('POST').res.status).to.equal(undefined);
    clock.nowMs += 1;
    expect(ask('POST').res.status).to.equal(503);
    expect(shed).to.deep.equal(['overload', 'overload']);
    expect(warnings).to.have.length(1);
  });
  it('lets live reads wait as long as votes', () => {
    engage();
    ask('GET', 'live');
    clock.nowMs += 700;
    expect(ask('GET', 'live').res.status).to.equal(undefined);
    clock.nowMs += 1;
    expect(ask('GET', 'live').res.status).to.equal(503);
  });
  it('refuses requests that waited far beyond the maximum', () => {
    engage();
    const sent = [ask('POST', 'one'), ask('GET', 'two')];
    clock.nowMs += 301;
    drain();
    expect([passed, sent.map(({ res }) => res.status)]).to.deep.equal([['POST one'], [undefined, 503]]);
    const [vote, late] = [ask('POST', 'in time'), ask('POST', 'late')];
    Object.assign(late.req.socket, { destroyed: true });
    clock.nowMs += 1_050;
    drain();
    expect([passed.slice(1), vote.res.status, late.res.status]).to.deep.equal([['POST in time'], undefined, undefined]);
    const last = ask('POST');
    clock.nowMs += 1_051;
    drain();
    expect([passed.length, last.res.status]).to.deep.equal([2, 503]);
  });
  it('handles live reads, records, lists, then pages', () => {
    engage();
    for (const name of ['page', 'list', 'item', 'live']) ask('GET', name);
    drain();
    expect(passed).to.deep.equal(['GET live', 'GET item', 'GET list']);
  });
  it('refuses reads that admission would refuse, unless cached', () => {
    refused = ['list'];
    expect(ask('GET', 'list').res.status, 'nothing waits').to.equal(undefined);
    waiting = 1;
    expect(['GET', 'HEAD'].map((method) => ask(method, 'list').res.status)).to.deep.equal([503, 503]);
    expect([shed, warnings.length]).to.deep.equal([['loads', 'loads'], 1]);
    for (const line of ['GET live', 'POST list', 'GET list/health']) {
      const [method = '', name = ''] = line.split(' ');
      expect(ask(method, name).res.status, line).to.equal(undefined);
    }
    cached = ['list'];
    expect(ask('GET', 'list').res.status, 'cached').to.equal(undefined);
    [cached, isAway] = [[], true];
    expect(ask('GET', 'list').res.status, 'another process may have it').to.equal(undefined);
    const calmDown = () => Array.from({ length: 102 }, () => turn(10));
    calmDown();
    isAway = false;
    expect(ask('GET', 'list').res.status).to.equal(503);
    calmDown();
    const [begin, end] = ['overloaded: requests that would have to wait are answered 503', 'no longer overloaded'];
    expect(warnings.flat(), 'its own number').to.deep.equal([begin, { refused: 2 }, end, begin, { refused: 1 }, end]);
  });
  it('expects waits by recent durations', () => {
    engage();
    tookMs = 320.1;
    ask('POST', 'slow');
    drain();
    tookMs = 0;
    // An average of 10.1 ms: the seventieth that waits would wait for 707.
    const statuses = Array.from({ length: 71 }, () => ask('POST').res.status);
    expect(statuses.indexOf(503)).to.equal(70);
  });
  it('never refuses cached reads', () => {
    engage();
    for (let nth = 0; nth < 5; nth++) ask('GET', 'events');
    clock.nowMs += 201;
    cached = ['events'];
    expect([ask('GET', 'events').res.status, ask('GET', 'other').res.status]).to.deep.equal([undefined, 503]);
    expect(passed).to.deep.equal(['GET events']);
  });
  it('ends after a calm second and reports the refusals', () => {
    engage();
    ask('POST', 'one');
    clock.nowMs += 701;
    ask('POST', 'refused');
    drain();
    for (const endMs = clock.nowMs + 1_000; clock.nowMs < endMs; ) turn(10);
    expect(guard.isOn).to.equal(true);
    turn(10);
    expect(guard.isOn).to.equal(false);
    expect(warnings.at(-1)).to.deep.equal([{ refused: 1 }, 'no longer overloaded']);
    passed.length = 0;
    ask('GET');
    expect(passed).to.deep.equal(['GET events']);
  });
  it('stays on for a second after a long wait', () => {
    engage();
    ask('POST');
    clock.nowMs += 351;
    drain();
    for (const endMs = clock.nowMs + 1_000; clock.nowMs < endMs; ) turn(10);
    expect(guard.isOn).to.equal(true);
    turn(10);
    expect(guard.isOn).to.equal(false);
  });
  it('passes queued requests on when it is closed', () => {
    engage();
    for (const method of ['GET', 'POST']) ask(method);
    guard.close();
    expect(passed).to.deep.equal(['POST events', 'GET events']);
    clock.nowMs += 10_000;
    ask('GET', 'later');
    expect(passed.slice(2)).to.deep.equal(['GET later']);
  });
  it('adds CORS headers to refused reads', () => {
    engage();
    ask('POST');
    clock.nowMs += 701;
    for (const [method, hasBody, isShared] of [
      ['POST', true, false],
      ['GET', true, true],
      ['HEAD', false, true],
    ] as const) {
      ask('GET');
      clock.nowMs += 701;
      const { res } = ask(method);
      const isOpen = res.headers.flat().includes('Access-Control-Allow-Origin');
      expect([res.status, res.body !== undefined, isOpen], method).to.deep.equal([503, hasBody, isShared]);
    }
  });
});
