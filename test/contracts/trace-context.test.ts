import { expect } from 'chai';
import { readTraceContext, readTraceParent, traceHeaders } from '../../contracts/http/trace-context.ts';

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
