import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { crossOriginPosts, crossOriginReads } from '../../../contracts/http/headers.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import {
  contextOf,
  createRequestReader,
  feedKeyOf,
  getCaller,
  getRequestContext,
  setFeedKey,
  setRequestContext,
  setStart,
  startOf,
} from '../../../server/http/request-context.ts';
import { addRequestHeaders } from '../../../server/http/request-headers.ts';
import { setTrace, traceOf } from '../../../server/http/request-trace.ts';

const vote = (fight: string) => `/api/v3/mobile/fights/${fight}/vote`;

describe('the reader of first lines', () => {
  it('reads each address of a POST once, in the form of its route, of up to 200 characters', () => {
    const read = createRequestReader(false);
    const isShared = (method: string, target: string) => {
      const first = read(method, target);
      return read(method, target) === first;
    };
    const longest = vote('7'.repeat(200 - vote('').length));
    for (const [method, target, expected] of [
      ['POST', vote('88001'), true],
      ['POST', longest, true],
      ['POST', vote('7'.repeat(201 - vote('').length)), false],
      ['POST', `${vote('88001')}.json`, false],
      ['POST', `${vote('88001')}?x=1`, false],
      ['POST', '/api/v3/mobile/news', false],
      ['GET', '/api/v3/mobile/news', false],
    ] as const) {
      expect(isShared(method, target), `${method} ${target}`).to.equal(expected);
      expect(read(method, target)).to.deep.equal(readRequest(method, target));
    }
  });

  it('forgets all addresses once there are a thousand', () => {
    const read = createRequestReader(false);
    const first = Array.from({ length: 1_000 }, (_, fight) => read('POST', vote(`${fight}`)));
    expect(read('POST', vote('0'))).to.equal(first[0]);
    read('POST', vote('1000'));
    expect(read('POST', vote('0')) === first[0]).to.equal(false);
    const last = read('POST', vote('1000'));
    expect(read('POST', vote('1000'))).to.equal(last);
  });

  it('knows other region segments only where it is told', () => {
    const names = [true, false].map((isOn) =>
      ['GET', 'POST'].map((method) => createRequestReader(isOn)(method, '/api/v3/iphone/fights/7/vote').path),
    );
    expect(names).to.deep.equal([
      ['/api/v3/mobile/fights/7/vote', '/api/v3/mobile/fights/7/vote'],
      ['/api/v3/iphone/fights/7/vote', '/api/v3/iphone/fights/7/vote'],
    ]);
  });
});

describe('what is noted of a request', () => {
  it('is its context, its start, its caller and its feed key', () => {
    const res = {} as ServerResponse;
    const socket = {};
    const req = { ip: '203.0.113.7', socket } as unknown as IncomingMessage;
    expect([contextOf(res), startOf(res), feedKeyOf(res)]).to.deep.equal([undefined, undefined, undefined]);
    const { address, ...anybody } = getCaller(req, res);
    expect([address(), anybody]).to.deep.equal(['203.0.113.7', { socket, feedEvents: undefined }]);
    const requestContext = readRequest('GET', '/api/v3/mobile/news');
    setRequestContext(res, requestContext);
    setStart(res, 12.5);
    const events = new Set(['811']);
    setFeedKey(res, { name: 'supplier', digest: Buffer.alloc(32), events });
    expect([contextOf(res), getRequestContext(res), startOf(res), feedKeyOf(res)]).to.deep.equal([
      ...[requestContext, requestContext, 12.5, 'supplier'],
    ]);
    expect(getCaller(req, res).feedEvents).to.equal(events);
  });

  it('is always the same trace, which its span may set', () => {
    const req = { headers: {} } as IncomingMessage;
    const first = traceOf(req);
    expect(traceOf(req)).to.equal(first);
    const context = { requestId: 'a', traceId: 'b', spanId: 'c', flags: 1, parent: undefined };
    setTrace(req, context);
    expect(traceOf(req)).to.equal(context);
  });
});

describe('the headers that depend on the request alone', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const tls = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];
  const cors = [
    ...['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers'],
    'ETag, Link, Retry-After, Location, RateLimit, RateLimit-Policy, X-Request-Id',
  ];

  /** What is written in the end. */
  function written(
    request: { method?: string; headers?: Record<string, unknown>; status?: number },
    given: unknown,
    { trustedProxies = 1, crossOrigin = crossOriginPosts } = {},
  ): unknown[] {
    const { method = 'GET', headers = {}, status = 200 } = request;
    const calls: unknown[][] = [];
    const prototype = {
      writeHead(this: unknown, ...all: unknown[]) {
        calls.push([this === res, ...all]);
        return 'written';
      },
    };
    addRequestHeaders(prototype as unknown as ServerResponse, { trustedProxies, crossOrigin });
    const res = { req: { method, headers } };
    expect(prototype.writeHead.call(res, status, given)).to.equal('written');
    return calls.flat();
  }

  it('are none for nearly all replies, which are written as they are', () => {
    const given = ['A', 'b'];
    const [isSame, status, headers] = written({}, given);
    expect([isSame, status, headers === given]).to.deep.equal([true, 200, true]);
    expect(written({ method: 'POST' }, given, { crossOrigin: crossOriginReads })[2]).to.equal(given);
  });

  it('come after those of the reply, whatever form these have', () => {
    const request = { method: 'POST', status: 404, headers: { 'x-request-id': id, 'x-forwarded-proto': 'https' } };
    const own = ['X-Request-Id', id, ...tls, ...cors];
    const asObject = Object.fromEntries([0, 2, 4, 6].map((at) => [own[at], own[at + 1]]));
    for (const [given, expected] of [
      [undefined, own],
      [
        ['A', 'b'],
        ['A', 'b', ...own],
      ],
      [{ A: 'b' }, { A: 'b', ...asObject }],
    ] as const) {
      const before = JSON.stringify(given);
      expect(written(request, given)).to.deep.equal([true, 404, expected]);
      expect(JSON.stringify(given), 'those of the reply stay as they are').to.equal(before);
    }
  });

  it('say that TLS is needed only where a trusted proxy says that the client used it', () => {
    for (const [proto, isOverTls] of [
      ...(['https', 'HTTPS', 'https, http', 'https ,http', 'https,http'] as const).map((one) => [one, true] as const),
      ...(['http', 'http, https', 'httpsx', 'xhttps', '', undefined] as const).map((one) => [one, false] as const),
      [['https'], false],
    ] as const) {
      const headers = { 'x-forwarded-proto': proto };
      expect(written({ headers }, []), String(proto)).to.deep.equal([true, 200, isOverTls ? tls : []]);
      expect(written({ headers }, [], { trustedProxies: 0 })).to.deep.equal([true, 200, []]);
    }
  });

  it('name who may read the reply to a POST, and no other', () => {
    expect(written({ method: 'POST' }, [])).to.deep.equal([true, 200, cors]);
    expect(written({ method: 'GET' }, [])).to.deep.equal([true, 200, []]);
    expect(written({ method: 'POST' }, [], { crossOrigin: crossOriginReads })).to.deep.equal([true, 200, []]);
  });

  it('have the id of the request only where it fails or the client sent one', () => {
    const headers = { 'x-request-id': id };
    expect(written({ headers }, [])).to.deep.equal([true, 200, ['X-Request-Id', id]]);
    const [, status, own] = written({ status: 500 }, []) as [boolean, number, string[]];
    expect([status, own.length, own[0]]).to.deep.equal([500, 2, 'X-Request-Id']);
    expect(own[1]).to.match(/^[0-9a-f]{32}$/);
  });
});
