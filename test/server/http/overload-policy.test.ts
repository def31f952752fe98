import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { ResponseCache } from '../../../server/cache/response-cache.ts';
import { createOverloadPolicy } from '../../../server/http/overload-policy.ts';
import { createRequestReader } from '../../../server/http/request-context.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { Governor } from '../../../server/limits/governor.ts';

describe('the overload policy', () => {
  const { classOf } = createOverloadPolicy({
    find: createRequestReader(true),
    responseCache: new ResponseCache({ governor: new Governor(), bytes: 1_000_000 }),
    feedKeys: { keys: [] },
    regionSegments: true,
    requestLog: new RequestLog(pino({ enabled: false }), 0),
  });
  for (const [method, url, workClass] of [
    ['GET', '/api/v3/mobile/news', 'list'],
    ['GET', '/api/v3/mobile/news?limit=7', 'page'],
    ['GET', '/api/v3/mobile/news?cursor=bQ', 'page'],
    ['HEAD', '/api/v3/mobile/news?cursor=bQ', 'page'],
    ['GET', '/api/v3/us/news', 'list'],
    ['GET', '/api/v3/us/health', undefined],
  ] as const) {
    it(`calls ${method} ${url} ${workClass ?? 'always answered'}`, () => {
      expect(classOf(Object.assign(new IncomingMessage(new Socket()), { method, url }))).to.equal(workClass);
    });
  }
});
