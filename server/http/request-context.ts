import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestContext, readRequest } from '../../common/wire/request-context.ts';
import { readTraceContext, type TraceContext } from '../../contracts/http/trace-context.ts';
import type { Operation } from '../../contracts/operations.ts';
import type { FeedKey } from '../config.ts';

/** Data of a request, stored on its response; not in `res.locals`, which only Express creates. */
interface Noted {
  /** Set by the first step of every request that the cache did not answer. */
  requestContext?: RequestContext;
  /** The operation of a cached reply, which has no request context. */
  operation?: Operation;
  /** When a request that the cache did not answer was read, by `performance.now`. */
  startMs?: number;
  /** Of a live update. */
  feedKey?: FeedKey;
}

export const noted = (res: ServerResponse) => res as Noted;

/** Like `noted`, but assumes that the context has been set. */
export const getRequestContext = (res: ServerResponse): RequestContext => noted(res).requestContext as RequestContext;

/** Returns the operation of a request; undefined before it is found, and where no route matches. */
export const operationOf = (res: ServerResponse): Operation | undefined =>
  noted(res).operation ?? noted(res).requestContext?.operation;

/** Bounds on cached URLs: how many, and how long (longer than any client's). */
const maxUrls = 1_000;
const maxUrlLength = 200;

/**
 * Like `readRequest`, but reads each URL of a POST only once: on a fight night millions of votes go to a few URLs.
 * Caches only URLs in the declared form of their route. Callers must not change the context they get.
 */
export function createRequestReader(regionSegments: boolean): (method: string, target: string) => RequestContext {
  const posts = new Map<string, RequestContext>();
  return (method, target) => {
    if (method !== 'POST') return readRequest(method, target, regionSegments);
    const known = posts.get(target);
    if (known) return known;
    const requestContext = readRequest(method, target, regionSegments);
    const { operation, path } = requestContext;
    if (!operation || path !== target || target.length > maxUrlLength) return requestContext;
    if (posts.size >= maxUrls) posts.clear();
    posts.set(target, requestContext);
    return requestContext;
  };
}

/** Created when needed: for requests that fail, name a trace, are logged or have a span. */
const traces = new WeakMap<IncomingMessage, TraceContext>();

export function traceOf(req: IncomingMessage): TraceContext {
  const known = traces.get(req);
  if (known) return known;
  const context = readTraceContext(req.headers);
  traces.set(req, context);
  return context;
}

/** Sets the ids of the span of a request. */
export const setTrace = (req: IncomingMessage, context: TraceContext) => {
  traces.set(req, context);
};
