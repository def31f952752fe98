import { expect } from 'chai';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { isUnknownId, problemRepresentation, renderProblem } from '../../../server/http/middleware/problems.ts';
import { setRequestContext } from '../../../server/http/request-context.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { TooManyLoads } from '../../../server/limits/admission.ts';
import { tooManyRequests } from '../../../server/limits/rate-limit-headers.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { createLog } from '../../../server/processes/log.ts';
import { OutcomeUnknown, StoreFault, StoreUnavailable, TooManyBallots } from '../../../server/store/index.ts';

const asked = '00000000-0000-4000-8000-000000000001';

/** What an error becomes: the reply, its line in the log, and what is counted. */
function render(error: unknown) {
  const lines: { level: number; msg: string; reason: string; requestId: string; err?: { type: string } }[] = [];
  const counted: string[] = [];
  const metrics = {
    problem: (key: string) => counted.push(key),
    shed: (reason: string) => counted.push(reason),
  } as unknown as RequestMetrics;
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const sent = { status: 0, headers: [] as readonly string[], type: '' };
  const req = { method: 'GET', headers: { 'x-request-id': asked } } as unknown as Request;
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
  'an error that nobody expected': {
    ...{ error: () => new TypeError('x'), replied: '500 internal-error' },
    ...{ logged: '50 internal-error: unexpected, TypeError', counted: 'internal-error' },
  },
  'Redis away': {
    ...{ error: () => new StoreUnavailable('x'), replied: '503 service-unavailable', wait: [1, 2] },
    ...{ logged: '40 service-unavailable: store_away, StoreUnavailable', counted: 'service-unavailable' },
  },
  'broken data in Redis, which no retry helps': {
    ...{ error: () => new StoreFault('x'), replied: '503 service-unavailable', wait: [1, 2] },
    ...{ logged: '50 service-unavailable: store_fault, StoreFault', counted: 'service-unavailable' },
  },
  'a write without an answer': {
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

describe('what an error becomes: a reply, a line in the log, and counts', () => {
  const { random } = Math;
  afterEach(() => {
    Math.random = random;
  });

  for (const [what, { error, wait, ...expected }] of Object.entries(rows)) {
    it(what, () => {
      // The seconds are spread at random.
      for (const [index, chance] of [0, 0.999].entries()) {
        Math.random = () => chance;
        const { retryAfter, requestIds, ...found } = render(error());
        expect(found).to.deep.equal(expected);
        expect(retryAfter).to.equal(wait?.[index]);
        expect(requestIds).to.deep.equal(expected.logged === undefined ? [] : [asked]);
      }
    });
  }

  it('a broken connection, where a part of the reply was sent', () => {
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

describe('the reply of a problem', () => {
  const common = {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag, Link, Retry-After' };

  /** All of it. */
  function replyTo(method: string, url: string, problem: Problem) {
    const { status, type, headers, identity } = problemRepresentation(problem, readRequest(method, url));
    const named = Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])));
    return { status, type, headers: named, body: JSON.parse(String(identity.bytes)) };
  }

  it('has the language of its family, its own members and headers, and may be cached for an unknown id only', () => {
    const type = 'application/problem+json; charset=utf-8';
    expect(replyTo('GET', '/api/v1/us/events/7?x=1', new Problem('event-not-found'))).to.deep.equal({
      ...{ status: 404, type },
      headers: { ...common, ...cors, 'Content-Language': 'en-US', 'Cache-Control': 'public, max-age=5' },
      body: {
        ...{ type: 'urn:problem-type:event-not-found', title: 'Event not found', status: 404 },
        ...{ detail: 'There is no event with this id.', instance: '/api/v1/us/events/7' },
      },
    });
    const errors = [{ parameter: 'limit', detail: 'x' }];
    const more = { errors, extensions: { current: 7 }, headers: { 'X-Own': 'yes' } };
    const invalid = replyTo('POST', '/api/v3/mobile/fights/88005/vote', new Problem('invalid-request', more));
    expect(invalid).to.deep.equal({
      ...{ status: 400, type },
      headers: { ...common, 'Content-Language': 'es-US', 'X-Own': 'yes', 'Cache-Control': 'no-store' },
      body: {
        ...{ type: 'urn:problem-type:invalid-request', title: 'Solicitud no válida', status: 400 },
        detail: 'Un parámetro de la ruta o de la consulta no cumple su formato.',
        ...{ instance: '/api/v3/mobile/fights/88005/vote', errors, current: 7 },
      },
    });
    const nowhere = replyTo('GET', '/nowhere', new Problem('route-not-found'));
    expect([nowhere.status, nowhere.headers['Cache-Control']]).to.deep.equal([404, 'no-store']);
  });

  it('is that of an unknown id where it is a 404 of content', () => {
    const isOf = (key: ConstructorParameters<typeof Problem>[0], route: 'events' | 'fight_votes') =>
      isUnknownId(new Problem(key), routeOf(route));
    expect([
      isOf('event-not-found', 'events'),
      isOf('fight-not-found', 'fight_votes'),
      isOf('invalid-request', 'events'),
      isOf('feed-key-rejected', 'events'),
    ]).to.deep.equal([true, false, false, false]);
  });

  it('is none where the client has left before the end of its body', () => {
    const done: string[] = [];
    const error = new Error('aborted');
    const log = new RequestLog(createLog('silent'), 0);
    const metrics = { problem: (key: string) => done.push(key) } as unknown as RequestMetrics;
    const res = { writeHead: () => done.push('sent'), end: () => undefined } as unknown as Response;
    setRequestContext(res, readRequest('POST', '/api/v3/mobile/fights/88005/vote'));
    const render = renderProblem(log, metrics) as ErrorRequestHandler;
    const ask = (errored: unknown) => {
      render(error, { method: 'POST', headers: {}, errored } as unknown as Request, res, () => undefined);
      return done.splice(0);
    };
    expect([ask(error), ask(new Error('another')), ask(null)]).to.deep.equal([
      ...[[], ['internal-error', 'sent'], ['internal-error', 'sent']],
    ]);
    const bare = renderProblem(log) as ErrorRequestHandler;
    bare(undefined, { method: 'POST', headers: {} } as unknown as Request, res, () => undefined);
    expect(done).to.deep.equal(['sent']);
  });
});
