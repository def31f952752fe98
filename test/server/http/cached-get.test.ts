import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { Representation } from '../../../server/cache/representation.ts';
import type { ResponseCache } from '../../../server/cache/response-cache.ts';
import { answerCached } from '../../../server/http/cached-get.ts';
import type { RequestLog } from '../../../server/http/request-log.ts';
import { Limiter } from '../../../server/limits/limiter.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';

const url = '/api/v1/us/events';
const value = new Representation(Buffer.from('[]'), { type: 'application/json; charset=utf-8', headers: [] });

describe('a cached reply', () => {
  for (const [isStale, result] of [
    [false, 'hit'],
    [true, 'stale'],
  ] as const) {
    it(`is counted as ${result} when it is ${isStale ? 'stale' : 'current'}`, () => {
      const counted: unknown[] = [];
      const metrics = {
        cacheLookup: (found: string) => counted.push(found),
        answered: ({ id }: { id: string }, status: number) => counted.push(id, status),
      } as unknown as RequestMetrics;
      const canonical = { ...readRequest('GET', url), key: url, isPage: false };
      const responseCache = { get: () => ({ canonical, value, isStale }) } as unknown as ResponseCache;
      const requestLog = { follow: () => undefined } as unknown as RequestLog;
      const limiters = { reads: new Limiter(0, 10_000), writes: new Limiter(0, 10_000) };
      const listener = answerCached({ responseCache, limiters, requestLog, metrics }, () => counted.push('not cached'));
      const res = {
        statusCode: 0,
        writeHead: (status: number) => Object.assign(res, { statusCode: status }),
        end() {},
      };
      listener(
        { method: 'GET', url, headers: {} } as IncomingMessage,
        res as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
      );
      expect(counted).to.deep.equal([result, 'v1.events', 200]);
    });
  }
});
