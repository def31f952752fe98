import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { RequestContext } from '../../common/wire/request-context.ts';
import { acceptsJson } from '../../contracts/http/negotiation.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type Limiters, limitRate } from './middleware/rate.ts';
import { setRequestContext } from './request-context.ts';
import type { RequestLog } from './request-log.ts';

/** The classes of app.ts have Express's prototypes from the start. */
const asExpress = (req: IncomingMessage, res: ServerResponse) => [req as Request, res as unknown as Response] as const;

export interface PlainRequestOptions {
  find: (method: string, target: string) => RequestContext;
  served: ReadonlyMap<Operation, RequestHandler>;
  limiters: Limiters;
  requestLog: RequestLog;
  /** Renders the problem of a refused request. */
  render: ErrorRequestHandler;
}

/**
 * Answers plain requests before Express, which takes a fifth of their time: votes, scorecards, and reads that the cache
 * did not answer. The steps are those of every other request, and so is the rendering of problems. Passes on requests
 * that write the path in another form or have a query, that need a credential, other methods, and clients that take no
 * JSON.
 *
 * @param next Express.
 */
export function answerPlain(options: PlainRequestOptions, next: RequestListener): RequestListener {
  const { find, served, limiters, requestLog, render } = options;
  const answers = new Map([...served].filter(([{ name }]) => routeOf(name).credential === undefined));
  const never = () => undefined;

  return (req, res) => {
    const { method } = req;
    const requestContext = method === 'POST' || method === 'GET' ? find(method, req.url as string) : undefined;
    const operation = requestContext?.operation;
    const answer = operation && answers.get(operation);
    if (!answer || requestContext.path !== req.url || !acceptsJson(req.headers.accept)) return next(req, res);
    const [request, response] = asExpress(req, res);
    setRequestContext(res, requestContext);
    requestLog.follow(req, res, requestContext);
    const fail = (error: unknown) => render(error, request, response, never);
    try {
      limitRate(limiters, request, operation);
      const pending: unknown = answer(request, response, fail);
      if (pending instanceof Promise) pending.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
