import { expect } from 'chai';
import type { Request, Response } from 'express';
import type { Operation } from '../../../contracts/operations.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { openEventStream } from '../../../server/http/event-stream.ts';
import type { ServedOperation } from '../../../server/http/served-operation.ts';
import type { Admission } from '../../../server/limits/admission.ts';
import type { Limiter } from '../../../server/limits/limiter.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import type { StreamRequest, Streams } from '../../../server/streams/streams.ts';

const common = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Language': 'es-US',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, Retry-After',
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** What a request for a stream of votes asks for, and what is done, in this order. */
async function open(headers: Record<string, string>, { method = 'GET', waitSeconds = 0, isCounted = true } = {}) {
  const done: unknown[] = [];
  let asked: StreamRequest | undefined;
  const requestContext = readRequest(method, '/api/v3/mobile/fights/88005/votes');
  const operation = requestContext.operation as Operation;
  const snapshot = { name: 'snapshot' };
  const body = { fight_id: 88005 };
  const served = {
    operation,
    context: { store: { content: { snapshot: () => snapshot }, live: {} } },
    readValues: (context: unknown) => {
      expect(context).to.equal(requestContext);
      return { id: 88005 };
    },
    read: async (values: unknown, content: unknown) => {
      done.push(['read', values, content === snapshot]);
      return { body, follows: { version: 5, channels: ['tally:88005'] } };
    },
    check(reply: unknown) {
      done.push('check');
      return reply;
    },
  } as unknown as ServedOperation;
  const admission = {
    run(name: string, work: () => Promise<unknown>) {
      done.push(`admit ${name}`);
      return work();
    },
  } as unknown as Admission;
  const misses = {
    policy: { name: 'misses', limit: 5, windowMs: 10_000 },
    take(address: string) {
      done.push(`take ${address}`);
      return waitSeconds;
    },
  } as unknown as Limiter;
  const streams = {
    async open(given: unknown, request: StreamRequest) {
      done.push(['open', given === res]);
      asked = request;
    },
  } as unknown as Streams;
  const metrics = {
    streamOpened: (given: unknown, of: unknown) => void done.push(['opened', given === res, of === operation]),
  } as unknown as RequestMetrics;
  const res = {
    writeHead(...head: unknown[]) {
      done.push(...head);
      return { end: () => done.push('end') };
    },
  } as unknown as Response;
  const req = { method, headers, ip: '203.0.113.7' } as unknown as Request;
  const options = { streams, served, admission, misses, ...(isCounted && { metrics }) };
  await openEventStream(options, req, res, requestContext);
  return { done, asked: asked as StreamRequest };
}

describe('a request for a stream', () => {
  it('says who asks, what is shared with others, and where it goes on', async () => {
    const { done, asked } = await open({ 'last-event-id': '7' });
    const { source: _, onOpen, ...request } = asked;
    expect(request).to.deep.equal({
      ...{ address: '203.0.113.7', family: 'v3', key: 'v3.fight_votes {"id":88005}', coding: 'identity', lastId: 7 },
      headers: { ...common, Vary: 'Accept' },
    });
    onOpen?.();
    expect(done).to.deep.equal([
      ['open', true],
      ['opened', true, true],
    ]);
    const other = await open({ 'last-event-id': 'x' }, { isCounted: false });
    other.asked.onOpen?.();
    expect([other.asked.lastId, other.done]).to.deep.equal([undefined, [['open', true]]]);
  });

  it('is compressed for clients that take gzip, and for no others', async () => {
    const { asked } = await open({ 'accept-encoding': 'br, gzip' });
    expect([asked.coding, asked.headers]).to.deep.equal([
      ...['gzip', { ...common, 'Content-Encoding': 'gzip', Vary: 'Accept, Accept-Encoding' }],
    ]);
    expect((await open({ 'accept-encoding': 'br' })).asked.coding).to.equal('identity');
  });

  it('is charged and admitted when something is loaded for it', async () => {
    const { done, asked } = await open({});
    done.length = 0;
    const source = asked.source();
    expect(done).to.deep.equal(['take 203.0.113.7']);
    expect([source.hasHistory, source.minIntervalMs]).to.deep.equal([false, 250]);
    const reading = await source.read(undefined);
    expect(done.slice(1)).to.deep.equal(['admit live', ['read', { id: 88005 }, true], 'check']);
    expect(reading).to.deep.equal({
      ...{ version: 5, upTo: 5, channels: ['tally:88005'] },
      events: [{ id: 5, bytes: Buffer.from('id: 5\nevent: snapshot\ndata: {"fight_id":88005}\n\n') }],
    });
    expect((await source.read(5)).events).to.deep.equal([]);
    const { asked: refused } = await open({}, { waitSeconds: 1 });
    expect(() => refused.source()).to.throw('too-many-requests');
  });

  it('with HEAD is read once, and has the headers of the stream', async () => {
    const { done, asked } = await open({}, { method: 'HEAD' });
    expect([done, asked]).to.deep.equal([
      [
        ...['take 203.0.113.7', 'admit live', ['read', { id: 88005 }, true], 'check'],
        ...[200, { ...common, Vary: 'Accept' }, 'end'],
      ],
      undefined,
    ]);
  });
});
