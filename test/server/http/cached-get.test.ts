import type { IncomingMessage, ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { expect } from 'chai';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { compressor } from '../../../server/cache/compression.ts';
import { Representation } from '../../../server/cache/representation.ts';
import type { ResponseCache } from '../../../server/cache/response-cache.ts';
import { answerCached } from '../../../server/http/cached-get.ts';
import { setRequestContext, startOf } from '../../../server/http/request-context.ts';
import type { RequestLog } from '../../../server/http/request-log.ts';
import type { Spans } from '../../../server/http/spans.ts';
import { Limiter } from '../../../server/limits/limiter.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';

const type = 'application/json; charset=utf-8';
const small = new Representation(Buffer.from('[]'), { type, headers: [] });
const large = () => new Representation(Buffer.alloc(2_000, 'x'), { type, headers: [] });

let nowMs = 0;

/** What becomes of a request of a URL whose reply is cached. */
function ask({
  url = '/api/v1/us/events',
  method = 'GET',
  headers = {} as Record<string, string>,
  value = small,
  isStale = false,
  isCached = true,
  limit = 0,
  taken = 0,
  isBare = false,
}) {
  const done: unknown[] = [];
  nowMs = 500;
  const requestContext = readRequest('GET', url);
  const canonical = { ...requestContext, key: url, isPage: false };
  const reads = new Limiter(limit, 10_000);
  if (taken > 0) reads.take('203.0.113.7', 500, taken);
  const req = { method, url, headers, ip: '203.0.113.7' } as unknown as IncomingMessage;
  const res = {
    statusCode: 0,
    writeHead: (status: number) => Object.assign(res, { statusCode: status }),
    end: (body?: Buffer) => void done.push(['sent', res.statusCode, body?.length]),
    destroy: () => void done.push(['broken']),
  };
  const isOwn = (one: unknown, other: unknown) => one === req && other === res;
  const metrics = {
    cacheLookup: (found: string) => void done.push([found]),
    answered: (of: { id: string }, status: number, ms: number) => void done.push(['answered', of.id, status, ms]),
    begin(given: unknown, ms: number, find: () => { id: string } | undefined) {
      const before = find();
      setRequestContext(given as ServerResponse, requestContext);
      done.push(['begun', given === res, ms, before, find()?.id]);
    },
  } as unknown as RequestMetrics;
  const requestLog = {
    follow: (one: unknown, other: unknown, of: unknown, ms: number) =>
      void done.push(['followed', isOwn(one, other), of === canonical, ms]),
    failed: (one: unknown, other: unknown, failure: object) => void done.push(['failed', isOwn(one, other), failure]),
  } as unknown as RequestLog;
  const spans = {
    answers: (given: unknown, of: { id: string }) => void done.push(['span', given === res, of.id]),
  } as unknown as Spans;
  const asked: string[] = [];
  const responseCache = {
    get(target: string) {
      asked.push(target);
      return isCached ? { canonical, value, isStale, loadedMs: isStale ? 1 : undefined } : undefined;
    },
  } as unknown as ResponseCache;
  const limiters = { reads, writes: new Limiter(0, 10_000) };
  const options = { responseCache, limiters, requestLog, ...(!isBare && { metrics, spans }) };
  const listener = answerCached(options, (one, other) => void done.push(['passed on', isOwn(one, other)]));
  listener(req, res as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage });
  nowMs = 900;
  return { done, asked, startMs: startOf(res as unknown as ServerResponse) };
}

const passedOn = [
  ['begun', true, 500, undefined, 'v1.events'],
  ['passed on', true],
];

describe('a cached reply', () => {
  beforeEach(() => {
    mock.method(performance, 'now', () => nowMs);
  });
  afterEach(() => mock.reset());

  it('is logged, traced, counted as a hit, or as stale, and sent', () => {
    for (const [isStale, result] of [
      [false, 'hit'],
      [true, 'stale'],
    ] as const) {
      const { done, asked, startMs } = ask({ isStale });
      expect([asked, startMs]).to.deep.equal([['/api/v1/us/events'], undefined]);
      expect(done).to.deep.equal([
        ['followed', true, true, 500],
        ['span', true, 'v1.events'],
        [result],
        ['sent', 200, 2],
        ['answered', 'v1.events', 200, 500],
      ]);
    }
    expect(ask({ isBare: true }).done).to.deep.equal([
      ['followed', true, true, 500],
      ['sent', 200, 2],
    ]);
  });

  it('is not there, or for another method: then the request is passed on, and counted', () => {
    for (const [request, asks] of [
      [{ isCached: false }, true],
      [{ method: 'POST' }, false],
      [{ method: 'OPTIONS' }, false],
    ] as const) {
      const { done, asked, startMs } = ask(request);
      expect([done, asked.length > 0, startMs]).to.deep.equal([passedOn, asks, 500]);
    }
    expect(ask({ method: 'HEAD' }).done[0]).to.deep.equal(['followed', true, true, 500]);
    expect(ask({ isCached: false, isBare: true }).done).to.deep.equal([['passed on', true]]);
  });

  it('goes to clients that take JSON, and not to one that rather follows a stream', () => {
    const votes = '/api/v3/mobile/fights/88005/votes';
    for (const [url, accept, isSent] of [
      ['/api/v1/us/events', undefined, true],
      ['/api/v1/us/events', 'application/json', true],
      ['/api/v1/us/events', 'text/html', false],
      ['/api/v1/us/events.json', 'text/html', true],
      ['/api/v1/us/events', 'text/event-stream, application/json', true],
      ['/api/v1/us/events', 'text/event-stream', false],
      [votes, undefined, true],
      [votes, 'application/json', true],
      [votes, 'text/event-stream, application/json', false],
      [`${votes}.json`, 'text/event-stream, application/json', true],
    ] as const) {
      const { done } = ask({ url, headers: accept === undefined ? {} : { accept } });
      expect(done.flat().includes('sent'), `${url} ${accept}`).to.equal(isSent);
      expect(done.flat().includes('passed on'), `${url} ${accept}`).to.equal(!isSent);
    }
  });

  it('goes to an address as often as its limit says', () => {
    for (const [limit, taken, isSent] of [
      [0, 0, true],
      [1, 0, true],
      [1, 1, false],
      [10_000, 9_999, true],
      [10_000, 10_000, false],
    ] as const) {
      const { done } = ask({ limit, taken });
      expect(done.flat().includes('sent'), `${taken} of ${limit}`).to.equal(isSent);
      if (!isSent) expect(done).to.deep.equal(passedOn);
    }
  });

  it('is counted once it is compressed; if it cannot be sent then, the connection is broken', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const compression = mock.method(compressor, 'compress', async () => Buffer.alloc(100));
    const { done } = ask({ value: large(), headers });
    expect(done.at(-1)).to.deep.equal(['hit']);
    await new Promise(setImmediate);
    expect(done.slice(3)).to.deep.equal([
      ['sent', 200, 100],
      ['answered', 'v1.events', 200, 500],
    ]);
    const bare = ask({ value: large(), headers, isBare: true });
    await new Promise(setImmediate);
    expect(bare.done.at(-1)).to.deep.equal(['sent', 200, 100]);

    const error = new Error('no memory');
    compression.mock.restore();
    const value = large();
    value.encode = () => Promise.reject(error);
    const failed = ask({ value, headers });
    await new Promise(setImmediate);
    expect(failed.done.slice(3)).to.deep.equal([
      ['failed', true, { level: 'error', problem: 'internal-error', status: 500, reason: 'compression', error }],
      ['broken'],
    ]);
  });
});
