import { expect } from 'chai';
import {
  readTraceContext,
  readTraceParent,
  requestIdPattern,
  traceHeaders,
  traceparentPattern,
} from '../../../contracts/http/trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const start = `00-${traceId}-${spanId}`;

describe('the trace of a request', () => {
  for (const [what, sent, flags] of [
    ['is continued', `${start}-01`, 1],
    ['keeps that it is not sampled', `${start}-00`, 0],
    ['keeps that its id is random', `${start}-03`, 3],
    ['loses flags that are not known', `${start}-fd`, 1],
    ['is read from a later version', `cc-${traceId}-${spanId}-01`, 1],
    ['is read from a later version that is 256 long', `cc-${traceId}-${spanId}-01-${'x'.repeat(200)}`, 1],
    ['is read from a later version with more at its end', `cc-${traceId}-${spanId}-01-what-will-be`, 1],
  ] as const) {
    it(what, () => {
      expect(readTraceParent(sent)).to.deep.equal({ traceId, spanId, flags });
      const context = readTraceContext({ traceparent: sent });
      expect(context).to.include({ traceId });
      expect(context.spanId)
        .to.match(/^[0-9a-f]{16}$/)
        .and.not.equal(spanId);
    });
  }

  for (const [what, sent] of [
    ['none was sent', undefined],
    ['the header is empty', ''],
    ['two were sent', `${start}-01, ${start}-01`],
    ['version 00 has more at its end', `${start}-01-more`],
    ['version 00 is too long', `${start}-010`],
    ['a later version goes on without a dash', `cc-${traceId}-${spanId}-01.what`],
    ['the version is ff', `ff-${traceId}-${spanId}-01`],
    ['the version is no number', `0g-${traceId}-${spanId}-01`],
    ['there are no flags', start],
    ['the flags are no number', `${start}-0x`],
    ['it has capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['the trace is zero', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['the span is zero', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['the trace is short', `00-${traceId.slice(1)}-${spanId}-01`],
    ['it has a space before', ` ${start}-01`],
    ['it is 257 long', `cc-${traceId}-${spanId}-01-${'x'.repeat(201)}`],
    ['it is longer than any', `cc-${traceId}-${spanId}-01-${'x'.repeat(1_000)}`],
  ] as const) {
    it(`is a new one where ${what}`, () => {
      expect(readTraceParent(sent)).to.equal(undefined);
      const { parent, traceId: own, requestId } = readTraceContext({ traceparent: sent });
      expect(parent).to.equal(undefined);
      expect(own)
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.equal(traceId);
      expect(requestId).to.equal(own);
    });
  }

  it('is continued also where its ids end in zeros', () => {
    const [trace, span] = ['1'.padEnd(32, '0'), '2'.padEnd(16, '0')];
    expect(readTraceParent(`00-${trace}-${span}-02`)).to.deep.equal({ traceId: trace, spanId: span, flags: 2 });
  });

  it('has forms of its headers that a document can name', () => {
    expect([requestIdPattern, traceparentPattern]).to.deep.equal([
      '^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12})$',
      '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[0-3]$',
    ]);
  });

  it('keeps the id of the request that the client sent, if it is a UUID', () => {
    const [uuid, bare] = ['01234567-89AB-cdef-0123-456789abcdef', '0123456789ABcdef0123456789abcdef'];
    for (const sent of [uuid, bare]) {
      expect(readTraceContext({ 'x-request-id': sent })).to.include({ requestId: sent, flags: 0, parent: undefined });
    }
    const wrong = ['ana', `${uuid}0`, `x${uuid}`, '', [uuid, bare], [uuid]];
    for (const sent of wrong as string[]) {
      const { requestId, traceId: own } = readTraceContext({ 'x-request-id': sent });
      expect(requestId)
        .to.equal(own)
        .and.to.match(/^[0-9a-f]{32}$/);
    }
    const { requestId, parent, flags, traceId: continued } = readTraceContext({ traceparent: `${start}-02` });
    expect({ parent, flags, continued }).to.deep.equal({
      ...{ parent: { traceId, spanId, flags: 2 }, flags: 2, continued: traceId },
    });
    expect(requestId)
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.equal(traceId);
  });

  it('is in a problem by the id of the request, and elsewhere in what the client sent', () => {
    const context = { requestId: 'an-id', traceId, spanId, flags: 7, parent: undefined };
    const parent = { traceId, spanId: '1'.repeat(16), flags: 1 };
    const [id, trace] = [
      ['X-Request-Id', 'an-id'],
      ['traceparent', `${start}-03`],
    ];
    const rows: [Record<string, string>, number, object, string[] | undefined][] = [
      [{}, 399, {}, undefined],
      [{}, 400, {}, id],
      [{ 'x-request-id': 'an-id' }, 200, {}, id],
      [{ 'x-request-id': 'another' }, 200, {}, []],
      [{ 'x-request-id': 'another' }, 404, {}, id],
      [{ traceparent: 'wrong' }, 200, {}, []],
      [{ traceparent: 'right' }, 200, { parent }, trace],
      [{ traceparent: 'right' }, 500, { parent }, [...(id ?? []), ...(trace ?? [])]],
      [{ traceparent: 'right' }, 200, { parent, flags: 4 }, ['traceparent', `${start}-00`]],
    ];
    for (const [sent, status, more, expected] of rows) {
      const given = traceHeaders(sent, status, () => ({ ...context, ...more }));
      expect(given, `${status} ${JSON.stringify(sent)}`).to.deep.equal(expected);
    }
  });

  it('has ids that never repeat', () => {
    const contexts = Array.from({ length: 1_000 }, () => readTraceContext({}));
    expect(new Set(contexts.flatMap((context) => [context.traceId, context.spanId])).size).to.equal(2_000);
  });

  it('is not even read for a success of a request that names none', () => {
    const never = () => expect.fail('read');
    for (const status of [200, 201, 204, 304, 399]) expect(traceHeaders({}, status, never)).to.equal(undefined);
    for (const status of [400, 404, 503]) {
      expect(traceHeaders({}, status, () => readTraceContext({}))?.[0]).to.equal('X-Request-Id');
    }
  });
});
