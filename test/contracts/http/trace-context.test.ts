import { expect } from 'chai';
import { readTraceContext, readTraceParent } from '../../../contracts/http/trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const start = `00-${traceId}-${spanId}`;

describe('trace context', () => {
  for (const [what, sent, flags] of [
    ['is continued', `${start}-01`, 1],
    ['keeps the flag not sampled', `${start}-00`, 0],
    ['keeps the random flag', `${start}-03`, 3],
    ['drops unknown flags', `${start}-fd`, 1],
    ['is read from a later version', `cc-${traceId}-${spanId}-01`, 1],
    ['is read from a later version of 256 characters', `cc-${traceId}-${spanId}-01-${'x'.repeat(200)}`, 1],
    ['is read from a later version with a suffix', `cc-${traceId}-${spanId}-01-what-will-be`, 1],
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
    it(`is new if ${what}`, () => {
      expect(readTraceParent(sent)).to.equal(undefined);
      const { parent, traceId: own, requestId } = readTraceContext({ traceparent: sent });
      expect(parent).to.equal(undefined);
      expect(own)
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.equal(traceId);
      expect(requestId).to.equal(own);
    });
  }

  it('keeps a client request id that is a UUID', () => {
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
});
