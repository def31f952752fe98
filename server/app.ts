import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { operations, type RouteName } from '../contracts/routes.ts';
import { exchangeOf } from './exchange.ts';
import type { FeedKeys } from './feed-keys.ts';
import type { Handler } from './handler.ts';
import { handlers } from './handlers/index.ts';
import { answerHeld } from './held.ts';
import { checkCredential } from './middleware/credential.ts';
import { checkOperation, findOperation } from './middleware/find-operation.ts';
import { logRequests } from './middleware/log.ts';
import { renderProblem } from './middleware/problems.ts';
import { type Limiters, limitRate } from './middleware/rate.ts';
import { type MountOptions, mount } from './mount.ts';
import { serveCatalogue } from './pages/catalogue.ts';
import { serveDocs } from './pages/docs.ts';
import { servePages } from './pages/pages.ts';

export interface AppOptions extends MountOptions {
  log: Logger;
  limiters: Limiters;
  feedKeys: FeedKeys;
  regionSegments: boolean;
  /** Proxies in front that add to `X-Forwarded-For`; 0 trusts nobody. */
  trustedProxies: number;
}

/** What `http.createServer` needs. */
export interface App {
  classes: Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;
  listener: RequestListener;
}

/**
 * Request and response classes that have Express's prototypes from the start. Express else changes the prototypes of
 * both at every request, which makes all that follows slower.
 */
function classesOf(app: Express): App['classes'] {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse } as App['classes'];
}

/** Pages, which are asked for by people, come after the routes, which are asked for by the million. */
function pages(): RequestHandler {
  const router = express.Router().use(servePages(), serveCatalogue(), serveDocs());
  return (req, res, next) => (exchangeOf(res).entry ? next() : router(req, res, next));
}

/**
 * The order of everything that happens to a request: what is held, route, method, form of the reply, rate, feed key, and
 * then the mounted route with parameters, body, existence, values.
 *
 * @see wire specification 2.1, order of checks
 */
export function createApp(options: AppOptions): App {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', options.trustedProxies);

  app.use(findOperation(options));
  app.use(pages());
  app.use(logRequests(options.log));
  app.use(checkOperation);
  app.use(limitRate(options.limiters));
  app.use(checkCredential(options.feedKeys));

  const mounted = new Map(
    operations.map((operation) => {
      const handler = handlers[operation.name as RouteName] as Handler<never>;
      return [operation.id, mount(operation, handler, options)] as const;
    }),
  );
  app.use((req, res, next) => {
    const { operation } = exchangeOf(res);
    const route = operation && mounted.get(operation.id);
    return route?.(req, res, next);
  });
  app.use(renderProblem(options.log));
  return { classes: classesOf(app), listener: answerHeld(options, app) };
}
