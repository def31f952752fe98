import { expect } from 'chai';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { isUnknownId, renderProblem } from '../../../server/http/middleware/problems.ts';
import { setRequestContext } from '../../../server/http/request-context.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { TooManyLoads } from '../../../server/limits/admission.ts';
import { tooManyRequests } from '../../../server/limits/rate-limit-headers.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { createLog } from '../../../server/processes/log.ts';
import { OutcomeUnknown, StoreFault, StoreUnavailable, TooManyBallots } from '../../../server/store/index.ts';

const aborted = new Error('aborted');
const asked = '00000000-0000-4000-8000-000000000001';

/** What an error becomes: the reply, its line in the log, and what is counted. */
function render(error: unknown, more: object = {}) {
  const lines: { level: number; msg: string; reason: string; requestId: string; err?: { type: string } }[] = [];
  const counted: string[] = [];
  const metrics = {
    problem: (key: string) => counted.push(key),
    shed: (reason: string) => counted.push(reason),
  } as unknown as RequestMetrics;
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const sent = { status: 0, headers: [] as readonly string[], type: '' };
  const req = { method: 'GET', headers: { 'x-request-id': asked }, ...more } as unknown as Request;
  const res = {
    writeHead: (status: number, headers: readonly string[]) => Object.assign(sent, { status, headers }),
    end: (body: Buffer) => Object.assign(sent, JSON.parse(String(body))),
  } as unknown as Response;
  setRequestContext(res, readRequest('GET', '/api/v1/us/events'));
  (renderProblem(new RequestLog(log, 0), metrics) as ErrorRequestHandler)(error, req, res, () => undefined);
  const [line] = lines;
  const wait = sent.headers[sent.headers.indexOf('Retry-After') + 1];
  return {
    replied: `${sent.status} ${sent.type.replace('urn:problem-type:', '')}`,
    logged: line && `${line.level} ${line.msg}: ${line.reason}${line.err ? `, ${line.err.type}` : ''}`,
    counted: counted.join(' '),
    retryAfter: sent.headers.includes('Retry-After') ? Number(wait) : undefined,
    requestIds: lines.map(({ requestId }) => requestId),
  };
}

const limited = (name: string) => tooManyRequests({ name, limit: 5, windowMs: 10_000 }, 3);

interface Row {
  error: () => unknown;
  replied: string;
  /** The level (40 a warning, 50 an error), the problem, the reason and the cause; undefined: no line. */
  logged: string | undefined;
  counted: string;
  /** The least and the most seconds of Retry-After. */
  wait?: [number, number];
}

const rows: Readonly<Record<string, Row>> = {
  'an unknown id': {
    ...{ error: () => new Problem('event-not-found'), replied: '404 event-not-found' },
    ...{ logged: undefined, counted: 'event-not-found' },
  },
  'an unexpected error': {
    ...{ error: () => new TypeError('x'), replied: '500 internal-error' },
    ...{ logged: '50 internal-error: unexpected, TypeError', counted: 'internal-error' },
  },
  'an unreachable Redis': {
    ...{ error: () => new StoreUnavailable('x'), replied: '503 service-unavailable', wait: [1, 2] },
    ...{ logged: '40 service-unavailable: store_away, StoreUnavailable', counted: 'service-unavailable' },
  },
  'broken data in Redis': {
    ...{ error: () => new StoreFault('x'), replied: '503 service-unavailable', wait: [1, 2] },
    ...{ logged: '50 service-unavailable: store_fault, StoreFault', counted: 'service-unavailable' },
  },
  'a write of unknown outcome': {
    ...{ error: () => new OutcomeUnknown('x'), replied: '503 outcome-unknown', wait: [1, 2] },
    ...{ logged: '40 outcome-unknown: outcome_unknown, OutcomeUnknown', counted: 'outcome-unknown' },
  },
  'too many ballots': {
    ...{ error: () => new TooManyBallots('x'), replied: '503 service-unavailable', wait: [1, 4] },
    ...{ logged: '40 service-unavailable: ballots', counted: 'service-unavailable ballots' },
  },
  'too many loads': {
    ...{ error: () => new TooManyLoads('x'), replied: '503 service-unavailable', wait: [1, 4] },
    ...{ logged: '40 service-unavailable: loads', counted: 'service-unavailable loads' },
  },
  'too many streams': {
    ...{ error: () => new Problem('service-unavailable'), replied: '503 service-unavailable' },
    ...{ logged: '40 service-unavailable: streams', counted: 'service-unavailable streams' },
  },
  'too many streams of an address': {
    ...{ error: () => new Problem('too-many-requests'), replied: '429 too-many-requests' },
    ...{ logged: '40 too-many-requests: streams_of_address', counted: 'too-many-requests streams_of_address' },
  },
  ...Object.fromEntries(
    Object.entries({
      ...{ reads: 'rate_reads', writes: 'rate_writes', misses: 'rate_misses' },
      ...{ clients: 'new_clients', votes: 'client_changes' },
    }).map(([policy, reason]): [string, Row] => [
      `the limit of ${policy}`,
      {
        ...{ error: () => limited(policy), replied: '429 too-many-requests', wait: [3, 4] },
        ...{ logged: `40 too-many-requests: ${reason}`, counted: `too-many-requests ${reason}` },
      },
    ]),
  ),
};

describe('renderProblem', () => {
  for (const [what, { error, wait, ...expected }] of Object.entries(rows)) {
    it(`answers ${what}`, () => {
      const { retryAfter, requestIds, ...found } = render(error());
      expect(found).to.deep.equal(expected);
      if (wait) expect(retryAfter).to.be.within(...wait);
      else expect(retryAfter).to.equal(undefined);
      expect(requestIds).to.deep.equal(expected.logged === undefined ? [] : [asked]);
    });
  }

  it('breaks the connection after a partial response', () => {
    const done: string[] = [];
    const res = {
      headersSent: true,
      writeHead: () => done.push('headers'),
      end: () => done.push('end'),
      destroy: () => done.push('broken'),
    } as unknown as Response;
    setRequestContext(res, readRequest('GET', '/api/v1/us/events'));
    const log = new RequestLog(createLog('silent'), 0);
    const req = { method: 'GET', headers: {} } as unknown as Request;
    (renderProblem(log) as ErrorRequestHandler)(new TypeError('x'), req, res, () => undefined);
    expect(done).to.deep.equal(['broken']);
  });
});

describe('renderProblem for a client that has left', () => {
  it('sends and counts nothing', () => {
    const { replied, logged, counted } = render(aborted, { errored: aborted });
    expect([replied, logged, counted]).to.deep.equal(['0 ', undefined, '']);
  });
});

describe('isUnknownId', () => {
  it('is true for a 404 of content only', () => {
    const isOf = (key: ConstructorParameters<typeof Problem>[0], route: 'events' | 'fight_votes') =>
      isUnknownId(new Problem(key), routeOf(route));
    expect([
      isOf('event-not-found', 'events'),
      isOf('fight-not-found', 'fight_votes'),
      isOf('invalid-request', 'events'),
      isOf('feed-key-rejected', 'events'),
    ]).to.deep.equal([true, false, false, false]);
  });
});
