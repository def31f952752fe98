import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import {
  boardPages,
  cataloguePages,
  documentPages,
  samplePages,
  servePages,
  sharedPages,
} from '../../common/pages/pages.ts';
import { Problem } from '../../common/wire/problem.ts';
import { commonHeaders, optionsHeaders, requireOperation } from '../../common/wire/request-context.ts';
import { type CrossOrigin, crossOriginPosts, crossOriginReads } from '../../contracts/http/headers.ts';
import { operations } from '../../contracts/operations.ts';
import { type RouteName, routeOf } from '../../contracts/routes.ts';
import * as all from '../handlers/all.ts';
import type { Handler, Handlers } from '../handlers/types.ts';
import { answerCached } from './cached-get.ts';
import { clientKeyOf } from './client-address.ts';
import { checkFeedKey, type FeedKeys } from './feed-keys.ts';
import { type OperationOptions, serveOperation } from './operation.ts';
import { createOverloadPolicy } from './overload-policy.ts';
import { renderProblem } from './problems.ts';
import { type Limiters, limitRate } from './rate.ts';
import { createRequestReader, getRequestContext, noted } from './request-context.ts';
import { addRequestHeaders } from './request-headers.ts';
import { RequestLog } from './request-log.ts';

export interface AppOptions extends Omit<OperationOptions, 'requestLog'> {
  log: Logger;
  /** One of this many successful requests is logged; 0: none. */
  logSample: number;
  limiters: Limiters;
  feedKeys: FeedKeys;
  regionSegments: boolean;
  /** Whether the pictures and videos of the sample are served. */
  servesSample: boolean;
  /** Whether the catalogue may send a POST. */
  offersWrites: boolean;
  /** Whether pages of other sites may vote. */
  crossOriginPosts: boolean;
  /** Proxies in front that add to `X-Forwarded-For`; 0 trusts none. */
  trustedProxies: number;
}

/** A row of the route table without a handler does not compile. */
const handlers: Handlers = all;

export interface App {
  classes: Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;
  listener: RequestListener;
  requestLog: RequestLog;
}

/** Express accepts these prototypes. It would set those of other classes at every request, which slows a vote by 5 %. */
function createClasses(app: Express, trustedProxies: number, crossOrigin: CrossOrigin): App['classes'] {
  class AppRequest extends IncomingMessage {
    /** The client key, which limits count by; Express has the address as it was sent. */
    get ip(): string {
      return clientKeyOf(this, trustedProxies);
    }
  }
  class AppResponse extends ServerResponse<AppRequest> {}
  addRequestHeaders(AppResponse.prototype, { trustedProxies, crossOrigin });
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse } as App['classes'];
}

/**
 * Checks and answers the requests that the cache does not answer, in this order: route, method, form of the reply, rate,
 * feed key, and then the operation with parameters, body, existence, values.
 *
 * One Express middleware, because each layer of Express's router costs a vote 0.6 KB of garbage. The tree of the route
 * table finds the operation: Express's patterns are slower, and were open to denial of service (CVE-2026-4926).
 *
 * @see wire specification 2.1, order of checks
 */
function answerOperations(
  options: AppOptions & OperationOptions,
  find: ReturnType<typeof createRequestReader>,
  crossOrigin: CrossOrigin,
): RequestHandler {
  const { requestLog, limiters, feedKeys } = options;
  const served = new Map(
    operations.map((operation) => {
      const handler = handlers[operation.name as RouteName] as Handler<never>;
      return [operation, serveOperation(operation, handler, options)] as const;
    }),
  );
  return (req, res, next) => {
    const requestContext = find(req.method, req.url);
    noted(res).requestContext = requestContext;
    const { entry } = requestContext;
    // It may be a page.
    if (!entry) return next();
    requestLog.follow(req, res, requestContext);
    if (req.method === 'OPTIONS') {
      res.writeHead(204, { ...commonHeaders(req.method, requestContext), ...optionsHeaders(entry, crossOrigin) }).end();
      return;
    }
    const operation = requireOperation(requestContext, req.headers.accept);
    const tooMany = limitRate(limiters, req, operation);
    if (tooMany) throw tooMany;
    // Before the body is read. The handler checks whether the key may post for its event.
    if (routeOf(operation.name).credential === 'feed') {
      noted(res).feedKey = checkFeedKey(req.headers.authorization, feedKeys.keys);
    }
    return served.get(operation)?.(req, res, next);
  };
}

export function createApp(options: AppOptions): App {
  const app = express();
  app.disable('x-powered-by');

  const requestLog = new RequestLog(options.log, options.logSample);
  const crossOrigin = options.crossOriginPosts ? crossOriginPosts : crossOriginReads;
  const find = createRequestReader(options.regionSegments);
  app.use(answerOperations({ ...options, requestLog }, find, crossOrigin));
  const sample = options.servesSample ? [samplePages()] : [];
  app.use(
    servePages(boardPages(), cataloguePages('server', options.offersWrites), sharedPages(), documentPages(), ...sample),
  );
  app.use((req, res) => {
    requestLog.follow(req, res, getRequestContext(res));
    throw new Problem('route-not-found');
  });
  app.use(renderProblem(requestLog, options.metrics));
  const policy = createOverloadPolicy({ ...options, find, requestLog });
  const listener = answerCached({ ...options, requestLog }, options.governor.wrap(app, policy));
  return {
    classes: createClasses(app, options.trustedProxies, crossOrigin),
    listener: options.spans?.wrap(listener) ?? listener,
    requestLog,
  };
}
