import type { ErrorRequestHandler } from 'express';
import { problemCacheControl, problemMediaType } from '../../../contracts/http/headers.ts';
import { problemDetails } from '../../../contracts/problems.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { commonHeaders, type RequestContext } from '../../../contracts/requests/request-context.ts';
import { type Route, routeOf } from '../../../contracts/routes.ts';
import { flattenHeaders, Representation } from '../../cache/representation.ts';
import { retryAfter } from '../../limits/retry-after.ts';
import { OutcomeUnknown, StoreFault, StoreUnavailable } from '../../store/index.ts';
import type { FailureLog } from '../failure-log.ts';
import { getRequestContext } from '../request-context.ts';
import { send } from '../send.ts';

/** Maps an error to its problem; unexpected errors are internal errors. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof OutcomeUnknown) return new Problem('outcome-unknown', { headers: retryAfter(1) });
  if (error instanceof StoreUnavailable) return new Problem('service-unavailable', { headers: retryAfter(1) });
  return new Problem('internal-error');
}

/** Whether a problem may be cached: a well-formed but unknown id on a content route. */
export const isUnknownId = ({ status }: Problem, { cache }: Route) => status === 404 && cache === 'content';

/** Builds the reply of a problem, in the language of the family. */
export function problemRepresentation(problem: Problem, requestContext: RequestContext): Representation {
  const { family, instance, operation, method } = requestContext;
  const { errors, extensions, headers = {} } = problem.more;
  const body = problemDetails(problem.key, family, instance, { ...(errors && { errors }), ...extensions });
  const cache = operation && routeOf(operation.name).cache;
  return new Representation(Buffer.from(JSON.stringify(body)), {
    status: problem.status,
    type: problemMediaType,
    headers: flattenHeaders({
      ...commonHeaders(method, requestContext),
      ...headers,
      'Cache-Control': problemCacheControl(problem.status, cache),
    }),
  });
}

/** Renders every error as problem details; never a page, never a stack. */
export function renderProblem(failures: FailureLog): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const problem = toProblem(error);
    if (problem.status >= 500) {
      // A store fault does not pass by itself, although the client is asked to retry.
      const level = problem.status === 500 || error instanceof StoreFault ? 'error' : 'warn';
      failures.add({ level, problem: problem.key, route: getRequestContext(res).operation?.id, error });
    }
    if (res.headersSent) {
      // Half a reply cannot be taken back: a broken connection shows the client that it is incomplete.
      res.destroy();
      return;
    }
    return send(req, res, problemRepresentation(problem, getRequestContext(res)));
  };
}
