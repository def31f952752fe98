import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { acceptsJson } from '../../contracts/http/negotiation.ts';
import type { Operation } from '../../contracts/operations.ts';
import type { RequestContext } from '../../contracts/requests/request-context.ts';
import { type Limiters, limitRate } from './middleware/rate.ts';
import { setRequestContext } from './request-context.ts';
import type { RequestLog } from './request-log.ts';

/** The classes of app.ts have Express's prototypes from the start. */
const asExpress = (req: IncomingMessage, res: ServerResponse) => [req as Request, res as unknown as Response] as const;

const names: readonly string[] = ['fight_vote_cast', 'score_round'];

export interface BallotOptions {
  find: (method: string, target: string) => RequestContext;
  served: ReadonlyMap<Operation, RequestHandler>;
  limiters: Limiters;
  requestLog: RequestLog;
  /** Renders the problem of a refused ballot. */
  render: ErrorRequestHandler;
}

/**
 * Answers votes and scorecards before Express, which takes a fifth of their time: they are most of a night's load. The
 * steps are those of every other operation, and so is the rendering of problems. Passes on all other requests, also
 * those that write the path in another form or have a query.
 *
 * @param next Express.
 */
export function answerBallots(options: BallotOptions, next: RequestListener): RequestListener {
  const { find, served, limiters, requestLog, render } = options;
  const answers = new Map([...served].filter(([{ name }]) => names.includes(name)));
  const never = () => undefined;

  return (req, res) => {
    const requestContext = req.method === 'POST' ? find('POST', req.url as string) : undefined;
    const operation = requestContext?.operation;
    const answer = operation && answers.get(operation);
    if (!answer || requestContext.path !== req.url || !acceptsJson(req.headers.accept)) return next(req, res);
    const [request, response] = asExpress(req, res);
    setRequestContext(res, requestContext);
    requestLog.follow(req, res, requestContext);
    const fail = (error: unknown) => render(error, request, response, never);
    try {
      limitRate(limiters, request, operation);
    } catch (error) {
      fail(error);
      return;
    }
    (answer(request, response, never) as Promise<void>).catch(fail);
  };
}
