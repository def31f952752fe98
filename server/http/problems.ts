import type { ErrorRequestHandler } from 'express';
import { Problem } from '../../common/wire/problem.ts';
import { commonHeaders, type RequestContext } from '../../common/wire/request-context.ts';
import { problemCacheControl, problemMediaType } from '../../contracts/http/headers.ts';
import { problemDetails } from '../../contracts/problems.ts';
import { type Route, routeOf } from '../../contracts/routes.ts';
import { flattenHeaders, Representation } from '../cache/representation.ts';
import { TooManyLoads } from '../limits/governor.ts';
import { retryAfter } from '../limits/limiter.ts';
import type { RequestMetrics, ShedReason } from '../monitoring/request-metrics.ts';
import { OutcomeUnknown, StoreFault, StoreUnavailable, TooManyBallots } from '../store/redis/errors.ts';
import { getRequestContext } from './request-context.ts';
import type { RequestLog } from './request-log.ts';
import { send } from './send.ts';

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof OutcomeUnknown) return new Problem('outcome-unknown', { headers: retryAfter(1) });
  if (error instanceof TooManyLoads)
    return new Problem('service-unavailable', { headers: retryAfter(1, error.spread) });
  if (error instanceof TooManyBallots) return new Problem('service-unavailable', { headers: retryAfter(1, 4) });
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

const reasonOfPolicy: Readonly<Record<string, ShedReason>> = {
  reads: 'rate_reads',
  writes: 'rate_writes',
  misses: 'rate_misses',
  clients: 'new_clients',
  votes: 'client_changes',
};

/** Why a request was refused to protect the server; undefined for any other error. */
function shedReasonOf(error: unknown): ShedReason | undefined {
  if (error instanceof TooManyLoads) return 'loads';
  if (error instanceof TooManyBallots) return 'ballots';
  if (!(error instanceof Problem)) return undefined;
  // Too many streams; an unreachable Redis is a `StoreUnavailable`.
  if (error.key === 'service-unavailable') return 'streams';
  if (error.key !== 'too-many-requests') return undefined;
  const policy = /^"(\w+)"/.exec(error.more.headers?.['RateLimit-Policy'] ?? '')?.[1];
  return reasonOfPolicy[policy ?? ''] ?? 'streams_of_address';
}

function failureReasonOf(error: unknown): string {
  if (error instanceof OutcomeUnknown) return 'outcome_unknown';
  if (error instanceof StoreFault) return 'store_fault';
  return error instanceof StoreUnavailable ? 'store_away' : 'unexpected';
}

/** Renders every error as problem details; never a page, never a stack. */
export function renderProblem(requestLog: RequestLog, metrics?: RequestMetrics): ErrorRequestHandler {
  return (error, req, res, _next) => {
    // The client disconnected before the end of its body.
    if (error !== undefined && error === req.errored) return;
    const problem = toProblem(error);
    metrics?.problem(problem.key);
    const { key, status } = problem;
    const shedFor = shedReasonOf(error);
    if (shedFor) {
      metrics?.shed(shedFor);
      requestLog.failed(req, res, { level: 'warn', problem: key, status, reason: shedFor });
    } else if (key === 'feed-key-required' || key === 'feed-key-rejected') {
      // A warning, because their number is bounded, and anybody can send a wrong key.
      requestLog.failed(req, res, { level: 'warn', problem: key, status, reason: 'credential' });
    } else if (status >= 500) {
      // A store fault needs a repair, although the client may retry.
      const level = status === 500 || error instanceof StoreFault ? 'error' : 'warn';
      requestLog.failed(req, res, { level, problem: key, status, reason: failureReasonOf(error), error });
    }
    if (res.headersSent) {
      // A broken connection shows the client that the reply is incomplete.
      res.destroy();
      return;
    }
    return send(req, res, problemRepresentation(problem, getRequestContext(res)));
  };
}
