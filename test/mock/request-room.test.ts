import { expect } from 'chai';
import { operations } from '../../contracts/operations.ts';
import { type RequestEntry, RequestLog } from '../../mock/session/request-log.ts';

/** How much room requests take, to the byte: 400 and the lengths of path and preferences, of 16,000,000 in all. */

const operation = operations[0] as (typeof operations)[number];
const entry = (session: string, path: string, more: Partial<RequestEntry> = {}) => ({
  ...{ session, method: 'GET', path },
  ...more,
});
const paths = (requestLog: RequestLog, session?: string) => requestLog.entries(session).map(({ path }) => path);

/** Whether there is room for exactly what is left: the oldest session goes only when there is a byte more. */
function expectUsed(bytes: number, use: (requestLog: RequestLog) => void): void {
  const rest = [0, 1].map((more) => {
    const requestLog = new RequestLog();
    requestLog.add(entry('quiet', '/'));
    use(requestLog);
    requestLog.add(entry('last', 'x'.repeat(16_000_000 - 401 - bytes - 400 + more)));
    return [paths(requestLog, 'quiet').length, requestLog.entries('last').length];
  });
  expect(rest).to.deep.equal([
    [1, 1],
    [0, 1],
  ]);
}

describe('the room of requests', () => {
  const add = (requestLog: RequestLog, session: string, count: number, path: string, more = {}) => {
    for (let index = 0; index < count; index++) requestLog.add(entry(session, path, more));
  };
  const unmatched = (body: unknown) => ({ operation, params: {}, query: {}, body, closestMatch: undefined });
  /** Twice the length of the key. */
  const bytesOf = (body: unknown) => 2 * JSON.stringify([operation.id, {}, {}, body]).length;

  it('is taken by path and preferences', () => {
    expectUsed(0, () => undefined);
    expectUsed(3 * 405 + 409, (requestLog) => {
      add(requestLog, 'one', 3, '/four');
      add(requestLog, 'two', 1, '/four', { prefer: 'code' });
    });
  });

  it('is taken by the last thousand or two of a session, and by one of each kind of those before', () => {
    expectUsed(1_999 * 402, (requestLog) => add(requestLog, 'one', 1_999, '/a'));
    expectUsed(1_001 * 402, (requestLog) => add(requestLog, 'one', 2_000, '/a'));
    expectUsed(1_000 * 402 + 403, (requestLog) => {
      add(requestLog, 'one', 1_000, '/ab');
      add(requestLog, 'one', 1_000, '/b');
    });
    // Of several paths the first in the alphabet is kept, though it came later and is longer.
    expectUsed(1_000 * 402 + 404, (requestLog) => {
      add(requestLog, 'one', 1_000, '/b');
      add(requestLog, 'one', 1_000, '/aaa');
      add(requestLog, 'one', 1_000, '/c');
    });
  });

  it('is free again after a reset, and after the end of a session', () => {
    expectUsed(0, (requestLog) => {
      add(requestLog, 'one', 2_000, '/a');
      requestLog.clearEntries('one');
    });
    expectUsed(402, (requestLog) => {
      add(requestLog, 'one', 2_000, '/a');
      add(requestLog, 'two', 1, '/b');
      requestLog.clearEntries('one');
      requestLog.clearEntries('one');
      requestLog.clearEntries('none');
    });
    const requestLog = new RequestLog();
    for (let index = 0; index < 1_001; index++) requestLog.add(entry(`s${index}`, '/'));
    expect([paths(requestLog, 's0'), paths(requestLog, 's1')]).to.deep.equal([[], ['/']]);
    requestLog.add(entry('last', 'x'.repeat(16_000_000 - 999 * 401 - 400)));
    expect([paths(requestLog, 's1'), paths(requestLog, 's2')], 'one more session').to.deep.equal([[], ['/']]);
    requestLog.add(entry('last', ''));
    expect([paths(requestLog, 's2'), paths(requestLog, 's3')], 'a byte too many').to.deep.equal([[], ['/']]);
  });

  it('is taken by each request without a contract once, until it is listed no more', () => {
    expectUsed(bytesOf({ a: 1 }) + bytesOf([]), (requestLog) => {
      for (const body of [{ a: 1 }, [], { a: 1 }]) requestLog.addUnmatched('one', unmatched(body));
    });
    expectUsed(1_000 * bytesOf(1_000), (requestLog) => {
      for (let index = 0; index < 1_500; index++) requestLog.addUnmatched('one', unmatched(1_000 + index));
    });
    expectUsed(0, (requestLog) => {
      for (const body of [1, 2]) requestLog.addUnmatched('one', unmatched(body));
      requestLog.clearUnmatched('one');
      requestLog.clearUnmatched('none');
    });
    const requestLog = new RequestLog();
    const bodies = () => requestLog.unmatched('one').map(({ body, count }) => [body, count]);
    for (const body of ['a', 'b', 'a']) requestLog.addUnmatched('one', unmatched(body));
    expect(bodies(), 'in the order of their last request').to.deep.equal([
      ['b', 1],
      ['a', 2],
    ]);
    for (let index = 0; index < 999; index++) requestLog.addUnmatched('one', unmatched(index));
    expect([bodies().length, bodies()[0]]).to.deep.equal([1_000, ['a', 2]]);
    requestLog.addUnmatched('two', unmatched('c'));
    expect(requestLog.unmatched().length).to.equal(1_001);
    expect(requestLog.unmatched('none')).to.deep.equal([]);
    requestLog.clearUnmatched();
    expect(requestLog.unmatched()).to.deep.equal([]);
  });

  it('is made in the session that alone takes too much: what is unmatched, half of its requests, kinds', () => {
    const requestLog = new RequestLog();
    const large = (mark: string) => mark.padEnd(5_000_000, 'x');
    for (const body of ['a', 'b']) requestLog.addUnmatched('one', unmatched(large(body).slice(0, 1_000_000)));
    const marks = () => paths(requestLog).map((path) => path[0]);
    const left = () => requestLog.unmatched('one').map(({ body }) => String(body)[0]);
    const kinds = () => requestLog.kinds('one').map(({ path }) => path[0]);
    const added = (mark: string, more: Partial<RequestEntry> = {}) => {
      requestLog.add(entry('one', large(mark), more));
      return [marks(), left(), kinds()].map((all) => all.join(''));
    };
    expect([added('1'), added('2'), added('3'), added('4', { status: 200 }), added('0')]).to.deep.equal([
      ['1', 'ab', '1'],
      ['12', 'ab', '1'],
      ['123', '', '1'],
      ['34', '', '14'],
      ['0', '', '04'],
    ]);
  });
});

