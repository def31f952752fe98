import type { IncomingMessage } from 'node:http';
import { mock } from 'node:test';
import { expect } from 'chai';
import {
  hasLongBody,
  isRefused,
  lingerAfter,
  refusalBeforeBody,
  refuseFurther,
} from '../../../contracts/requests/linger.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { connection, request } from './fakes.ts';

const close = { Connection: 'close' };

describe('a connection that takes no further request', () => {
  it('is the one that was named, and no other', () => {
    const [one, other] = [connection(), connection()];
    refuseFurther(one);
    expect([isRefused(one), isRefused(other)]).to.deep.equal([true, false]);
  });
});

describe('reading on after an answer', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** A request whose answer ends before its body does. */
  function lingering() {
    const socket = connection();
    const paused: string[] = [];
    const req = request({}, { socket, pause: () => paused.push('paused') });
    lingerAfter(req);
    return { req, socket, paused };
  }
  const ended = (socket: object) => Object.assign(socket, { writableEnded: true });
  const send = (req: IncomingMessage, length: number) => req.emit('data', { length });

  it('is nothing where the request has arrived, or the connection is within the process', () => {
    const { destroySoon } = connection();
    const socket = connection({ destroySoon });
    lingerAfter(request({}, { socket, complete: true }));
    expect([isRefused(socket), socket.destroySoon === destroySoon]).to.deep.equal([false, true]);
    const { destroySoon: _, ...others } = connection();
    const inside = others as unknown as typeof socket;
    const req = request({}, { socket: inside });
    lingerAfter(req);
    expect([isRefused(inside), 'destroySoon' in inside, req.listenerCount('data')]).to.deep.equal([false, false, 0]);
  });

  it('takes no further request, and ends the connection two seconds after the answer', () => {
    const { socket } = lingering();
    expect([isRefused(socket), socket.done]).to.deep.equal([true, []]);
    socket.destroySoon();
    ended(socket);
    mock.timers.tick(1_999);
    expect(socket.done).to.deep.equal(['end']);
    mock.timers.tick(1);
    expect(socket.done).to.deep.equal(['end', 'destroy soon']);
  });

  it('ends sooner where the body does, before the answer or after it', () => {
    const before = lingering();
    before.req.emit('end');
    expect(before.socket.done).to.deep.equal([]);
    ended(before.socket);
    before.socket.destroySoon();
    expect(before.socket.done).to.deep.equal(['end', 'destroy soon']);
    mock.timers.tick(5_000);
    expect(before.socket.done).to.deep.equal(['end', 'destroy soon']);
    const after = lingering();
    after.socket.destroySoon();
    ended(after.socket);
    after.req.emit('end');
    expect(after.socket.done).to.deep.equal(['end', 'destroy soon']);
  });

  it('waits for no connection that has closed', () => {
    const { socket } = lingering();
    socket.destroySoon();
    ended(socket);
    socket.emit('close');
    mock.timers.tick(5_000);
    expect(socket.done).to.deep.equal(['end']);
  });

  it('discards eight mebibytes and no more', () => {
    const { req, socket, paused } = lingering();
    socket.destroySoon();
    ended(socket);
    send(req, 8_388_000);
    send(req, 608);
    expect([paused, socket.done]).to.deep.equal([[], ['end']]);
    send(req, 1);
    expect([paused, socket.done]).to.deep.equal([['paused'], ['end', 'destroy soon']]);
  });
});

describe('a refusal before the body is read', () => {
  const problem = new Problem('feed-key-required', { headers: { A: 'b' }, extensions: { c: 1 } });
  const bodies: [headers: Record<string, string>, isLong: boolean][] = [
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-length': '65536' }, false],
    [{ 'content-length': '65537' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
  ];

  it('ends the connection where the body is long, or may be', () => {
    for (const [headers, isLong] of bodies) {
      for (const more of [{}, { expect: '100-continue' }]) {
        const req = request({ ...headers, ...more });
        const refusal = refusalBeforeBody(problem, req) as Problem;
        expect([hasLongBody(req), isRefused(req.socket)]).to.deep.equal([isLong, isLong && !('expect' in more)]);
        expect([refusal.key, refusal.more]).to.deep.equal([
          'feed-key-required',
          { headers: { A: 'b', ...(isLong && close) }, extensions: { c: 1 } },
        ]);
      }
    }
    const refusal = refusalBeforeBody(new Problem('too-many-requests'), request({ 'content-length': '65537' }));
    expect((refusal as Problem).more).to.deep.equal({ headers: close });
  });

  it('is only that of a problem', () => {
    const failure = new Error('another');
    const req = request({ 'content-length': '65537' });
    expect([refusalBeforeBody(failure, req) === failure, isRefused(req.socket)]).to.deep.equal([true, false]);
  });
});

describe('a problem', () => {
  it('is an error with its key and status, and without a stack that nobody reads', () => {
    const before = Error.stackTraceLimit;
    const { name, message, key, status, more, stack } = new Problem('malformed-json');
    expect({ name, message, key, status, more }).to.deep.equal({
      ...{ name: 'Problem', message: 'malformed-json', key: 'malformed-json', status: 400, more: {} },
    });
    expect(stack).to.equal('Problem: malformed-json');
    expect([Error.stackTraceLimit, before > 0]).to.deep.equal([before, true]);
  });
});
