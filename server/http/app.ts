import {
  IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { tlsHeader } from '../../contracts/http/headers.ts';
import { operations } from '../../contracts/operations.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import type { RouteName } from '../../contracts/routes.ts';
import { cataloguePages, docsPages, folderPages, servePages } from '../../contracts/site/pages.ts';
import { handlers } from '../handlers/index.ts';
import type { Handler } from '../handlers/types.ts';
import type { OverloadGuard } from '../limits/overload.ts';
import { answerCached } from './cached-get.ts';
import { clientKeyOf } from './client-address.ts';
import { FailureLog } from './failure-log.ts';
import type { FeedKeys } from './feed-keys.ts';
import { checkCredential } from './middleware/credential.ts';
import { findOperation } from './middleware/find-operation.ts';
import { logRequest } from './middleware/log.ts';
import { renderProblem } from './middleware/problems.ts';
import { type Limiters, limitRate } from './middleware/rate.ts';
import { type OperationOptions, serveOperation } from './operation.ts';
import { createRequestReader, getRequestContext, setRequestContext } from './request-context.ts';

export interface AppOptions extends Omit<OperationOptions, 'failures'> {
  log: Logger;
  limiters: Limiters;
  feedKeys: FeedKeys;
  regionSegments: boolean;
  /** Refuses requests when there are too many; undefined refuses none, whatever that does. */
  overloadGuard: OverloadGuard | undefined;
  /** Proxies in front that add to `X-Forwarded-For`; 0 trusts none. */
  trustedProxies: number;
}

/** What `http.createServer` needs. */
export interface App {
  classes: Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;
  listener: RequestListener;
}

/**
 * Adds the TLS header to replies when the nearest trusted proxy says that the request came over TLS.
 * Not by `setHeader`, which makes headers that are ready made go one by one.
 */
function promiseTls(prototype: Pick<ServerResponse, 'writeHead'>): void {
  type Headers = OutgoingHttpHeaders | readonly string[];
  const plain = prototype.writeHead as (this: ServerResponse, status: number, headers?: Headers) => ServerResponse;
  prototype.writeHead = function writeHead(this: ServerResponse, status: number, headers: Headers = []) {
    const proto = this.req.headers['x-forwarded-proto'];
    if (typeof proto !== 'string' || !/^https(?:\s*,|$)/i.test(proto)) return plain.call(this, status, headers);
    const [name, value] = tlsHeader;
    return plain.call(this, status, Array.isArray(headers) ? [...headers, name, value] : { ...headers, [name]: value });
  } as typeof prototype.writeHead;
}

/**
 * Request and response classes that have Express's prototypes from the start. Express else changes the prototypes of
 * both at every request, which makes all that follows slower: a vote takes 2 of 37 µs less so.
 */
function classesOf(app: Express, trustedProxies: number): App['classes'] {
  class AppRequest extends IncomingMessage {
    /** What limits count as one client, where Express has an address as it was sent. */
    get ip(): string {
      return clientKeyOf(this, trustedProxies);
    }
  }
  class AppResponse extends ServerResponse<AppRequest> {}
  if (trustedProxies > 0) promiseTls(AppResponse.prototype);
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse } as App['classes'];
}

/**
 * The order of everything that happens to a request that the cache does not answer: route, method, form of the
 * reply, rate, feed key, and then the operation with parameters, body, existence, values.
 *
 * All of it is one Express middleware, and not one for each step: every layer of Express's router costs a vote 0.6 KB of
 * garbage, a fifth of all it leaves with seven of them. The route table's own tree finds the operation: Express's
 * patterns have no "a literal is never given back", optional groups were a denial of service in path-to-regexp
 * (CVE-2026-4926), and trying the patterns of all operations in a row costs more than the rest of the request.
 *
 * @see wire specification 2.1, order of checks
 */
function answerOperations(options: AppOptions & OperationOptions): RequestHandler {
  const { log, limiters, feedKeys, regionSegments } = options;
  const served = new Map(
    operations.map((operation) => {
      const handler = handlers[operation.name as RouteName] as Handler<never>;
      return [operation, serveOperation(operation, handler, options)] as const;
    }),
  );
  const find = createRequestReader(regionSegments);
  return (req, res, next) => {
    const requestContext = find(req.method, req.url);
    setRequestContext(res, requestContext);
    // Perhaps it is a page; pages come after routes, since requests for them are few.
    if (!requestContext.entry) return next();
    logRequest(log, req, res, requestContext);
    const operation = findOperation(req, res, requestContext);
    if (!operation) return;
    limitRate(limiters, req, operation);
    checkCredential(feedKeys, req, res, operation);
    return served.get(operation)?.(req, res, next);
  };
}

const boardFolder = new URL('../pages/board/', import.meta.url);

export function createApp(options: AppOptions): App {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);

  const failures = new FailureLog(options.log);
  app.use(answerOperations({ ...options, failures }));
  app.use(servePages(folderPages(boardFolder, 'board'), cataloguePages('server'), docsPages()));
  app.use((req, res) => {
    logRequest(options.log, req, res, getRequestContext(res));
    throw new Problem('route-not-found');
  });
  app.use(renderProblem(failures));
  return {
    classes: classesOf(app, options.trustedProxies),
    listener: answerCached(options, options.overloadGuard?.wrap(app) ?? app),
  };
}
