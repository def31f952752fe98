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

const problem = (key: ConstructorParameters<typeof Problem>[0]) => new Problem(key);

/** The status, the problem, the level of its line (40 a warning, 50 an error), why, and min and max of Retry-After. */
type Row = [error: Error, status: number, key: string, level: number, reason: string, wait?: [number, number]];

const failures: Row[] = [
  [new TypeError('x'), 500, 'internal-error', 50, 'unexpected'],
  [new StoreUnavailable('x'), 503, 'service-unavailable', 40, 'store_away', [1, 2]],
  [new StoreFault('x'), 503, 'service-unavailable', 50, 'store_fault', [1, 2]],
  [new OutcomeUnknown('x'), 503, 'outcome-unknown', 40, 'outcome_unknown', [1, 2]],
];
const refusals: Row[] = [
  [new TooManyBallots('x'), 503, 'service-unavailable', 40, 'ballots', [1, 4]],
  [new TooManyLoads('x'), 503, 'service-unavailable', 40, 'loads', [1, 4]],
  [problem('service-unavailable'), 503, 'service-unavailable', 40, 'streams'],
  [problem('too-many-requests'), 429, 'too-many-requests', 40, 'streams_of_address'],
  [limited('reads'), 429, 'too-many-requests', 40, 'rate_reads', [3, 4]],
  [limited('writes'), 429, 'too-many-requests', 40, 'rate_writes', [3, 4]],
  [limited('misses'), 429, 'too-many-requests', 40, 'rate_misses', [3, 4]],
  [limited('clients'), 429, 'too-many-requests', 40, 'new_clients', [3, 4]],
  [limited('votes'), 429, 'too-many-requests', 40, 'client_changes', [3, 4]],
];

describe('renderProblem', () => {
  for (const row of [...failures, ...refusals]) {
    const [error, status, key, level, reason, wait] = row;
    it(`answers ${status} for ${error.name} (${reason})`, () => {
      const isRefusal = refusals.includes(row);
      const found = render(error);
      expect(found.replied).to.equal(`${status} ${key}`);
      expect(found.logged).to.equal(`${level} ${key}: ${reason}${isRefusal ? '' : `, ${error.name}`}`);
      expect(found.counted).to.equal(isRefusal ? `${key} ${reason}` : key);
      if (wait) expect(found.retryAfter).to.be.within(...wait);
      else expect(found.retryAfter).to.equal(undefined);
      expect(found.requestIds).to.deep.equal([asked]);
    });
  }

  it('logs nothing for an unknown id', () => {
    const { replied, logged, counted } = render(problem('event-not-found'));
    expect([replied, logged, counted]).to.deep.equal(['404 event-not-found', undefined, 'event-not-found']);
  });

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
