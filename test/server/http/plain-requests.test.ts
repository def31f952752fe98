import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { crossOriginPosts, crossOriginReads } from '../../../contracts/http/headers.ts';
import { type Operation, operations } from '../../../contracts/operations.ts';
import type { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { digestOf } from '../../../server/config.ts';
import { checkCredential } from '../../../server/http/middleware/credential.ts';
import { findOperation } from '../../../server/http/middleware/find-operation.ts';
import { answerPlain } from '../../../server/http/plain-requests.ts';
import { contextOf, feedKeyOf } from '../../../server/http/request-context.ts';
import type { RequestLog } from '../../../server/http/request-log.ts';
import { Limiter } from '../../../server/limits/limiter.ts';

const voting = '/api/v3/mobile/fights/88005/vote';

interface Asked {
  accept?: string;
  answer?: () => unknown;
  /** Of reads, and of writes; and how much of it was taken before. */
  limit?: number;
  taken?: number;
}

/** What becomes of a request. */
function ask(method: string, url: string, { accept, answer = () => undefined, limit = 0, taken = 0 }: Asked = {}) {
  const done: unknown[] = [];
  const req = { method, url, ip: '203.0.113.7', headers: { accept } } as unknown as IncomingMessage;
  const res = {} as ServerResponse<IncomingMessage> & { req: IncomingMessage };
  const isOwn = (...given: unknown[]) => given[0] === req && given[1] === res;
  const limiters = { reads: new Limiter(limit, 10_000, 'reads'), writes: new Limiter(limit, 10_000, 'writes') };
  for (const limiter of Object.values(limiters)) if (taken > 0) limiter.take('203.0.113.7', performance.now(), taken);
  const listener = answerPlain(
    {
      limiters,
      find: (asked, target) => readRequest(asked, target),
      served: new Map(
        operations.map((operation): [Operation, RequestHandler] => [
          operation,
          (one: Request, other: Response, fail: (error: unknown) => void) => {
            done.push(`${operation.id} ${isOwn(one, other)}`);
            const given = answer();
            if (given === 'fails') fail(new Error('later'));
            return given as Promise<void>;
          },
        ]),
      ),
      requestLog: {
        follow: (one: unknown, other: unknown, of: unknown) =>
          void done.push(`followed ${isOwn(one, other)} ${of === contextOf(res)}`),
      } as unknown as RequestLog,
      render: ((error: Error, one: Request, other: Response, never: () => unknown) =>
        void done.push(`rendered ${error.message} ${isOwn(one, other)} ${never()}`)) as unknown as ErrorRequestHandler,
    },
    (one, other) => void done.push(`passed on ${isOwn(one, other)}`),
  );
  listener(req, res);
  return { done, hasContext: contextOf(res) !== undefined };
}

describe('a plain request', () => {
  it('is answered by its operation', () => {
    for (const [method, url, id] of [
      ['POST', voting, 'v3.fight_vote_cast'],
      ['GET', '/api/v1/us/events', 'v1.events'],
    ] as const) {
      const { done, hasContext } = ask(method, url);
      expect([done, hasContext]).to.deep.equal([['followed true true', `${id} true`], true]);
      expect(ask(method, url, { accept: 'application/json' }).done).to.have.length(2);
    }
  });

  it('is one in the form of its route, of a client that takes JSON, without a credential', () => {
    for (const [method, url, accept] of [
      ['PUT', voting, undefined],
      ['HEAD', '/api/v1/us/events', undefined],
      ['OPTIONS', '/api/v1/us/events', undefined],
      ['POST', '/api/v1/us/events', undefined],
      ['GET', '/nowhere', undefined],
      ['GET', '/api/v1/us/events/', undefined],
      ['GET', '/api/v1/us/events.json', undefined],
      ['GET', '/api/v1/us/events?limit=1', undefined],
      ['GET', '/api/v1/us/events', 'text/html'],
      ['POST', '/api/v1/us/fight_metrics/update_live_event', undefined],
    ] as const) {
      const { done, hasContext } = ask(method, url, accept === undefined ? {} : { accept });
      expect([done, hasContext], `${method} ${url} ${accept}`).to.deep.equal([['passed on true'], false]);
    }
  });

  it('that fails gets its problem, whenever it fails', async () => {
    const failures: Record<string, () => unknown> = {
      'at once': () => {
        throw new Error('at once');
      },
      later: () => 'fails',
      'in a promise': () => Promise.reject(new Error('in a promise')),
    };
    for (const [message, answer] of Object.entries(failures)) {
      const { done } = ask('GET', '/api/v1/us/events', { answer });
      await new Promise(setImmediate);
      expect(done.slice(2)).to.deep.equal([`rendered ${message} true undefined`]);
    }
    const { done } = ask('GET', '/api/v1/us/events', { answer: () => Promise.resolve() });
    await new Promise(setImmediate);
    expect(done).to.have.length(2);
  });

  it('counts for the limit of its address', () => {
    const requests = [
      ask('POST', voting, { limit: 1 }),
      ask('POST', voting, { limit: 1, taken: 1 }),
      ask('GET', '/api/v1/us/events', { limit: 2, taken: 1 }),
      ask('GET', '/api/v1/us/events', { limit: 2, taken: 2 }),
    ];
    const refused = 'rendered too-many-requests true undefined';
    expect(requests.map(({ done }) => done[1])).to.deep.equal([
      ...['v3.fight_vote_cast true', refused, 'v1.events true', refused],
    ]);
  });
});

describe('the operation of a request', () => {
  /** What is found, or sent instead. */
  function find(method: string, url: string, crossOrigin = crossOriginReads, accept?: string) {
    const sent: unknown[] = [];
    const res = {
      writeHead(...head: unknown[]) {
        sent.push(...head);
        return { end: () => sent.push('end') };
      },
    } as unknown as Response;
    const requestContext = readRequest(method, url);
    const req = { method, headers: { accept } } as unknown as Request;
    return { id: findOperation(req, res, requestContext, crossOrigin)?.id, sent };
  }

  it('is that of its route and method; a preflight is answered at once', () => {
    expect(find('GET', '/api/v1/us/events')).to.deep.equal({ id: 'v1.events', sent: [] });
    const common = {
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    expect(find('OPTIONS', '/api/v1/us/events')).to.deep.equal({
      id: undefined,
      sent: [
        204,
        {
          ...{ ...common, 'Content-Language': 'en-US', Allow: 'GET, HEAD, OPTIONS' },
          ...{ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'GET, HEAD' },
          'Access-Control-Allow-Headers': 'If-None-Match, Last-Event-ID',
        },
        'end',
      ],
    });
    expect(find('OPTIONS', voting).sent[1]).to.deep.equal({
      ...{ ...common, 'Content-Language': 'es-US', Allow: 'POST, OPTIONS' },
    });
    expect(find('OPTIONS', voting, crossOriginPosts).sent[1]).to.deep.equal({
      ...{ ...common, 'Content-Language': 'es-US', Allow: 'POST, OPTIONS' },
      ...{ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'POST' },
      'Access-Control-Allow-Headers': 'Content-Type, If-None-Match, Last-Event-ID',
    });
  });

  it('is a problem where there is none', () => {
    const keyOf = (...request: Parameters<typeof find>) => {
      try {
        return find(...request).id;
      } catch (error) {
        return (error as Problem).key;
      }
    };
    expect([
      keyOf('GET', '/nowhere'),
      keyOf('OPTIONS', '/nowhere'),
      keyOf('POST', '/api/v1/us/events'),
      keyOf('GET', '/api/v1/us/events', crossOriginReads, 'text/html'),
      keyOf('GET', '/api/v1/us/events.json', crossOriginReads, 'text/html'),
    ]).to.deep.equal(['route-not-found', 'route-not-found', 'method-not-allowed', 'not-acceptable', 'v1.events']);
  });
});

describe('the credential of a request', () => {
  const key = { name: 'supplier', digest: digestOf('the-key-of-the-supplier-00000001') };

  function check(id: string, authorization?: string) {
    const operation = operations.find((one) => one.id === id) as Operation;
    const req = { headers: { authorization } } as Request;
    const res = {} as Response;
    try {
      checkCredential({ keys: [key] }, req, res, operation);
      return feedKeyOf(res);
    } catch (error) {
      const { key: problem, more } = error as Problem;
      return [problem, more.headers];
    }
  }

  it('is a key of the supplier where the route needs one, and noted', () => {
    const update = 'v1.fight_metrics_update_live_event';
    const asked = { 'WWW-Authenticate': 'Bearer' };
    expect([
      check('v1.events'),
      check(update, 'Bearer the-key-of-the-supplier-00000001'),
      check(update),
      check(update, 'Basic the-key-of-the-supplier-00000001'),
      check(update, 'Bearer another'),
    ]).to.deep.equal([
      ...[undefined, 'supplier', ['feed-key-required', asked], ['feed-key-required', asked]],
      ['feed-key-rejected', undefined],
    ]);
  });
});