describe('the kinds of requests', () => {
  it('differ in operation, contract, method, status and stream, and in whether a contract stood in', () => {
    const kinds = (...all: Partial<RequestEntry>[]) => {
      const requestLog = new RequestLog();
      for (const one of all) requestLog.add(entry('a', '/', one));
      return requestLog.kinds().map(({ number }) => number);
    };
    const plain = { operation: 'v3.news', contract: 'a', match: 'exact', status: 200 } as const;
    expect(kinds(plain, plain, { ...plain, match: 'page' }, { ...plain, match: 'live' })).to.deep.equal([1]);
    const others: Partial<RequestEntry>[] = [
      ...[{ operation: 'v3.new' }, { contract: 'b' }, { method: 'HEAD' }, { status: 304 }],
      ...[{ isStream: true as const }, { match: 'fallback' as const }],
    ];
    expect(kinds(plain, ...others.map((other) => ({ ...plain, ...other })))).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect(kinds({ operation: 'ab', contract: 'c' }, { operation: 'a', contract: 'bc' })).to.deep.equal([1, 2]);
  });

  it('are named by the first path in the alphabet, and of one path by its first request', () => {
    const requestLog = new RequestLog();
    for (const path of ['/b', '/a', '/a', '/c']) requestLog.add(entry('a', path));
    requestLog.add(entry('b', '/d'));
    const kinds = (session?: string) => requestLog.kinds(session).map(({ number, path }) => [number, path]);
    expect([kinds('a'), kinds(), kinds('c')]).to.deep.equal([
      [[2, '/a']],
      [
        [2, '/a'],
        [5, '/d'],
      ],
      [],
    ]);
    expect(requestLog.entries().map(({ number }) => number)).to.deep.equal([1, 2, 3, 4, 5]);
    expect(requestLog.entries('c')).to.deep.equal([]);
  });
});
