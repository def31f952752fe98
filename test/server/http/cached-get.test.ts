import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { Representation } from '../../../server/cache/representation.ts';
import type { ResponseCache } from '../../../server/cache/response-cache.ts';
import { answerCached } from '../../../server/http/cached-get.ts';
import type { RequestLog } from '../../../server/http/request-log.ts';
import { Limiter } from '../../../server/limits/limiter.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';

const events = '/api/v1/us/events';
const votes = '/api/v3/mobile/fights/88005/votes';
const value = new Representation(Buffer.from('[]'), { type: 'application/json; charset=utf-8', headers: [] });

/** @returns what is counted for a request whose reply is cached; `passed on`: it is not answered from the cache. */
function ask({ url = events, method = 'GET', accept = undefined as string | undefined, isStale = false, taken = 0 }) {
  const counted: unknown[] = [];
  const metrics = {
    cacheLookup: (found: string) => counted.push(found),
    answered: ({ id }: { id: string }, status: number) => counted.push(id, status),
    begin: () => undefined,
  } as unknown as RequestMetrics;
  const canonical = { ...readRequest('GET', url), key: url, isPage: false };
  const responseCache = { get: () => ({ canonical, value, isStale }) } as unknown as ResponseCache;
  const requestLog = { follow: () => undefined } as unknown as RequestLog;
  const limiters = { reads: new Limiter(2, 10_000), writes: new Limiter(0, 10_000) };
  if (taken > 0) limiters.reads.take('203.0.113.7', performance.now(), taken);
  const listener = answerCached({ responseCache, limiters, requestLog, metrics }, () => counted.push('passed on'));
  const res = { statusCode: 0, writeHead: (status: number) => Object.assign(res, { statusCode: status }), end() {} };
  listener(
    { method, url, headers: { accept }, ip: '203.0.113.7' } as unknown as IncomingMessage,
    res as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
  );
  return counted;
}

describe('answerCached', () => {
  it('counts current and stale replies', () => {
    expect(ask({})).to.deep.equal(['hit', 'v1.events', 200]);
    expect(ask({ isStale: true })).to.deep.equal(['stale', 'v1.events', 200]);
  });

  for (const [request, isSent] of [
    [{ method: 'HEAD' }, true],
    [{ method: 'POST' }, false],
    [{ accept: 'application/json' }, true],
    [{ accept: 'text/html' }, false],
    [{ accept: 'text/event-stream' }, false],
    [{ accept: 'text/event-stream, application/json' }, true],
    [{ url: `${events}.json`, accept: 'text/html' }, true],
    [{ url: votes }, true],
    [{ url: votes, accept: 'application/json' }, true],
    [{ url: votes, accept: 'text/event-stream, application/json' }, false],
    [{ url: `${votes}.json`, accept: 'text/event-stream, application/json' }, true],
    [{ taken: 1 }, true],
    [{ taken: 2 }, false],
  ] as const) {
    it(`${isSent ? 'answers' : 'passes on'} ${Object.values(request).join(' ')}`, () => {
      expect(ask(request).includes('passed on')).to.equal(!isSent);
    });
  }
});
