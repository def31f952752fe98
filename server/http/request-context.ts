import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestContext, readRequest } from '../../common/wire/request-context.ts';
import type { Operation } from '../../contracts/operations.ts';
import type { FeedKey } from '../config.ts';
import type { Caller } from '../handlers/types.ts';
import { addressOf } from './client-address.ts';

/** What the server notes on a response; not in `res.locals`, which only Express makes. */
interface Noted {
  requestContext?: RequestContext;
  /** Of a cached reply, which has no request context. */
  operation?: Operation;
  /** When a request that the cache did not answer was read, by `performance.now`. */
  startMs?: number;
  /** Of a live update. */
  feedKey?: FeedKey;
}

const noted = (res: ServerResponse) => res as Noted;

/** Returns what `setRequestContext` has set: the first step of every request that the cache did not answer. */
export const getRequestContext = (res: ServerResponse): RequestContext => noted(res).requestContext as RequestContext;

export const setRequestContext = (res: ServerResponse, requestContext: RequestContext) => {
  noted(res).requestContext = requestContext;
};

/** Returns the operation of a request; undefined before it is found, and where no route matches. */
export const operationOf = (res: ServerResponse): Operation | undefined =>
  noted(res).operation ?? noted(res).requestContext?.operation;

export const setOperation = (res: ServerResponse, operation: Operation) => {
  noted(res).operation = operation;
};

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

export const setStart = (res: ServerResponse, startMs: number) => {
  noted(res).startMs = startMs;
};

export const startOf = (res: ServerResponse): number | undefined => noted(res).startMs;

export const setFeedKey = (res: ServerResponse, key: FeedKey) => {
  noted(res).feedKey = key;
};

/** The name of the feed key of a live update, which is all that the log shows of it. */
export const feedKeyOf = (res: ServerResponse): string | undefined => noted(res).feedKey?.name;

export const getCaller = (req: IncomingMessage, res: ServerResponse): Caller => ({
  address: () => addressOf(req),
  socket: req.socket,
  feedEvents: noted(res).feedKey?.events,
});
