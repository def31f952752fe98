import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { Operation } from '../../../contracts/operations.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { setRequestContext } from '../../../server/http/request-context.ts';
import { traceOf } from '../../../server/http/request-trace.ts';
import { openSpans, Spans } from '../../../server/http/spans.ts';

const registry = Symbol.for('opentelemetry.js.api.1');
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const requestId = '00000000-0000-4000-8000-000000000001';
const own = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };

/** The span of a request that ends with a status. */
function trace(headers: Record<string, string>, { status = 200, cached = '', found = '' } = {}) {
  const told: unknown[] = [];
  const root = { name: 'root' };
  const span = {
    spanContext: () => own,
    updateName: (name: string) => void told.push(['name', name]),
    setAttribute: (name: string, value: unknown) => void told.push([name, value]),
    setStatus: (given: unknown) => void told.push(['status', given]),
    end: () => void told.push(['end']),
  };
  const api = {
    ROOT_CONTEXT: root,
    SpanKind: { SERVER: 1 },
    SpanStatusCode: { ERROR: 2 },
    trace: {
      getTracer(name: string) {
        told.push(['tracer', name]);
        return {
          startSpan(...given: unknown[]) {
            told.push(['start', ...given]);
            return span;
          },
        };
      },
      setSpanContext: (context: unknown, parent: unknown) => ({ context, parent }),
      setSpan: (context: unknown, active: unknown) => ({ context, isOwn: active === span }),
    },
    context: {
      with(context: unknown, work: (...given: unknown[]) => void, self: unknown, ...given: unknown[]) {
        told.push(['with', context, self]);
        work(...given);
      },
    },
  };
  const ends: (() => void)[] = [];
  const req = { method: 'GET', headers } as unknown as IncomingMessage;
  const res = {
    statusCode: status,
    once(name: string, work: () => void) {
      if (name === 'close') ends.push(work);
    },
  } as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage };
  const spans = new Spans(api as unknown as ConstructorParameters<typeof Spans>[0]);
  spans.wrap((one, other) => {
    told.push(['handled', one === req, other === res]);
    if (cached) spans.answers(other, readRequest('GET', cached).operation as Operation);
    if (found) setRequestContext(other, readRequest('GET', found));
  })(req, res);
  for (const end of ends) end();
  return { told, root, ids: traceOf(req) };
}

describe('the span of a request', () => {
  it('begins a trace, is active meanwhile, and ends with the response', () => {
    const { told, root, ids } = trace({});
    const attributes = { 'http.request.method': 'GET', 'url.scheme': 'http' };
    expect(told).to.deep.equal([
      ['tracer', 'fightcard'],
      ['start', 'GET', { kind: 1, attributes }, root],
      ['with', { context: root, isOwn: true }, undefined],
      ['handled', true, true],
      ['http.response.status_code', 200],
      ['end'],
    ]);
    expect(ids).to.deep.equal({
      ...{ requestId: own.traceId, traceId: own.traceId, spanId: own.spanId, flags: 1, parent: undefined },
    });
  });

  it('continues the trace of the caller, and keeps the id that it gave the request', () => {
    const headers = { traceparent: `00-${traceId}-${parentId}-01`, 'x-request-id': requestId };
    const { told, root, ids } = trace(headers);
    const parent = { traceId, spanId: parentId, traceFlags: 1, isRemote: true };
    const context = { context: root, parent };
    expect([(told[1] as unknown[])[3], told[2]]).to.deep.equal([
      context,
      ['with', { context, isOwn: true }, undefined],
    ]);
    expect(ids).to.deep.equal({
      ...{ requestId, traceId: own.traceId, spanId: own.spanId, flags: 1 },
      parent: { traceId, spanId: parentId, flags: 1 },
    });
    expect(trace({ 'x-request-id': requestId }).ids.requestId).to.equal(requestId);
  });

  it('has the name and the route of its operation, cached or not', () => {
    const path = '/api/v1/us/fighters/3112';
    for (const how of [{ cached: path }, { found: path }, { cached: path, found: '/api/v1/us/events' }]) {
      expect(trace({}, how).told.slice(4)).to.deep.equal([
        ['name', 'v1.fighter'],
        ['http.route', '/api/v1/us/fighters/:id'],
        ['http.response.status_code', 200],
        ['end'],
      ]);
    }
    expect(trace({}, { found: '/nowhere' }).told.slice(4)).to.have.length(2);
  });

  it('has an error from a status of 500 on', () => {
    const errors = (status: number) => trace({}, { status }).told.slice(4, -1);
    expect(errors(499)).to.deep.equal([['http.response.status_code', 499]]);
    for (const status of [500, 503]) {
      expect(errors(status)).to.deep.equal([
        ['http.response.status_code', status],
        ['error.type', String(status)],
        ['status', { code: 2 }],
      ]);
    }
  });

  it('is recorded where a tracer was registered at the start, and nowhere else', async () => {
    const registered = globalThis as { [registry]?: unknown };
    const before = registered[registry];
    try {
      const seen: boolean[] = [];
      for (const one of [undefined, {}, { trace: {} }]) {
        registered[registry] = one;
        seen.push((await openSpans()) instanceof Spans);
      }
      expect(seen).to.deep.equal([false, false, true]);
    } finally {
      if (before === undefined) delete registered[registry];
      else registered[registry] = before;
    }
  });
});
