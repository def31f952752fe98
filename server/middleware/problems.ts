import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { problemCacheControl, problemMediaType } from '../../contracts/http.ts';
import { problemDetails } from '../../contracts/problems.ts';
import { routeOf } from '../../contracts/routes.ts';
import { exchangeOf } from '../exchange.ts';
import { Problem, retryAfter } from '../problem.ts';
import { StoreUnavailable } from '../store/index.ts';

/** What a client is told of an error; whatever nobody foresaw is an internal error. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreUnavailable) return new Problem('service-unavailable', { headers: retryAfter(1) });
  return new Problem('internal-error');
}

/** Renders every error as problem details, in the family's language; never a page, never a stack. */
export const renderProblem =
  (log: Logger): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const problem = problemOf(error);
    const { family, instance, operation } = exchangeOf(res);
    if (problem.status >= 500) {
      log[problem.status === 500 ? 'error' : 'warn']({ err: error, route: operation?.id }, problem.key);
    }
    if (res.headersSent) {
      // Half a reply cannot be taken back: the client sees a broken connection rather than a wrong end.
      res.destroy();
      return;
    }
    const { errors, extensions, headers = {} } = problem.more;
    const body = problemDetails(problem.key, family, instance, { ...(errors && { errors }), ...extensions });
    const cache = operation && routeOf(operation.name).cache;
    res.statusCode = problem.status;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader('Content-Type', problemMediaType);
    res.setHeader('Cache-Control', problemCacheControl(problem.status, cache));
    const bytes = Buffer.from(JSON.stringify(body));
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
  };
